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

    @Test(
        "A user's token for Microsoft Graph has the facts about the account",
        arguments: [
            ("alex@contoso.com", 0, "1", "b79fbf4d-3ef9-4689-8143-76b194e85509"),
            ("megan@fabrikam.com", 1, "5", "13bd1c72-6f4a-4dcf-985f-18d3b80f208a"),
        ])
    func graphTokenHasAccountFacts(
        _ user: String, _ account: Int64, _ relationship: String, _ role: String
    ) throws {
        // A token of 2026-05 for the client obo-middle-app; agent-token-claims of 2025-11 for the numbers.
        let tokens = try Lab.entra().site.tokens(
            .mobile, ["scope": "openid User.Read"], as: user, tenant: "contoso.com")
        let access = try Token(tokens["access_token"])
        #expect(access.number("acct") == account && access["tenant_region_scope"] == "WW")
        #expect(access["xms_idrel"]?.split(separator: " ").first.map(String.init) == relationship)
        #expect(access.claims["xms_st"]?["sub"]?.string == (try Token(tokens["id_token"]))["sub"])
        #expect(access.list("wids") == [role] && access["puid"]?.count == 16)
        #expect(access.number("xms_tcdt") != nil && access.number("xms_acd") != nil)
    }

    @Test("An app-only token for Microsoft Graph or Azure Resource Manager has the facts about applications")
    func appOnlyTokenHasApplicationFacts() throws {
        // Tokens of 2024-05 to 2026-03 with the role 0997a1d0, which is no directory role.
        let site = try Lab.entra().site
        let graph = try Token(site.appToken("https://graph.microsoft.com/.default"))
        #expect(graph.list("wids") == ["0997a1d0-0d1d-4acb-b408-d5ca73121e90"])
        #expect(graph["tenant_region_scope"] == "WW" && graph["xms_rd"]?.hasPrefix("0.") == true)
        let azure = try Token(site.appToken("https://management.azure.com/.default"))
        #expect(azure["idtyp"] == "app" && azure.list("wids") == nil && azure["tenant_region_scope"] == nil)
        for token in [graph, azure] {
            #expect(token["xms_idrel"] == "7 16" && token["xms_act_fct"] == "3 9" && token["xms_sub_fct"] == "3 9")
            #expect(token.number("xms_tcdt") != nil)
        }
    }

    @Test(
        "The version 1 token endpoint does not sign ID tokens, and the authorization endpoint does",
        arguments: [EndpointVersion.v1, .v2])
    func versionOneTokenEndpointDoesNotSignIDTokens(_ version: EndpointVersion) throws {
        // adal-java#117, go-oidc#133, oauth2-proxy#914, go-oidc#350, and a token file of 2026-08.
        let site = try Lab.entra().site
        let request: Parameters = version == .v1 ? ["resource": "https://legacy.contoso.com/"] : ["scope": usualScope]
        let byCode = try site.tokens(Lab.listing, request, tenant: "contoso.com", version)
        let byRefresh = try site.token(
            Lab.listing.refresh(byCode["refresh_token"] ?? ""), tenant: "contoso.com", version)
        for response in [byCode, byRefresh] {
            let token = try #require(response["id_token"])
            #expect(try Token(token).isSigned(by: site) == (version == .v2))
            #expect(token.hasPrefix("eyJ0eXAiOiJKV1QiLCJhbGciOiJub25lIn0.") == (version == .v1))
            #expect(token.hasSuffix(".") == (version == .v1))
        }
        let implicit = try site.signIn(
            Lab.implicit, ["response_type": "id_token", "scope": "openid", "nonce": "n"], tenant: "contoso.com", version
        )
        #expect(try Token(implicit.fields["id_token"]).isSigned(by: site))
    }

    @Test("A stubbed fault of the signature signs an ID token that would have no signature")
    func signatureFaultSignsUnsignedToken() throws {
        let site = try Lab.entra().site
        let tokens = try site.tokens(
            Lab.listing, ["resource": "https://legacy.contoso.com/"], tenant: "contoso.com", .v1)
        try site.stub(#"{"grantType":"refresh_token"}"#, #"{"fault":"wrongSignature"},{"fault":"expired"}"#)
        let refresh = Lab.listing.refresh(tokens["refresh_token"] ?? "")
        let wrong = try Token(site.token(refresh, tenant: "contoso.com", .v1)["id_token"])
        #expect(wrong.header["alg"]?.string == "RS256")
        #expect(try !wrong.isSigned(by: site))
        let expired = try Token(site.token(refresh, tenant: "contoso.com", .v1)["id_token"])
        #expect(expired.header["alg"]?.string == "none")
        #expect(try #require(expired.number("exp")) < MockEntra.start.seconds)
    }

    @Test(
        "A response for a personal account has no session_state",
        arguments: [("ada@outlook.com", "consumers", false), ("alex@contoso.com", "common", true)])
    func personalAccountHasNoSessionState(_ user: String, _ tenant: String, _ isIncluded: Bool) throws {
        // Three recorded redirects of 2020-11 to 2024-05 end after client_info and state.
        let response = try MockEntra().site.signIn(
            .mobile, ["scope": "openid", "state": "s", "client_info": "1"], as: user, tenant: tenant)
        let names = ["code", "client_info", "state"] + (isIncluded ? ["session_state"] : [])
        #expect(response.redirect?.names == names)
    }
}
