/// A position in a YAML text. Line and column are counted from 1; a column counts characters, not bytes.
package struct YAMLMark: Sendable, Hashable, Comparable {
    // Stored in 32 bits each, because every value of a document has a mark.
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

/// A value of a YAML document and its position. At most `YAMLLimits.depth` levels deep.
package struct YAMLNode: Sendable {
    /// The content of a value.
    package enum Content: Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        /// The members in document order. The reader rejects a duplicate name.
        case mapping([Member])
    }

    /// The name and the value of a member.
    package struct Member: Sendable {
        package let name: String
        /// The position of the name.
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

    /// Creates a node from a JSON value. All parts of the node have the position of the start of a text.
    package init(_ json: JSONValue) {
        let content: Content =
            switch json {
            case .string(let text): .scalar(YAMLScalar(text: text, isPlain: false))
            case .array(let values): .sequence(values.map(YAMLNode.init))
            case .object(let members):
                .mapping(members.map { Member(name: $0.name, mark: .start, value: YAMLNode($0.value)) })
            // Allowed (lossy-text): null, a boolean or a number, all of them ASCII.
            default: .scalar(YAMLScalar(text: String(decoding: JSONWriter.value(json), as: UTF8.self), isPlain: true))
            }
        self.init(content, mark: .start)
    }

    /// Reads the only document of a YAML or JSON text and expands its aliases. An empty text is null.
    package static func parse(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) -> YAMLNode {
        try YAMLValue.read(bytes, limits: limits) { $0.node }
    }

    /// The value as JSON, with members in document order.
    package var json: JSONValue {
        switch content {
        case .scalar(let scalar): scalar.json
        case .sequence(let nodes): .array(nodes.map(\.json))
        case .mapping(let members): .object(members.map { JSONValue.Member($0.name, $0.value.json) })
        }
    }
}
