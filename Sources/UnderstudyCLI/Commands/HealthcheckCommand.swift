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
