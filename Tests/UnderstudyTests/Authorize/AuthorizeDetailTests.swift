import Formats
import Testing

/// These tests cover details of authorization requests that depend on the account or on the requested API.
@Suite struct AuthorizeDetailTests {
    private static let personal = "ada@outlook.com"

    @Test(
        "A personal account that declines consent is described without a code, msal.net#3055",
        arguments: ["query", "fragment"])
    func describesDeclinedPersonalConsentWithoutCode(_ mode: String) throws {
        let request: Parameters = ["scope": usualScope, "response_mode": mode]
        let response = try MockEntra().site.signIn(
            .mobile, request, as: AuthorizeDetailTests.personal, consent: "decline")
        #expect(response.fields["error"] == "access_denied")
        #expect(
            response.fields["error_description"]
                == "The user has denied access to the scope requested by the client application.")
        #expect(response.redirect?.names == ["error", "error_description", "state"])
    }

    @Test("Without consent, a silent request of a personal account gets consent_required, msal.js#477")
    func silentPersonalRequestRequiresConsent() throws {
        let browser = try LogoutTests.signedIn(MockEntra().site, as: [AuthorizeDetailTests.personal])
        let response = try browser.open(.mobile, ["scope": "openid Mail.Read", "prompt": "none"])
        #expect(response.outcome == .redirectedError("consent_required", 65001))
    }

    @Test("Without consent, a token request of a personal account gets AADSTS70000, ms-identity-java-webapi#8")
    func personalTokenRequestRequiresConsent() throws {
        let site = try MockEntra().site
        let tokens = try site.tokens(
            .mobile, ["scope": "openid offline_access User.Read"], as: AuthorizeDetailTests.personal)
        let refresh = Client.mobile.refresh(try #require(tokens["refresh_token"]), ["scope": "Mail.Read"])
        let response = try site.token(refresh)
        #expect(response.outcome == .jsonError(400, "invalid_grant", 70000))
        #expect(response["error_description"]?.contains("unauthorized or expired") == true)
    }

    @Test("The scope .default of the client itself returns an ID token in place of an access token")
    func defaultScopeOfClientItselfReturnsIDToken() throws {
        let request: Parameters = [
            "scope": "openid \(Lab.implicit.id)/.default", "response_type": "token", "nonce": "n",
        ]
        let response = try Lab.entra().site.signIn(Lab.implicit, request, tenant: "contoso.com")
        #expect(response.fields["access_token"] == nil)
        #expect(try Token(response.fields["id_token"])["aud"] == Lab.implicit.id)
    }

    @Test(
        "A trailing slash of a registered App ID URI may be left out",
        arguments: [
            "api://orders/Orders.Read", "https://legacy.contoso.com//user_impersonation",
            "https://legacy.contoso.com/user_impersonation",
        ])
    func trailingSlashOfResourceIsOptional(_ scope: String) throws {
        let response = try Lab.entra().site.signIn(.mobile, ["scope": scope], tenant: "contoso.com")
        #expect(response.outcome == .redirected)
    }

    @Test(
        "A trailing slash that is not registered belongs to the name of another API",
        arguments: ["api://orders//Orders.Read", "api://orders//.default", "https://legacy.contoso.com///.default"])
    func rejectsTrailingSlashOfOtherResource(_ scope: String) throws {
        let response = try Lab.entra().site.signIn(.mobile, ["scope": scope], tenant: "contoso.com")
        #expect(response.outcome == .redirectedError("invalid_resource", 500011))
    }

    @Test(
        "With prompt=consent, the page of .default lists permissions that are granted but not registered")
    func promptConsentListsGrantedPermissions() throws {
        let site = try Lab.entra().site
        let browser = try LogoutTests.signedIn(
            site, to: Lab.listing, ["scope": "openid api://orders/Orders.Write"], tenant: "contoso.com")
        try browser.open(
            Lab.listing, ["scope": "api://orders/.default", "prompt": "consent"], tenant: "contoso.com")
        #expect(browser.page.kind == .consent)
        let scopes = browser.page.listedScopes
        #expect(scopes.contains("api://orders/Orders.Write") && scopes.contains("offline_access"))
    }

    @Test(
        "At version 1, the redirect URI of admin consent may have further path segments",
        arguments: [
            ("http://localhost/a/b", true), ("http://localhost:99/a", true), ("http://localhost/a/../b", false),
            ("http://localhost/%2e%2E/b", false), ("http://localhost/a?x=1", false), ("https://localhost/a", false),
            ("http://localhost.evil.test/a", false),
        ])
    func adminConsentAcceptsFurtherPathSegments(_ uri: String, _ isAccepted: Bool) throws {
        let site = try Lab.entra().site
        let query = (["client_id": Client.mobile.id, "redirect_uri": uri, "scope": "openid"] as Parameters).encoded
        let outcome = try site.get("/contoso.com/adminconsent?\(query)").outcome
        #expect(outcome == (isAccepted ? .page(.username) : .errorPage(50011)))
        #expect(try site.get("/contoso.com/v2.0/adminconsent?\(query)").outcome == .errorPage(50011))
    }

    @Test("A path wildcard matches any path below, without the query")
    func pathWildcardMatchesPathsBelow() throws {
        let site = try MockEntra(
            yaml: """
                settings: {consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                    applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["https://app.test/*"]}}]
                """
        ).site
        var client = Client.mobile
        client.redirectURI = "https://app.test/a/b?x=1"
        let response = try site.signIn(client, ["scope": "openid"], tenant: "contoso.com")
        #expect(response.redirect?.base == "https://app.test/a/b")
        #expect(response.fields["code"] != nil && response.fields["x"] == nil)
    }
}
