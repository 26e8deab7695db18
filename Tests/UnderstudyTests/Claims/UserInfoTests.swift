import Entra
import Formats
import Testing

/// These tests cover the UserInfo endpoints (docs/reference/protocol.md#userinfo; OpenID Connect Core §5.3).
@Suite struct UserInfoTests {
    private static let graph = "/oidc/userinfo"
    private static let versionOne = "/contoso.com/openid/userinfo"

    private static func send(
        _ site: Site, _ token: String?, at path: String = UserInfoTests.graph, _ method: String = "GET",
        scheme: String = "Bearer"
    ) throws -> TestResponse {
        guard let token else { return try site.send(method, path) }
        return try site.send(method, path, headers: ["Authorization": "\(scheme) \(token)"])
    }

    private static func names(_ response: TestResponse) -> [String] { response.json?.object?.map(\.name) ?? [] }

    @Test(
        "UserInfo returns the user's profile with the subject of the client's ID token", arguments: ["GET", "POST"])
    func returnsProfileWithSubjectOfIDToken(_ method: String) throws {
        let site = try MockEntra().site
        let tokens = try site.tokens(.mobile, ["scope": "openid profile email User.Read"])
        let response = try UserInfoTests.send(site, tokens["access_token"], method)
        #expect(response.status == 200)
        #expect(
            UserInfoTests.names(response) == ["sub", "name", "family_name", "given_name", "picture", "email"])
        #expect(response["sub"] == (try Token(tokens["id_token"]))["sub"])
        #expect(response["sub"] != (try Token(tokens["access_token"]))["sub"])
        #expect(response["name"] == "Alex Wilber" && response["given_name"] == "Alex")
        #expect(response["family_name"] == "Wilber" && response["email"] == "alex@contoso.com")
        #expect(response["picture"] == "https://graph.microsoft.com/v1.0/me/photo/$value")
    }

    @Test(
        "The version 1 endpoint returns the claims of the version 1 ID token, and lists as text",
        arguments: [
            ("alex@contoso.com", ["upn"], "GET"), ("megan@fabrikam.com", ["email", "idp"], "POST"),
        ])
    func versionOneReturnsClaimsOfIDToken(_ user: String, _ own: [String], _ method: String) throws {
        // Responses of 2019-03 (alerta), 2020-09 (JNUC326) and 2024-06.
        let site = try Lab.entra().site
        let tokens = try site.tokens(.mobile, [:], as: user, tenant: "contoso.com", .v1)
        let response = try UserInfoTests.send(site, tokens["access_token"], at: UserInfoTests.versionOne, method)
        let names = ["amr", "ipaddr", "name", "oid", "rh", "sub", "tid", "unique_name", "uti", "ver"] + own
        let optional = ["family_name", "given_name"]
        #expect(UserInfoTests.names(response).filter { !optional.contains($0) } == names.sorted())
        #expect(response["amr"] == "[\"pwd\"]" && response["ver"] == "1.0")
        let id = try Token(tokens["id_token"])
        for name in names where !["amr", "rh", "uti"].contains(name) {
            #expect(response[name] == id[name], "\(name)")
        }
    }

    @Test("UserInfo responds on Microsoft Graph's own host")
    func respondsOnGraphHost() throws {
        let entra = try MockEntra()
        let login = entra.at("https://login.microsoftonline.com")
        let token = try login.tokens(.mobile, ["scope": "openid"], tenant: "contoso.com")["access_token"]
        let graph = entra.at("https://graph.microsoft.com")
        #expect(try UserInfoTests.send(graph, token)["name"] == "Alex Wilber")
        let challenge = try UserInfoTests.send(graph, nil).header("WWW-Authenticate")
        #expect(
            challenge
                == "Bearer realm=\"\", authorization_uri=\"https://login.microsoftonline.com/common/oauth2/authorize\", "
                + "client_id=\"00000003-0000-0000-c000-000000000000\"")
    }

    @Test("UserInfo accepts the scheme Bearer in any case, and a token with only the scope openid")
    func acceptsSchemeInAnyCase() throws {
        let site = try MockEntra().site
        let token = try site.tokens(.mobile, ["scope": "openid"])["access_token"]
        #expect(try UserInfoTests.send(site, token, scheme: "bEARER").status == 200)
        #expect(try UserInfoTests.send(site, token, scheme: "Basic").status == 401)
    }

    @Test("The version 1 endpoint accepts the access token of a code flow without a resource")
    func versionOneAcceptsTokenWithoutResource() throws {
        let site = try MockEntra().site
        let tokens = try site.tokens(.web, [:], tenant: "contoso.com", .v1)
        let response = try UserInfoTests.send(site, tokens["access_token"], at: UserInfoTests.versionOne)
        #expect(response["sub"] == (try Token(tokens["id_token"]))["sub"])
        #expect(try UserInfoTests.send(site, tokens["access_token"]).status == 401)
    }

    struct Rejection: Row {
        let name: String
        let message: String
        var path = UserInfoTests.graph
        var later: Int64 = 0
        let token: @Sendable (Site) throws -> String?
    }

    private static let openid: @Sendable (Site) throws -> String? = {
        try $0.tokens(.mobile, ["scope": "openid"])["access_token"]
    }
    private static let failure = "Access token validation failure."

    static let rejections: [Rejection] = [
        Rejection(name: "no token", message: "Access token is empty.") { _ in nil },
        Rejection(name: "garbage", message: "CompactToken parsing failed.") { _ in "x" },
        Rejection(name: "an id_token", message: "CompactToken parsing failed.") {
            try $0.tokens(.mobile, ["scope": "openid profile"])["id_token"]
        },
        Rejection(name: "a refresh token", message: "CompactToken parsing failed.") {
            try $0.tokens()["refresh_token"]
        },
        Rejection(name: "bound to a key", message: "\(failure) The token is bound to a key.") { site in
            let confirmation = Base64.url(#"{"kid":"key-1"}"#.utf8)
            let bound: Parameters = ["token_type": "pop", "req_cnf": confirmation]
            return try site.tokens(.mobile, ["scope": "openid"], redeeming: bound)["access_token"]
        },
        Rejection(name: "for another API", message: "\(failure) Invalid audience.") {
            try $0.tokens()["access_token"]
        },
        Rejection(name: "an app's own", message: "The access token is app-only and has no user.") {
            try $0.appToken("https://graph.microsoft.com/.default")
        },
        Rejection(name: "a wrong signature", message: "\(failure) Invalid signature.") {
            try openid($0).map { String($0.dropLast(4)) + "AAAA" }
        },
        Rejection(
            name: "over", message: "Lifetime validation failed, the token is expired or not valid yet.", later: 5_400,
            token: openid),
        Rejection(
            name: "of another tenant", message: failure, path: "/fabrikam.com/openid/userinfo", token: openid),
        Rejection(
            name: "of a user since revoked",
            message:
                "The user of the access token was deleted or disabled, or the sessions of the user were revoked.",
            later: 1
        ) { site in
            let token = try openid(site)
            let entra = site.backend as? MockEntra
            entra?.clock.advance(seconds: 1)
            entra?.revoke(user: Seed.alex, of: Seed.contoso)
            return token
        },
    ]

    @Test("UserInfo rejects an invalid token with its reason", arguments: rejections)
    func rejectsInvalidToken(_ row: Rejection) throws {
        let entra = try MockEntra()
        let token = try row.token(entra.site)
        entra.clock.advance(seconds: row.later)
        let response = try UserInfoTests.send(entra.site, token, at: row.path)
        #expect(response.status == 401)
        #expect(response.json?["error"]?["code"]?.string == "InvalidAuthenticationToken")
        #expect(response.json?["error"]?["message"]?.string == row.message)
        #expect(response.json?["error"]?["innerError"]?["request-id"]?.string == response.header("x-ms-request-id"))
        #expect(response.header("WWW-Authenticate")?.hasPrefix("Bearer realm=\"\", authorization_uri=") == true)
        #expect(response.header("Access-Control-Allow-Origin") == "*")
    }

    @Test("UserInfo rejects a Microsoft Graph token without the scope openid")
    func rejectsTokenWithoutOpenIDScope() throws {
        let site = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}]
                    oauth2PermissionGrants: [{clientId: \(Client.mobile.id), resourceId: \(Seed.graph),
                      consentType: AllPrincipals, scope: Mail.Read}]
                """
        ).site
        let tokens = try site.tokens(.mobile, ["scope": "Mail.Read"], tenant: "contoso.com")
        let response = try UserInfoTests.send(site, tokens["access_token"])
        #expect(response.status == 403)
        #expect(response.json?["error"]?["code"]?.string == "Authorization_RequestDenied")
    }

    @Test("UserInfo rejects an unknown tenant and a wrong method")
    func rejectsUnknownTenantAndMethod() throws {
        let site = try MockEntra().site
        #expect(try site.get("/nowhere.test/openid/userinfo").code == 90002)
        #expect(try site.send("PUT", UserInfoTests.graph).code == 900_561)
    }

    @Test("The preflight allows the Authorization header of any origin")
    func preflightAllowsAuthorizationHeader() throws {
        let response = try MockEntra().site.send(
            "OPTIONS", UserInfoTests.graph,
            headers: [
                "Origin": "http://localhost:3000", "Access-Control-Request-Method": "GET",
                "Access-Control-Request-Headers": "authorization",
            ])
        #expect(response.status == 204 && response.header("Access-Control-Allow-Origin") == "*")
        #expect(response.header("Access-Control-Allow-Headers") == "authorization")
        #expect(response.header("Access-Control-Allow-Methods")?.contains("GET") == true)
    }
}
