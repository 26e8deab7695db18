import Wire

/// The table of one configuration object. It drives reading, "did you mean" and the JSON Schema.
struct ObjectSpec<Draft: Sendable>: Sendable {
    /// What happens to a key that is not in the table.
    enum UnknownKeys: Sendable {
        /// The object is Understudy's own.
        case refused
        /// A Microsoft Graph object: other properties mean nothing here.
        case ignored
        /// As `ignored`, and they are kept for export.
        case kept(any WritableKeyPath<Draft, [JSONValue.Member]> & Sendable)
    }

    let name: String
    let help: String
    let unknownKeys: UnknownKeys
    let keys: [KeySpec<Draft>]
    private let positions: [ExactString: Int]
    private let requiredNames: [String]

    init(_ name: String, _ help: String, unknownKeys: UnknownKeys, keys: [KeySpec<Draft>]) {
        self.name = name
        self.help = help
        self.unknownKeys = unknownKeys
        self.keys = keys
        let pairs = keys.enumerated().map { (ExactString($1.name), $0) }
        positions = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        requiredNames = keys.filter(\.isRequired).map(\.name)
    }

    var shape: ObjectShape {
        var isClosed = false
        if case .refused = unknownKeys { isClosed = true }
        let keys = keys.map {
            ObjectShape.Key(name: $0.name, help: $0.help, shape: $0.shape, isRequired: $0.isRequired)
        }
        return ObjectShape(name: name, help: help, isClosed: isClosed, keys: keys)
    }

    /// Reads every key of a mapping into the draft; null is the same as absence, as exports write it. False when the node
    /// is no mapping; a draft with keys missing is still checked against the rest of the file.
    func read(
        _ node: YAMLNode, into draft: inout Draft, at place: ConfigurationPlace, _ findings: inout Findings
    ) -> Bool {
        guard case .mapping(let members) = node.content else {
            findings.error(place, "must be a mapping, not \(node.description)")
            return false
        }
        let path = place.path
        for member in members {
            if let position = positions[ExactString(member.name)] {
                guard !member.value.isNull else { continue }
                let place = ConfigurationPlace.key(member.name, in: path, member.value.mark)
                keys[position].read(&draft, member.value, place, &findings)
            } else {
                unknown(member, &draft, .key(member.name, in: path, member.mark), &findings)
            }
        }
        for name in requiredNames
        where !members.contains(where: { $0.name.isExactly(name) && !$0.value.isNull }) {
            findings.error(place, "\(name) is missing")
        }
        return true
    }

    private func unknown(
        _ member: YAMLNode.Member, _ draft: inout Draft, _ place: ConfigurationPlace, _ findings: inout Findings
    ) {
        if case .refused = unknownKeys {
            let hint = Suggestion.hint(for: member.name, among: keys.lazy.map(\.name))
            findings.error(place, "unknown key", hint: hint ?? "the keys here: " + allNames)
            return
        }
        if let near = nearMiss(member.name) {
            let hint = "did you mean \(near.name)?"
            switch near.owner {
            case .understudy: findings.error(place, "unknown key", hint: hint)
            case .graph: findings.warning(place, "unknown property, ignored", hint: hint)
            }
        }
        if case .kept(let property) = unknownKeys {
            draft[keyPath: property].append(JSONValue.Member(member.name, member.value.json))
        }
    }

    /// The key that a property of a Graph object was probably meant to be. Stricter than a suggestion: an export has
    /// properties of its own that resemble others.
    private func nearMiss(_ name: String) -> KeySpec<Draft>? {
        guard name.utf8.count >= 4 else { return nil }
        let bound = name.utf8.count < 8 ? 1 : 2
        return keys.first { Suggestion.distance(name, $0.name, bound: bound) <= bound }
    }

    private var allNames: String { keys.map(\.name).joined(separator: ", ") }

    /// A value of its own, starting from `draft`, which learns its place.
    func value(_ draft: @escaping @Sendable (ConfigurationPlace) -> Draft) -> ValueSpec<Draft> {
        ValueSpec(.object(shape)) { node, place, findings in
            var value = draft(place)
            return read(node, into: &value, at: place, &findings) ? value : nil
        }
    }
}
