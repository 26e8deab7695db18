import Wire

/// The keys of one configuration object by their names, whatever they are read into: which is meant, which is missing, and what is
/// said of a name that is none of them. It has no type of its own for each object, so it is compiled once.
struct KeyTable: Sendable {
    /// What a table has to know of a key.
    struct Entry: Sendable {
        let name: String
        let owner: KeyOwner
        let isRequired: Bool
        let absence: String?
        /// The keys of the object that the key holds, for a name that belongs one level further down.
        let inner: [String]
    }

    /// Takes a member that has a value: the position of its key; nil for a name that is none, where the object may have such.
    typealias Take = (Int?, String, YAMLValue, ConfigurationPlace, inout Findings) -> Void

    /// The name of the object in the schema.
    private let name: String
    private let entries: [Entry]
    /// Whether only these keys may stand in the object.
    let isClosed: Bool
    /// Keys of Understudy's own that do not belong here, each with where it does.
    private let misplaced: [ExactString: String]
    private let positions: [ExactString: Int]
    /// Positions of the keys that must be there.
    private let required: [Int]

    init(_ name: String, _ entries: [Entry], isClosed: Bool, misplaced: [(name: String, hint: String)]) {
        self.name = name
        self.entries = entries
        self.isClosed = isClosed
        self.misplaced = Dictionary(
            misplaced.map { (ExactString($0.name), $0.hint) }, uniquingKeysWith: { first, _ in first })
        let pairs = entries.enumerated().map { (ExactString($1.name), $0) }
        positions = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        required = entries.indices.filter { entries[$0].isRequired }
    }

    /// Goes through a mapping; null is the same as absence, as exports write it, but for a key that wants a value. False when the
    /// node is no mapping.
    func read(_ given: YAMLValue, at place: ConfigurationPlace, _ findings: inout Findings, _ take: Take) -> Bool {
        guard case .mapping = given.kind else {
            findings.error(place, "must be a mapping, not \(given.description)")
            return false
        }
        let path = place.path
        var missing = required
        given.members { name, mark, value in
            guard let position = positions[ExactString(name)] else {
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

    /// Whether a name that is no key's may stand here; reports what is wrong with it.
    private func admits(_ name: String, _ place: ConfigurationPlace, _ findings: inout Findings) -> Bool {
        if let hint = misplaced[ExactString(name)] {
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
        guard !GraphNames.contain(name, in: self.name) || Misnomers.hint(for: name, in: self.name) != nil else {
            return true
        }
        if let near = nearMiss(name), near.owner == .understudy {
            findings.error(place, "unknown key", hint: "did you mean \(near.name)?")
        } else {
            findings.warning(place, "unknown property, ignored", hint: meant(by: name))
        }
        return true
    }

    /// What a name that is no key's, and not Graph's either, was probably meant to be: a known mistake, a key of this object, a
    /// key of an object in it, a property of Graph's.
    private func meant(by name: String) -> String {
        if let hint = Misnomers.hint(for: name, in: self.name) { return hint }
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

    /// The key that a property of a Graph object was probably meant to be. Stricter than a suggestion: an export has
    /// properties of its own that resemble others, and a short name is only the same but for letter case.
    private func nearMiss(_ name: String) -> Entry? {
        let bound = name.utf8.count < 4 ? 0 : name.utf8.count < 8 ? 1 : 2
        return entries.first { Suggestion.distance(name, $0.name, bound: bound) <= bound }
    }
}

/// Who gave a key its name. Among Graph properties, a near miss of Understudy's own name is an error.
enum KeyOwner: Sendable {
    case graph
    case understudy
}
