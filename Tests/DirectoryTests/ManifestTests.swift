import Directory
import Entra
import Formats
import FoundationEssentials
import Testing

private func fixture(_ name: String) throws -> [UInt8] {
    Array(try #require(FileManager.default.contents(atPath: "\(projectFolder)/Tests/Fixtures/manifests/\(name)")))
}

private let configuration = """
    applicationsFrom: ["apps/*.json"]
    tenants:
    - id: 11111111-1111-4111-8111-111111111111
      domains: [contoso.onmicrosoft.com]
    """

@Suite struct ManifestTests {
    private let invoices = ClientID("5e0b4f0a-8c1f-4c57-9f0e-3d2f7b1a9e01")
    private let expenses = ClientID("7d3f5a10-5f5e-4f44-9d0f-5a0f6d9d1c01")

    private func loaded() throws -> Configuration {
        let files = [
            "apps/api.json": try fixture("graph-api.json"), "apps/portal.json": try fixture("portal-app.json"),
        ]
        let outcome = load(configuration, files: files)
        #expect(outcome.problems.map(\.description) == [])
        return try #require(outcome.configuration)
    }

    @Test func loadsGraphExportUnchanged() throws {
        let application = try #require(try loaded().directory.registration(of: invoices)?.application)
        #expect(application.displayName == "Invoices 🧾 API")
        #expect(application.signInAudience == .multipleOrgs)
        #expect(application.requestedAccessTokenVersion == 2)
        #expect(application.isFallbackPublicClient == nil)
        #expect(application.identifierUris == ["api://5e0b4f0a-8c1f-4c57-9f0e-3d2f7b1a9e01"])
        #expect(
            application.redirectURIs == [
                RegisteredRedirectURI(platform: .spa, uri: "https://invoices.contoso.com/spa"),
                RegisteredRedirectURI(platform: .web, uri: "https://invoices.contoso.com/signin-oidc"),
            ])
        #expect(application.logoutUrl == "https://invoices.contoso.com/signout")
        #expect(application.enableIdTokenIssuance && !application.enableAccessTokenIssuance)
        #expect(application.groupMembershipClaims == [.securityGroup, .applicationGroup])
        #expect(application.otherProperties.contains { $0.name == "tags" })
    }

    @Test func readsPermissionsOfManifest() throws {
        let application = try #require(try loaded().directory.registration(of: invoices)?.application)
        #expect(application.oauth2PermissionScopes.map(\.value) == ["Invoices.Read", "Invoices.Void"])
        #expect(application.oauth2PermissionScopes.map(\.isEnabled) == [true, false])
        #expect(application.oauth2PermissionScopes.map(\.kind) == [.user, .admin])
        #expect(application.appRoles.map(\.value) == ["Invoices.Read.All", ""])
        #expect(application.appRoles[0].allowsUsers && application.appRoles[0].allowsApplications)
        #expect(application.preAuthorizedApplications.map(\.appId) == [expenses])
        #expect(application.knownClientApplications == [expenses])
        #expect(application.optionalClaims.accessToken.map(\.name) == ["aud", "idtyp"])
        #expect(application.optionalClaims.accessToken[0].additionalProperties == ["use_guid"])
        #expect(application.optionalClaims.idToken.map(\.name) == ["login_hint"])
    }

    @Test func keepsSecretWithoutTextForDisplayOnly() throws {
        let application = try #require(try loaded().directory.registration(of: invoices)?.application)
        #expect(application.passwordCredentials.isEmpty)
        #expect(application.undisclosedPasswords.map(\.hint) == ["Xy1"])
        #expect(application.undisclosedPasswords[0].endDateTime != nil)
        #expect(application.keyCredentials.count == 1)
        #expect(application.keyCredentials[0].certificate == nil)
    }

    @Test func warnsAboutReferencesOutsideDirectory() throws {
        let configuration = try loaded()
        let application = try #require(configuration.directory.registration(of: invoices)?.application)
        #expect(application.requiredResourceAccess.map(\.resourceAppId) == [.microsoftGraph])
        #expect(application.requiredResourceAccess[0].scopes.count == 1)
        #expect(application.requiredResourceAccess[0].roles.count == 1)
        #expect(configuration.warnings.map(\.file) == ["apps/api.json", "apps/api.json"])
        #expect(
            configuration.warnings.map(\.keyPath) == [
                "requiredResourceAccess[0].resourceAccess[2].id", "requiredResourceAccess[1].resourceAppId",
            ])
    }

    @Test func loadsOlderPortalManifestUnchanged() throws {
        let application = try #require(try loaded().directory.registration(of: expenses)?.application)
        #expect(application.displayName == "Expenses")
        #expect(application.signInAudience == .myOrg)
        #expect(application.requestedAccessTokenVersion == 2)
        #expect(application.isFallbackPublicClient == true)
        #expect(
            application.redirectURIs == [
                RegisteredRedirectURI(platform: .web, uri: "https://expenses.contoso.com/signin-oidc"),
                RegisteredRedirectURI(platform: .spa, uri: "https://expenses.contoso.com/app"),
                RegisteredRedirectURI(platform: .publicClient, uri: "msauth.com.contoso.expenses://auth"),
                RegisteredRedirectURI(platform: .publicClient, uri: "urn:ietf:wg:oauth:2.0:oob"),
            ])
        #expect(application.enableIdTokenIssuance && !application.enableAccessTokenIssuance)
        #expect(application.logoutUrl == "https://expenses.contoso.com/signout")
        #expect(application.oauth2PermissionScopes.map(\.value) == ["Expenses.Submit"])
        #expect(application.appRoles.map(\.value) == ["Approver"])
        #expect(
            application.preAuthorizedApplications[0].delegatedPermissionIds == [
                application.oauth2PermissionScopes[0].id
            ])
        #expect(application.knownClientApplications == [ClientID("99999999-0000-4000-8000-000000000001")])
        #expect(application.requiredResourceAccess.map(\.resourceAppId) == [.azureADGraph])
        #expect(application.undisclosedPasswords.map(\.displayName) == ["first"])
        #expect(application.keyCredentials.map(\.displayName) == ["CN=expenses"])
    }

    @Test(
        "Reply URLs without a platform belong to the kind of the client",
        arguments: [
            (#""replyUrls": ["https://a.example/", "http://localhost"]"#, .web, nil),
            (#""publicClient": false, "replyUrls": ["https://a.example/", "http://localhost"]"#, .web, false),
            (#""replyUrls": ["https://a.example/", "http://localhost"], "publicClient": true"#, .publicClient, true),
            (
                #""publicClient": null, "replyUrls": ["https://a.example/", "http://localhost"], "replyUrlsWithType": [{"url": "https://a.example/", "type": "Web"}]"#,
                .web, nil
            ),
        ] as [(String, ClientPlatform, Bool?)])
    func assignsReplyURLsByKindOfClient(manifest: String, platform: ClientPlatform, isFallbackPublicClient: Bool?)
        throws
    {
        let outcome = load(
            configuration, files: ["apps/a.json": Array("{\"appId\": \"a\", \(manifest)}".utf8)])
        #expect(outcome.problems.isEmpty, "\(outcome.problems)")
        let application = try #require(outcome.configuration?.directory.registration(of: ClientID("a"))?.application)
        #expect(
            application.redirectURIs == [
                RegisteredRedirectURI(platform: platform, uri: "https://a.example/"),
                RegisteredRedirectURI(platform: platform, uri: "http://localhost"),
            ])
        #expect(application.isFallbackPublicClient == isFallbackPublicClient)
    }

    @Test("A publicClient member that is neither a mapping nor a Boolean is rejected")
    func rejectsPublicClientOfAnotherType() {
        let problems = load(application("publicClient: yes")).problems
        #expect(problems.map(\.message) == ["must be a mapping, not text"])
    }

    @Test(
        "Patterns find manifest files below the configuration's folder",
        arguments: [
            ("apps/*.json", ["a", "b"]), ("apps/a.json", ["a"]), ("*/b.json", ["b"]), ("apps/*b*", ["b"]),
            ("apps/*.xml", []),
            ("none/*.json", []), ("apps/*", ["a", "b"]),
        ])
    func findsManifestsByPattern(pattern: String, appIds: [String]) throws {
        let files = [
            "apps/a.json": Array(#"{"appId": "a"}"#.utf8), "apps/b.json": Array(#"[{"appId": "b"}]"#.utf8),
            "apps/.hidden.json": Array("x".utf8),
        ]
        // The paths of this table imply the folders, and the root's list names them.
        let reader = ConfigurationFiles(
            read: { path, _ in
                if path == "c.yaml" { return .success(Array(tenant("applicationsFrom: ['\(pattern)']").utf8)) }
                return files[path].map { .success($0) } ?? .failure(FileFailure(reason: "none"))
            },
            list: { $0 == "." ? ["apps", "c.yaml"] : $0 == "apps/" ? ["b.json", ".hidden.json", "a.json"] : nil })
        let directory = try Configuration.load(.file("c.yaml"), files: reader).directory
        #expect(directory.tenants[0].ownApplications.map(\.appId) == appIds)
    }

    @Test func problemInManifestNamesItsFile() {
        let files = ["apps/a.json": Array("{\n  \"appId\": \"a\",\n  \"web\": {\"redirectUris\": [\"x\"]}\n}".utf8)]
        let problem = load(tenant("applicationsFrom: [apps/a.json]"), files: files).problems.first
        #expect(
            problem?.description.hasPrefix("apps/a.json:3:28: web.redirectUris[0]: redirect URI: has no scheme") == true
        )
    }

    @Test func brokenManifestNamesItsLine() {
        let problem = load(tenant("applicationsFrom: [a.json]"), files: ["a.json": Array("{\n\"a\": [}".utf8)]).problems
            .first
        #expect(problem?.file == "a.json")
        #expect(problem?.line == 2)
    }

    @Test func readsCertificateFromPEMFile() throws {
        let text = application("keyCredentials: [{certificate: certs/client.pem}]")
        let outcome = load(text, files: ["certs/client.pem": try fixture("client.pem")])
        let configuration = try #require(outcome.configuration)
        let credential = try #require(
            configuration.directory.registration(of: ClientID("app"))?.application.keyCredentials.first)
        #expect(credential.certificate?.first == 0x30)
    }
}
