import ArgumentParser
import Directory
import Understudy

/// The options that `serve` would use, for commands that call a running server.
enum EffectiveOptions {
    /// Returns the options. Throws if the configuration cannot be read, because its options would be missing.
    static func read(_ optionValues: [String: String]) throws(StartFailure) -> ServerOptions {
        let (options, problem) = try resolve(optionValues)
        if let problem { throw problem }
        return options
    }

    /// Returns the options. If the configuration cannot be read, the result has only the options of the command line and the
    /// environment, and the problem. The function is for commands that depend on the running server, which keeps its
    /// configuration if the file becomes invalid (docs/reference/interface.md#command-line).
    static func resolve(
        _ optionValues: [String: String]
    ) throws(StartFailure) -> (options: ServerOptions, problem: StartFailure?) {
        let sources = OptionSources(commandLine: optionValues, environment: try ProcessEnvironment.settings())
        let overrides = try sources.options()
        let source = sources.source(overrides, exists: ProcessEnvironment.fileExists)
        do throws(Configuration.Problems) {
            return (overrides.over(try Configuration.load(source).server), nil)
        } catch {
            return (overrides, .configuration(error.problems))
        }
    }
}

/// The configuration that `serve` would read with the same options.
enum CurrentConfiguration {
    static func read(_ optionValues: [String: String]) throws -> Configuration {
        do throws(StartFailure) {
            let sources = OptionSources(commandLine: optionValues, environment: try ProcessEnvironment.settings())
            let source = sources.source(try sources.options(), exists: ProcessEnvironment.fileExists)
            do throws(Configuration.Problems) {
                return try Configuration.load(source)
            } catch {
                throw .configuration(error.problems)
            }
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode)
        }
    }
}
