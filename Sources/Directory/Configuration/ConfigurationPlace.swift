package import Wire

/// The path of keys to a value, written `tenants[0].applications[2].web.redirectUris[1]`.
///
/// Linked from the leaf up to the file, so that going down costs one small box and the text is made only for a problem.
package indirect enum ConfigurationPath: Sendable, CustomStringConvertible {
    /// All of a file, which is called as the user called it.
    case file(String)
    case key(String, in: ConfigurationPath)
    case index(Int, in: ConfigurationPath)

    package var description: String {
        switch self {
        case .file: ""
        case .key(let name, in: .file): name
        case .key(let name, in: let parent): "\(parent).\(name)"
        case .index(let index, in: let parent): "\(parent)[\(index)]"
        }
    }

    /// As a JSON Pointer (RFC 6901): `/tenants/0/users/2/mail`.
    package var pointer: String {
        switch self {
        case .file: ""
        case .key(let name, let parent):
            "\(parent.pointer)/\(JSONPointer.segment(name))"
        case .index(let index, let parent): "\(parent.pointer)/\(index)"
        }
    }

    /// The file's name as the user gave it.
    var file: String {
        switch self {
        case .file(let name): name
        case .key(_, let parent), .index(_, let parent): parent.file
        }
    }
}

/// Where a value stands in the configuration.
package struct ConfigurationPlace: Sendable {
    /// The last part of the path, which most places never need to have linked to the rest.
    private enum Step: Sendable {
        case none
        case key(String)
        case index(Int)
    }

    package let mark: YAMLMark
    private let parent: ConfigurationPath
    private let step: Step

    package init(file: String, mark: YAMLMark = .start) {
        self.init(mark, .none, in: .file(file))
    }

    private init(_ mark: YAMLMark, _ step: Step, in parent: ConfigurationPath) {
        self.mark = mark
        self.step = step
        self.parent = parent
    }

    /// A key of the mapping that stands at a path.
    static func key(_ name: String, in mapping: ConfigurationPath, _ mark: YAMLMark) -> ConfigurationPlace {
        ConfigurationPlace(mark, .key(name), in: mapping)
    }

    /// An element of the list that stands at a path.
    static func index(_ index: Int, in list: ConfigurationPath, _ mark: YAMLMark) -> ConfigurationPlace {
        ConfigurationPlace(mark, .index(index), in: list)
    }

    /// The file's name as the user gave it.
    package var file: String { parent.file }

    package var path: ConfigurationPath {
        switch step {
        case .none: parent
        case .key(let name): .key(name, in: parent)
        case .index(let index): .index(index, in: parent)
        }
    }
}

/// A value that is checked against others later, with its place for the message.
struct Marked<Value: Sendable>: Sendable {
    let value: Value
    let place: ConfigurationPlace
}
