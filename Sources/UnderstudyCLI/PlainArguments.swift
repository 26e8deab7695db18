import Directory
import Wire

/// A command line of `serve` as services, containers and tests write it: options with their values, each once, and nothing else.
///
/// It is read off the table of options. The argument parser learns what it takes by reflection, which took a fifth of a start;
/// whatever is not plain, such as a mistake, `--help`, `--option=value` or another command, is left to it.
enum PlainArguments {
    /// What was given, by long name; nil where the parser must look at it.
    static func options(_ arguments: some Sequence<String>) -> [String: String]? {
        var rest = Array(arguments)[...]
        if rest.first?.isExactly("serve") == true { rest = rest.dropFirst() }
        var given: [String: String] = [:]
        while let argument = rest.popFirst() {
            guard let spec = OptionSpec.all.first(where: { argument.isExactly("--" + $0.longName) }),
                given[spec.longName] == nil
            else { return nil }
            guard spec.valueName != nil else {
                given[spec.longName] = "true"
                continue
            }
            guard let value = rest.popFirst(), !value.utf8.starts(with: "-".utf8) else { return nil }
            given[spec.longName] = value
        }
        return given
    }
}
