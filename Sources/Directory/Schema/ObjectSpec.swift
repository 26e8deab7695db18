import Wire

/// The table of one configuration object. It drives reading, "did you mean" and the JSON Schema.
struct ObjectSpec<Draft: Sendable>: Sendable {
    /// What happens to a key that is not in the table.
    enum UnknownKeys: Sendable {
        /// The object is Understudy's own, or a Graph object each of whose properties changes what it means. Annotations, which
        /// exports have beside a property, mean nothing in it.
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
    /// Keys of Understudy's own that do not belong here, each with where it does.
    private let misplaced: [ExactString: String]
    private let positions: [ExactString: Int]
    /// Positions of the keys that must be there.
    private let required: [Int]

    init(
        _ name: String, _ help: String, unknownKeys: UnknownKeys, keys: [KeySpec<Draft>],
        misplaced: [(name: String, hint: String)] = []
    ) {
        self.name = name
        self.help = help
        self.unknownKeys = unknownKeys
        self.keys = keys
        self.misplaced = Dictionary(
            misplaced.map { (ExactString($0.name), $0.hint) }, uniquingKeysWith: { first, _ in first })
        let pairs = keys.enumerated().map { (ExactString($1.name), $0) }
        positions = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        required = keys.indices.filter { keys[$0].isRequired }
    }

    var shape: ObjectShape {
        var isClosed = false
        if case .refused = unknownKeys { isClosed = true }
        let keys = keys.map {
            ObjectShape.Key(
                name: $0.name, help: $0.help, shape: $0.shape, isRequired: $0.isRequired, isNullable: $0.absence == nil)
        }
        return ObjectShape(name: name, help: help, isClosed: isClosed, keys: keys)
    }

    /// Reads every key of a mapping into the draft; null is the same as absence, as exports write it, but for a key that wants
    /// a value. False when the node is no mapping; a draft with keys missing is still checked against the rest of the file.
    func read(
        _ given: YAMLValue, into draft: inout Draft, at place: ConfigurationPlace, _ findings: inout Findings
    ) -> Bool {
        guard case .mapping = given.kind else {
            findings.error(place, "must be a mapping, not \(given.description)")
            return false
        }
        let path = place.path
        var missing = required
        given.members { name, mark, value in
            if let position = positions[ExactString(name)] {
                let key = keys[position]
                guard !value.isNull else {
                    if let absence = key.absence {
                        findings.error(
                            .key(name, in: path, mark), "has no value: \(absence)",
                            hint: "text that begins with # or & wants quotes; leave the key out where none is meant")
                    }
                    return
                }
                missing.removeAll { $0 == position }
                key.read(&draft, value, .key(name, in: path, value.mark), &findings)
            } else {
                unknown(name, value, &draft, .key(name, in: path, mark), &findings)
            }
        }
        for position in missing { findings.error(place, "\(keys[position].name) is missing") }
        return true
    }

    private func unknown(
        _ name: String, _ value: YAMLValue, _ draft: inout Draft, _ place: ConfigurationPlace,
        _ findings: inout Findings
    ) {
        if let hint = misplaced[ExactString(name)] {
            findings.error(place, "misplaced key", hint: hint)
            return
        }
        if case .refused = unknownKeys {
            guard !Annotation.isName(name) else { return }
            let hint = Suggestion.hint(for: name, among: keys.lazy.map(\.name))
            findings.error(place, "unknown key", hint: hint ?? "the keys here: " + allNames)
            return
        }
        if let near = nearMiss(name) {
            let hint = "did you mean \(near.name)?"
            switch near.owner {
            case .understudy: findings.error(place, "unknown key", hint: hint)
            case .graph: findings.warning(place, "unknown property, ignored", hint: hint)
            }
        }
        if case .kept(let property) = unknownKeys {
            draft[keyPath: property].append(JSONValue.Member(name, value.node.json))
        }
    }

    /// The key that a property of a Graph object was probably meant to be. Stricter than a suggestion: an export has
    /// properties of its own that resemble others, and a short name is only the same but for letter case.
    private func nearMiss(_ name: String) -> KeySpec<Draft>? {
        let bound = name.utf8.count < 4 ? 0 : name.utf8.count < 8 ? 1 : 2
        return keys.first { Suggestion.distance(name, $0.name, bound: bound) <= bound }
    }

    private var allNames: String { keys.map(\.name).joined(separator: ", ") }

    /// A value of its own, starting from `draft`, which learns its place.
    func value(_ draft: @escaping @Sendable (ConfigurationPlace) -> Draft) -> ValueSpec<Draft> {
        ValueSpec(.object(shape)) { given, place, findings in
            var value = draft(place)
            return read(given, into: &value, at: place, &findings) ? value : nil
        }
    }
}
