import Entra
import Formats
import Testing

/// Claims and form of access tokens as the service issues them since 2025 (docs/reference/protocol.md#token-claims).
@Suite struct AccessTokenTests {
    @Test("Every access token for a user has the session, and every access token the facts of the service")
    func accessTokensHaveSession() throws {
        // how-to-authentication-track-linkable-identifiers; tokens of 2026-03 and 2026-07.
        let site = try Lab.entra().site
        let own = try Token(site.tokens(.mobile, ["scope": "api://orders/Orders.Read"])["access_token"])
        let session = try #require(own["sid"])
        #expect(GUID(session) != nil && own["xms_ftd"] != nil && own["ver"] == "2.0")
        let refresh = try site.tokens(.mobile, ["scope": usualScope])
        let first = try Token(refresh["access_token"])["sid"]
        let again = try site.token(Client.mobile.refresh(refresh["refresh_token"] ?? ""))
        #expect(first == (try Token(again["access_token"])["sid"]), "a refresh keeps the session")
        let legacy = try Token(
            site.tokens(Lab.listing, ["resource": "https://legacy.contoso.com/"], tenant: "contoso.com", .v1)[
                "access_token"])
        #expect(legacy["sid"] != nil && legacy["xms_ftd"] != nil && legacy["ver"] == "1.0")
        let app = try Token(site.appToken("api://orders/.default"))
        #expect(app["sid"] == nil && app["xms_ftd"] != nil && app["idtyp"] == nil)
        let id = try Token(site.tokens(.mobile, ["scope": "openid"])["id_token"])
        #expect(id["sid"] == nil && id["xms_ftd"] == nil)
    }

    @Test("A personal account's token for Microsoft Graph is not readable, and Graph and UserInfo accept it")
    func personalGraphTokenIsOpaque() throws {
        // userinfo.md, § Permissions.
        let site = try MockEntra().site
        let tokens = try site.tokens(
            .mobile, ["scope": "openid profile User.Read"], as: "ada@outlook.com", tenant: "consumers")
        let token = try #require(tokens["access_token"])
        #expect(!token.contains(".") && token.hasPrefix("EwB"))
        #expect(try site.send("GET", "/oidc/userinfo", headers: ["Authorization": "Bearer \(token)"])["name"] != nil)
        let damaged = try site.send(
            "GET", "/oidc/userinfo", headers: ["Authorization": "Bearer \(token.dropLast())"])
        #expect(damaged.status == 401)
        let own = try site.tokens(.mobile, ["scope": "api://orders/Orders.Read"], as: "ada@outlook.com")
        #expect(own["access_token"]?.contains(".") != false, "other APIs get a JWT")
        let work = try site.tokens(.mobile, ["scope": "User.Read"])
        #expect(work["access_token"]?.contains(".") == true)
    }

    @Test(
        "The claim xms_cc drops capabilities that the service does not know",
        arguments: [(["CP1", "foo", "bar"], ["CP1"]), (["foo"], nil), (["cp1", "CP1"], ["CP1"]), (["protapp"], nil)]
            as [([String], [String]?)])
    func dropsUnknownCapabilities(_ sent: [String], _ expected: [String]?) throws {
        // claims-challenge.md, § Receiving xms_cc claim in an access token.
        let list = sent.map { "\"\($0)\"" }.joined(separator: ",")
        let request = "{\"access_token\":{\"xms_cc\":{\"values\":[\(list)]}}}"
        let response = try Lab.entra().site.tokens(
            Lab.claims, ["scope": "api://claims/read"], redeeming: ["claims": request], tenant: "contoso.com")
        let token = try Token(response["access_token"])
        #expect(token.list("xms_cc") == expected || (expected == nil && token.claims["xms_cc"] == nil))
    }
}
