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
    private let table: KeyTable

    init(
        _ name: String, _ help: String, unknownKeys: UnknownKeys, keys: [KeySpec<Draft>],
        misplaced: [(name: String, hint: String)] = []
    ) {
        self.name = name
        self.help = help
        self.unknownKeys = unknownKeys
        self.keys = keys
        var isClosed = false
        if case .refused = unknownKeys { isClosed = true }
        table = KeyTable(name, keys.map(\.entry), isClosed: isClosed, misplaced: misplaced)
    }

    var shape: ObjectShape {
        ObjectShape(name: name, help: help, isClosed: table.isClosed, keys: keys.map(\.shown))
    }

    /// Reads every key of a mapping into the draft. False when the node is no mapping; a draft with keys missing is still checked
    /// against the rest of the file.
    func read(
        _ given: YAMLValue, into draft: inout Draft, at place: ConfigurationPlace, _ findings: inout Findings
    ) -> Bool {
        table.read(given, at: place, &findings) { position, name, value, place, findings in
            if let position {
                keys[position].read(&draft, value, place, &findings)
            } else if case .kept(let property) = unknownKeys {
                draft[keyPath: property].append(JSONValue.Member(name, value.node.json))
            }
        }
    }

    /// A value of its own, starting from `draft`, which learns its place.
    func value(_ draft: @escaping @Sendable (ConfigurationPlace) -> Draft) -> ValueSpec<Draft> {
        ValueSpec(.object(shape)) { given, place, findings in
            var value = draft(place)
            return read(given, into: &value, at: place, &findings) ? value : nil
        }
    }
}
