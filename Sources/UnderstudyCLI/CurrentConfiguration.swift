import ArgumentParser
import Directory
import Understudy

/// The configuration that `serve` would read with the same options.
enum CurrentConfiguration {
    static func read(_ given: [String: String]) throws -> Configuration {
        do throws(StartFailure) {
            let sources = OptionSources(given: given, environment: try ProcessEnvironment.settings())
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
