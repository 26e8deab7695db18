import ArgumentParser
import Directory
import Understudy

struct HealthcheckCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "healthcheck",
        abstract: "Checks the running server: exit code 0 if the server is ready, 1 if not.",
        discussion: """
            If the configuration cannot be read, the command takes the ports from the options and the environment, and \
            reports the problem on standard error.
            """)

    @OptionGroup var arguments: ServerLookupArguments

    func run() throws {
        var problems: [String] = []
        let health: String
        do throws(StartFailure) {
            let (options, problem) = try EffectiveOptions.found(arguments.given)
            problems = problem?.lines ?? []
            let answer = try LocalRequest.get("/_understudy/health", options)
            guard answer.status == 200 else { throw .system("the server is not ready: status \(answer.status)") }
            health = String(decoding: answer.body, as: UTF8.self)
        } catch {
            Output.errors(problems + error.lines)
            throw ExitCode(error.exitCode == 64 ? 64 : 1)
        }
        for problem in problems { Output.note(problem) }
        try Output.line(health)
    }
}
