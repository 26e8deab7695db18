import Directory
import Formats

/// A plain command line of `serve`, as services, containers and tests write it: options with their values, each once, and nothing
/// else.
///
/// The parsing uses the table of options. The argument parser finds its options by reflection, which took a fifth of a start, and
/// splits `--option=value` into characters, so that a combining mark at the start of a value hides the `=`. The argument parser
/// reads every other command line, such as a mistake, `--help` or another command.
enum PlainArguments {
    /// Returns the given options by long name, or nil if the argument parser must read the command line.
    static func options(_ arguments: [String]) -> [String: String]? {
        var rest = arguments[...]
        if rest.first?.isExactly("serve") == true { rest = rest.dropFirst() }
        var given: [ByteString: String] = [:]
        while let argument = rest.popFirst() {
            let parts = argument.pieces(separatedBy: "=", atMost: 2, keepingEmpty: true)
            guard let spec = OptionSpec.all.first(where: { parts[0].isExactly("--" + $0.longName) }),
                given[spec.longName] == nil
            else { return nil }
            switch (spec.valueName, parts.count) {
            case (nil, 1): given[spec.longName] = "true"
            case (nil, _): return nil
            case (_, 2): given[spec.longName] = parts[1]
            default:
                guard let value = rest.popFirst(), value.isExactly("-") || !value.utf8.starts(with: "-".utf8)
                else { return nil }
                given[spec.longName] = value
            }
        }
        // Allowed (character): the long names are ASCII and unique, from our own table.
        return Dictionary(given.map { ($0.key.string, $0.value) }) { first, _ in first }
    }
}
