import Entra
import Formats
private import Platform

/// Functions that parse the text of an option, one for each kind of value.
enum OptionText {
    enum Result<Value> {
        case value(Value)
        /// The text is invalid. The value is a sentence about valid text.
        case rejected(String)
    }

    typealias Read<Value> = @Sendable (String) -> Result<Value>

    static let portShape = Shape.either([.integer(0...65535), .words(["off"])])
    static let workerCounts = 1...256
    static let journalEntries = 0...1_000_000
    static let journalBytes = 65_536...4_294_967_296
    static let flags: [(word: String, value: Bool)] = [
        ("true", true), ("1", true), ("yes", true), ("on", true), ("false", false), ("0", false), ("no", false),
        ("off", false),
    ]
    static let logLevels = ["trace", "debug", "info", "notice", "warning", "error", "critical"]

    @Sendable static func nonEmpty(_ text: String) -> Result<String> {
        text.isEmpty ? .rejected("must not be empty") : .value(text)
    }

    /// Parses a numeric address, with or without brackets around IPv6, or `localhost`.
    @Sendable static func address(_ text: String) -> Result<String> {
        let address = text.dropping(prefix: "[")?.dropping(suffix: "]") ?? text
        let isNumeric = !address.utf8.contains(0) && (accepts(AF_INET, address) || accepts(AF_INET6, address))
        guard isNumeric || text.isExactly("localhost") else {
            return .rejected("must be an IPv4 or IPv6 address or localhost, not \"\(text)\"")
        }
        return .value(address)
    }

    private static func accepts(_ family: Int32, _ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(family, text, &address) == 1
    }

    @Sendable static func port(_ text: String) -> Result<ListenPorts> {
        if text.isExactly("off") { return .value(.off) }
        guard let port = number(text) else {
            return .rejected("must be a port from 0 to 65535, or off, not \"\(text)\"")
        }
        return .value(.ports([port]))
    }

    @Sendable static func ports(_ text: String) -> Result<ListenPorts> {
        if text.isExactly("off") { return .value(.off) }
        var ports: [UInt16] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let port = number(String(decoding: part, as: UTF8.self)) else {
                return .rejected("must be ports from 0 to 65535 separated by commas, or off, not \"\(text)\"")
            }
            guard port == 0 || !ports.contains(port) else { return .rejected("contains port \(port) twice") }
            ports.append(port)
        }
        return .value(.ports(ports))
    }

    private static func number(_ text: String) -> UInt16? {
        ASCII.decimal(text.utf8).flatMap { UInt16(exactly: $0) }
    }

    /// Parses the URL of a store. The message does not repeat the text, which may contain a password.
    @Sendable static func store(_ text: String) -> Result<StoreAddress> {
        do throws(StoreAddress.Problem) {
            return .value(try StoreAddress(parsing: text))
        } catch {
            return .rejected("must be the URL of a Redis or Valkey server: \(error.reason)")
        }
    }

    /// Parses an origin: `http` or `https`, a host, an optional port, and nothing after them. The scheme's default port is left
    /// out, as clients do.
    @Sendable static func origin(_ text: String) -> Result<String> {
        let lower = text.asciiLowercased
        guard let scheme = ["https", "http"].first(where: { lower.hasExactPrefix("\($0)://") }) else {
            return .rejected("must begin with http:// or https://, not \"\(text)\"")
        }
        guard let origin = lower.dropping(prefix: "\(scheme)://").flatMap({ Origin(scheme: scheme, authority: $0) })
        else {
            return .rejected("must be scheme://host[:port] and nothing more, not \"\(text)\"")
        }
        return .value(origin.description)
    }

    /// Parses host names that are separated by commas. A leading dot means every subdomain.
    @Sendable static func hosts(_ text: String) -> Result<[String]> {
        var names: [String] = []
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            let name = String(decoding: part, as: UTF8.self)
            guard DomainName.isValid(name.hasExactPrefix(".") ? "x" + name : name) || DomainName.isLabel(part) else {
                return .rejected(
                    "must be host names separated by commas, such as id.example,.test.example, not \"\(text)\"")
            }
            names.append(name.asciiLowercased)
        }
        return .value(names)
    }

    @Sendable static func flag(_ text: String) -> Result<Bool> {
        guard let flag = flags.first(where: { $0.word.isExactly(text) }) else {
            return .rejected("must be true or false, not \"\(text)\"")
        }
        return .value(flag.value)
    }

    /// Returns a function that parses a whole number within bounds.
    static func count(_ range: ClosedRange<Int>) -> Read<Int> {
        { text in
            guard let count = ASCII.decimal(text.utf8), range.contains(count) else {
                return .rejected("must be from \(range.lowerBound) to \(range.upperBound), not \"\(text)\"")
            }
            return .value(count)
        }
    }

    /// Returns a function that parses seconds with at most three decimals. The bounds and the value are in milliseconds.
    static func seconds(_ range: ClosedRange<Int>) -> Read<Int> {
        { text in
            guard let value = milliseconds(text), range.contains(value) else {
                let bounds = "\(Double(range.lowerBound) / 1000) to \(range.upperBound / 1000)"
                return .rejected("must be from \(bounds) seconds, not \"\(text)\"")
            }
            return .value(value)
        }
    }

    private static func milliseconds(_ text: String) -> Int? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
        let decimals = parts.count > 1 ? Array(parts[1]) : [UInt8(ascii: "0")]
        guard let first = parts.first, first.count <= 6, let whole = ASCII.decimal(first),
            (1...3).contains(decimals.count),
            let rest = ASCII.decimal(decimals + [UInt8](repeating: UInt8(ascii: "0"), count: 3 - decimals.count))
        else { return nil }
        return whole * 1000 + rest
    }

    @Sendable static func logLevel(_ text: String) -> Result<String> {
        guard logLevels.contains(where: { $0.isExactly(text) }) else {
            return .rejected("must be one of \(logLevels.joined(separator: ", ")), not \"\(text)\"")
        }
        return .value(text)
    }

    @Sendable static func logFormat(_ text: String) -> Result<LogFormat> {
        guard let format = LogFormat.allCases.first(where: { $0.rawValue.isExactly(text) }) else {
            let words = LogFormat.allCases.map(\.rawValue).joined(separator: ", ")
            return .rejected("must be one of \(words), not \"\(text)\"")
        }
        return .value(format)
    }
}
