package import Directory
import Formats

/// Combines the options: the command line overrides the environment, which overrides the configuration file
/// (docs/reference/interface.md#command-line).
package struct OptionSources: Sendable {
    private let given: [String: String]
    private let environment: [String: String]

    /// Creates the sources. `given` has the values of the command line by long name. `environment` has the variables of
    /// `ProcessText.settings`; other variables are ignored.
    package init(given: [String: String], environment: [String: String]) {
        self.given = given
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
            guard let value = OptionSources.value(of: spec.longName, in: given) else { continue }
            if let problem = spec.parse(value, into: &fromCommandLine) { throw .usage("--\(spec.longName) \(problem)") }
        }
        return fromCommandLine.over(fromEnvironment)
    }

    /// Returns the source of the configuration: a named file, inline text, a file in a default location, or the built-in directory.
    package func source(_ options: ServerOptions, exists: (String) -> Bool) -> Configuration.Source {
        if let path = given["config"] { return .file(path) }
        if let text = OptionSources.value(of: OptionSpec.inlineConfiguration, in: environment) { return .inline(text) }
        if let path = options.config { return .file(path) }
        if let path = OptionSources.usualPlaces.first(where: exists) { return .file(path) }
        return .seed
    }

    /// The default locations of the configuration, in order.
    package static let usualPlaces = ["/config/understudy.yaml", initialFile, "Config/understudy.yaml"]

    /// The default name of the file that `understudy init` writes.
    package static let initialFile = "understudy.yaml"

    /// Whether Kubernetes sets this variable for a service named understudy (its "Accessing the Service", environment variables).
    /// Such a variable is not an option. The names are `SERVICE_HOST`, `SERVICE_PORT` and `SERVICE_PORT_{name}`; `PORT` and
    /// `PORT_{number}_{protocol}`, which are URLs; and the latter with `_PROTO`, `_PORT` and `_ADDR`.
    private static func isServiceLink(_ name: String, _ value: String) -> Bool {
        let words = (name.behind(prefix) ?? "").pieces(separatedBy: "_", keepingEmpty: true)
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
        let longer = known.filter { $0.hasExactSuffix("_\(name.behind(prefix) ?? name)") }
        let meant = longer.isEmpty ? [Suggestion.nearest(to: name, among: known)].compactMap(\.self) : longer
        guard !meant.isEmpty else { return "understudy serve --help lists them" }
        return "did you mean \(meant.joined(separator: " or "))?"
    }
}
