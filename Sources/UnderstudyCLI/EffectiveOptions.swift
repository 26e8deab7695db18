import Directory
import Understudy

/// The options as `serve` would see them, for commands that speak to a server that runs already.
enum EffectiveOptions {
    /// Throws where the configuration cannot be read: its own options would be missing.
    static func read(_ given: [String: String]) throws(StartFailure) -> ServerOptions {
        let (options, problem) = try found(given)
        if let problem { throw problem }
        return options
    }

    /// Those of the command line and the environment alone where the configuration cannot be read, and why it cannot. For what
    /// goes by the server that runs: it keeps the configuration it has when the file is spoiled under it
    /// (docs/reference/interface.md#command-line).
    static func found(
        _ arguments: [String: String]
    ) throws(StartFailure) -> (options: ServerOptions, problem: StartFailure?) {
        let sources = OptionSources(given: arguments, environment: try ProcessEnvironment.settings())
        let given = try sources.options()
        let source = sources.source(given, exists: ProcessEnvironment.fileExists)
        do throws(Configuration.Problems) {
            return (given.over(try Configuration.load(source).server), nil)
        } catch {
            return (given, .configuration(error.problems))
        }
    }
}
