import Entra
import Formats
import Testing

/// The `client_credentials` grant issues application tokens (docs/reference/protocol.md#client-credentials;
/// docs/reference/security-checklist.md#rule-77).
@Suite struct ClientCredentialsTests {
    struct Case: Row {
        let name: String
        var client = Client.daemon
        var change: Parameters = [:]
        var tenant = "contoso.com"
        let outcome: Outcome
    }

    static let rejections: [Case] = [
        Case(name: "on common", tenant: "common", outcome: .jsonError(400, "invalid_request", 50059)),
        Case(name: "on organizations", tenant: "organizations", outcome: .jsonError(400, "invalid_request", 50059)),
        Case(name: "on consumers", tenant: "consumers", outcome: .jsonError(400, "invalid_request", 9_002_332)),
        Case(
            name: "on consumers, for personal accounts", client: Lab.personal, tenant: "consumers",
            outcome: .jsonError(400, "invalid_request", 9_001_023)),
        Case(
            name: "in the tenant of personal accounts", client: Lab.personal,
            tenant: "9188040d-6c67-4c5b-b112-36a304b66dad", outcome: .jsonError(400, "invalid_request", 9_001_023)),
        Case(
            name: "no scope (databricks-grafana#99, terraform-provider-genesyscloud#2443)", change: ["scope": nil],
            outcome: .jsonError(400, "invalid_request", 90014)),
        Case(name: "a blank scope", change: ["scope": " "], outcome: .jsonError(400, "invalid_request", 28003)),
        Case(
            name: "a permission", change: ["scope": "api://orders/Orders.Read.All"],
            outcome: .jsonError(400, "invalid_scope", 1_002_012)),
        Case(
            name: "the resource alone", change: ["scope": "api://orders"],
            outcome: .jsonError(400, "invalid_scope", 1_002_012)),
        Case(name: "openid", change: ["scope": "openid"], outcome: .jsonError(400, "invalid_scope", 1_002_012)),
        Case(
            name: "two .default", change: ["scope": "api://orders/.default https://graph.microsoft.com/.default"],
            outcome: .jsonError(400, "invalid_scope", 70011)),
        Case(
            name: "the same .default twice", change: ["scope": "api://orders/.default api://orders/.default"],
            outcome: .jsonError(400, "invalid_scope", 70011)),
        Case(name: "an empty scope", change: ["scope": ""], outcome: .jsonError(400, "invalid_request", 28003)),
        Case(
            name: "an unknown resource", change: ["scope": "api://nowhere/.default"],
            outcome: .jsonError(400, "invalid_resource", 500011)),
        Case(
            name: "an API of another tenant", change: ["scope": "api://foreign/.default"],
            outcome: .jsonError(400, "invalid_resource", 500011)),
        Case(
            name: "a disabled API", change: ["scope": "api://closed/.default"],
            outcome: .jsonError(400, "invalid_resource", 500014)),
        Case(
            name: "no role on an API that requires one, doc.nais.io", client: Lab.listing,
            change: ["scope": "api://strict/.default"],
            outcome: .jsonError(400, "invalid_grant", 501051)),
        Case(
            name: "in a tenant that does not know the client", client: Lab.organizations, tenant: "fabrikam.com",
            outcome: .jsonError(401, "unauthorized_client", 7_000_229)),
        Case(
            name: "a single-tenant client in another tenant", tenant: "fabrikam.com",
            outcome: .jsonError(400, "unauthorized_client", 700016)),
        Case(name: "no secret", change: ["client_secret": nil], outcome: .jsonError(401, "invalid_client", 7_000_216)),
        // Recordings of azure-sdk-for-js, 2021-01.
        Case(
            name: "neither a client ID nor a secret", change: ["client_id": nil, "client_secret": nil],
            outcome: .jsonError(401, "invalid_client", 7_000_216)),
        Case(
            name: "a secret without a client ID", change: ["client_id": nil],
            outcome: .jsonError(400, "invalid_request", 900144)),
        Case(
            name: "wrong secret", change: ["client_secret": "x"], outcome: .jsonError(401, "invalid_client", 7_000_215)),
        Case(
            name: "claims that are no JSON", change: ["claims": "notjson"],
            outcome: .jsonError(400, "invalid_request", 9_000_410)),
        Case(name: "in a browser", outcome: .jsonError(400, "invalid_request", 9_002_326)),
    ]

    private static func form(_ client: Client, _ change: Parameters) -> Parameters {
        client.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]).with(change)
    }

    @Test("An invalid request is rejected", arguments: rejections)
    func rejectsInvalidRequest(_ row: Case) throws {
        let headers = row.name == "in a browser" ? [("Origin", "https://app.test")] : []
        let response = try Lab.entra().site.token(
            ClientCredentialsTests.form(row.client, row.change), tenant: row.tenant, headers: headers)
        #expect(response.outcome == row.outcome)
    }

    struct Shape: Row {
        let name: String
        var client = Client.daemon
        let scope: String
        let aud: String
        var ver = "2.0"
        var roles: [String]?
    }

    static let shapes: [Shape] = [
        Shape(name: "by URI", scope: "api://orders/.default", aud: Seed.orders, roles: ["Orders.Read.All"]),
        Shape(name: "by GUID", scope: "\(Seed.orders)/.default", aud: Seed.orders, roles: ["Orders.Read.All"]),
        Shape(name: "in another case", scope: "API://ORDERS/.Default", aud: Seed.orders, roles: ["Orders.Read.All"]),
        Shape(
            name: "OpenID Connect scopes next to it", scope: "openid api://orders/.default offline_access",
            aud: Seed.orders, roles: ["Orders.Read.All"]),
        Shape(
            name: "an API that requires a role", scope: "api://strict/.default", aud: "api://strict", ver: "1.0",
            roles: ["Work"]),
        Shape(name: "itself by URI", client: Lab.claims, scope: "api://claims/.default", aud: Lab.claims.id),
        Shape(name: "no role", client: Lab.listing, scope: "api://orders/.default", aud: Seed.orders),
        Shape(
            name: "a slash more", scope: "https://legacy.contoso.com//.default", aud: "https://legacy.contoso.com/",
            ver: "1.0"),
        Shape(
            name: "a slash less", scope: "https://legacy.contoso.com/.default", aud: "https://legacy.contoso.com",
            ver: "1.0"),
        Shape(
            name: "Graph", scope: "https://graph.microsoft.com/.default", aud: "https://graph.microsoft.com", ver: "1.0"
        ),
        Shape(name: "Graph by default", scope: ".default", aud: Seed.graph, ver: "1.0"),
        Shape(
            name: "Azure", scope: "https://management.azure.com//.default", aud: "https://management.azure.com/",
            ver: "1.0"),
    ]

    @Test("A client gets an application token for the requested resource", arguments: shapes)
    func issuesApplicationToken(_ row: Shape) throws {
        let site = try Lab.entra().site
        let response = try site.token(
            ClientCredentialsTests.form(row.client, ["scope": row.scope, "client_info": "1"]), tenant: "contoso.com")
        #expect(
            response.json?.object?.map(\.name).sorted() == [
                "access_token", "expires_in", "ext_expires_in", "token_type",
            ])
        #expect(response.json?["expires_in"]?.integer == 3599)
        let token = try Token(response["access_token"])
        #expect(token["aud"] == row.aud)
        #expect(token["ver"] == row.ver)
        #expect(token.list("roles") == row.roles)
        #expect(token["sub"] == token["oid"])
        #expect(token["scp"] == nil && token["name"] == nil)
        #expect(token[row.ver == "1.0" ? "appid" : "azp"] == row.client.id)
    }

    @Test(
        "A client that supports continuous access evaluation gets a token for a day",
        arguments: ["https://graph.microsoft.com/.default", "api://claims/.default"])
    func issuesDayLongTokenForContinuousAccess(_ scope: String) throws {
        let site = try Lab.entra().site
        let claims = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
        let form = ClientCredentialsTests.form(.daemon, ["scope": scope])
        let response = try site.token(form.with(["claims": claims]), tenant: "contoso.com")
        let token = try Token(response["access_token"])
        #expect(token.list("xms_cc") == ["CP1"] && token["idtyp"] == "app")
        let lifetime = try #require(token.number("exp")) - MockEntra.start.seconds
        #expect((72_000...100_800).contains(lifetime))
        #expect(response.json?["refresh_in"]?.integer == lifetime / 2)
        let plain = try site.token(form, tenant: "contoso.com")
        #expect(try Token(plain["access_token"]).claims["xms_cc"] == nil)
        #expect(plain.json?["expires_in"]?.integer == 3599)
    }

    @Test("The token is as new as a claims challenge requires")
    func tokenMeetsNotBeforeOfClaimsChallenge() throws {
        let time = MockEntra.start.seconds - 10
        let response = try Lab.entra().site.token(
            ClientCredentialsTests.form(.daemon, ["claims": ClaimsChallenge.notBefore(time).text]),
            tenant: "contoso.com")
        #expect(try Token(response["access_token"]).number("nbf") == time)
    }

    @Test(
        "At version 1, the response names the resource",
        arguments: [
            ("api://orders", "api://orders"), ("https://legacy.contoso.com/", "https://legacy.contoso.com/"),
            ("https://legacy.contoso.com", "https://legacy.contoso.com"), (Seed.graph, Seed.graph),
        ])
    func versionOneResponseNamesResource(_ resource: String, _ echoed: String) throws {
        let response = try Lab.entra().site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "resource": resource]),
            tenant: "contoso.com", .v1)
        #expect(response["resource"] == echoed)
        #expect(response["expires_in"] == "3599")
    }

    @Test(
        "At version 1, a missing or unknown resource is rejected",
        arguments: [
            (nil, Outcome.jsonError(400, "invalid_request", 900144)),
            ("api://nowhere", .jsonError(400, "invalid_resource", 500011)),
        ] as [(String?, Outcome)])
    func versionOneRejectsMissingOrUnknownResource(_ resource: String?, _ outcome: Outcome) throws {
        let response = try Lab.entra().site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "resource": resource]),
            tenant: "contoso.com", .v1)
        #expect(response.outcome == outcome)
    }

    @Test("At version 1, a missing resource is reported before a wrong secret")
    func versionOneChecksResourceBeforeSecret() throws {
        let response = try Lab.entra().site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "client_secret": "wrong"]),
            tenant: "contoso.com", .v1)
        #expect(response.outcome == .jsonError(400, "invalid_request", 900144))
    }
}
