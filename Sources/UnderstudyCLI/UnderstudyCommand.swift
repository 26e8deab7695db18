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
            Every option of serve has an environment variable: --http-port is UNDERSTUDY_HTTP_PORT. An option goes before \
            the environment, the environment before the configuration file.
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
            if let given = PlainArguments.options(CommandLine.arguments.dropFirst()) {
                try ServeCommand.run(given)
            } else {
                var command = try parseAsRoot()
                try command.run()
            }
        } catch {
            exit(withError: error is ExitCode ? error : told(error))
        }
    }

    /// Says what the parser has to say: help and the version are results. What is left is to end with this.
    private static func told(_ error: any Error) -> any Error {
        do throws(ExitCode) {
            switch exitCode(for: error) {
            case .success: try Output.line(fullMessage(for: error))
            case .validationFailure: Output.errors([message(for: error)])
            default: return error
            }
            return exitCode(for: error)
        } catch {
            return error
        }
    }
}
