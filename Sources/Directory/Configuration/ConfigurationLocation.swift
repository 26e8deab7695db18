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

/// The location of a value in the configuration.
package struct ConfigurationLocation: Sendable {
    /// The last part of the path. Most locations are never linked to the rest of the path.
    private enum Step: Sendable {
        case none
        case key(String)
        case index(Int)
    }

    /// The location of a value that is in no file.
    static let none = ConfigurationLocation(file: "")

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

    /// Returns the location of a key in the mapping at a path.
    static func key(_ name: String, in mapping: ConfigurationPath, _ mark: YAMLMark) -> ConfigurationLocation {
        ConfigurationLocation(mark, .key(name), in: mapping)
    }

    /// Returns the location of an element in the list at a path.
    static func index(_ index: Int, in list: ConfigurationPath, _ mark: YAMLMark) -> ConfigurationLocation {
        ConfigurationLocation(mark, .index(index), in: list)
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

/// A value with its location, for a message if a later check fails.
struct Marked<Value: Sendable>: Sendable {
    let value: Value
    let location: ConfigurationLocation
}

/// An error or a warning about a configuration.
package struct ConfigurationProblem: Error, Sendable, Equatable, CustomStringConvertible {
    package let file: String
    /// The line, counted from 1 as in editors.
    package let line: Int
    package let column: Int
    /// The path of keys to the value, or an empty text for the whole document.
    package let keyPath: String
    /// The path as a JSON Pointer (RFC 6901).
    package let pointer: String
    package let message: String
    /// The hint for a correction, or nil.
    package let hint: String?
    /// Whether the problem has a line and a column. False if the file cannot be read.
    package let hasPosition: Bool

    init(_ location: ConfigurationLocation, _ message: String, hint: String? = nil, hasPosition: Bool = true) {
        self.hasPosition = hasPosition
        file = location.file
        line = location.mark.line
        column = location.mark.column
        keyPath = oneLine(location.path.description)
        pointer = oneLine(location.path.pointer)
        self.message = oneLine(message)
        self.hint = hint.map(oneLine)
    }

    /// The text `FILE:LINE:COLUMN: keyPath: message (hint)`, without line and column if the file cannot be read.
    package var description: String {
        let path = keyPath.isEmpty ? "" : "\(keyPath): "
        let position = hasPosition ? "\(line):\(column):" : ""
        return "\(file):\(position) \(path)\(message)" + (hint.map { " (\($0))" } ?? "")
    }
}

/// Returns text of the file as a message may quote it: one line, without control characters, and of limited length.
private func oneLine(_ text: String) -> String {
    let limit = 600
    let scalars = text.unicodeScalars.prefix(limit).map { scalar in
        scalar.value < 0x20 || 0x7F..<0xA0 ~= scalar.value ? " " : scalar
    }
    var line = String(String.UnicodeScalarView(scalars))
    if scalars.count == limit { line += "…" }
    return line
}

/// The errors and warnings that a reading has found so far, in the order of the reading.
struct Findings: Sendable {
    /// The maximum number of errors and of warnings. A broken file of 100,000 entries is not reported 100,000 times.
    static let limit = 500

    private(set) var errors: [ConfigurationProblem] = []
    private(set) var warnings: [ConfigurationProblem] = []

    mutating func error(
        _ location: ConfigurationLocation, _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil
    ) {
        guard errors.count < Findings.limit else { return }
        errors.append(ConfigurationProblem(location, message(), hint: hint()))
    }

    mutating func warning(
        _ location: ConfigurationLocation, _ message: @autoclosure () -> String, hint: @autoclosure () -> String? = nil
    ) {
        guard warnings.count < Findings.limit else { return }
        warnings.append(ConfigurationProblem(location, message(), hint: hint()))
    }

    /// Appends the findings of another reading.
    mutating func append(contentsOf other: Findings) {
        errors += other.errors.prefix(Findings.limit - errors.count)
        warnings += other.warnings.prefix(Findings.limit - warnings.count)
    }
}
