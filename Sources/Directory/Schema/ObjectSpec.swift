import Formats

/// The table of one configuration object, for reading, for "did you mean" and for the JSON Schema.
struct ObjectSpec<Draft: Sendable>: Sendable {
    /// The treatment of a key that is not in the table.
    enum UnknownKeys: Sendable {
        /// An unknown key is an error. The object is Understudy's own, or a Graph object whose meaning depends on every property.
        /// Annotations, which exports have next to a property, are ignored.
        case rejected
        /// An unknown key is ignored: the object is a Microsoft Graph object, and other properties have no effect here.
        case ignored
        /// An unknown key is ignored and kept for export.
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
        if case .rejected = unknownKeys { isClosed = true }
        table = KeyTable(name, keys.map(\.entry), isClosed: isClosed, misplaced: misplaced)
    }

    var shape: ObjectShape {
        ObjectShape(name: name, help: help, isClosed: table.isClosed, keys: keys.map(\.shown))
    }

    /// Reads every key of a mapping into the draft. Returns false if the node is no mapping. A draft with missing keys is still
    /// checked against the rest of the file.
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

    /// Returns the specification of a value that starts as the draft that `draft` returns for a place.
    func value(_ draft: @escaping @Sendable (ConfigurationPlace) -> Draft) -> ValueSpec<Draft> {
        ValueSpec(.object(shape)) { given, place, findings in
            var value = draft(place)
            return read(given, into: &value, at: place, &findings) ? value : nil
        }
    }
}
