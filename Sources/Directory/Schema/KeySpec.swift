import Wire

/// One key of a configuration object: what it is called, what it means, and where its value goes.
struct KeySpec<Draft: Sendable>: Sendable {
    typealias Read = @Sendable (inout Draft, YAMLValue, ConfigurationPlace, inout Findings) -> Void

    let name: String
    let shape: Shape
    let help: String
    var owner = KeyOwner.graph
    var isRequired = false
    /// Of a key without which the server asks for less: what that is. It may be left out, but not without a value.
    var absence: String?
    /// Of an object that may stand in several places: how near to an application the key may.
    var reach = Reach.application
    let read: Read

    /// For what a key holds as a whole.
    enum Reach: Sendable {
        case application
        case tenant
        case server
    }

    /// What finds it by its name.
    var entry: KeyTable.Entry {
        KeyTable.Entry(name: name, owner: owner, isRequired: isRequired, absence: absence, inner: shape.keys)
    }

    /// What the schema shows of it.
    var shown: ObjectShape.Key {
        ObjectShape.Key(name: name, help: help, shape: shape, isRequired: isRequired, isNullable: absence == nil)
    }

    /// The key without which its object means nothing.
    var required: KeySpec {
        var copy = self
        copy.isRequired = true
        return copy
    }

    /// A name that is Understudy's, not Graph's.
    var own: KeySpec {
        var copy = self
        copy.owner = .understudy
        return copy
    }

    /// A key whose absence must be meant: in YAML, `password: #1` and `password: &x` have no value either.
    func withValue(absence: String) -> KeySpec {
        var copy = self
        copy.absence = absence
        return copy
    }

    /// A key that holds for the whole server, or for whole tenants.
    func reaching(_ reach: Reach) -> KeySpec {
        var copy = self
        copy.reach = reach
        return copy
    }

    /// A key that sets one property.
    static func key<Value>(
        _ name: String, _ property: any WritableKeyPath<Draft, Value> & Sendable, _ value: ValueSpec<Value>,
        _ help: String
    ) -> KeySpec {
        sink(name, value, help) { draft, value, _, _ in draft[keyPath: property] = value }
    }

    /// A key that sets one property which is nil without it.
    static func key<Value>(
        _ name: String, _ property: any WritableKeyPath<Draft, Value?> & Sendable, _ value: ValueSpec<Value>,
        _ help: String
    ) -> KeySpec {
        sink(name, value, help) { draft, value, _, _ in draft[keyPath: property] = value }
    }

    /// A key whose value a closure puts in its place.
    static func sink<Value>(
        _ name: String, _ value: ValueSpec<Value>, _ help: String,
        _ put: @escaping @Sendable (inout Draft, Value, ConfigurationPlace, inout Findings) -> Void
    ) -> KeySpec {
        KeySpec(name: name, shape: value.shape, help: help) { draft, given, place, findings in
            guard let value = value.read(given, place, &findings) else { return }
            put(&draft, value, place, &findings)
        }
    }

    /// An object whose keys belong to the same draft, such as an application's `web`.
    static func nested(_ name: String, _ object: ObjectSpec<Draft>, _ help: String) -> KeySpec {
        KeySpec(name: name, shape: .object(object.shape), help: help) { draft, given, place, findings in
            _ = object.read(given, into: &draft, at: place, &findings)
        }
    }
}
