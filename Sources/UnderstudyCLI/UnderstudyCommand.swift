import ArgumentParser
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
        do {
            if let given = PlainArguments.options(CommandLine.arguments.dropFirst()) {
                try ServeCommand.run(given)
            } else {
                var command = try parseAsRoot()
                try command.run()
            }
        } catch {
            guard !(error is ExitCode), exitCode(for: error) == .validationFailure else { exit(withError: error) }
            Output.errors([message(for: error)])
            exit(withError: ExitCode.validationFailure)
        }
    }
}
