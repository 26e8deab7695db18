package import Wire

/// The path of keys to a value, written `tenants[0].applications[2].web.redirectUris[1]`.
///
/// Linked from the leaf up, so that going down costs one small box and the text is made only for a problem.
package indirect enum ConfigurationPath: Sendable, CustomStringConvertible {
    case root
    case key(String, in: ConfigurationPath)
    case index(Int, in: ConfigurationPath)

    package var description: String {
        switch self {
        case .root: ""
        case .key(let name, in: .root): name
        case .key(let name, in: let parent): "\(parent).\(name)"
        case .index(let index, in: let parent): "\(parent)[\(index)]"
        }
    }
}

extension ConfigurationPath {
    /// As a JSON Pointer (RFC 6901): `/tenants/0/users/2/mail`.
    package var pointer: String {
        switch self {
        case .root: ""
        case .key(let name, let parent):
            "\(parent.pointer)/\(name.replacing("~", with: "~0").replacing("/", with: "~1"))"
        case .index(let index, let parent): "\(parent.pointer)/\(index)"
        }
    }
}

/// Where a value stands in the configuration.
package struct ConfigurationPlace: Sendable {
    /// The file's name as the user gave it.
    package let file: String
    package let mark: YAMLMark
    package let path: ConfigurationPath

    package init(file: String, mark: YAMLMark = .start, path: ConfigurationPath = .root) {
        self.file = file
        self.mark = mark
        self.path = path
    }

    func key(_ name: String, _ mark: YAMLMark) -> ConfigurationPlace {
        ConfigurationPlace(file: file, mark: mark, path: .key(name, in: path))
    }

    func index(_ index: Int, _ mark: YAMLMark) -> ConfigurationPlace {
        ConfigurationPlace(file: file, mark: mark, path: .index(index, in: path))
    }
}

/// A value that is checked against others later, with its place for the message.
struct Marked<Value: Sendable>: Sendable {
    let value: Value
    let place: ConfigurationPlace
}
