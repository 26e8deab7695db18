package import Directory
import Wire

/// Brings the options together: command line over environment over configuration file (interface.md §1).
package struct OptionSources: Sendable {
    private let given: [String: String]
    private let environment: [String: String]

    /// `given`: values of the command line by long name. `environment`: the whole environment.
    package init(given: [String: String], environment: [String: String]) {
        self.given = given
        self.environment = environment.filter { $0.key.hasPrefix(OptionSources.prefix) }
    }

    private static let prefix = "UNDERSTUDY_"

    /// What command line and environment set. Throws `.usage` for an unknown variable or a value that cannot be.
    package func options() throws(StartFailure) -> ServerOptions {
        var fromEnvironment = ServerOptions()
        for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
            guard name != OptionSpec.inlineConfiguration, !OptionSources.isServiceLink(name) else { continue }
            guard let spec = OptionSpec.all.first(where: { $0.environment == name }) else {
                throw .usage("\(name): no such setting; \(OptionSources.suggestion(for: name))")
            }
            if let problem = spec.parse(value, into: &fromEnvironment) { throw .usage("\(name) \(problem)") }
        }
        var fromCommandLine = ServerOptions()
        for spec in OptionSpec.all {
            guard let value = given[spec.longName] else { continue }
            if let problem = spec.parse(value, into: &fromCommandLine) { throw .usage("--\(spec.longName) \(problem)") }
        }
        return fromCommandLine.over(fromEnvironment)
    }

    /// Where the configuration comes from: a named file, inline text, one of the usual places, else the built-in directory.
    package func source(_ options: ServerOptions, exists: (String) -> Bool) -> Configuration.Source {
        if let path = given["config"] { return .file(path) }
        if let text = environment[OptionSpec.inlineConfiguration], !text.isEmpty { return .inline(text) }
        if let path = options.config { return .file(path) }
        if let path = OptionSources.usualPlaces.first(where: exists) { return .file(path) }
        return .seed
    }

    package static let usualPlaces = ["/config/understudy.yaml", "Config/understudy.yaml"]

    /// What a container platform sets for a service named "understudy" is no setting of ours.
    private static func isServiceLink(_ name: String) -> Bool {
        name.hasPrefix("UNDERSTUDY_SERVICE_") || name == "UNDERSTUDY_PORT" || name.hasPrefix("UNDERSTUDY_PORT_")
    }

    private static func suggestion(for name: String) -> String {
        let known = OptionSpec.all.map(\.environment) + [OptionSpec.inlineConfiguration]
        guard let near = Suggestion.nearest(to: name, among: known) else {
            return "understudy serve --help lists them"
        }
        return "did you mean \(near)?"
    }
}
