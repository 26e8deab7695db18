import ArgumentParser
import Directory
import Formats

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
