import Entra
import Formats
import Testing

/// Tokens for Microsoft's APIs by the grants of users, of APIs on behalf of users, and of managed identities
/// (docs/reference/protocol.md#microsofts-apis).
@Suite struct MicrosoftAPIGrantTests {
    private static let tenant = "44444444-4444-4444-8444-444444444444"
    private static let user = "kim@northwind.test"
    private static let app = Client(id: "aaaaaaaa-0000-4000-8000-000000000501", redirectURI: "http://localhost")
    private static let middle = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000502", redirectURI: "https://middle.test/cb", secret: "secret")

    private static func entra() throws -> MockEntra {
        try MockEntra(
            yaml: """
                tenants:
                  - id: \(tenant)
                    domains: [northwind.test]
                    users:
                      - {userPrincipalName: \(user), password: "Understudy!1"}
                    applications:
                      - {appId: \(app.id), publicClient: {redirectUris: ["\(app.redirectURI)"]},
                         isFallbackPublicClient: true}
                      - {appId: \(middle.id), identifierUris: ["api://middle"],
                         api: {oauth2PermissionScopes: [{value: access}]},
                         passwordCredentials: [{secretText: secret}]}
                    oauth2PermissionGrants:
                      - {clientId: \(app.id), consentType: AllPrincipals, resourceId: \(middle.id), scope: access}
                      - {clientId: \(app.id), consentType: AllPrincipals, resourceId: "https://vault.azure.net",
                         scope: user_impersonation}
                      - {clientId: \(app.id), consentType: AllPrincipals, resourceId: Microsoft Graph,
                         scope: Chat.Read}
                      - {clientId: \(middle.id), consentType: AllPrincipals, resourceId: "https://vault.azure.net",
                         scope: user_impersonation}
                      - {clientId: \(middle.id), consentType: AllPrincipals, resourceId: Microsoft Graph,
                         scope: Chat.Read}
                """)
    }

    /// A request for one of Microsoft's APIs, and what the token has.
    struct Request: Row {
        let scope: String
        let audience: String
        let permission: String

        var name: String { scope }
    }

    static let requests: [Request] = [
        vault("https://vault.azure.net/.default", "https://vault.azure.net"),
        vault("https://vault.azure.net//.default", "https://vault.azure.net/"),
        vault("https://vault.azure.net/user_impersonation", "https://vault.azure.net"),
        vault("https://orders.vault.azure.net/.default", "https://orders.vault.azure.net"),
        vault("cfa8b339-82a2-471a-a3c9-0fc0be7a4093/.default", "cfa8b339-82a2-471a-a3c9-0fc0be7a4093"),
        Request(
            scope: "https://graph.microsoft.com/Chat.Read", audience: "https://graph.microsoft.com",
            permission: "Chat.Read"),
    ]

    private static func vault(_ scope: String, _ audience: String) -> Request {
        Request(scope: scope, audience: audience, permission: "user_impersonation")
    }

    @Test("A device gets a token for one of Microsoft's APIs by each name", arguments: requests)
    func issuesTokenByDeviceCode(_ row: Request) throws {
        let response = try MicrosoftAPIGrantTests.entra().site.deviceTokens(
            MicrosoftAPIGrantTests.app, ["scope": row.scope], as: MicrosoftAPIGrantTests.user,
            tenant: MicrosoftAPIGrantTests.tenant)
        let token = try Token(response["access_token"])
        #expect(token["aud"] == row.audience)
        #expect(token["scp"] == row.permission)
        #expect(token["ver"] == "1.0")
    }

    @Test("An API gets a token for one of Microsoft's APIs on behalf of its caller by each name", arguments: requests)
    func issuesTokenOnBehalfOfUser(_ row: Request) throws {
        let site = try MicrosoftAPIGrantTests.entra().site
        let caller = try site.tokens(
            MicrosoftAPIGrantTests.app, ["scope": "api://middle/access"], as: MicrosoftAPIGrantTests.user,
            tenant: MicrosoftAPIGrantTests.tenant)
        let request = OnBehalfOfTests.request(MicrosoftAPIGrantTests.middle, caller["access_token"] ?? "")
        let response = try site.token(request.with(["scope": row.scope]), tenant: MicrosoftAPIGrantTests.tenant)
        let token = try Token(response["access_token"])
        #expect(token["aud"] == row.audience)
        #expect(token["scp"] == row.permission)
        #expect(token["appid"] == MicrosoftAPIGrantTests.middle.id)
    }

    @Test("On behalf of a user, an API needs a grant for one of Microsoft's APIs, and the name of an API that exists")
    func rejectsOnBehalfOfWithoutGrant() throws {
        let site = try MicrosoftAPIGrantTests.entra().site
        let caller = try site.tokens(
            MicrosoftAPIGrantTests.app, ["scope": "api://middle/access"], as: MicrosoftAPIGrantTests.user,
            tenant: MicrosoftAPIGrantTests.tenant)
        let request = OnBehalfOfTests.request(MicrosoftAPIGrantTests.middle, caller["access_token"] ?? "")
        for (scope, outcome) in [
            ("https://storage.azure.com/.default", .jsonError(400, "invalid_grant", 65001)),
            ("https://nowhere.azure.net/.default", .jsonError(400, "invalid_resource", 500011)),
        ] as [(String, Outcome)] {
            let response = try site.token(request.with(["scope": scope]), tenant: MicrosoftAPIGrantTests.tenant)
            #expect(response.outcome == outcome)
        }
    }

    @Test(
        "A managed identity gets a token for one of Microsoft's APIs by each name on each host",
        arguments: Azure.Host.allCases,
        [
            "https://vault.azure.net", "https://vault.azure.net/", "https://orders.vault.azure.net",
            "https://storage.azure.com/", "https://ossrdbms-aad.database.windows.net",
            "cfa8b339-82a2-471a-a3c9-0fc0be7a4093", "https://graph.microsoft.com",
        ])
    func issuesTokenForManagedIdentity(_ host: Azure.Host, _ resource: String) throws {
        let response = try host.send(Azure.entra().site, ["resource": resource])
        let token = try Token(response["access_token"])
        #expect(response["resource"] == resource)
        #expect(token["aud"] == resource)
        #expect(token["oid"] == Azure.machinePrincipal)
    }
}
