package import Directory
import Formats
import Transport

/// Combines the options: the command line overrides the environment, which overrides the configuration file
/// (docs/reference/interface.md#command-line).
package struct OptionSources: Sendable {
    private let commandLine: [String: String]
    private let environment: [String: String]

    /// Creates the sources. `commandLine` has the values of the command line by long name. `environment` has the variables of
    /// `ProcessText.settings`; other variables are ignored.
    package init(commandLine: [String: String], environment: [String: String]) {
        self.commandLine = commandLine
        self.environment = environment.filter { $0.key.hasExactPrefix(OptionSources.prefix) }
    }

    /// The prefix of every variable that sets an option.
    static let prefix = "UNDERSTUDY_"

    private static func value(of name: String, in table: [String: String]) -> String? {
        table.first { $0.key.isExactly(name) }?.value
    }

    /// Returns the options of the command line and the environment. Throws `.usage` for an unknown variable or an invalid value.
    package func options() throws(StartFailure) -> ServerOptions {
        var fromEnvironment = ServerOptions()
        for (name, value) in environment.sorted(by: { $0.key.precedes($1.key) }) {
            if name.isExactly(OptionSpec.inlineConfiguration) {
                guard !value.isEmpty else { throw .usage("\(name) must not be empty") }
                continue
            }
            if OptionSources.isServiceLink(name, value) { continue }
            guard let spec = OptionSpec.all.first(where: { $0.environment.isExactly(name) }) else {
                throw .usage("\(name): no such setting; \(OptionSources.suggestion(for: name))")
            }
            if let problem = spec.parse(value, into: &fromEnvironment) { throw .usage("\(name) \(problem)") }
        }
        var fromCommandLine = ServerOptions()
        for spec in OptionSpec.all {
            guard let value = OptionSources.value(of: spec.longName, in: commandLine) else { continue }
            if let problem = spec.parse(value, into: &fromCommandLine) { throw .usage("--\(spec.longName) \(problem)") }
        }
        return fromCommandLine.over(fromEnvironment)
    }

    /// Returns the source of the configuration: a named file, inline text, a file in a default location, or the built-in directory.
    package func source(_ options: ServerOptions, exists: (String) -> Bool) -> Configuration.Source {
        if let path = commandLine["config"] { return .file(path) }
        if let text = OptionSources.value(of: OptionSpec.inlineConfiguration, in: environment) { return .inline(text) }
        if let path = options.config { return .file(path) }
        if let path = OptionSources.defaultLocations.first(where: exists) { return .file(path) }
        return .seed
    }

    /// The default locations of the configuration, in order.
    package static let defaultLocations = ["/config/understudy.yaml", initialFile, "Config/understudy.yaml"]

    /// The default name of the file that `understudy init` writes.
    package static let initialFile = "understudy.yaml"

    /// Whether Kubernetes sets this variable for a service named understudy (its "Accessing the Service", environment variables).
    /// Such a variable is not an option. The names are `SERVICE_HOST`, `SERVICE_PORT` and `SERVICE_PORT_{name}`; `PORT` and
    /// `PORT_{number}_{protocol}`, which are URLs; and the latter with `_PROTO`, `_PORT` and `_ADDR`.
    private static func isServiceLink(_ name: String, _ value: String) -> Bool {
        let words = (name.dropping(prefix: prefix) ?? "").pieces(separatedBy: "_", keepingEmpty: true)
        switch (words.first, words.count) {
        case ("SERVICE"?, 2): return ["HOST", "PORT"].containsExactly(words[1])
        case ("SERVICE"?, 3...): return words[1] == "PORT"
        case ("PORT"?, 1), ("PORT"?, 3): return ["tcp://", "udp://", "sctp://"].contains(where: value.hasExactPrefix)
        case ("PORT"?, 4): return ["PROTO", "PORT", "ADDR"].containsExactly(words[3])
        default: return false
        }
    }

    /// Returns a hint with the settings that have the name's ending, or with the most similar setting.
    private static func suggestion(for name: String) -> String {
        let known = OptionSpec.all.map(\.environment) + [OptionSpec.inlineConfiguration]
        let longer = known.filter { $0.hasExactSuffix("_\(name.dropping(prefix: prefix) ?? name)") }
        let suggestions = longer.isEmpty ? [Suggestion.nearest(to: name, among: known)].compactMap(\.self) : longer
        guard !suggestions.isEmpty else { return "understudy serve --help lists them" }
        return "did you mean \(suggestions.joined(separator: " or "))?"
    }
}

/// Reads the command line and the environment as text. Text that is not UTF-8 stops the start, because a setting that is silently
/// dropped, such as `--control-token`, would leave the server open.
package enum ProcessText {
    /// Returns the arguments as text. Throws `.usage` for the first argument that is not UTF-8. The message has only its number and
    /// the invalid byte, because the argument may be a secret.
    package static func arguments(_ arguments: [[UInt8]]) throws(StartFailure) -> [String] {
        var texts: [String] = []
        for (position, bytes) in arguments.enumerated() {
            guard let text = String(utf8: bytes) else {
                throw .usage("argument \(position + 1) is not UTF-8: \(invalidByte(in: bytes))")
            }
            texts.append(text)
        }
        return texts
    }

    /// Returns the environment variables whose names begin with `UNDERSTUDY_`, by name. The name of an entry ends at the first `=`.
    /// Throws `.usage` for an entry that is not UTF-8, has no value, or occurs twice with different values.
    package static func settings(_ environment: [[UInt8]]) throws(StartFailure) -> [String: String] {
        var settings: [ByteString: String] = [:]
        for entry in environment where entry.starts(with: OptionSources.prefix.utf8) {
            let nameEnd = entry.firstIndex(of: UInt8(ascii: "=")) ?? entry.endIndex
            guard let name = String(utf8: entry[..<nameEnd]) else {
                let byte = invalidByte(in: Array(entry[..<nameEnd]))
                throw .usage("the name of a variable that begins with \(OptionSources.prefix) is not UTF-8: \(byte)")
            }
            guard nameEnd < entry.endIndex else { throw .usage("\(name) has no value: = is missing after the name") }
            let bytes = entry[(nameEnd + 1)...]
            guard let value = String(utf8: bytes) else {
                throw .usage("\(name) is not UTF-8: \(invalidByte(in: Array(bytes)))")
            }
            if let other = settings.updateValue(value, forKey: ByteString(name)), !other.isExactly(value) {
                throw .usage("\(name) is set twice, with different values")
            }
        }
        // Allowed (character): known names are ASCII, and any other name is an error, whichever of two spellings is kept.
        return Dictionary(settings.map { ($0.key.string, $0.value) }) { first, _ in first }
    }

    /// Returns the first byte that is not valid UTF-8, and its offset.
    private static func invalidByte(in bytes: [UInt8]) -> String {
        var decoder = UTF8()
        var iterator = bytes.makeIterator()
        var offset = 0
        while case .scalarValue(let scalar) = decoder.decode(&iterator) { offset += UTF8.width(scalar) }
        let byte = offset < bytes.count ? "0x\(ASCII.hex([bytes[offset]]).asciiUppercased)" : "its end"
        return "byte \(byte) at offset \(offset)"
    }
}

/// The defaults of options.
package enum Defaults {
    package static let host = "127.0.0.1"

    /// The number of event loops: one for each core.
    package static var workers: Int { CoreCount.available }

    /// Returns a name under which this machine can reach a listening address.
    package static func reachableName(of host: String) -> String {
        switch host {
        case "127.0.0.1", "0.0.0.0", "::1", "::", "localhost": "localhost"
        default: host.containsExactly(":") ? "[\(host)]" : host
        }
    }
}
