package import Formats

/// The path of keys to a value, such as `tenants[0].applications[2].web.redirectUris[1]`.
///
/// The path is linked from the leaf to the file, so that each step down costs one small box and only a problem needs the text.
package indirect enum ConfigurationPath: Sendable, CustomStringConvertible {
    /// The whole of a file, under the name that the user gave.
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

    /// The path as a JSON Pointer (RFC 6901), such as `/tenants/0/users/2/mail`.
    package var pointer: String {
        switch self {
        case .file: ""
        case .key(let name, let parent):
            "\(parent.pointer)/\(JSONPointer.segment(name))"
        case .index(let index, let parent): "\(parent.pointer)/\(index)"
        }
    }

    /// The name of the file as the user gave it.
    var file: String {
        switch self {
        case .file(let name): name
        case .key(_, let parent), .index(_, let parent): parent.file
        }
    }
}

/// The place of a value in the configuration.
package struct ConfigurationPlace: Sendable {
    /// The last part of the path. Most places are never linked to the rest of the path.
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

    /// Returns the place of a key in the mapping at a path.
    static func key(_ name: String, in mapping: ConfigurationPath, _ mark: YAMLMark) -> ConfigurationPlace {
        ConfigurationPlace(mark, .key(name), in: mapping)
    }

    /// Returns the place of an element in the list at a path.
    static func index(_ index: Int, in list: ConfigurationPath, _ mark: YAMLMark) -> ConfigurationPlace {
        ConfigurationPlace(mark, .index(index), in: list)
    }

    /// The name of the file as the user gave it.
    package var file: String { parent.file }

    package var path: ConfigurationPath {
        switch step {
        case .none: parent
        case .key(let name): .key(name, in: parent)
        case .index(let index): .index(index, in: parent)
        }
    }
}

/// A value with its place, for a message if a later check fails.
struct Marked<Value: Sendable>: Sendable {
    let value: Value
    let place: ConfigurationPlace
}
