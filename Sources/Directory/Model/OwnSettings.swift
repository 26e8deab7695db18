/// What one application or tenant sets of its own. Apart from it, as few have any: in place the keys would be more than half of
/// an application's memory, and would be copied wherever they are read.
package final class OwnSettings: Sendable {
    package let value: SettingsOverrides

    /// Nil where nothing is set.
    init?(_ value: SettingsOverrides) {
        guard value != SettingsOverrides() else { return nil }
        self.value = value
    }
}
