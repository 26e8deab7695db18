import Entra
import Formats
import Testing
@testable import Directory

/// The keys of a configuration object, from which reading and export derive.
@Suite struct KeyExportTests {
    private static func read(_ json: JSONValue) -> (draft: ApplicationDraft, errors: [ConfigurationProblem]) {
        var draft = ApplicationDraft(location: .none)
        var findings = Findings()
        _ = ApplicationDraft.keys.read(YAMLValue(YAMLNode(json)), into: &draft, at: .none, &findings)
        return (draft, findings.errors)
    }

    private static func wrapped(_ name: String, _ value: JSONValue) -> JSONValue {
        .object([.init("appId", .string("a")), .init(name, value)])
    }

    @Test(
        "A key is exported as it was read, under its current name",
        arguments: [
            ("owners", "owners", #"["11111111-1111-4111-8111-111111111111"]"#),
            ("familyId", "familyId", #""1""#), ("createdDateTime", "createdDateTime", #""2026-01-02T03:04:05Z""#),
            ("groupMembershipClaims", "groupMembershipClaims", #""SecurityGroup, DirectoryRole""#),
            ("web", "web", #"{"logoutUrl":"https://a.test","implicitGrantSettings":{"enableIdTokenIssuance":true}}"#),
            ("allowPublicClient", "isFallbackPublicClient", "true"), ("accountEnabled", "accountEnabled", "false"),
            ("settings", "settings", #"{"accessTokenLifetime":"60..90"}"#),
        ])
    func exportsWhatItReads(_ name: String, _ exported: String, _ text: String) throws {
        let value = try #require(JSONValue(parsing: Array(text.utf8)))
        let (draft, errors) = KeyExportTests.read(KeyExportTests.wrapped(name, value))
        #expect(errors.isEmpty)
        #expect(ApplicationDraft.value.export(draft) == KeyExportTests.wrapped(exported, value))
    }

    @Test("Defaults are not exported")
    func leavesOutDefaults() throws {
        let text = #"{"accountEnabled":true,"owners":[],"web":{"redirectUris":[]},"settings":{}}"#
        let value = try #require(JSONValue(parsing: Array(text.utf8)))
        let (draft, errors) = KeyExportTests.read(.object([.init("appId", .string("a"))] + (value.object ?? [])))
        #expect(errors.isEmpty)
        #expect(ApplicationDraft.value.export(draft) == .object([.init("appId", .string("a"))]))
    }
}
