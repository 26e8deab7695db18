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

    /// Reads the one document of a YAML or JSON text; an empty text is null. Aliases are replaced by what they name.
    package static func parse(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) -> YAMLNode {
        try YAMLValue.read(bytes, limits: limits) { $0.node }
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
