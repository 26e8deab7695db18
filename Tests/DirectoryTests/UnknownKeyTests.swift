@testable import Directory
import Testing

/// Checks unknown names in Graph objects: Graph's own names are kept silently, and all others give warnings.
@Suite struct UnknownKeyTests {
    private func warnings(_ text: String) throws -> [String] {
        let outcome = load(text)
        #expect(outcome.problems.map(\.description) == [])
        return try #require(outcome.configuration).warnings.map(\.description)
    }

    private static let location = "c.yaml:6:5: tenants[0].applications[0]."
    private static let redirectURIs = "did you mean web.redirectUris or spa.redirectUris or publicClient.redirectUris?"

    @Test("An Entity ID that is not a URI gives a warning with the name for requests")
    func warnsAboutEntityID() throws {
        // v2-oauth2-on-behalf-of-flow, § SAML assertions obtained with an OAuth2.0 OBO flow.
        let found = try warnings(application("identifierUris: [testapp]"))
        #expect(found.count == 1)
        #expect(found.first?.contains("identifierUris[0]: \"testapp\" is an Entity ID and not a URI") == true)
        #expect(found.first?.contains("spn:testapp") == true)
    }

    @Test(
        "A name that Graph does not know gives a warning with its location and a suggestion",
        arguments: [
            (application("redirectUris: [http://localhost]"), "\(location)redirectUris", redirectURIs),
            (
                application("secret: abc"), "\(location)secret",
                "did you mean passwordCredentials: [{secretText: …}]?"
            ),
            (application("scopes: [Read]"), "\(location)scopes", "did you mean api.oauth2PermissionScopes?"),
            (application("clientId: abc"), "\(location)clientId", "did you mean appId?"),
            (
                application("oauth2PermissionScopes: []"), "\(location)oauth2PermissionScopes",
                "did you mean api.oauth2PermissionScopes?"
            ),
            (
                application("completely: unknown"), "\(location)completely",
                "neither Understudy nor Microsoft Graph has such a property"
            ),
            (
                application("signInAudiense: AzureADMyOrg"), "\(location)signInAudiense",
                "did you mean signInAudience?"
            ),
            (
                application("web: {redirectUrls: []}"), "c.yaml:6:11: tenants[0].applications[0].web.redirectUrls",
                "did you mean redirectUris?"
            ),
            (
                application("passwordCredentials: [{secret: foo, secretText: a}]"),
                "c.yaml:6:28: tenants[0].applications[0].passwordCredentials[0].secret", "did you mean secretText?"
            ),
            (
                tenant("groups: [{displayName: G, users: [a@contoso.com]}]"),
                "c.yaml:4:29: tenants[0].groups[0].users",
                "did you mean members?"
            ),
            (
                tenant("users: [{userPrincipalName: a@contoso.com, foo: bar}]"), "c.yaml:4:46: tenants[0].users[0].foo",
                "neither Understudy nor Microsoft Graph has such a property"
            ),
            (
                tenant("users: [{userPrincipalName: a@contoso.com, departement: x}]"),
                "c.yaml:4:46: tenants[0].users[0].departement", "did you mean department?"
            ),
        ])
    func warnsAboutNameUnknownToGraph(text: String, location: String, hint: String) throws {
        #expect(try warnings(text) == ["\(location): unknown property, ignored (\(hint))"])
    }

    @Test(
        "Names of Graph or an older manifest are kept without a warning",
        arguments: [
            application(
                "tags: [a]\nnotes: x\ninfo: {}\noauth2AllowUrlPathMatching: false\nservicePrincipalType: Application"),
            application("web: {homePageUrl: x, redirectUriSettings: []}\napi: {tokenEncryptionSetting: null}"),
            application("'@odata.type': x\nowners@odata.context: x\nodata.type: x"),
            application("extension_0123_skuNumber: x\nextkmpdyld2_training: x"),
            application("passwordCredentials: [{secretText: a, customKeyIdentifier: null}]"),
            tenant("users: [{userPrincipalName: a@contoso.com, employeeId: 1, userType: Member, extension_a_b: 1}]"),
            tenant("groups: [{displayName: G, description: x, mailEnabled: false, groupTypes: []}]"),
        ])
    func keepsGraphAndManifestNamesSilently(text: String) throws {
        #expect(try warnings(text) == [])
    }

    @Test("A misspelled name of Understudy's own is an error")
    func rejectsMisspelledUnderstudyName() {
        #expect(
            load(tenant("users: [{userPrincipalName: a@contoso.com, pasword: x}]")).problems.map(\.description) == [
                "c.yaml:4:46: tenants[0].users[0].pasword: unknown key (did you mean password?)"
            ])
    }

    @Test("The problem of an unreadable file has neither line nor column")
    func unreadableFileHasNoLine() {
        #expect(throws: Configuration.Problems.self) { try Configuration.load(.file("no/such.yaml")) }
        do {
            _ = try Configuration.load(.file("no/such.yaml"))
        } catch {
            #expect(error.problems.map(\.description) == ["no/such.yaml: cannot be read: No such file or directory"])
        }
    }

    @Test("Table names are unique, and Understudy reads none of them as a key")
    func tableNamesAreUniqueAndNotUnderstudyKeys() {
        for name in ["application", "user", "group", "device"] { #expect(!GraphNames.names(of: name).isEmpty) }
        for key in ApplicationDraft.keys.shape.keys {
            #expect(!GraphNames.contain(key.name, in: "application"), "\(key.name)")
        }
        for key in GroupDraft.keys.shape.keys { #expect(!GraphNames.contain(key.name, in: "group"), "\(key.name)") }
    }
}
