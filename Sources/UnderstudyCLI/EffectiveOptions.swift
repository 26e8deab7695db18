import Directory
import Understudy

/// The options as `serve` would see them, for commands that speak to a server that runs already.
enum EffectiveOptions {
    static func read(_ arguments: ServerArguments) throws(StartFailure) -> ServerOptions {
        let sources = OptionSources(given: arguments.given, environment: ProcessEnvironment.all)
        let given = try sources.options()
        let source = sources.source(given, exists: ProcessEnvironment.fileExists)
        guard let configuration = try? Configuration.load(source) else { return given }
        return given.over(configuration.server)
    }
}
