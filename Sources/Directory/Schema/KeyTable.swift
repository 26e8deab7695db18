import Formats

/// The keys of one configuration object by their names. The table finds known keys, missing keys, and the message for an unknown
/// name. The table has no type of its own for each object, so it is compiled once.
struct KeyTable: Sendable {
    /// The data of a key that the table needs.
    struct Entry: Sendable {
        let name: String
        let owner: KeyOwner
        let isRequired: Bool
        let absence: String?
        /// The keys of the object that the key contains, for a name that belongs one level deeper.
        let inner: [String]
    }

    /// A function that stores a member with a value. The first argument is the position of the key, or nil for an unknown name in
    /// an object that may have such names.
    typealias Take = (Int?, String, YAMLValue, ConfigurationPlace, inout Findings) -> Void

    /// The name of the object in the schema.
    private let name: String
    private let entries: [Entry]
    /// Whether the object may contain only these keys.
    let isClosed: Bool
    /// Understudy's own keys that do not belong in the object, with a hint for the right place.
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

    /// Reads a mapping. A null value means the same as a missing key, as in exports, except for a key that must have a value.
    /// Returns false if the node is no mapping.
    func read(_ given: YAMLValue, at place: ConfigurationPlace, _ findings: inout Findings, _ take: Take) -> Bool {
        guard case .mapping = given.kind else {
            findings.error(place, "must be a mapping, not \(given.description)")
            return false
        }
        let path = place.path
        var missing = required
        given.members { name, mark, value in
            guard let position = positions[ByteString(name)] else {
                let place = ConfigurationPlace.key(name, in: path, mark)
                if admits(name, place, &findings) { take(nil, name, value, place, &findings) }
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
            take(position, name, value, .key(name, in: path, value.mark), &findings)
        }
        for position in missing { findings.error(place, "\(entries[position].name) is missing") }
        return true
    }

    /// Returns whether an unknown name is allowed in the object, and reports its problem.
    private func admits(_ name: String, _ place: ConfigurationPlace, _ findings: inout Findings) -> Bool {
        if let hint = misplaced[ByteString(name)] {
            findings.error(place, "misplaced key", hint: hint)
            return false
        }
        if isClosed {
            guard !Annotation.isName(name) else { return false }
            let names = entries.map(\.name)
            let hint = Suggestion.hint(for: name, among: names)
            findings.error(place, "unknown key", hint: hint ?? "valid keys: " + names.joined(separator: ", "))
            return false
        }
        guard !GraphNames.contain(name, in: self.name) || KnownMisspellings.hint(for: name, in: self.name) != nil else {
            return true
        }
        if let near = nearMiss(name), near.owner == .understudy {
            findings.error(place, "unknown key", hint: "did you mean \(near.name)?")
        } else {
            findings.warning(place, "unknown property, ignored", hint: meant(by: name))
        }
        return true
    }

    /// Returns a hint for a name that is neither a key nor a property of Graph: a known misnomer, a similar key of the object, a
    /// key of an object inside it, or a similar property of Graph.
    private func meant(by name: String) -> String {
        if let hint = KnownMisspellings.hint(for: name, in: self.name) { return hint }
        if let near = nearMiss(name) { return "did you mean \(near.name)?" }
        let inner = entries.flatMap { entry in
            entry.inner.filter { $0.isExactlyIgnoringASCIICase(name) }.map { "\(entry.name).\($0)" }
        }
        if !inner.isEmpty { return "did you mean \(inner.joined(separator: " or "))?" }
        let names =
            entries.map(\.name) + GraphNames.names(of: self.name).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        return Suggestion.hint(for: name, among: names)
            ?? "neither Understudy nor Microsoft Graph has such a property"
    }

    /// Returns the key for which a property of a Graph object is probably meant. The rule is stricter than that of a suggestion,
    /// because an export has properties of its own that resemble keys. A short name must be equal except for letter case.
    private func nearMiss(_ name: String) -> Entry? {
        let bound = name.utf8.count < 4 ? 0 : name.utf8.count < 8 ? 1 : 2
        return entries.first { Suggestion.distance(name, $0.name, bound: bound) <= bound }
    }
}

/// The owner of a key's name. Among Graph properties, a near miss of Understudy's own name is an error.
enum KeyOwner: Sendable {
    case graph
    case understudy
}
