import Formats

/// The settings that a server, a tenant or an application sets. `SettingsProperties.init(_:)` merges layers; a later layer takes
/// precedence. Times are in seconds.
@dynamicMemberLookup
package struct SettingsOverrides: Sendable, Equatable {
    /// A value of one setting.
    struct Value: Sendable {
        let setting: Setting
        let assign: Setting.Assign

        /// The value as the configuration has it.
        var exported: JSONValue? {
            var properties = SettingsProperties()
            assign(&properties)
            return setting.exported(properties)
        }
    }

    /// The values that are set, each setting once.
    private(set) var values: [Value] = []

    var isEmpty: Bool { values.isEmpty }

    package init() {}

    /// Sets one value, in place of an earlier one.
    mutating func set(_ setting: Setting, _ assign: @escaping Setting.Assign) {
        values.removeAll { $0.setting.name.isExactly(setting.name) }
        values.append(Value(setting: setting, assign: assign))
    }

    /// The value of a setting, or nil if the setting is not set. For code and tests that name the setting; requests read
    /// `Directory.settings(tenant:application:)`, which costs less.
    package subscript<Property: Sendable>(
        dynamicMember property: any WritableKeyPath<SettingsProperties, Property> & Sendable
    ) -> Property? {
        get {
            guard let value = values.first(where: { $0.setting.property == property }) else { return nil }
            var properties = SettingsProperties()
            value.assign(&properties)
            return properties[keyPath: property]
        }
        set {
            guard let newValue, let setting = Setting.all.first(where: { $0.property == property }) else {
                return values.removeAll { $0.setting.property == property }
            }
            set(setting) { $0[keyPath: property] = newValue }
        }
    }

    package static func == (left: SettingsOverrides, right: SettingsOverrides) -> Bool {
        Setting.all.allSatisfy { left.exported($0) == right.exported($0) }
    }

    /// Returns the value of a setting as the configuration has it, or nil if the setting is not set.
    func exported(_ setting: Setting) -> JSONValue? {
        values.isEmpty ? nil : values.first { $0.setting.name.isExactly(setting.name) }?.exported
    }

    /// The defaults that differ in B2C tenants, in seconds (docs/reference/protocol.md#b2c).
    private static let ofUserFlows: SettingsOverrides = {
        var settings = SettingsOverrides()
        settings.accessTokenLifetime = 3_600...3_600
        settings.refreshTokenLifetime = 14 * 86_400
        return settings
    }()

    /// The defaults that differ in external tenants, whose codes are longer (docs/reference/wire.md#native-auth-responses).
    private static let ofExternal: SettingsOverrides = {
        var settings = SettingsOverrides()
        settings.oneTimeCodeLength = 8
        return settings
    }()

    /// Returns the defaults that differ in tenants of a kind.
    package static func of(_ kind: Tenant.Kind?) -> SettingsOverrides {
        switch kind {
        case .b2c: ofUserFlows
        case .external: ofExternal
        case .workforce, .consumers, nil: SettingsOverrides()
        }
    }
}

/// The settings of one application or tenant. The settings are stored apart because few applications and tenants have any: in
/// place, the keys would take more than half of an application's memory, and each reader would copy them.
package final class SettingsReference: Sendable {
    package let value: SettingsOverrides

    /// Creates the settings, or returns nil if nothing is set.
    init?(_ value: SettingsOverrides) {
        guard !value.isEmpty else { return nil }
        self.value = value
    }
}
