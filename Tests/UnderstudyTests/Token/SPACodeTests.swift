import Entra
import Formats
import Testing

/// The member `spa_code` lets a server pass a code for its page in addition to its own tokens
/// (docs/reference/protocol.md#authorization-code; docs/reference/wire.md#msal-browser-requests).
@Suite struct SPACodeTests {
    private static let origin = [("Origin", "https://mixed.test")]
    private static let page = Client(id: Lab.mixed.id, redirectURI: "https://mixed.test/spa")

    /// The token response that the server receives.
    private static func response(
        _ site: Site, _ more: Parameters = ["return_spa_code": "1"], client: Client = Lab.mixed
    ) throws -> TestResponse {
        try site.tokens(
            client, ["scope": "openid profile offline_access User.Read", "nonce": "n1"], redeeming: more,
            tenant: "contoso.com")
    }

    private static func redemption(_ code: String?, _ more: Parameters = [:]) -> Parameters {
        let base: Parameters = [
            "grant_type": "authorization_code", "client_id": Lab.mixed.id, "code": code, "scope": "User.Read openid",
        ]
        return base.with(more)
    }

    private static func redeem(
        _ site: Site, _ code: String?, _ more: Parameters = [:], headers: [(String, String)] = origin
    ) throws -> TestResponse {
        try site.token(redemption(code, more), tenant: "contoso.com", headers: headers)
    }

    @Test("The page redeems the code once, without a verifier or a redirect URI")
    func pageRedeemsSPACodeOnce() throws {
        let site = try Lab.entra().site
        let code = try #require(try SPACodeTests.response(site)["spa_code"])
        let response = try SPACodeTests.redeem(site, code)
        #expect(response.status == 200)
        #expect(response.json?["refresh_token_expires_in"]?.integer == 86_400)
        #expect(try Token(response["id_token"])["nonce"] == nil)
        #expect(try Token(response["access_token"])["appidacr"] == "0")
        #expect(try SPACodeTests.redeem(site, code).outcome == .jsonError(400, "invalid_grant", 54005))
        let refreshed = try site.token(
            SPACodeTests.page.refresh(try #require(response["refresh_token"])), tenant: "contoso.com",
            headers: SPACodeTests.origin)
        #expect(refreshed.status == 200)
    }

    @Test("Redeeming the code does not give the page the server's refresh token")
    func serverRefreshTokenRemainsWithServer() throws {
        let site = try Lab.entra().site
        let response = try SPACodeTests.response(site)
        _ = try SPACodeTests.redeem(site, response["spa_code"])
        let refresh = try #require(response["refresh_token"])
        #expect(try site.token(Lab.mixed.refresh(refresh), tenant: "contoso.com").status == 200)
        #expect(
            try site.token(SPACodeTests.page.refresh(refresh), tenant: "contoso.com", headers: SPACodeTests.origin).code
                == 9_002_326)
    }

    struct Rejection: Row {
        let name: String
        let code: Int
        var more: Parameters = [:]
        var headers: [(String, String)] = SPACodeTests.origin
        var later: Int64 = 0
    }

    static let rejections: [Rejection] = [
        Rejection(name: "without an origin", code: 9_002_327, headers: []),
        Rejection(name: "with an empty origin, which is none", code: 9_002_327, headers: [("Origin", "")]),
        Rejection(name: "with the server's secret", code: 9_002_326, more: ["client_secret": "mixed-secret"]),
        Rejection(name: "with a verifier", code: 50148, more: ["code_verifier": Client.verifier]),
        Rejection(name: "with a redirect URI", code: 500112, more: ["redirect_uri": "https://mixed.test/cb"]),
        Rejection(name: "for another client", code: 700007, more: ["client_id": Client.mobile.id]),
        Rejection(name: "ten minutes later", code: 70008, later: 600),
    ]

    @Test("An invalid redemption is rejected", arguments: rejections)
    func rejectsInvalidRedemption(_ row: Rejection) throws {
        let entra = try Lab.entra()
        let code = try SPACodeTests.response(entra.site)["spa_code"]
        entra.clock.advance(seconds: row.later)
        #expect(try SPACodeTests.redeem(entra.site, code, row.more, headers: row.headers).code == row.code)
    }

    @Test("An empty Origin does not count as the origin of a page")
    func emptyOriginDoesNotCountAsPage() throws {
        let site = try Lab.entra().site
        let code = try SPACodeTests.response(site)["spa_code"]
        let tokens = try SPACodeTests.redeem(site, code)
        let page = SPACodeTests.page.refresh(try #require(tokens["refresh_token"]))
        let empty = [("Origin", "")]
        #expect(try site.token(page, tenant: "contoso.com", headers: empty).code == 9_002_327)
        #expect(try site.token(page, tenant: "contoso.com", headers: SPACodeTests.origin).status == 200)
        let refresh = try #require(try SPACodeTests.response(site)["refresh_token"])
        #expect(try site.token(Lab.mixed.refresh(refresh), tenant: "contoso.com", headers: empty).code == 9_002_326)
    }

    @Test("The code is issued only on request, to the server of an application with a page")
    func issuesSPACodeOnlyOnRequest() throws {
        let site = try Lab.entra().site
        #expect(try SPACodeTests.response(site, [:])["spa_code"] == nil)
        #expect(try SPACodeTests.response(site, ["return_spa_code": "0"])["spa_code"] == nil)
        #expect(try SPACodeTests.response(site, client: Lab.implicit)["spa_code"] == nil)
    }

    @Test("Only the code of a web redirect URI and a work account brings a second code, microsoft-identity-web#2510")
    func rejectsRequestForSPACodeOfOtherCodes() throws {
        let site = try Lab.entra().site
        let hybrid: Parameters = ["return_spa_code": "1"]
        let personal = try site.code(Lab.personal, ["scope": "openid"], as: "ada@outlook.com", tenant: "consumers")
        var client = SPACodeTests.page
        client.browserOrigin = "https://mixed.test"
        let page = try site.code(client, ["scope": "openid"], tenant: "contoso.com")
        for response in [
            try site.token(Lab.personal.redemption(personal, hybrid), tenant: "consumers"),
            try site.token(client.redemption(page, hybrid), tenant: "contoso.com", headers: client.headers),
            try site.token(Client.mobile.redemption(try site.code(), hybrid)),
        ] {
            #expect(response.outcome == .jsonError(400, "invalid_request", 9_000_512))
        }
        #expect(try site.token(Lab.personal.redemption(personal), tenant: "consumers").status == 200)
    }

    @Test("A hybrid sign-in's code also returns a code for the page")
    func hybridSignInReturnsSPACode() throws {
        let site = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications: [{appId: \(Lab.mixed.id), passwordCredentials: [{secretText: mixed-secret}],
                      web: {redirectUris: ["https://mixed.test/cb"], implicitGrantSettings: {enableIdTokenIssuance: true}},
                      spa: {redirectUris: ["https://mixed.test/spa"]}}]
                """
        ).site
        let request: Parameters = [
            "scope": "openid profile User.Read", "response_type": "code id_token", "nonce": "n1",
            "response_mode": "form_post",
        ]
        let code = try site.code(Lab.mixed, request, tenant: "contoso.com")
        let response = try site.token(
            Lab.mixed.redemption(code, ["return_spa_code": "1"]), tenant: "contoso.com")
        #expect(try SPACodeTests.redeem(site, response["spa_code"]).status == 200)
    }
}
