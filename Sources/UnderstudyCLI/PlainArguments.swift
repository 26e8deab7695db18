import Directory
import Wire

/// A command line of `serve` as services, containers and tests write it: options with their values, each once, and nothing else.
///
/// It is read off the table of options. The argument parser learns what it takes by reflection, which took a fifth of a start, and
/// splits `--option=value` into characters, so that a combining mark at the start of a value hides the `=`. Whatever is not plain,
/// such as a mistake, `--help` or another command, is left to the parser.
enum PlainArguments {
    /// What was given, by long name; nil where the parser must look at it.
    static func options(_ arguments: [String]) -> [String: String]? {
        var rest = arguments[...]
        if rest.first?.isExactly("serve") == true { rest = rest.dropFirst() }
        var given: [ExactString: String] = [:]
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
        // Allowed (character): the long names are ASCII, each once, of our own table.
        return Dictionary(given.map { ($0.key.string, $0.value) }) { first, _ in first }
    }
}
