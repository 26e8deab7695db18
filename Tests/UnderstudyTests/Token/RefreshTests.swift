import Entra
import Formats
import Testing

/// The `refresh_token` grant redeems refresh tokens (docs/reference/protocol.md#refresh-token;
/// docs/reference/security-checklist.md#rule-64 to docs/reference/security-checklist.md#rule-70).
@Suite struct RefreshTests {
    private static let day: Int64 = 86_400

    private func refreshToken(_ response: TestResponse) throws -> String { try #require(response["refresh_token"]) }

    @Test("Every response contains a new refresh token, and the previous one stays valid")
    func keepsRefreshTokenValidAfterUse() throws {
        let site = try MockEntra().site
        let first = try refreshToken(site.tokens())
        let second = try refreshToken(site.token(Client.mobile.refresh(first)))
        #expect(first != second)
        for token in [first, second, first] {
            let response = try site.token(Client.mobile.refresh(token, ["scope": usualScope]))
            #expect(response["scope"] == "api://orders/Orders.Read")
            #expect(response["id_token"] != nil)
            #expect(response["refresh_token"] != nil)
        }
    }

    @Test("A refresh without a scope uses the scope of the authorization request")
    func refreshWithoutScopeUsesOriginalScope() throws {
        let site = try MockEntra().site
        let response = try site.token(Client.mobile.refresh(try refreshToken(site.tokens())))
        #expect(response["scope"] == "api://orders/Orders.Read")
    }

    @Test(
        "A refresh without a scope omits the permissions that the user declined", arguments: [EndpointVersion.v2, .v1])
    func refreshWithoutScopeOmitsDeclinedPermissions(_ version: EndpointVersion) throws {
        let site = try MockEntra().site
        let request: Parameters = ["scope": "offline_access api://orders/Orders.Read api://orders/Orders.Write"]
        let code = try site.code(.mobile, request, consent: "api://orders/Orders.Read")
        let token = try refreshToken(site.token(Client.mobile.redemption(code)))
        let response = try site.token(Client.mobile.refresh(token), version)
        #expect(response["scope"] == (version == .v1 ? "Orders.Read" : "api://orders/Orders.Read"))
        let both = try site.token(Client.mobile.refresh(token, request))
        #expect(both.outcome == .jsonError(400, "invalid_grant", 65001))
    }

    @Test("A token without permissions has no scope")
    func tokenWithoutPermissionsHasNoScope() throws {
        let site = try Lab.entra().site
        let token = try refreshToken(
            site.tokens(Lab.listing, ["resource": "https://legacy.contoso.com/"], tenant: "contoso.com", .v1))
        let own = try site.token(Lab.listing.refresh(token, ["resource": Lab.listing.id]), tenant: "contoso.com", .v1)
        #expect(own["resource"] == Lab.listing.id)
        #expect(own["scope"] == nil)
        #expect(try Token(own["access_token"])["scp"] == nil)
    }

    @Test("A client that is its own API must name a scope")
    func clientAsOwnAPIMustNameScope() throws {
        let site = try Lab.entra().site
        let own = "\(Lab.claims.id)/.default"
        let token = try refreshToken(
            site.tokens(Lab.claims, ["scope": "openid offline_access \(own)"], tenant: "contoso.com"))
        let response = try site.token(Lab.claims.refresh(token), tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "invalid_request", 90009))
        // msal.js#5198: OpenID Connect scopes name no API.
        for scope in ["openid profile offline_access", "openid", "https://graph.microsoft.com/openid"] {
            let refreshed = try site.token(Lab.claims.refresh(token, ["scope": scope]), tenant: "contoso.com")
            #expect(refreshed.outcome == .jsonError(400, "invalid_request", 90009), "\(scope)")
        }
        #expect(try site.token(Lab.claims.refresh(token, ["scope": own]), tenant: "contoso.com").status == 200)
    }

    @Test("A personal account without consent gets the text of its own service")
    func personalAccountWithoutConsentHasOwnText() throws {
        // ms-identity-java-webapi#8 and #16, BingAds-Python-SDK#284.
        let site = try MockEntra().site
        let token = try refreshToken(site.tokens(as: "ada@outlook.com"))
        let response = try site.token(Client.mobile.refresh(token, ["scope": "Mail.Read"]))
        #expect(response.outcome == .jsonError(400, "invalid_grant", 70000))
        #expect(
            response["error_description"]?.hasPrefix(
                "AADSTS70000: The request was denied because one or more scopes requested are unauthorized or expired.")
                == true)
        #expect(response["suberror"] == nil)
    }

    struct Case: Row {
        let name: String
        let change: Parameters
        /// The expected error, or nil if the server issues tokens.
        let outcome: Outcome?
        var tenant = "common"
    }

    private static let invalidGrant = Outcome.jsonError(400, "invalid_grant", 70000)

    static let cases: [Case] = [
        Case(name: "consented scope", change: ["scope": "api://orders/Orders.Read"], outcome: nil),
        Case(name: ".default", change: ["scope": "api://orders/.default"], outcome: nil),
        Case(name: "only OpenID Connect", change: ["scope": "openid profile"], outcome: nil),
        Case(
            name: "a scope without consent", change: ["scope": "api://orders/Orders.Write"],
            outcome: .jsonError(400, "invalid_grant", 65001)),
        Case(
            name: "one of two without consent", change: ["scope": "api://orders/Orders.Read api://orders/Orders.Write"],
            outcome: .jsonError(400, "invalid_grant", 65001)),
        Case(
            name: "another resource without consent", change: ["scope": "Mail.Read"],
            outcome: .jsonError(400, "invalid_grant", 65001)),
        Case(
            name: "an unknown resource", change: ["scope": "api://nowhere/x"],
            outcome: .jsonError(400, "invalid_resource", 500011)),
        Case(
            name: "an unknown permission", change: ["scope": "api://orders/nope"],
            outcome: .jsonError(400, "invalid_grant", 65001)),
        // MSAL e2e testGetAccessTokenForInvalidScope; oauth2-microsoft#31.
        Case(
            name: "an unknown permission of Graph", change: ["scope": "wl.basic wl.signin"],
            outcome: .jsonError(400, "invalid_grant", 65001)),
        // azure-devops-auth-samples#90, msal.js#1722.
        Case(
            name: ".default of an API that is not listed", change: ["scope": "api://claims/.default"],
            outcome: .jsonError(400, "invalid_client", 650057)),
        Case(name: "a malformed scope", change: ["scope": "a,b"], outcome: .jsonError(400, "invalid_scope", 70011)),
        Case(
            name: ".default with a permission", change: ["scope": "api://orders/.default api://orders/Orders.Read"],
            outcome: .jsonError(400, "invalid_scope", 70011)),
        Case(
            name: "another client, EntraFalcon#6", change: ["client_id": Lab.plain.id],
            outcome: .jsonError(400, "invalid_grant", 700007), tenant: "contoso.com"),
        Case(name: "with a secret", change: ["client_secret": "x"], outcome: .jsonError(401, "invalid_client", 700025)),
        Case(
            name: "claims that are no JSON", change: ["claims": "[["],
            outcome: .jsonError(400, "invalid_request", 9_000_410)),
        Case(name: "at the tenant", change: [:], outcome: nil, tenant: "contoso.com"),
        Case(name: "at organizations", change: [:], outcome: nil, tenant: "organizations"),
        Case(
            name: "where the user is not", change: [:], outcome: .jsonError(400, "invalid_grant", 50020),
            tenant: "fabrikam.com"),
    ]

    @Test("A refresh token is bound to the user and the client, not to a resource", arguments: cases)
    func refreshTokenIsBoundToUserAndClient(_ row: Case) throws {
        let site = try Lab.entra().site
        let token = try refreshToken(site.tokens())
        let response = try site.token(Client.mobile.refresh(token, row.change), tenant: row.tenant)
        #expect(response.outcome == row.outcome ?? .json)
        if response.code == 65001 { #expect(response["suberror"] == "consent_required") }
    }

    @Test("A refresh token is valid for every consented resource at both versions")
    func refreshTokenServesEveryConsentedResource() throws {
        let site = try Lab.entra().site
        let tokens = try site.tokens(
            Lab.listing, ["resource": "https://legacy.contoso.com/"], tenant: "contoso.com", .v1)
        let token = try refreshToken(tokens)
        for (resource, aud) in [
            ("api://orders", Seed.orders), ("https://graph.microsoft.com", "https://graph.microsoft.com"),
            (Seed.graph, Seed.graph), ("https://legacy.contoso.com/", "https://legacy.contoso.com/"),
        ] {
            let response = try site.token(
                Lab.listing.refresh(token, ["resource": resource]), tenant: "contoso.com", .v1)
            #expect(response["resource"] == resource)
            #expect(try Token(response["access_token"])["aud"] == aud)
        }
        let same = try site.token(Lab.listing.refresh(token), tenant: "contoso.com", .v1)
        #expect(same["resource"] == "https://legacy.contoso.com/")
        let v2 = try site.token(Lab.listing.refresh(token, ["scope": "api://orders/.default"]), tenant: "contoso.com")
        #expect(v2["scope"] == "api://orders/Orders.Read api://orders/.default")
        let unlisted = try site.token(
            Lab.listing.refresh(token, ["resource": "api://claims"]), tenant: "contoso.com", .v1)
        #expect(unlisted.outcome == .jsonError(400, "invalid_client", 650057))
    }

    @Test("A scope with several resources returns a token for the first resource")
    func severalResourcesReturnTokenForFirst() throws {
        let site = try Lab.entra().site
        let token = try refreshToken(
            site.tokens(
                Lab.listing, ["scope": "offline_access api://orders/Orders.Read User.Read"], tenant: "contoso.com"))
        let both = try site.token(
            Lab.listing.refresh(token, ["scope": "User.Read api://orders/Orders.Read"]), tenant: "contoso.com")
        #expect(both["scope"]?.contains("User.Read") == true)
        #expect(both["scope"]?.contains("orders") == false)
    }

    @Test("A guest's refresh token is valid in the other tenant and returns the guest's object ID")
    func redeemsGuestTokenInOtherTenant() throws {
        let site = try Lab.entra().site
        let request: Parameters = ["scope": "openid profile offline_access User.Read", "client_info": "1"]
        _ = try site.code(.mobile, request, as: "megan@fabrikam.com", tenant: "contoso.com")
        let home = try site.tokens(
            .mobile, request, as: "megan@fabrikam.com", redeeming: ["client_info": "1"], tenant: "fabrikam.com")
        let guest = try site.token(
            Client.mobile.refresh(try refreshToken(home), ["client_info": "1"]), tenant: "contoso.com")
        #expect(guest.status == 200)
        #expect(home["client_info"] == guest["client_info"])
        let (homeToken, guestToken) = (try Token(home["id_token"]), try Token(guest["id_token"]))
        #expect(homeToken["tid"] == Seed.fabrikam && guestToken["tid"] == Seed.contoso)
        #expect(homeToken["oid"] == Seed.megan && guestToken["oid"] == "eeeeeeee-0000-4000-8000-0000000000aa")
        #expect(homeToken["sub"] != guestToken["sub"])
    }

    @Test("Consent in the home tenant is not consent in the other tenant")
    func consentIsPerTenant() throws {
        let site = try Lab.entra().site
        let home = try site.tokens(
            .mobile, ["scope": "openid offline_access User.Read"], as: "megan@fabrikam.com", tenant: "fabrikam.com")
        let response = try site.token(Client.mobile.refresh(try refreshToken(home)), tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "invalid_grant", 65001))
    }

    @Test("A tenant rejects the refresh token of a personal account")
    func tenantRejectsTokenOfPersonalAccount() throws {
        let site = try MockEntra().site
        let token = try refreshToken(site.tokens(as: "ada@outlook.com"))
        let response = try site.token(Client.mobile.refresh(token), tenant: "contoso.com")
        #expect(response.outcome == .jsonError(400, "invalid_grant", 70_000_121))
    }

    // MARK: - Time

    struct Lifetime: Row {
        let name: String
        let client: Client
        let seconds: Int64
        let code: Int?
    }

    static let lifetimes: [Lifetime] = [
        Lifetime(name: "public, just under 90 days", client: .mobile, seconds: 90 * day - 1, code: nil),
        Lifetime(name: "public, 90 days", client: .mobile, seconds: 90 * day, code: 700082),
        Lifetime(name: "single-page, just under a day", client: .spa, seconds: day - 1, code: nil),
        Lifetime(name: "single-page, a day", client: .spa, seconds: day, code: 700084),
    ]

    @Test("A refresh token expires at the end of its lifetime", arguments: lifetimes)
    func refreshTokenExpiresAfterLifetime(_ row: Lifetime) throws {
        let entra = try MockEntra()
        let token = try refreshToken(
            entra.site.tokens(row.client, ["scope": "openid offline_access"], tenant: "contoso.com"))
        entra.clock.advance(seconds: row.seconds)
        let response = try entra.site.token(
            row.client.refresh(token), tenant: "contoso.com", headers: row.client.headers)
        #expect(response.outcome == (row.code.map { .jsonError(400, "invalid_grant", $0) } ?? .json))
    }

    @Test("The error for an expired token states when the token was issued")
    func expiryErrorStatesIssueTime() throws {
        let entra = try MockEntra()
        let mobile = try refreshToken(entra.site.tokens())
        let spa = try refreshToken(entra.site.tokens(.spa, ["scope": "openid offline_access"], tenant: "contoso.com"))
        entra.clock.advance(seconds: 91 * RefreshTests.day)
        let idle = try entra.site.token(Client.mobile.refresh(mobile))
        #expect(
            idle["error_description"]?.hasPrefix(
                "AADSTS700082: The refresh token has expired due to inactivity. The token was issued on 2026-09-21T14:13:20Z and "
                    + "was inactive for 90.00:00:00.") == true)
        let fixed = try entra.site.token(Client.spa.refresh(spa), tenant: "contoso.com", headers: Client.spa.headers)
        #expect(
            fixed["error_description"]?.contains(
                "a fixed, limited lifetime of 1.00:00:00, which cannot be extended.") == true)
        #expect(fixed["error_description"]?.contains("The token was issued on 2026-09-21T14:13:20Z.") == true)
    }

    @Test("Each use renews the lifetime, except for a single-page application")
    func useRenewsLifetimeExceptForSinglePageApplication() throws {
        let entra = try MockEntra()
        var mobile = try refreshToken(entra.site.tokens())
        for _ in 0..<3 {
            entra.clock.advance(seconds: 80 * RefreshTests.day)
            mobile = try refreshToken(entra.site.token(Client.mobile.refresh(mobile)))
        }
        let tokens = try entra.site.tokens(.spa, ["scope": "openid offline_access"], tenant: "contoso.com")
        #expect(tokens.json?["refresh_token_expires_in"]?.integer == RefreshTests.day)
        entra.clock.advance(seconds: 1000)
        let renewed = try entra.site.token(
            Client.spa.refresh(refreshToken(tokens)), tenant: "contoso.com", headers: Client.spa.headers)
        #expect(renewed.json?["refresh_token_expires_in"]?.integer == RefreshTests.day - 1000)
        entra.clock.advance(seconds: RefreshTests.day - 1000)
        let expired = try entra.site.token(
            Client.spa.refresh(refreshToken(renewed)), tenant: "contoso.com", headers: Client.spa.headers)
        #expect(expired.outcome == .jsonError(400, "invalid_grant", 700084))
        // msal.js#7033.
        #expect(expired["suberror"] == "bad_token")
    }

    @Test("A revocation invalidates earlier tokens, codes and cookies")
    func revocationInvalidatesEarlierTokensAndCookies() throws {
        let entra = try MockEntra()
        let browser = Browser(entra.site)
        try browser.open(.mobile)
        try browser.enter("alex@contoso.com")
        try browser.press("idBtn_Back")
        let code = try #require(try browser.press().fields["code"])
        let token = try refreshToken(entra.site.tokens())
        entra.clock.advance(seconds: 10)
        entra.revoke(user: Seed.alex, of: Seed.contoso)
        let outcome = Outcome.jsonError(400, "invalid_grant", 50173)
        let rejected = try entra.site.token(Client.mobile.refresh(token))
        #expect(rejected.outcome == outcome)
        #expect(rejected["suberror"] == "bad_token")
        #expect(
            rejected["error_description"]?.contains(
                "issued on '2026-09-21T14:13:20Z' and the TokensValidFrom date (before which tokens are not valid) for this user "
                    + "is '2026-09-21T14:13:30Z'.") == true)
        #expect(try entra.site.token(Client.mobile.redemption(code)).outcome == outcome)
        #expect(try browser.open(.mobile).page.kind == .username)
        let after = try refreshToken(entra.site.tokens())
        #expect(try entra.site.token(Client.mobile.refresh(after)).status == 200)
    }

    @Test(
        "A text that is not a refresh token is rejected",
        // azure-docs#63819, msal-android#558.
        arguments: ["x", "1.A", "1.AAAA", "0.AXxx", "\"1.AA\"", "ü", String(repeating: "A", count: 40_000)],
        [EndpointVersion.v1, .v2])
    func rejectsTextThatIsNotRefreshToken(_ text: String, _ version: EndpointVersion) throws {
        let response = try MockEntra().site.token(Client.mobile.refresh(text), version)
        #expect(response.outcome == .jsonError(400, "invalid_grant", 9_002_313))
        #expect(response["suberror"] == nil && response["error_uri"] != nil)
    }

    @Test("Concurrent refreshes all succeed with distinct valid tokens")
    func concurrentRefreshesAllSucceed() async throws {
        let site = try MockEntra().site
        let token = try refreshToken(site.tokens())
        let renewed = try await withThrowingTaskGroup(of: String?.self) { group in
            for _ in 0..<100 { group.addTask { try site.token(Client.mobile.refresh(token))["refresh_token"] } }
            return try await group.reduce(into: [String]()) { if let token = $1 { $0.append(token) } }
        }
        #expect(Set(renewed).count == 100)
        #expect(try site.token(Client.mobile.refresh(try #require(renewed.last))).status == 200)
    }

    @Test("Each version formats scopes in its own way, whichever version issued the token")
    func formatsScopesByVersionOfRequest() throws {
        let site = try MockEntra().site
        let ofV1 = try refreshToken(site.tokens(.mobile, ["resource": "api://orders"], .v1))
        #expect(try site.token(Client.mobile.refresh(ofV1), .v1)["scope"] == "Orders.Read")
        #expect(try site.token(Client.mobile.refresh(ofV1))["scope"]?.contains("api://orders/Orders.Read") == true)
        let ofV2 = try refreshToken(site.tokens())
        #expect(try site.token(Client.mobile.refresh(ofV2))["scope"] == "api://orders/Orders.Read")
        #expect(try site.token(Client.mobile.refresh(ofV2), .v1)["scope"] == "Orders.Read")
    }
}
