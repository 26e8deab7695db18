import ArgumentParser
import Directory
import Understudy

struct HealthcheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "healthcheck", abstract: "Asks the running server; exit 0 when it is ready, 1 when not.")

    @OptionGroup var arguments: ServerArguments

    func run() throws {
        do throws(StartFailure) {
            let answer = try LocalRequest.get("/_understudy/health", try EffectiveOptions.read(arguments))
            guard answer.status == 200 else { throw .system("the server is not ready: status \(answer.status)") }
            Output.line(String(decoding: answer.body, as: UTF8.self))
        } catch {
            Output.errors(error.lines)
            throw ExitCode(error.exitCode == 64 ? 64 : 1)
        }
    }
}

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
