/// A position in a YAML text, both counted from 1. A column counts characters, not bytes.
package struct YAMLMark: Sendable, Hashable, Comparable {
    // In 32 bits each, as every value of a document has a mark.
    private let packedLine: UInt32
    private let packedColumn: UInt32

    package init(line: Int, column: Int) {
        packedLine = UInt32(clamping: line)
        packedColumn = UInt32(clamping: column)
    }

    package var line: Int { Int(packedLine) }
    package var column: Int { Int(packedColumn) }

    package static let start = YAMLMark(line: 1, column: 1)

    package static func < (left: YAMLMark, right: YAMLMark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// One value of a YAML document with the place where it begins. At most `YAMLLimits.depth` levels deep.
package struct YAMLNode: Sendable {
    /// What the value is.
    package enum Content: Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        /// Members in document order; the reader refuses a name that stands twice.
        case mapping([Member])
    }

    /// A name and its value.
    package struct Member: Sendable {
        package let name: String
        /// Where the name begins.
        package let mark: YAMLMark
        package let value: YAMLNode

        package init(name: String, mark: YAMLMark, value: YAMLNode) {
            self.name = name
            self.mark = mark
            self.value = value
        }
    }

    package let content: Content
    package let mark: YAMLMark

    package init(_ content: Content, mark: YAMLMark) {
        self.content = content
        self.mark = mark
    }

    /// The same value as JSON has it. It has no place of its own: all of it begins where a text does.
    package init(_ json: JSONValue) {
        let content: Content =
            switch json {
            case .string(let text): .scalar(YAMLScalar(text: text, isPlain: false))
            case .array(let values): .sequence(values.map(YAMLNode.init))
            case .object(let members):
                .mapping(members.map { Member(name: $0.name, mark: .start, value: YAMLNode($0.value)) })
            // Allowed (lossy-text): null, a boolean or a number, all of ASCII.
            default: .scalar(YAMLScalar(text: String(decoding: JSONWriter.value(json), as: UTF8.self), isPlain: true))
            }
        self.init(content, mark: .start)
    }

    package var isNull: Bool {
        guard case .scalar(let scalar) = content, case .null = scalar.value else { return false }
        return true
    }

    /// What a reader of the file would call it: "a list", "the number 1".
    package var description: String {
        switch content {
        case .sequence: return "a list"
        case .mapping: return "a mapping"
        case .scalar(let scalar):
            switch scalar.value {
            case .null: return "nothing"
            case .bool(let value): return "the boolean \(value)"
            case .integer, .number: return "the number \(scalar.text)"
            case .string: return "text"
            }
        }
    }

    /// The same value as JSON, members in document order.
    package var json: JSONValue {
        switch content {
        case .scalar(let scalar): scalar.json
        case .sequence(let nodes): .array(nodes.map(\.json))
        case .mapping(let members): .object(members.map { JSONValue.Member($0.name, $0.value.json) })
        }
    }
}
