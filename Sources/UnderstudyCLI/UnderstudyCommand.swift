import ArgumentParser
import Platform
import Understudy

/// The command `understudy`, which serves if no subcommand is given.
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

    /// Runs the command. An invalid command line gets a message of one line and not the parser's list of all options.
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

    /// Prints an error and returns its exit code. Help and version of the parser are results and not errors.
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
