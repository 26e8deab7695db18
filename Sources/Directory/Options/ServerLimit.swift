import Wire

/// What one client may cost, each an option of the server. The raw value is the key under `server:`; option, variable, help
/// and schema are made of it and of its row.
package enum ServerLimit: String, Sendable, CaseIterable {
    case maxRequestLine
    case maxHeaderBytes
    case maxHeaders
    case maxBody
    case maxForm
    case headerTimeout
    case bodyTimeout
    case minBodyRate
    case keepAliveTimeout
    case maxKeepAliveRequests
    case handshakeTimeout
    case writeTimeout
    case maxConnections
    case maxUnreadBytes
    case lingerBytes
    case lingerTimeout
    case acceptPause
    case maxDiscard
    case drainTimeout

    /// How a value is written; in the program bytes and counts are themselves, times milliseconds.
    package enum Unit: Sendable {
        case bytes
        case count
        case seconds
    }

    /// One row of the table.
    package struct Row: Sendable {
        package let unit: Unit
        /// What holds when it is set nowhere.
        package let usual: Int
        package let range: ClosedRange<Int>
        package let help: String
    }

    package var row: Row {
        switch self {
        case .maxRequestLine: .bytes(16 * 1024, from: 64, "The longest request line. A longer one gets 414.")
        case .maxHeaderBytes: .bytes(32 * 1024, from: 64, "The size of all header fields of a request. More gets 431.")
        case .maxHeaders: .count(100, "The number of header fields of a request. More get 431.")
        case .maxBody: .bytes(1024 * 1024, from: 1, "The largest request body. A larger one gets 413.")
        case .maxForm:
            .bytes(64 * 1024, from: 1, "The largest form, as the token endpoint takes. A larger one gets 413.")
        case .headerTimeout: .seconds(10, "The time for a whole request head. A slower client gets 408.")
        case .bodyTimeout:
            .seconds(15, "The time for a request body. A client slower than min-body-rate after it gets 408.")
        case .minBodyRate:
            .bytes(240, from: 1, "The bytes of a body that must arrive in each second after body-timeout.")
        case .keepAliveTimeout: .seconds(75, "The time that a connection may be idle between two requests.")
        case .maxKeepAliveRequests: .count(10_000, "The number of requests on one connection.")
        case .handshakeTimeout: .seconds(10, "The time for a TLS handshake.")
        case .writeTimeout: .seconds(15, "The time in which a client must read some of its response.")
        case .maxConnections:
            .count(
                10_000,
                "Open connections; never more than the limit of open files less 64, or half of it. The longest idle one is closed."
            )
        case .maxUnreadBytes:
            .bytes(
                32 * 1024 * 1024, from: 64 * 1024,
                "Bytes in memory for clients that do not read. Beyond it the slowest are disconnected.")
        case .lingerBytes:
            .bytes(
                256 * 1024, from: 0, "Bytes that are still read after a rejected request, so that the response arrives."
            )
        case .lingerTimeout: .seconds(2, "The time to read linger-bytes.")
        case .acceptPause:
            .seconds(0.1, "The pause in accepting connections after the limit of open files was reached.")
        case .maxDiscard:
            .bytes(
                256 * 1024, from: 0,
                "Bytes that are skipped of a body too large for its endpoint. A larger one closes the connection.")
        case .drainTimeout: .seconds(5, "The time for pending requests after SIGTERM. A second SIGTERM stops at once.")
        }
    }
}

extension ServerLimit.Row {
    private static let mostBytes = 1 << 30
    private static let mostMilliseconds = 86_400_000

    static func bytes(_ usual: Int, from least: Int, _ help: String) -> Self {
        Self(unit: .bytes, usual: usual, range: least...mostBytes, help: help)
    }

    static func count(_ usual: Int, _ help: String) -> Self {
        Self(unit: .count, usual: usual, range: 1...1_000_000, help: help)
    }

    /// At least a millisecond, at most a day.
    static func seconds(_ usual: Double, _ help: String) -> Self {
        Self(unit: .seconds, usual: Int(usual * 1000), range: 1...mostMilliseconds, help: help)
    }

    /// How the default is written as a value of the option.
    var usualText: String {
        guard unit == .seconds, !usual.isMultiple(of: 1000) else { return "\(unit == .seconds ? usual / 1000 : usual)" }
        return "\(Double(usual) / 1000)"
    }

    var valueName: String {
        switch unit {
        case .bytes: "BYTES"
        case .count: "N"
        case .seconds: "SECONDS"
        }
    }

    var shape: Shape {
        switch unit {
        case .bytes, .count: .integer(range)
        case .seconds: .number(Double(range.lowerBound) / 1000...Double(range.upperBound) / 1000)
        }
    }

    var read: OptionText.Read<Int> {
        unit == .seconds ? OptionText.seconds(range) : OptionText.count(range)
    }
}
