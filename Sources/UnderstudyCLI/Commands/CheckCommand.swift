import ArgumentParser
import Directory
import Understudy

struct CheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "check", abstract: "Validates a configuration and lists every problem.")

    @Argument(help: "The configuration; without it, the one that serve would read.")
    var file: String?

    func run() throws {
        let sources = OptionSources(
            given: file.map { ["config": $0] } ?? [:], environment: ProcessEnvironment.all)
        let source: Configuration.Source
        do throws(StartFailure) {
            source = sources.source(try sources.options(), exists: ProcessEnvironment.fileExists)
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode)
        }
        do {
            let configuration = try Configuration.load(source)
            for warning in configuration.warnings { Output.line("warning: \(warning)") }
            Output.line("\(source.name): no problems")
        } catch {
            for problem in error.problems { Output.line("\(problem)") }
            for warning in error.warnings { Output.line("warning: \(warning)") }
            Output.errors(["\(error.problems.count) problem\(error.problems.count == 1 ? "" : "s")"])
            throw ExitCode(1)
        }
    }
}
