import ArgumentParser
import Platform
import Understudy

/// `understudy`: with no subcommand it serves.
@main
struct UnderstudyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "understudy",
        abstract: "A local stand-in for Microsoft Entra ID, for integration tests.",
        discussion: """
            Every option of serve has an environment variable: --http-port is UNDERSTUDY_HTTP_PORT. An option \
            overrides the environment variable, and the variable overrides the configuration file.
            """,
        version: Version.text,
        subcommands: [
            ServeCommand.self, HealthcheckCommand.self, InitCommand.self, CheckCommand.self, SchemaCommand.self,
            CertificateAuthorityCommand.self, LintCommand.self, MigrateCommand.self, VersionCommand.self,
        ],
        defaultSubcommand: ServeCommand.self)

    /// A command line that cannot be is answered with one line, not with the parser's listing of every option.
    static func main() {
        FileSizeLimit.failsWrites()
        do {
            let arguments = CommandLineMistake.joiningNegativeNumbers(
                try ProcessText.arguments(ProcessStart.arguments))
            if let problem = CommandLineMistake.unknownCommand(in: arguments) { throw ValidationError(problem) }
            if let given = PlainArguments.options(arguments) {
                try ServeCommand.run(given)
            } else {
                var command = try parseAsRoot(arguments)
                try command.run()
            }
        } catch {
            exit(withError: error is ExitCode ? error : told(error))
        }
    }

    /// Prints an error, and returns the exit code. Of the parser's, help and the version are results.
    private static func told(_ error: any Error) -> ExitCode {
        if let failure = error as? StartFailure {
            Output.errors(failure.lines)
            return ExitCode(failure.exitCode)
        }
        let code = exitCode(for: error)
        do throws(ExitCode) {
            if code == .success {
                try Output.line(fullMessage(for: error))
            } else {
                Output.errors([message(for: error)])
            }
            return code
        } catch {
            return error
        }
    }
}
