/// A value of a document that is read while it is parsed, so that a list of 100,000 entries is never in memory as a whole.
///
/// The elements of a list or the members of a mapping can be read only once, and only until the enclosing reader continues with the
/// next value. Parts that are not read are skipped. At a syntax error, lists and mappings end early, and `YAMLValue.read` throws
/// the error for the whole document.
package struct YAMLValue {
    package enum Kind {
        case scalar(YAMLScalar)
        case sequence
        case mapping
    }

    package let kind: Kind
    package let mark: YAMLMark
    private let content: Content

    private enum Content {
        case loaded(YAMLNode)
        /// A value that is still to be parsed. Its parts are at this nesting level of lists and mappings.
        case streamed(YAMLReader, level: Int)
    }

    /// Creates a value from a node in memory.
    package init(_ node: YAMLNode) {
        kind =
            switch node.content {
            case .scalar(let scalar): .scalar(scalar)
            case .sequence: .sequence
            case .mapping: .mapping
            }
        mark = node.mark
        content = .loaded(node)
    }

    /// Creates a list or a mapping that is still to be parsed.
    init(_ kind: Kind, at mark: YAMLMark, from reader: YAMLReader, level: Int) {
        self.kind = kind
        self.mark = mark
        content = .streamed(reader, level: level)
    }

    package var isNull: Bool {
        guard case .scalar(let scalar) = kind, case .null = scalar.value else { return false }
        return true
    }

    /// The value in the words of a configuration's author: "a list", "the number 1".
    package var description: String {
        switch kind {
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

    /// Passes each element of a list to `body`, in order. Any other value has no elements.
    package func elements(_ body: (YAMLValue) -> Void) {
        guard case .sequence = kind else { return }
        switch content {
        case .streamed(let reader, let level): reader.elements(level, body)
        case .loaded(let node):
            guard case .sequence(let nodes) = node.content else { return }
            for node in nodes { body(YAMLValue(node)) }
        }
    }

    /// Passes each member of a mapping to `body`, in order: the name, its position and the value. No name occurs twice. Any other
    /// value has no members.
    package func members(_ body: (String, YAMLMark, YAMLValue) -> Void) {
        guard case .mapping = kind else { return }
        switch content {
        case .streamed(let reader, let level): reader.members(level, body)
        case .loaded(let node):
            guard case .mapping(let members) = node.content else { return }
            for member in members { body(member.name, member.mark, YAMLValue(member.value)) }
        }
    }

    /// The whole value, read into memory.
    package var node: YAMLNode {
        switch (content, kind) {
        case (.loaded(let node), _): return node
        case (.streamed, .mapping):
            var nodes: [YAMLNode.Member] = []
            members { nodes.append(YAMLNode.Member(name: $0, mark: $1, value: $2.node)) }
            return YAMLNode(.mapping(nodes), mark: mark)
        case (.streamed, _):
            var nodes: [YAMLNode] = []
            elements { nodes.append($0.node) }
            return YAMLNode(.sequence(nodes), mark: mark)
        }
    }

    /// Skips the parts that were not read.
    func finish() {
        guard case .streamed(let reader, let level) = content, reader.isOpen(level) else { return }
        elements { _ in }
        members { _, _, _ in }
    }
}
