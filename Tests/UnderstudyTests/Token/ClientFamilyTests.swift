import Entra
import Formats
import Testing

/// Clients of one family share refresh tokens (docs/reference/protocol.md#token-response, docs/reference/wire.md#accounts).
@Suite struct ClientFamilyTests {
    private static let mail = Client(id: "aaaaaaaa-0000-4000-8000-000000000041", redirectURI: "http://localhost")
    private static let chat = Client(id: "aaaaaaaa-0000-4000-8000-000000000042", redirectURI: "http://localhost")
    private static let other = Client(id: "aaaaaaaa-0000-4000-8000-000000000043", redirectURI: "http://localhost")
    private static let standalone = Client(id: "aaaaaaaa-0000-4000-8000-000000000044", redirectURI: "http://localhost")
    private static let server = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000045", redirectURI: "https://server.test/cb", secret: "s")

    private static func entra(settings: String = "{}") throws -> MockEntra {
        let apps = [(mail, "\"1\""), (chat, "\"1\""), (other, "\"2\""), (standalone, "~")].map { client, family in
            """
                  - {appId: \(client.id), familyId: \(family), publicClient: {redirectUris: ["http://localhost"]}}
            """
        }
        return try MockEntra(
            yaml: """
                settings: \(settings)
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications:
                \(apps.joined(separator: "\n"))
                      - {appId: \(server.id), familyId: "1", web: {redirectUris: ["https://server.test/cb"]},
                         passwordCredentials: [{secretText: s}]}
                """)
    }

    private static let scope: Parameters = ["scope": "openid offline_access https://graph.microsoft.com/User.Read"]

    private static func tokens(_ site: Site, _ client: Client) throws -> TestResponse {
        try site.tokens(client, scope, tenant: "contoso.com")
    }

    @Test("The refresh token of a public client in a family comes with foci as text")
    func publicClientInFamilyGetsFoci() throws {
        let site = try ClientFamilyTests.entra().site
        #expect(try ClientFamilyTests.tokens(site, ClientFamilyTests.mail)["foci"] == "1")
        #expect(try ClientFamilyTests.tokens(site, ClientFamilyTests.other)["foci"] == "2")
        #expect(try ClientFamilyTests.tokens(site, ClientFamilyTests.standalone).json?["foci"] == nil)
        #expect(try ClientFamilyTests.tokens(site, ClientFamilyTests.server).json?["foci"] == nil)
        let without = try site.tokens(ClientFamilyTests.mail, ["scope": "openid"], tenant: "contoso.com")
        #expect(without.json?["foci"] == nil)
    }

    @Test("Another client of the family redeems the refresh token under its own ID and consent")
    func familyClientRedeemsRefreshToken() throws {
        let site = try ClientFamilyTests.entra().site
        let refresh = try #require(try ClientFamilyTests.tokens(site, ClientFamilyTests.mail)["refresh_token"])
        let form = ClientFamilyTests.chat.refresh(refresh, ClientFamilyTests.scope)
        #expect(try site.token(form, tenant: "contoso.com").outcome == .jsonError(400, "invalid_grant", 65001))
        _ = try ClientFamilyTests.tokens(site, ClientFamilyTests.chat)
        let response = try site.token(form, tenant: "contoso.com")
        #expect(response["foci"] == "1")
        #expect(try Token(response["access_token"])["appid"] == ClientFamilyTests.chat.id)
        #expect(try Token(response["id_token"])["aud"] == ClientFamilyTests.chat.id)
        let next = try #require(response["refresh_token"])
        let back = try site.token(ClientFamilyTests.mail.refresh(next, ClientFamilyTests.scope), tenant: "contoso.com")
        #expect(try Token(back["access_token"])["appid"] == ClientFamilyTests.mail.id)
    }

    @Test(
        "Revoking the issuing or the redeeming client invalidates a refresh token of the family",
        arguments: [mail, chat, other])
    func revocationAppliesToIssuingAndRedeemingClient(_ client: Client) throws {
        let site = try ClientFamilyTests.entra().site
        let refresh = try #require(try ClientFamilyTests.tokens(site, ClientFamilyTests.mail)["refresh_token"])
        let own = try #require(try ClientFamilyTests.tokens(site, ClientFamilyTests.chat)["refresh_token"])
        let form = ClientFamilyTests.chat.refresh(refresh, ClientFamilyTests.scope)
        #expect(try site.token(form, tenant: "contoso.com").status == 200)
        #expect(try site.control("POST", "revocations", #"{"application": "\#(client.id)"}"#).status == 200)
        let isOther = client.id == ClientFamilyTests.other.id
        #expect(try site.token(form, tenant: "contoso.com").code == (isOther ? nil : 50173))
        let siblings = ClientFamilyTests.chat.refresh(own, ClientFamilyTests.scope)
        let isItself = client.id == ClientFamilyTests.chat.id
        #expect(try site.token(siblings, tenant: "contoso.com").code == (isItself ? 50173 : nil))
    }

    @Test("A client outside the family is rejected with client_mismatch", arguments: [standalone, other])
    func rejectsClientOutsideFamily(_ client: Client) throws {
        let site = try ClientFamilyTests.entra().site
        let refresh = try #require(try ClientFamilyTests.tokens(site, ClientFamilyTests.mail)["refresh_token"])
        let response = try site.token(client.refresh(refresh, ClientFamilyTests.scope), tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "invalid_grant", 70000))
        #expect(response["suberror"] == "client_mismatch")
        #expect(response.json?["error_additional_info"]?.array?.compactMap(\.string) == ["client_mismatch"])
    }

    @Test("A refresh token without a family is valid for its own client only", arguments: [mail, other])
    func tokenWithoutFamilyIsNotShared(_ client: Client) throws {
        let site = try ClientFamilyTests.entra().site
        let refresh = try #require(try ClientFamilyTests.tokens(site, ClientFamilyTests.standalone)["refresh_token"])
        let response = try site.token(client.refresh(refresh, ClientFamilyTests.scope), tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "invalid_grant", 700007))
        #expect(response["suberror"] != "client_mismatch")
        #expect(response.json?["error_additional_info"] == nil)
    }

    @Test("The refresh token of a confidential client is not shared with the family")
    func confidentialClientTokenIsNotShared() throws {
        let site = try ClientFamilyTests.entra().site
        let refresh = try #require(try ClientFamilyTests.tokens(site, ClientFamilyTests.server)["refresh_token"])
        let response = try site.token(
            ClientFamilyTests.mail.refresh(refresh, ClientFamilyTests.scope), tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "invalid_grant", 700007))
    }

    @Test("The settings determine ext_expires_in, refresh_in and spe_info")
    func settingsDetermineResponseFields() throws {
        let settings = "{accessTokenLifetime: 7200, extendedAccessTokenLifetime: 86400, speInfo: I}"
        let site = try ClientFamilyTests.entra(settings: settings).site
        let response = try ClientFamilyTests.tokens(site, ClientFamilyTests.mail)
        #expect(response.json?["ext_expires_in"]?.integer == 86_400)
        #expect(response.json?["refresh_in"]?.integer == 3_600)
        #expect(response["spe_info"] == "I")
        #expect(response.header("x-ms-clitelem") == "1,0,0,,I")
        let v1 = try site.tokens(
            ClientFamilyTests.mail, ["resource": "https://graph.microsoft.com"], tenant: "contoso.com", .v1)
        #expect(v1["ext_expires_in"] == "86400")
        #expect(v1["refresh_in"] == "3600")
        let app = try site.token(
            ClientFamilyTests.server.credentials.with([
                "grant_type": "client_credentials", "scope": "https://graph.microsoft.com/.default",
            ]), tenant: "contoso.com")
        #expect(app.json?["ext_expires_in"]?.integer == 86_400)
        #expect(app.json?["refresh_in"]?.integer == 3_600)
        #expect(app.header("x-ms-clitelem") == "1,0,0,,I")
        let rejected = try site.token(ClientFamilyTests.mail.refresh("x"), tenant: "contoso.com")
        #expect(rejected.header("x-ms-clitelem") == "1,9002313,0,,I")
        let plain = try ClientFamilyTests.tokens(ClientFamilyTests.entra().site, ClientFamilyTests.mail)
        #expect(plain.json?["ext_expires_in"] == plain.json?["expires_in"])
        #expect(plain.json?["spe_info"] == nil)
        #expect(plain.header("x-ms-clitelem") == "1,0,0,,")
    }
}
