import Entra
import Formats
import Testing

/// The `authorization_code` grant redeems codes (docs/reference/protocol.md#pkce, docs/reference/protocol.md#authorization-code;
/// docs/reference/security-checklist.md#rule-36 to docs/reference/security-checklist.md#rule-47).
@Suite struct CodeRedemptionTests {
    private static let otherClient = Outcome.jsonError(400, "invalid_grant", 700007)

    @Test("An authorization code is valid once")
    func redeemsCodeOnce() throws {
        let site = try MockEntra().site
        let form = Client.mobile.redemption(try site.code())
        #expect(try site.token(form).status == 200)
        for _ in 0..<2 { #expect(try site.token(form).outcome == .jsonError(400, "invalid_grant", 54005)) }
    }

    @Test(
        "A failed redemption does not use up the code",
        arguments: [
            ["redirect_uri": "http://localhost:1"], ["code_verifier": Client.verifier],
            ["client_id": Lab.plain.id], ["scope": "api://orders/nope"], ["scope": "api://orders/Orders.Write"],
            ["claims": "{"],
        ] as [Parameters])
    func failedRedemptionKeepsCodeValid(_ change: Parameters) throws {
        let site = try Lab.entra().site
        let code = try site.code(tenant: "contoso.com")
        let form = Client.mobile.redemption(code)
        #expect(try site.token(form.with(change), tenant: "contoso.com").status == 400)
        #expect(try site.token(form, tenant: "contoso.com").status == 200)
    }

    struct Mismatch: Row {
        let name: String
        let change: Parameters
        let outcome: Outcome
        var tenant = "common"
    }

    static let mismatches: [Mismatch] = [
        Mismatch(
            name: "another client", change: ["client_id": Lab.plain.id], outcome: otherClient, tenant: "contoso.com"),
        Mismatch(
            name: "another redirect URI", change: ["redirect_uri": "msauth.com.contoso.app1://auth"],
            outcome: .jsonError(400, "invalid_client", 500112)),
        Mismatch(
            name: "the same with a slash", change: ["redirect_uri": "http://localhost/"],
            outcome: .jsonError(400, "invalid_client", 500112)),
        Mismatch(
            name: "another port", change: ["redirect_uri": "http://localhost:1"],
            outcome: .jsonError(400, "invalid_client", 500112)),
        Mismatch(
            name: "no redirect URI (msal.js#7728)", change: ["redirect_uri": nil],
            outcome: .jsonError(400, "invalid_grant", 700009)),
        Mismatch(
            name: "an empty redirect URI", change: ["redirect_uri": ""],
            outcome: .jsonError(400, "invalid_grant", 700009)),
        Mismatch(
            name: "another tenant", change: [:], outcome: .jsonError(400, "invalid_grant", 700005),
            tenant: "fabrikam.com"),
        Mismatch(
            name: "consumers", change: [:], outcome: .jsonError(400, "invalid_grant", 7_000_012), tenant: "consumers"),
        Mismatch(
            name: "a verifier without challenge", change: ["code_verifier": Client.verifier],
            outcome: .jsonError(400, "invalid_grant", 50148)),
        Mismatch(
            name: "two resources", change: ["scope": "api://orders/Orders.Read User.Read openid"],
            outcome: .jsonError(400, "invalid_request", 28000)),
        Mismatch(
            name: "more than granted", change: ["scope": "api://orders/Orders.Write"],
            outcome: .jsonError(400, "invalid_grant", 65001)),
        Mismatch(
            name: "an unknown permission", change: ["scope": "api://orders/nope"],
            outcome: .jsonError(400, "invalid_grant", 65001)),
        Mismatch(
            name: "an unknown resource", change: ["scope": "api://nowhere/x"],
            outcome: .jsonError(400, "invalid_resource", 500011)),
        Mismatch(
            name: "a malformed scope", change: ["scope": "api://orders/"],
            outcome: .jsonError(400, "invalid_scope", 70011)),
        Mismatch(
            name: "a blank scope", change: ["scope": " "], outcome: .jsonError(400, "invalid_request", 28003)),
        Mismatch(
            name: "an empty scope", change: ["scope": ""], outcome: .jsonError(400, "invalid_request", 28003)),
        Mismatch(
            name: "claims that are no JSON", change: ["claims": "{"],
            outcome: .jsonError(400, "invalid_request", 9_000_410)),
    ]

    @Test("A redemption that does not match the authorization request is rejected", arguments: mismatches)
    func rejectsRedemptionThatDiffersFromRequest(_ row: Mismatch) throws {
        let site = try Lab.entra().site
        let code = try site.code()
        let response = try site.token(Client.mobile.redemption(code, row.change), tenant: row.tenant)
        #expect(response.outcome == row.outcome)
    }

    @Test("The error for a wrong redirect URI names both URIs")
    func redirectURIErrorNamesBothURIs() throws {
        let site = try MockEntra().site
        let response = try site.token(Client.mobile.redemption(try site.code(), ["redirect_uri": "http://localhost:1"]))
        let text = "'http://localhost:1' does not match the reply address 'http://localhost'"
        #expect(response["error_description"]?.contains(text) == true)
    }

    @Test(
        "A code can be redeemed at its authority and at the user's own tenant",
        arguments: [
            ("common", "common"), ("common", "organizations"), ("common", "contoso.com"),
            ("organizations", "organizations"),
            ("organizations", Seed.contoso), ("contoso.com", "common"), ("contoso.com", "contoso.onmicrosoft.com"),
        ])
    func redeemsAtAuthorityOrHomeTenant(_ requested: String, _ redeemed: String) throws {
        let site = try MockEntra().site
        let code = try site.code(tenant: requested)
        #expect(try site.token(Client.mobile.redemption(code), tenant: redeemed).status == 200)
    }

    @Test("A loopback redirect URI keeps the port of the request")
    func keepsLoopbackPortOfRequest() throws {
        let site = try MockEntra().site
        var client = Client.mobile
        client.redirectURI = "http://localhost:54321"
        let response = try site.signIn(client)
        #expect(response.redirect?.base == "http://localhost:54321/")
        #expect(try site.token(client.redemption(try #require(response.fields["code"]))).status == 200)
    }

    @Test("A request without a redirect URI is redeemed without one")
    func redeemsWithoutRedirectURI() throws {
        let site = try Lab.entra().site
        let code = try site.code(Lab.plain, ["scope": "openid", "redirect_uri": nil], tenant: "contoso.com")
        #expect(
            try site.token(Lab.plain.redemption(code, ["redirect_uri": nil]), tenant: "contoso.com").status == 200)
    }

    struct Proof: Row {
        let name: String
        let challenge: String
        let method: String?
        let verifier: String?
        let isValid: Bool
    }

    private static let other = String(repeating: "b", count: 43)

    static let proofs: [Proof] = [
        Proof(name: "S256", challenge: Client.challenge, method: "S256", verifier: Client.verifier, isValid: true),
        Proof(name: "S256, wrong", challenge: Client.challenge, method: "S256", verifier: other, isValid: false),
        Proof(name: "S256, missing", challenge: Client.challenge, method: "S256", verifier: nil, isValid: false),
        Proof(name: "S256, empty", challenge: Client.challenge, method: "S256", verifier: "", isValid: false),
        Proof(
            name: "S256, the challenge itself", challenge: Client.challenge, method: "S256", verifier: Client.challenge,
            isValid: false),
        Proof(name: "plain", challenge: Client.verifier, method: "plain", verifier: Client.verifier, isValid: true),
        Proof(
            name: "no method is plain", challenge: Client.verifier, method: nil, verifier: Client.verifier,
            isValid: true
        ),
        Proof(
            name: "plain, hashed", challenge: Client.challenge, method: "plain", verifier: Client.verifier,
            isValid: false),
        Proof(
            name: "plain, longer", challenge: Client.verifier, method: "plain", verifier: Client.verifier + "a",
            isValid: false),
    ]

    @Test("PKCE requires the verifier that matches the challenge", arguments: proofs)
    func requiresMatchingCodeVerifier(_ row: Proof) throws {
        let site = try MockEntra().site
        let code = try site.code(
            .mobile,
            ["scope": usualScope, "code_challenge": row.challenge, "code_challenge_method": row.method])
        let response = try site.token(Client.mobile.redemption(code, ["code_verifier": row.verifier]))
        #expect(response.outcome == (row.isValid ? .json : .jsonError(400, "invalid_grant", 501481)))
    }

    @Test("A code expires after ten minutes", arguments: [(599, true), (600, false)] as [(Int64, Bool)])
    func codeExpiresAfterTenMinutes(_ seconds: Int64, _ isValid: Bool) throws {
        let entra = try MockEntra()
        let code = try entra.site.code()
        entra.clock.advance(seconds: seconds)
        let response = try entra.site.token(Client.mobile.redemption(code))
        #expect(response.outcome == (isValid ? .json : .jsonError(400, "invalid_grant", 70008)))
    }

    @Test(
        "A text that is not a code is rejected",
        arguments: [
            "x", "1.A", "1.AAAAA", "0.AXxx", "%", "ü", " ", "1.A" + String(repeating: "A", count: 40_000),
            "OAQABAAIAAAA",
        ])
    func rejectsTextThatIsNotCode(_ text: String) throws {
        // adal-nodejs#219, msal.js#6076, dnn.azureadprovider#112.
        for version in [EndpointVersion.v1, .v2] {
            let response = try MockEntra().site.token(Client.mobile.redemption(text), version)
            #expect(response.outcome == .jsonError(400, "invalid_grant", 9_002_313))
        }
    }

    @Test("A truncated or altered code is rejected")
    func rejectsDamagedCode() throws {
        let site = try MockEntra().site
        let code = try site.code()
        let middle = code.index(code.startIndex, offsetBy: code.count / 2)
        let flipped =
            code.prefix(upTo: middle) + (code[middle] == "A" ? "B" : "A") + code.suffix(from: code.index(after: middle))
        for invalid in [
            "\"\(code)\"", String(code.dropLast()), String(code.dropFirst()), code + "A", String(flipped),
            code.lowercased(),
        ] {
            #expect(
                try site.token(Client.mobile.redemption(invalid)).outcome
                    == .jsonError(400, "invalid_grant", 9_002_313))
        }
        #expect(try site.token(Client.mobile.redemption(code)).status == 200)
    }

    @Test("A refresh token is not a valid code, and a code is not a valid refresh token")
    func rejectsRefreshTokenAsCodeAndViceVersa() throws {
        let site = try MockEntra().site
        let refresh = try #require(try site.tokens()["refresh_token"])
        #expect(
            try site.token(Client.mobile.redemption(refresh)).outcome == .jsonError(400, "invalid_grant", 9_002_313))
        #expect(
            try site.token(Client.mobile.refresh(try site.code())).outcome
                == .jsonError(400, "invalid_grant", 9_002_313))
    }

    struct Shape: Row {
        var name: String { scope }
        let scope: String
        let aud: String
        let ver: String
        let scp: String
        let response: String
        let hasRefreshToken: Bool
        let hasIDToken: Bool
    }

    private static let graph = "https://graph.microsoft.com"

    /// Scopes with the expected response (Appendix A).
    static let shapes: [Shape] = [
        Shape(
            scope: "openid", aud: Seed.graph, ver: "1.0", scp: "openid profile email", response: "profile openid email",
            hasRefreshToken: false, hasIDToken: true),
        Shape(
            scope: "openid profile offline_access User.Read", aud: Seed.graph, ver: "1.0",
            scp: "openid profile email User.Read", response: "User.Read profile openid email", hasRefreshToken: true,
            hasIDToken: true),
        // v2-oauth2-device-code, v2-oauth-ropc: the service returns its own letter case; msal-go#214, #217.
        Shape(
            scope: "user.read openid profile", aud: Seed.graph, ver: "1.0", scp: "openid profile email User.Read",
            response: "User.Read profile openid email", hasRefreshToken: false, hasIDToken: true),
        Shape(
            scope: "https://graph.microsoft.com/user.READ", aud: graph, ver: "1.0", scp: "openid profile User.Read",
            response: "https://graph.microsoft.com/User.Read profile openid", hasRefreshToken: false,
            hasIDToken: false),
        Shape(
            scope: "https://graph.microsoft.com/User.Read", aud: graph, ver: "1.0", scp: "openid profile User.Read",
            response: "https://graph.microsoft.com/User.Read profile openid", hasRefreshToken: false, hasIDToken: false),
        Shape(
            scope: "api://orders/Orders.Read", aud: Seed.orders, ver: "2.0", scp: "Orders.Read",
            response: "api://orders/Orders.Read", hasRefreshToken: false, hasIDToken: false),
        Shape(
            scope: "api://orders/Orders.Read offline_access openid", aud: Seed.orders, ver: "2.0", scp: "Orders.Read",
            response: "api://orders/Orders.Read", hasRefreshToken: true, hasIDToken: true),
        Shape(
            scope: "API://Orders/orders.read", aud: Seed.orders, ver: "2.0", scp: "Orders.Read",
            response: "API://Orders/Orders.Read", hasRefreshToken: false, hasIDToken: false),
        Shape(
            scope: "\(Seed.orders)/Orders.Read", aud: Seed.orders, ver: "2.0", scp: "Orders.Read",
            response: "\(Seed.orders)/Orders.Read", hasRefreshToken: false, hasIDToken: false),
        Shape(
            scope: "api://orders/.default", aud: Seed.orders, ver: "2.0", scp: "Orders.Read",
            response: "api://orders/Orders.Read api://orders/.default", hasRefreshToken: false, hasIDToken: false),
        Shape(
            scope: "\(Seed.orders)/.default", aud: Seed.orders, ver: "2.0", scp: "Orders.Read",
            response: "\(Seed.orders)/Orders.Read \(Seed.orders)/.default", hasRefreshToken: false, hasIDToken: false),
        Shape(
            scope: "https://legacy.contoso.com//user_impersonation", aud: "https://legacy.contoso.com/", ver: "1.0",
            scp: "user_impersonation", response: "https://legacy.contoso.com//user_impersonation",
            hasRefreshToken: false, hasIDToken: false),
        Shape(
            scope: "https://legacy.contoso.com/user_impersonation", aud: "https://legacy.contoso.com", ver: "1.0",
            scp: "user_impersonation", response: "https://legacy.contoso.com/user_impersonation",
            hasRefreshToken: false, hasIDToken: false),
        Shape(
            scope: "https://legacy.contoso.com//.default", aud: "https://legacy.contoso.com/", ver: "1.0",
            scp: "user_impersonation",
            response: "https://legacy.contoso.com//user_impersonation https://legacy.contoso.com//.default",
            hasRefreshToken: false, hasIDToken: false),
        Shape(
            scope: "\(Seed.legacy)/user_impersonation", aud: Seed.legacy, ver: "1.0", scp: "user_impersonation",
            response: "\(Seed.legacy)/user_impersonation", hasRefreshToken: false, hasIDToken: false),
    ]

    @Test("The response contains what the scopes request", arguments: shapes)
    func responseMatchesRequestedScopes(_ row: Shape) throws {
        let site = try Lab.entra().site
        let tokens = try site.tokens(Lab.listing, ["scope": row.scope], tenant: "contoso.com")
        let access = try Token(tokens["access_token"])
        #expect(access["aud"] == row.aud)
        #expect(access["ver"] == row.ver)
        #expect(access["scp"] == row.scp)
        #expect(tokens["scope"] == row.response)
        #expect((tokens["refresh_token"] != nil) == row.hasRefreshToken)
        #expect((tokens["id_token"] != nil) == row.hasIDToken)
    }

    @Test(
        "Version 1 always issues a refresh token and an ID token, with the resource in either request",
        arguments: [
            ("https://legacy.contoso.com/", nil), (nil, "https://legacy.contoso.com/"),
            ("https://legacy.contoso.com/", "https://legacy.contoso.com/"),
        ] as [(String?, String?)])
    func versionOneAlwaysIssuesRefreshAndIDTokens(_ requested: String?, _ redeemed: String?) throws {
        let site = try Lab.entra().site
        // Consents to every listed permission, so that only the redemption needs to name the resource.
        _ = try site.code(Lab.listing, ["resource": "https://legacy.contoso.com/"], tenant: "contoso.com", .v1)
        let code = try site.code(Lab.listing, ["resource": requested], tenant: "contoso.com", .v1)
        let tokens = try site.token(Lab.listing.redemption(code, ["resource": redeemed]), tenant: "contoso.com", .v1)
        #expect(tokens["resource"] == "https://legacy.contoso.com/")
        #expect(tokens["scope"] == "user_impersonation")
        #expect(tokens["refresh_token"] != nil)
        #expect(try Token(tokens["id_token"])["ver"] == "1.0")
        #expect(try Token(tokens["access_token"])["aud"] == "https://legacy.contoso.com/")
        let refresh = Lab.listing.refresh(try #require(tokens["refresh_token"]))
        #expect(try site.token(refresh, tenant: "contoso.com", .v1)["resource"] == "https://legacy.contoso.com/")
    }

    @Test("At version 1, a resource that differs from the authorization request is rejected")
    func versionOneRejectsDifferentResource() throws {
        let site = try Lab.entra().site
        let code = try site.code(Lab.listing, ["resource": "https://legacy.contoso.com/"], tenant: "contoso.com", .v1)
        let response = try site.token(
            Lab.listing.redemption(code, ["resource": "api://orders"]), tenant: "contoso.com", .v1)
        #expect(response.outcome == .jsonError(400, "invalid_request", 9_002_313))
    }

    @Test("At version 1, a request without a resource gets a token for Azure AD Graph")
    func versionOneDefaultsToAzureADGraph() throws {
        let tokens = try Lab.entra().site.tokens(Lab.listing, [:], tenant: "contoso.com", .v1)
        #expect(try Token(tokens["access_token"])["aud"] == "00000002-0000-0000-c000-000000000000")
    }

    @Test(
        "A user who has been deleted, disabled or unassigned since the sign-in gets no tokens",
        arguments: [
            ("password: Understudy!1", "password: Understudy!1, accountEnabled: false", 50057),
            ("userPrincipalName: u@contoso.com", "userPrincipalName: v@contoso.com", 500341),
            ("publicClient:", "appRoleAssignmentRequired: true, publicClient:", 50105),
        ])
    func rejectsUserChangedSinceSignIn(_ old: String, _ new: String, _ code: Int) throws {
        let yaml = """
            tenants:
              - id: \(Seed.contoso)
                domains: [contoso.com]
                users: [{userPrincipalName: u@contoso.com, password: Understudy!1}]
                applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}]
            """
        let entra = try MockEntra(yaml: yaml)
        let authorization = try entra.site.code(
            .mobile, ["scope": "openid offline_access"], as: "u@contoso.com", tenant: "contoso.com")
        let tokens = try entra.site.tokens(
            .mobile, ["scope": "openid offline_access"], as: "u@contoso.com", tenant: "contoso.com")
        entra.replaceDirectory(try MockEntra.directory(yaml.replacing(old, with: new)))
        let outcome = Outcome.jsonError(400, "invalid_grant", code)
        #expect(try entra.site.token(Client.mobile.redemption(authorization), tenant: "contoso.com").outcome == outcome)
        let refresh = try #require(tokens["refresh_token"])
        let response = try entra.site.token(Client.mobile.refresh(refresh), tenant: "contoso.com")
        #expect(response.outcome == outcome)
        #expect(response["suberror"] == (code == 500341 ? "user_account_deleted" : nil))
    }

    @Test(
        "At version 1, a version 2 code is valid only for the resource of its scope",
        arguments: [
            ("api://orders", nil), (Seed.orders, nil), ("https://nowhere.invalid/", 500011), (Seed.graph, 9_002_313),
        ] as [(String, Int?)])
    func versionOneAcceptsOnlyResourceOfScope(_ resource: String, _ code: Int?) throws {
        let site = try MockEntra().site
        let form = Client.mobile.redemption(try site.code(), ["resource": resource])
        let response = try site.token(form, .v1)
        #expect(response.code == code, "\(response.text)")
        if code == nil { #expect(response["scope"] == "Orders.Read") }
    }

    @Test("The .default scopes of two resources cannot be redeemed together")
    func rejectsDefaultScopesOfTwoResources() throws {
        let site = try MockEntra().site
        let scope = "api://orders/.default https://graph.microsoft.com/.default openid"
        let code = try site.code(.mobile, ["scope": scope])
        let response = try site.token(Client.mobile.redemption(code))
        #expect(response.outcome == .jsonError(400, "invalid_request", 28000))
        #expect(response["error_description"]?.contains(scope) == true, "\(response.text)")
        #expect(try site.token(Client.mobile.redemption(code, ["scope": "api://orders/.default"])).status == 200)
    }
}
