import Formats
import Testing

/// These tests cover the claims about guests, personal accounts, names and addresses (docs/reference/protocol.md#token-claims).
@Suite struct AccountClaimsTests {
    @Test(
        "The tokens of a guest name the home tenant",
        arguments: [
            ("megan@fabrikam.com", "\(MockEntra.origin)/\(Seed.fabrikam)/", "megan@fabrikam.com"),
            ("bob@live.com", "live.com", "live.com#bob@live.com"),
        ])
    func guestTokensNameHomeTenant(_ user: String, _ provider: String, _ uniqueName: String) throws {
        let tokens = try Lab.entra().site.tokens(
            .mobile, ["scope": "openid profile User.Read", "client_info": "1"], as: user,
            redeeming: ["client_info": "1"],
            tenant: "contoso.com")
        let (id, access) = (try Token(tokens["id_token"]), try Token(tokens["access_token"]))
        #expect(id["idp"] == provider && access["idp"] == provider)
        #expect(id["tid"] == Seed.contoso)
        #expect(id["preferred_username"] == user && id["email"] == user)
        #expect(access["unique_name"] == uniqueName && access["upn"] == nil)
        let info = try #require(
            tokens["client_info"].flatMap { Base64.decodeURL($0.utf8) }.flatMap { JSONValue(parsing: $0) })
        #expect(info["utid"]?.string == (user.hasSuffix("live.com") ? Seed.consumers : Seed.fabrikam))
        #expect(info["uid"]?.string != id["oid"])
    }

    /// A multi-tenant client that identifies users by an unverified address would sign in an attacker who claims the address.
    @Test(
        "A multi-tenant application receives only verified addresses",
        arguments: [
            (Client.mobile, "alex@contoso.com", "alex@contoso.com"), (.mobile, "moira@contoso.com", nil),
            (Lab.plain, "moira@contoso.com", "moira@elsewhere.example"),
            (.mobile, "megan@fabrikam.com", "megan@fabrikam.com"), (.mobile, "bob@live.com", "bob@live.com"),
        ] as [(Client, String, String?)])
    func multiTenantApplicationReceivesVerifiedEmailOnly(_ client: Client, _ user: String, _ email: String?) throws {
        let tokens = try Lab.entra().site.tokens(client, ["scope": "openid email"], as: user, tenant: "contoso.com")
        #expect(try Token(tokens["id_token"])["email"] == email)
    }

    @Test(
        "The claim xms_edov states whether the address is verified",
        arguments: [("alex@contoso.com", true), ("moira@contoso.com", false)])
    func edovClaimStatesVerifiedDomain(_ user: String, _ isVerified: Bool) throws {
        let tokens = try Lab.entra().site.tokens(Lab.claims, ["scope": "openid"], as: user, tenant: "contoso.com")
        #expect(try Token(tokens["id_token"]).claims["xms_edov"]?.bool == isVerified)
    }

    @Test("The tokens of a personal account name the consumers tenant")
    func personalTokensNameConsumersTenant() throws {
        let tokens = try MockEntra().site.tokens(
            .mobile, ["scope": usualScope], as: "ada@outlook.com", tenant: "consumers")
        let (id, access) = (try Token(tokens["id_token"]), try Token(tokens["access_token"]))
        #expect(id["iss"] == "\(MockEntra.origin)/\(Seed.consumers)/v2.0")
        #expect(id["tid"] == Seed.consumers && id["oid"] == Seed.ada && id["idp"] == nil)
        #expect(access["aud"] == Seed.orders && access["tid"] == Seed.consumers)
    }

    @Test("A personal account receives no token for a version 1 API, except for Microsoft Graph")
    func rejectsVersionOneAPIForPersonalAccount() throws {
        let site = try MockEntra().site
        let scope = "https://management.azure.com/user_impersonation"
        let rejected = try site.signIn(
            .mobile, ["scope": "openid \(scope)"], as: "ada@outlook.com", tenant: "consumers")
        #expect(rejected.fields["error"] == "invalid_scope", "\(rejected.text)")
        let tokens = try site.tokens(
            .mobile, ["scope": "openid offline_access User.Read"], as: "ada@outlook.com", tenant: "consumers")
        #expect(tokens["access_token"]?.contains(".") == false, "the token for Microsoft Graph is opaque")
        let refresh = try #require(tokens["refresh_token"])
        let response = try site.token(Client.mobile.refresh(refresh, ["scope": scope]), tenant: "consumers")
        #expect(response.outcome == .jsonError(400, "invalid_scope", 70011), "msal.js#2852: \(response.text)")
    }

    @Test("A personal account that is a guest receives tokens of the visited tenant")
    func personalGuestReceivesTokensOfVisitedTenant() throws {
        let tokens = try Lab.entra().site.tokens(
            .mobile, ["scope": "openid profile"], as: "bob@live.com", redeeming: ["client_info": "1"],
            tenant: "contoso.com")
        let id = try Token(tokens["id_token"])
        #expect(id.number("exp") == id.number("iat").map { $0 + 3_900 })
        #expect(id["uti"] != nil && id["rh"] != nil && id["tid"] == Seed.contoso && id["idp"] == "live.com")
        let text = try #require(tokens["client_info"])
        let home = try #require(JSONValue(parsing: Base64.decodeURL(text.utf8) ?? []))
        #expect(home["utid"]?.string == Seed.consumers && home["uid"] != nil && home["tid"] == nil)
    }

    @Test(
        "A version 2 access token names the user only with the scope profile",
        arguments: [("profile ", true), ("", false)])
    func versionTwoAccessTokenNamesUserWithProfileScope(_ scope: String, _ isIncluded: Bool) throws {
        let site = try MockEntra().site
        let tokens = try site.tokens(
            .mobile, ["scope": "\(scope)offline_access api://orders/Orders.Read"], tenant: "contoso.com")
        let refresh = try #require(tokens["refresh_token"])
        let again = try site.token(
            Client.mobile.refresh(refresh, ["scope": "\(scope)api://orders/Orders.Read"]), tenant: "contoso.com")
        for text in [tokens["access_token"], again["access_token"]] {
            let token = try Token(text)
            #expect((token["preferred_username"] == "alex@contoso.com") == isIncluded)
            #expect((token["name"] != nil) == isIncluded && token["oid"] == Seed.alex)
        }
    }

    /// Optional names need the scope `profile`, as the other names do.
    @Test("Optional name claims need the scope profile", arguments: [("openid profile", true), ("openid", false)])
    func optionalNamesNeedProfileScope(_ scope: String, _ isIncluded: Bool) throws {
        let tokens = try Lab.entra().site.tokens(
            Lab.claims, ["scope": "\(scope) api://claims/read"], tenant: "contoso.com")
        let token = try Token(tokens["id_token"])
        for name in ["given_name", "family_name", "upn"] { #expect((token[name] != nil) == isIncluded) }
        #expect(token["email"] == "alex@contoso.com" && token["sid"] != nil)
    }
}
