import Formats

/// The keys of one configuration object by their names. The table finds known keys, missing keys, and the message for an unknown
/// name. The table is not generic over the draft, so the compiler emits one copy of this code.
struct KeyTable: Sendable {
    /// The data of a key that the table needs.
    struct Entry: Sendable {
        let name: String
        let owner: KeyOwner
        let isRequired: Bool
        /// The consequence of a null value, for messages. Nil for a key whose value may be null.
        let absence: String?
        /// The shape of the value, which may be an object with keys.
        let shape: Shape

        /// The keys of the object that the key contains, for a name that belongs one level deeper.
        var inner: [String] { shape.keys }
    }

    /// A function that stores a member with a value. `position` is the position of the key, or nil for an unknown name in an object
    /// that may have such names.
    typealias StoreMember = (
        _ position: Int?, _ name: String, _ value: YAMLValue, _ location: ConfigurationLocation,
        _ findings: inout Findings
    ) -> Void

    /// The name of the object in the schema.
    private let name: String
    private let entries: [Entry]
    /// Whether the object may contain only these keys.
    let isClosed: Bool
    /// Understudy keys that belong in another object, with a hint that names the object.
    private let misplaced: [ByteString: String]
    private let positions: [ByteString: Int]
    /// The positions of the required keys.
    private let required: [Int]

    init(_ name: String, _ entries: [Entry], isClosed: Bool, misplaced: [(name: String, hint: String)]) {
        self.name = name
        self.entries = entries
        self.isClosed = isClosed
        self.misplaced = Dictionary(
            misplaced.map { (ByteString($0.name), $0.hint) }, uniquingKeysWith: { first, _ in first })
        let pairs = entries.enumerated().map { (ByteString($1.name), $0) }
        positions = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        required = entries.indices.filter { entries[$0].isRequired }
    }

    /// Reads a mapping. A null value counts as a missing key, because exports contain nulls. For a key with `absence`, null is an
    /// error. Returns false if the node is not a mapping.
    func read(
        _ input: YAMLValue, at location: ConfigurationLocation, _ findings: inout Findings, _ store: StoreMember
    ) -> Bool {
        guard case .mapping = input.kind else {
            findings.error(location, "must be a mapping, not \(input.description)")
            return false
        }
        let path = location.path
        var missing = required
        input.members { name, mark, value in
            guard let position = positions[ByteString(name)] else {
                let location = ConfigurationLocation.key(name, in: path, mark)
                if admits(name, location, &findings) { store(nil, name, value, location, &findings) }
                return
            }
            guard !value.isNull else {
                if let absence = entries[position].absence {
                    findings.error(
                        .key(name, in: path, mark), "has no value: \(absence)",
                        hint: "put text that begins with # or & in quotes, or leave out the key")
                }
                return
            }
            missing.removeAll { $0 == position }
            store(position, name, value, .key(name, in: path, value.mark), &findings)
        }
        for position in missing { findings.error(location, "\(entries[position].name) is missing") }
        return true
    }

    /// Reports a problem with an unknown name, if any. Returns whether to pass the value on.
    private func admits(_ name: String, _ location: ConfigurationLocation, _ findings: inout Findings) -> Bool {
        if let hint = misplaced[ByteString(name)] {
            findings.error(location, "misplaced key", hint: hint)
            return false
        }
        if isClosed {
            guard !Annotation.isName(name) else { return false }
            let names = entries.map(\.name)
            let hint = Suggestion.hint(for: name, among: names)
            findings.error(location, "unknown key", hint: hint ?? "valid keys: " + names.joined(separator: ", "))
            return false
        }
        let isGraphProperty = GraphNames.contain(name, in: self.name)
        let isKnownMisspelling = KnownMisspellings.hint(for: name, in: self.name) != nil
        if isGraphProperty && !isKnownMisspelling { return true }
        if let similar = similarKey(name), similar.owner == .understudy {
            findings.error(location, "unknown key", hint: "did you mean \(similar.name)?")
        } else {
            findings.warning(location, "unknown property, ignored", hint: hint(for: name))
        }
        return true
    }

    /// Returns a hint for a name that is neither a key nor a property of Graph: a known misspelling, a similar key of the object,
    /// a key of an object inside this object, or a similar property of Graph.
    private func hint(for name: String) -> String {
        if let hint = KnownMisspellings.hint(for: name, in: self.name) { return hint }
        if let similar = similarKey(name) { return "did you mean \(similar.name)?" }
        let inner = entries.flatMap { entry in
            entry.inner.filter { $0.isExactlyIgnoringASCIICase(name) }.map { "\(entry.name).\($0)" }
        }
        if !inner.isEmpty { return "did you mean \(inner.joined(separator: " or "))?" }
        let names =
            entries.map(\.name) + GraphNames.names(of: self.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return Suggestion.hint(for: name, among: names)
            ?? "neither Understudy nor Microsoft Graph has such a property"
    }

    /// Returns the key that the author probably meant. The rule is stricter than `Suggestion`, because exports contain unrelated
    /// properties with similar names. A short name must be equal except for letter case.
    private func similarKey(_ name: String) -> Entry? {
        let bound = name.utf8.count < 4 ? 0 : name.utf8.count < 8 ? 1 : 2
        return entries.first { Suggestion.distance(name, $0.name, bound: bound) <= bound }
    }
}

/// The owner of a key's name. In a Graph object, a name similar to an Understudy key is an error; a name similar to a Graph key is
/// a warning.
enum KeyOwner: Sendable {
    case graph
    case understudy
}
