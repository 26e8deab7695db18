import Entra
import Formats
import Testing
@testable import Directory

/// The keys of a configuration object, from which reading, export and Microsoft Graph derive.
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

    /// Values of the kinds of properties at Microsoft Graph.
    private static let values: [JSONValue] = [
        .bool(true), .bool(false), .integer(2), .string("https://a.example/out"), .array([.string("a")]), .array([]),
    ]

    @Test(
        "Each property at Microsoft Graph reads what it writes",
        arguments: ApplicationProperties.graphKeys.map(\.name))
    func readsWhatItWrites(_ name: String) throws {
        let key = try #require(ApplicationProperties.graphKeys.first { $0.name.isExactly(name) })
        var written = 0
        for value in KeyExportTests.values {
            var application = ApplicationDraft(location: .none).application
            let initial = key.get(application)
            guard key.set(&application, value) == nil else {
                #expect(key.get(application) == initial)
                continue
            }
            written += 1
            #expect(key.get(application) == value || key.get(application) == initial && initial == .null)
        }
        #expect(written > 0)
    }

    @Test("A property at Microsoft Graph is null only if its default is")
    func nullRestoresDefault() throws {
        for key in ApplicationProperties.graphKeys {
            var application = ApplicationDraft(location: .none).application
            let initial = key.get(application)
            for value in KeyExportTests.values where key.set(&application, value) == nil { break }
            let problem = key.set(&application, .null)
            #expect((problem == nil) == (initial == .null))
            if problem == nil { #expect(key.get(application) == .null) }
        }
    }

    @Test("A text longer than Microsoft Graph allows is invalid")
    func rejectsLongText() throws {
        let key = try #require(ApplicationProperties.graphKeys.first { $0.name == "knownClientApplications" })
        var application = ApplicationDraft(location: .none).application
        let long = String(repeating: "a", count: 257)
        #expect(key.set(&application, .array([.string("a"), .string(long)]))?.path == "[1]")
        #expect(key.set(&application, .array([.string("a"), .bool(true)]))?.path == "[1]")
        #expect(key.set(&application, .array([.string(String(long.dropFirst()))])) == nil)
        #expect(application.knownClientApplications.count == 1)
    }
}
