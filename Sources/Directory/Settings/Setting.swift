import Formats

/// A setting: its name, its values, its meaning and the property that stores its value. The configuration, its schema, its export
/// and the reference page derive from the rows of `Setting.all`.
struct Setting: Sendable {
    /// A function that stores a value.
    typealias Assign = @Sendable (inout SettingsProperties) -> Void

    let name: String
    private let path: @Sendable () -> any AnyKeyPath & Sendable
    let reach: KeySpec<SettingsOverrides>.Reach
    /// Returns the value of the property as the configuration has it, or nil if there is none.
    let exported: @Sendable (SettingsProperties) -> JSONValue?
    private let meaning: String
    private let shape: Shape
    private let read: @Sendable (YAMLValue, ConfigurationLocation, inout Findings) -> Assign?

    init<Value: Sendable>(
        _ name: String,
        _ property: @autoclosure @escaping @Sendable () -> any WritableKeyPath<SettingsProperties, Value> & Sendable,
        _ spec: ValueSpec<Value>, _ meaning: String, reach: KeySpec<SettingsOverrides>.Reach = .application
    ) {
        self.init(name, { property() }, spec, meaning, reach) {
            spec.export($0[keyPath: property()])
        } store: {
            $0[keyPath: property()] = $1
        }
    }

    /// Creates a setting whose default is to have no value.
    init<Value: Sendable>(
        _ name: String,
        _ property: @autoclosure @escaping @Sendable () -> any WritableKeyPath<SettingsProperties, Value?> & Sendable,
        _ spec: ValueSpec<Value>, _ meaning: String, reach: KeySpec<SettingsOverrides>.Reach = .application
    ) {
        self.init(name, { property() }, spec, meaning, reach) {
            $0[keyPath: property()].map(spec.export)
        } store: {
            $0[keyPath: property()] = $1
        }
    }

    private init<Value: Sendable>(
        _ name: String, _ property: @escaping @Sendable () -> any AnyKeyPath & Sendable, _ spec: ValueSpec<Value>,
        _ meaning: String,
        _ reach: KeySpec<SettingsOverrides>.Reach, exported: @escaping @Sendable (SettingsProperties) -> JSONValue?,
        store: @escaping @Sendable (inout SettingsProperties, Value) -> Void
    ) {
        self.name = name
        path = property
        self.reach = reach
        self.meaning = meaning
        self.exported = exported
        shape = spec.shape
        read = { input, location, findings in
            guard let value = spec.read(input, location, &findings) else { return nil }
            return { store(&$0, value) }
        }
    }

    var property: any AnyKeyPath & Sendable { path() }

    /// The key of the configuration.
    var key: KeySpec<SettingsOverrides> {
        var key = KeySpec<SettingsOverrides>(
            name: name, shape: shape, help: help, export: .always { $0.exported(self) }
        ) { overrides, input, location, findings in
            if let assign = read(input, location, &findings) { overrides.set(self, assign) }
        }
        key.reach = reach
        return key
    }

    /// The meaning, and the default if there is one.
    private var help: String { meaning + (defaultText.map { " Default \($0)." } ?? "") }

    private static let defaults = SettingsProperties()
    private static let defaultsByKind = Tenant.Kind.allCases.map { ($0, SettingsProperties(.of($0))) }

    /// The default, with the kinds of tenants that have another one: `90 days; 14 days in b2c tenants`.
    private var defaultText: String? {
        guard let common = exported(Setting.defaults) else { return nil }
        let others = Setting.defaultsByKind.compactMap { kind, defaults -> String? in
            let value = exported(defaults)
            return value == common ? nil : value.map { "; \(text($0)) in \(kind.rawValue) tenants" }
        }
        return text(common) + others.joined()
    }

    /// Returns a default for people. Seconds are days or hours if they are whole days.
    private func text(_ value: JSONValue) -> String {
        switch value {
        case .string(let text): text
        case .integer(86_400): "24 hours"
        case .integer(let seconds) where seconds > 0 && seconds % 86_400 == 0: "\(seconds / 86_400) days"
        default: String(decoding: JSONWriter.value(value), as: UTF8.self)
        }
    }
}

extension SettingsOverrides {
    static let keys = ObjectSpec<SettingsOverrides>(
        "settings",
        "How the server behaves toward clients. Every key is valid at the top of the file; most keys are also valid under "
            + "a tenant or an application. The nearest value applies.",
        unknownKeys: .rejected, keys: Setting.all.map(\.key))

    /// The keys of a tenant. Keys of the browser session or of the machine are missing, because both belong to the whole server.
    static let tenantKeys = ObjectSpec<SettingsOverrides>(
        "tenantSettings", "The behavior of one tenant. These settings take precedence over the settings of the server.",
        unknownKeys: .rejected,
        keys: keys.keys.filter { $0.reach != .server }, misplaced: serverWide)

    /// The keys of an application. Keys for cross-origin checks and for the hosts of managed identities are missing, because
    /// their requests name no application.
    static let applicationKeys = ObjectSpec<SettingsOverrides>(
        "applicationSettings",
        "The behavior of one application. These settings take precedence over the settings of its tenant.",
        unknownKeys: .rejected,
        keys: keys.keys.filter { $0.reach == .application },
        misplaced: serverWide + tenantWide)

    static let value = keys.value { _ in SettingsOverrides() }
    static let tenantValue = tenantKeys.value { _ in SettingsOverrides() }
    static let applicationValue = applicationKeys.value { _ in SettingsOverrides() }

    private static let serverWide = keys.keys.filter { $0.reach == .server }.map {
        (
            name: $0.name,
            hint: "\($0.name) applies to the whole server and is only valid under settings: at the top level"
        )
    }

    private static let tenantWide = keys.keys.filter { $0.reach == .tenant }.map {
        (
            name: $0.name,
            hint:
                "\($0.name) applies to a whole tenant and is only valid under settings: of a tenant or at the top level"
        )
    }

    /// The keys that are misplaced next to `settings:`.
    static let misplaced =
        applicationKeys.keys.map { (name: $0.name, hint: "\($0.name) belongs under settings:") } + tenantWide
}
