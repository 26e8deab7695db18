import ArgumentParser
import Crypto
import Directory
import Formats
import Platform
import Understudy

/// The command `understudy`, which runs the server if there is no subcommand.
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
        FileSizeLimit.makeWritesFail()
        OpenSSL.disableDefaults()
        do {
            let arguments = CommandLineMistake.joiningNegativeNumbers(
                try ProcessText.arguments(ProcessStart.arguments))
            if let problem = CommandLineMistake.unknownCommand(in: arguments) { throw ValidationError(problem) }
            if let optionValues = PlainArguments.options(arguments) {
                try ServeCommand.run(optionValues)
            } else {
                var command = try parseAsRoot(arguments)
                try command.run()
            }
        } catch {
            exit(withError: error is ExitCode ? error : reportedExitCode(error))
        }
    }

    /// Prints an error and returns its exit code. Help and version of the parser are results and not errors.
    private static func reportedExitCode(_ error: any Error) -> ExitCode {
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

struct VersionCommand: ParsableCommand {
    static let configuration = CommandConfiguration(commandName: "version", abstract: "Prints the version.")

    func run() throws {
        try Output.line("understudy \(Version.text)")
    }
}

/// A plain command line of `serve`, as services, containers and tests write it: options with their values, each once, and nothing
/// else.
///
/// The parsing uses the table of options. The argument parser finds its options by reflection, which took a fifth of a start, and
/// splits `--option=value` into characters, so that a combining mark at the start of a value hides the `=`. The argument parser
/// reads every other command line, such as a mistake, `--help` or another command.
enum PlainArguments {
    /// Returns the options by long name, or nil if the argument parser must read the command line.
    static func options(_ arguments: [String]) -> [String: String]? {
        var remaining = arguments[...]
        if remaining.first?.isExactly("serve") == true { remaining = remaining.dropFirst() }
        var optionValues: [ByteString: String] = [:]
        while let argument = remaining.popFirst() {
            let parts = argument.pieces(separatedBy: "=", atMost: 2, keepingEmpty: true)
            guard let spec = OptionSpec.all.first(where: { parts[0].isExactly("--" + $0.longName) }),
                optionValues[spec.longName] == nil
            else { return nil }
            switch (spec.valueName, parts.count) {
            case (nil, 1): optionValues[spec.longName] = "true"
            case (nil, _): return nil
            case (_, 2): optionValues[spec.longName] = parts[1]
            default:
                guard let value = remaining.popFirst(), value.isExactly("-") || !value.utf8.starts(with: "-".utf8)
                else { return nil }
                optionValues[spec.longName] = value
            }
        }
        // Allowed (character): the long names are ASCII and unique, from our own table.
        return Dictionary(optionValues.map { ($0.key.string, $0.value) }) { first, _ in first }
    }
}

/// Functions for mistakes of a command line that the argument parser does not name, and for values that the parser takes for
/// options.
enum CommandLineMistake {
    /// Returns the message for an unknown command, or nil if all commands are known.
    static func unknownCommand(in arguments: [String]) -> String? {
        let isHelp = arguments.first?.isExactly("help") == true
        var level: any ParsableCommand.Type = UnderstudyCommand.self
        var path = "understudy"
        for argument in isHelp ? arguments.dropFirst() : arguments[...] {
            let commands = level.configuration.subcommands
            guard !commands.isEmpty, !argument.utf8.starts(with: "-".utf8) else { return nil }
            if let command = commands.first(where: { name(of: $0).isExactly(argument) }) {
                (level, path) = (command, "\(path) \(argument)")
                continue
            }
            let names = commands.map(name)
            let hint =
                Suggestion.nearest(to: argument, among: names).map { "did you mean \($0)?" }
                ?? "the commands of \(path) are \(names.joined(separator: ", "))"
            return "unknown command '\(argument)'; \(hint)"
        }
        return nil
    }

    /// Returns the arguments with each negative number joined to the option before it. The parser takes `-1` for an option;
    /// joined to its option, an invalid number gets the message of that option.
    static func joiningNegativeNumbers(_ arguments: [String]) -> [String] {
        var joined: [String] = []
        for argument in arguments {
            if isNegativeNumber(argument), let option = joined.last, takesValue(option) {
                joined[joined.count - 1] = "\(option)=\(argument)"
            } else {
                joined.append(argument)
            }
        }
        return joined
    }

    private static func name(of command: any ParsableCommand.Type) -> String { command.configuration.commandName ?? "" }

    private static func isNegativeNumber(_ argument: String) -> Bool {
        let bytes = argument.utf8
        return bytes.count > 1 && bytes.first == UInt8(ascii: "-") && bytes.dropFirst().allSatisfy(ASCII.isDigit)
    }

    private static func takesValue(_ argument: String) -> Bool {
        OptionSpec.all.contains { $0.valueName != nil && argument.isExactly("--\($0.longName)") }
    }
}
