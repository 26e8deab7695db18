/// One value of a document that is read while it is parsed, so that a list of 100,000 entries is never whole in memory.
///
/// A list's elements, or a mapping's members, can be asked for once, as long as the value is the one at hand: until whoever
/// handed it out goes on. What is not asked for is read over. Where the text goes wrong, lists and mappings end; that it did is
/// told by `YAMLValue.read`, for the whole document.
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
        case whole(YAMLNode)
        /// Still in the text; its parts are at this level of lists and mappings in each other.
        case coming(YAMLReader, level: Int)
    }

    /// A value that is there already.
    package init(_ node: YAMLNode) {
        kind =
            switch node.content {
            case .scalar(let scalar): .scalar(scalar)
            case .sequence: .sequence
            case .mapping: .mapping
            }
        mark = node.mark
        content = .whole(node)
    }

    /// A list or a mapping that has begun.
    init(_ kind: Kind, at mark: YAMLMark, from reader: YAMLReader, level: Int) {
        self.kind = kind
        self.mark = mark
        content = .coming(reader, level: level)
    }

    package var isNull: Bool {
        guard case .scalar(let scalar) = kind, case .null = scalar.value else { return false }
        return true
    }

    /// What a reader of the file would call it: "a list", "the number 1".
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

    /// The elements of a list, in order; of anything else, none.
    package func elements(_ body: (YAMLValue) -> Void) {
        guard case .sequence = kind else { return }
        switch content {
        case .coming(let reader, let level): reader.elements(level, body)
        case .whole(let node):
            guard case .sequence(let nodes) = node.content else { return }
            for node in nodes { body(YAMLValue(node)) }
        }
    }

    /// The members of a mapping, in order: a name, where it stands, and its value. No name comes twice. Of anything else, none.
    package func members(_ body: (String, YAMLMark, YAMLValue) -> Void) {
        guard case .mapping = kind else { return }
        switch content {
        case .coming(let reader, let level): reader.members(level, body)
        case .whole(let node):
            guard case .mapping(let members) = node.content else { return }
            for member in members { body(member.name, member.mark, YAMLValue(member.value)) }
        }
    }

    /// All of it.
    package var node: YAMLNode {
        switch (content, kind) {
        case (.whole(let node), _): return node
        case (.coming, .mapping):
            var nodes: [YAMLNode.Member] = []
            members { nodes.append(YAMLNode.Member(name: $0, mark: $1, value: $2.node)) }
            return YAMLNode(.mapping(nodes), mark: mark)
        case (.coming, _):
            var nodes: [YAMLNode] = []
            elements { nodes.append($0.node) }
            return YAMLNode(.sequence(nodes), mark: mark)
        }
    }

    /// Reads over what has not been asked for.
    func finish() {
        guard case .coming(let reader, let level) = content, reader.isOpen(level) else { return }
        elements { _ in }
        members { _, _, _ in }
    }
}
