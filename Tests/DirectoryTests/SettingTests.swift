import Formats
import Testing
@testable import Directory

/// The table of settings, from which the configuration, its schema and its export derive.
@Suite struct SettingTests {
    @Test("Each property has one row with the name of the property")
    func eachPropertyHasOneRow() {
        let properties = Mirror(reflecting: SettingsProperties()).children.compactMap(\.label)
        #expect(Setting.all.map(\.name).sorted { $0.precedes($1) } == properties.sorted { $0.precedes($1) })
        #expect(Set(Setting.all.map { $0.property as AnyKeyPath }).count == properties.count)
    }

    @Test(
        "The help of a setting ends with the default, also of other kinds of tenants",
        arguments: [
            ("deviceCodeInterval", "Default 5."), ("staySignedInPage", "Default true."),
            ("consentDeclinedError", "Default access_denied."), ("sessionLifetime", "Default 24 hours."),
            ("refreshTokenLifetime", "Default 90 days; 14 days in b2c tenants."),
            ("oneTimeCodeLength", "Default 6; 8 in external tenants."), ("outage", "Default: no outage."),
        ])
    func helpEndsWithDefault(_ name: String, _ ending: String) throws {
        let key = try #require(SettingsOverrides.keys.keys.first { $0.name == name })
        #expect(key.help.hasExactSuffix(ending))
    }

    @Test("A setting is set once, and can be removed")
    func settingIsSetOnce() {
        var overrides = SettingsOverrides()
        overrides.deviceCodeInterval = 7
        overrides.deviceCodeInterval = 9
        overrides.speInfo = "I"
        #expect(overrides.values.count == 2 && overrides.deviceCodeInterval == 9)
        #expect(SettingsProperties(overrides).deviceCodeInterval == 9)
        overrides.deviceCodeInterval = nil
        overrides.speInfo = nil
        #expect(overrides.isEmpty && overrides == SettingsOverrides())
    }
}
