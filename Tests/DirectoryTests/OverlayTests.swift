import Directory
import Entra
import Testing

/// Checks what the configuration adds to an exported manifest.
@Suite struct OverlayTests {
    private static let manifest = Array(
        """
        {"appId": "11111111-2222-4333-8444-555555555555", "displayName": "Exported",
         "web": {"redirectUris": ["https://app.example/cb"], "logoutUrl": "https://app.example/out"},
         "passwordCredentials": [{"hint": "Xy1", "keyId": "k"}]}
        """.utf8)

    private static let id = "11111111-2222-4333-8444-555555555555"

    private func loaded(_ lines: String, tenantLines: String = "") throws -> Configuration {
        let outcome = load(
            "\(lines)\n\(tenant("applicationsFrom: [apps/a.json]\n" + tenantLines))",
            files: ["apps/a.json": OverlayTests.manifest])
        #expect(outcome.problems.map(\.description) == [])
        return try #require(outcome.configuration)
    }

    private func application(_ configuration: Configuration) throws -> Application {
        try #require(configuration.directory.registration(of: ClientID(OverlayTests.id))?.application)
    }

    @Test("A manifest whose secrets have no text gives a warning with the remedy")
    func warnsAboutManifestWithoutSecretText() throws {
        let configuration = try loaded("")
        #expect(
            configuration.warnings.map(\.description) == [
                "apps/a.json:1:1: has only secrets without secretText, which exports leave out, so the token endpoint rejects its "
                    + "requests (add clientSecrets: {\(OverlayTests.id): SECRET}, or isFallbackPublicClient: true for a public client)"
            ])
    }

    @Test("The clientSecrets key adds secrets to a manifest", arguments: ["foo", "[foo, bar]"])
    func addsClientSecretsToManifest(value: String) throws {
        let configuration = try loaded("clientSecrets: {\(OverlayTests.id): \(value)}")
        #expect(configuration.warnings.map(\.description) == [])
        let secrets = try application(configuration).passwordCredentials.map(\.secretText)
        #expect(secrets == (value == "foo" ? ["foo"] : ["foo", "bar"]))
        #expect(try application(configuration).undisclosedPasswords.count == 1)
    }

    @Test("Secrets of an unknown application give an error that names the nearest appId")
    func rejectsSecretsOfUnknownApplication() {
        let text =
            "clientSecrets: {11111111-2222-4333-8444-555555555556: x}\n" + tenant("applicationsFrom: [apps/a.json]")
        #expect(
            load(text, files: ["apps/a.json": OverlayTests.manifest]).problems.map(\.description) == [
                "c.yaml:1:55: clientSecrets.11111111-2222-4333-8444-555555555556: no application has the appId "
                    + "11111111-2222-4333-8444-555555555556 (did you mean \(OverlayTests.id)?)"
            ])
    }

    @Test(
        "An entry with the appId of a manifest merges: values replace, objects merge, credentials and URIs are added"
    )
    func mergesEntryWithManifest() throws {
        let configuration = try loaded(
            "",
            tenantLines: """
                applications:
                - appId: \(OverlayTests.id.uppercased())
                  displayName: Mine
                  nativeAuthentication: true
                  web: {redirectUris: ["https://app.example/cb", "http://localhost:5000/cb"]}
                  publicClient: {redirectUris: ["http://localhost"]}
                  passwordCredentials: [{secretText: foo}]
                """)
        let application = try application(configuration)
        #expect(application.displayName == "Mine" && application.nativeAuthentication)
        #expect(application.logoutUrl == "https://app.example/out")
        #expect(
            application.redirectURIs == [
                RegisteredRedirectURI(platform: .web, uri: "https://app.example/cb"),
                RegisteredRedirectURI(platform: .web, uri: "http://localhost:5000/cb"),
                RegisteredRedirectURI(platform: .publicClient, uri: "http://localhost"),
            ])
        #expect(application.passwordCredentials.map(\.secretText) == ["foo"])
        #expect(
            configuration.warnings.map(\.description) == [
                "c.yaml:8:5: tenants[0].applications[0].displayName: replaces the manifest's value (the manifest's value is at apps/a.json:1:51)"
            ])
        #expect(configuration.directory.tenants[0].ownApplications.count == 1)
    }

    @Test("An entry that contradicts the manifest is rejected as within one file")
    func rejectsEntryThatContradictsManifest() {
        let text = tenant(
            """
            applicationsFrom: [apps/a.json]
            applications:
            - appId: \(OverlayTests.id)
              spa: {redirectUris: ["https://app.example/cb"]}
            """)
        let problems = load(text, files: ["apps/a.json": OverlayTests.manifest]).problems.map(\.message)
        #expect(problems == ["the redirect URI https://app.example/cb is registered twice"])
    }

    @Test("A second entry with the same appId is rejected")
    func rejectsSecondEntryOfSameAppID() {
        let text = tenant(
            """
            applicationsFrom: [apps/a.json]
            applications: [{appId: \(OverlayTests.id)}, {appId: \(OverlayTests.id)}]
            """)
        let problems = load(text, files: ["apps/a.json": OverlayTests.manifest]).problems.map(\.message)
        #expect(problems == ["the appId \(OverlayTests.id) is used twice"])
    }

    @Test(
        "A confidential client without credentials gives a warning",
        arguments: [
            ("web: {redirectUris: ['https://a.example/cb']}", true),
            ("web: {redirectUris: ['https://a.example/cb']}\npasswordCredentials: [{secretText: x}]", false),
            (
                "web: {redirectUris: ['https://a.example/cb'], implicitGrantSettings: {enableIdTokenIssuance: true}}",
                false
            ),
            ("spa: {redirectUris: ['https://a.example/cb']}", false), ("isFallbackPublicClient: true", false),
            (
                "requiredResourceAccess: [{resourceAppId: 00000003-0000-0000-c000-000000000000, resourceAccess: [{id: User.Read.All, type: Role}]}]",
                true
            ),
            ("identifierUris: ['api://x']", false),
            ("web: {redirectUris: ['https://a.example/cb']}\nkeyCredentials: [{displayName: x}]", true),
        ])
    func warnsAboutClientThatCannotAuthenticate(lines: String, isWarned: Bool) throws {
        let outcome = load(oneApplication(lines))
        #expect(outcome.problems.map(\.description) == [])
        let warnings = try #require(outcome.configuration).warnings.map(\.message)
        #expect(
            warnings
                == (isWarned
                    ? [
                        "has no client secret, certificate or federated credential, so the token endpoint rejects its requests"
                    ] : []))
    }

    @Test(
        "Loopback redirect URIs of two platforms that differ only in the port give a warning, msal.js#3273",
        arguments: [
            ("http://localhost:5000/cb", "http://localhost:3000/cb", true),
            ("http://localhost:5000", "http://localhost:3000/", true),
            ("http://127.0.0.1:5000/cb", "http://127.0.0.1/cb", true),
            ("http://localhost:5000/cb", "http://localhost:3000/other", false),
            ("http://localhost:5000/cb", "http://127.0.0.1:3000/cb", false),
            ("https://localhost:5000/cb", "https://localhost:3000/cb", false),
        ])
    func warnsAboutLoopbackPorts(_ web: String, _ spa: String, _ isWarned: Bool) throws {
        let lines =
            "web: {redirectUris: ['\(web)']}\nspa: {redirectUris: ['\(spa)']}\npasswordCredentials: [{secretText: x}]"
        let outcome = load(oneApplication(lines))
        #expect(outcome.problems.map(\.description) == [])
        let warnings = try #require(outcome.configuration).warnings.map(\.message)
        #expect(
            warnings
                == (isWarned
                    ? [
                        "the redirect URI \(spa) differs from \(web) under web only in the port, which Entra ID ignores"
                    ] : []))
    }
}

/// Calls the shared helper, which the suite's own function hides.
private func oneApplication(_ lines: String) -> String { application(lines) }
