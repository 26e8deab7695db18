/// The settings of one application or tenant. The settings are stored apart because few applications and tenants have any: in
/// place, the keys would take more than half of an application's memory, and each reader would copy them.
package final class SettingsReference: Sendable {
    package let value: SettingsOverrides

    /// Creates the settings, or returns nil if nothing is set.
    init?(_ value: SettingsOverrides) {
        guard value != SettingsOverrides() else { return nil }
        self.value = value
    }
}
