import Formats
import Platform

/// The table of one configuration object, for reading, for export, for "did you mean" and for the JSON Schema.
struct ObjectSpec<Draft: Sendable>: Sendable {
    /// The treatment of a key that is not in the table.
    enum UnknownKeys: Sendable {
        /// An unknown key is an error. The object is Understudy's own, or a Graph object whose meaning depends on every property.
        /// Annotations, which exports have next to a property, are ignored.
        case rejected
        /// An unknown key is ignored: the object is a Microsoft Graph object, and other properties have no effect here.
        case ignored
        /// An unknown key is ignored and kept for export in the property that the function returns.
        case stored(@Sendable () -> any WritableKeyPath<Draft, [JSONValue.Member]> & Sendable)

        /// Returns the treatment that keeps unknown keys in a property for export.
        static func kept(
            _ property: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Draft, [JSONValue.Member]> & Sendable
        ) -> UnknownKeys { .stored(property) }
    }

    let name: String
    let help: String
    let unknownKeys: UnknownKeys
    let keys: [KeySpec<Draft>]
    private let table: KeyTable

    init(
        _ name: String, _ help: String, unknownKeys: UnknownKeys, keys: [KeySpec<Draft>],
        further: [KeySpec<Draft>] = [], misplaced: [(name: String, hint: String)] = []
    ) {
        let keys = keys + further
        self.name = name
        self.help = help
        self.unknownKeys = unknownKeys
        self.keys = keys
        var isClosed = false
        if case .rejected = unknownKeys { isClosed = true }
        table = KeyTable(name, keys.map(\.entry), isClosed: isClosed, misplaced: misplaced)
    }

    private var isOpen: Bool { if case .stored = unknownKeys { true } else { false } }

    var shape: ObjectShape {
        ObjectShape(name: name, help: help, isClosed: table.isClosed, isOpen: isOpen) { keys.map(\.schemaKey) }
    }

    /// Reads every key of a mapping into the draft. Returns false if the node is not a mapping. A draft with missing keys is still
    /// checked against the rest of the file.
    func read(
        _ input: YAMLValue, into draft: inout Draft, at location: ConfigurationLocation, _ findings: inout Findings
    ) -> Bool {
        table.read(input, at: location, &findings) { position, name, value, location, findings in
            if let position {
                keys[position].read(&draft, value, location, &findings)
            } else if case .stored(let property) = unknownKeys {
                draft[keyPath: property()].append(JSONValue.Member(name, value.node.json))
            }
        }
    }

    /// Returns the specification of a value that starts as the draft that `draft` returns for a location. Only an export computes
    /// what an export leaves out.
    func value(_ draft: @escaping @Sendable (ConfigurationLocation) -> Draft) -> ValueSpec<Draft> {
        let members = Lazy { exporter(draft(.none)) }
        return ValueSpec(.object(shape), export: { .object(members.value($0)) }) { input, location, findings in
            var value = draft(location)
            return read(input, into: &value, at: location, &findings) ? value : nil
        }
    }

    /// Returns the function that exports a draft, in the order of the keys, followed by the members that were kept. The function
    /// leaves out every value that `blank`, a draft without keys, has too.
    func exporter(_ blank: Draft) -> @Sendable (Draft) -> [JSONValue.Member] {
        let members = keys.exporter(blank)
        guard case .stored(let others) = unknownKeys else { return members }
        return { draft in members(draft) + draft[keyPath: others()] }
    }
}

extension Array {
    /// Returns the function that exports the keys of a draft, in their order, without the values that `blank` has too.
    func exporter<Draft: Sendable>(
        _ blank: Draft
    ) -> @Sendable (Draft) -> [JSONValue.Member] where Element == KeySpec<Draft> {
        let exports = compactMap { key in key.exporter(blank).map { (name: key.name, value: $0) } }
        return { draft in
            var members: [JSONValue.Member] = []
            for export in exports {
                if let value = export.value(draft) { members.append(JSONValue.Member(export.name, value)) }
            }
            return members
        }
    }
}

/// A key of a configuration object: its name, its meaning, and the property that stores its value.
struct KeySpec<Draft: Sendable>: Sendable {
    typealias Read = @Sendable (inout Draft, YAMLValue, ConfigurationLocation, inout Findings) -> Void

    let name: String
    let shape: Shape
    private let describe: @Sendable () -> String
    var owner = KeyOwner.graph
    var isRequired = false
    /// The consequence of a missing value, for a key without which the server demands less. Such a key may be left out but may
    /// not be empty.
    var absence: String?
    /// The innermost level of an object that several levels may contain at which the key is allowed.
    var reach = Reach.application
    var export = Export.never
    /// The rules of Microsoft Graph, for a key that is a property there, too.
    var graphRule: GraphRule?
    /// Gives a draft the value that another draft has.
    var reset: @Sendable (inout Draft, Draft) -> Void = { _, _ in }
    let read: Read

    /// The part of an export that a key writes.
    enum Export: Sendable {
        typealias Value = @Sendable (Draft) -> JSONValue?

        /// The key is another name of a key, or belongs to no directory.
        case never
        /// The value, unless the value is the default. Nil is never exported.
        case unlessDefault(Value)
        case always(Value)
        /// An object with keys of the same draft, unless the object is empty and not required.
        case nested(ObjectSpec<Draft>)
    }

    /// Creates a key. Only the schema needs the help, so only the schema computes it.
    init(
        name: String, shape: Shape, help: @autoclosure @escaping @Sendable () -> String, export: Export = .never,
        read: @escaping Read
    ) {
        self.name = name
        self.shape = shape
        describe = help
        self.export = export
        self.read = read
    }

    var help: String { describe() }

    /// The level to which a key applies as a whole.
    enum Reach: Sendable {
        case application
        case tenant
        case server
    }

    /// The entry of the key in the table of names.
    var entry: KeyTable.Entry {
        KeyTable.Entry(name: name, owner: owner, isRequired: isRequired, absence: absence, shape: shape)
    }

    /// The entry of the key in the schema.
    var schemaKey: ObjectShape.Key {
        ObjectShape.Key(name: name, help: help, shape: shape, isRequired: isRequired, isNullable: absence == nil)
    }

    /// Returns the function that exports the value of a draft, or nil if exports do not have the key. `blank` is a draft without
    /// keys.
    func exporter(_ blank: Draft) -> Export.Value? {
        switch export {
        case .never: return nil
        case .always(let value): return value
        case .unlessDefault(let value) where isRequired: return value
        case .unlessDefault(let value):
            let defaultValue = value(blank)
            return { draft in
                let value = value(draft)
                return value == defaultValue ? nil : value
            }
        case .nested(let object):
            let members = object.exporter(blank)
            return { [isRequired] draft in
                let members = members(draft)
                return members.isEmpty && !isRequired ? nil : .object(members)
            }
        }
    }

    /// The key as a required key of its object, which is always exported.
    var required: KeySpec {
        var copy = self
        copy.isRequired = true
        return copy
    }

    /// The key with a name that Understudy defines and Graph does not.
    var own: KeySpec {
        var copy = self
        copy.owner = .understudy
        return copy
    }

    /// The key as another name of a key of the same object. The name is read, and never exported.
    var alias: KeySpec {
        var copy = self
        copy.export = .never
        return copy
    }

    /// The key with its default exported.
    var alwaysExported: KeySpec {
        guard case .unlessDefault(let value) = export else { return self }
        var copy = self
        copy.export = .always(value)
        return copy
    }

    /// Returns the key with a check for a missing value. In YAML, `password: #1` and `password: &x` have no value either.
    func withValue(absence: String) -> KeySpec {
        var copy = self
        copy.absence = absence
        return copy
    }

    /// Returns a key that sets one property.
    static func key<Value>(
        _ name: String, _ property: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Draft, Value> & Sendable,
        _ value: ValueSpec<Value>, _ help: String
    ) -> KeySpec {
        var key = sink(name, value, help) { draft, value, _, _ in draft[keyPath: property()] = value }
        key.export = .unlessDefault { value.export($0[keyPath: property()]) }
        key.reset = { draft, other in
            let property = property()
            draft[keyPath: property] = other[keyPath: property]
        }
        return key
    }

    /// Returns a key that sets one property, which is nil without the key.
    static func key<Value>(
        _ name: String,
        _ property: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Draft, Value?> & Sendable,
        _ value: ValueSpec<Value>, _ help: String
    ) -> KeySpec {
        var key = sink(name, value, help) { draft, value, _, _ in draft[keyPath: property()] = value }
        key.export = .unlessDefault { $0[keyPath: property()].map(value.export) }
        key.reset = { draft, other in
            let property = property()
            draft[keyPath: property] = other[keyPath: property]
        }
        return key
    }

    /// Returns a key whose value a closure stores. Exports do not have the key.
    static func sink<Value>(
        _ name: String, _ value: ValueSpec<Value>, _ help: String,
        _ store: @escaping @Sendable (inout Draft, Value, ConfigurationLocation, inout Findings) -> Void
    ) -> KeySpec {
        KeySpec(name: name, shape: value.shape, help: help) { draft, input, location, findings in
            guard let value = value.read(input, location, &findings) else { return }
            store(&draft, value, location, &findings)
        }
    }

    /// Returns a key whose value is checked and has no effect.
    static func ignored<Value>(_ name: String, _ value: ValueSpec<Value>, _ help: String) -> KeySpec {
        sink(name, value, help) { _, _, _, _ in }
    }

    /// Returns a key for an object whose keys belong to the same draft, such as an application's `web`.
    static func nested(_ name: String, _ object: ObjectSpec<Draft>, _ help: String) -> KeySpec {
        KeySpec(name: name, shape: .object(object.shape), help: help, export: .nested(object)) {
            draft, input, location, findings in
            _ = object.read(input, into: &draft, at: location, &findings)
        }
    }
}
