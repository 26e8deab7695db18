import Directory
import Entra
import Formats
@testable import Protocol
import Store
import Testing
@testable import Understudy

/// Tests the effect of a claims challenge on sign-ins and tokens, and continuous access evaluation.
@Suite struct ClaimsChallengeTests {
    private func site() throws -> Site { try PolicyLab.entra().site }

    @Test("The claims of a failed refresh lead to the pages, and the new token satisfies the policy")
    func satisfiesPolicyAfterClaimsChallenge() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try browser.enter("alex@contoso.com").fields["code"] ?? ""
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://mfa/do"])
        let rejected = try browser.site.token(refresh, tenant: PolicyLab.tenantName)
        let claims = try #require(rejected["claims"])
        #expect(claims.contains(PolicyLab.mfaPolicy))
        // The claims apply even if the request is for an API without the policy.
        try browser.open(PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .oneTimeCode)
        let next = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"]).fields["code"] ?? ""
        let renewed = try browser.site.token(PolicyLab.app.redemption(next), tenant: PolicyLab.tenantName)
        let again = PolicyLab.app.refresh(renewed["refresh_token"] ?? "", ["scope": "api://mfa/do"])
        #expect(try browser.site.token(again, tenant: PolicyLab.tenantName).status == 200)
    }

    @Test("A requested authentication context requires a second factor, and the token lists the contexts")
    func stepsUpAuthenticationContext() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try browser.enter("alex@contoso.com").fields["code"] ?? ""
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        #expect(try Token(tokens["access_token"] ?? "").list("acrs") == ["c2"])
        let claims = ClaimsChallenge.authenticationContext("c1").text
        let refresh = PolicyLab.app.refresh(
            tokens["refresh_token"] ?? "", ["scope": "api://free/do", "claims": claims])
        let rejected = try browser.site.token(refresh, tenant: PolicyLab.tenantName)
        #expect(rejected.code == 50076)
        try browser.open(PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .oneTimeCode)
        let next = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"]).fields["code"] ?? ""
        let stepped = try browser.site.token(PolicyLab.app.redemption(next), tenant: PolicyLab.tenantName)
        #expect(try Token(stepped["access_token"] ?? "").list("acrs") == ["c1", "c2"])
    }

    @Test("Tokens of the implicit flow list the contexts and honor nbf")
    func appliesContextAndNotBeforeToImplicitTokens() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        let request: Parameters = ["scope": "openid api://free/do", "response_type": "id_token token", "nonce": "n"]
        try browser.open(PolicyLab.web, request, tenant: PolicyLab.tenantName)
        let first = try browser.enter("alex@contoso.com").fields
        for name in ["access_token", "id_token"] { #expect(try Token(first[name]).list("acrs") == ["c2"]) }
        let claims = ClaimsChallenge.authenticationContext("c1").text
        try browser.open(PolicyLab.web, request.with(["claims": claims]), tenant: PolicyLab.tenantName)
        let stepped = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"]).fields["access_token"]
        #expect(try Token(stepped).list("acrs") == ["c1", "c2"])
        let time = entra.clock.now().seconds
        let newer = request.with(["claims": ClaimsChallenge.notBefore(time).text])
        let renewed = try browser.open(PolicyLab.web, newer, tenant: PolicyLab.tenantName).fields["access_token"]
        #expect(try Token(renewed).number("nbf") == time)
    }

    @Test("An id_token lists the contexts if the client's manifest requests the claim")
    func listsContextsInIDTokenOnRequest() throws {
        for (client, contexts) in [(PolicyLab.web, ["c2"]), (PolicyLab.app, nil)] as [(Client, [String]?)] {
            let response = try site().tokens(client, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
            #expect(try Token(response["id_token"]).list("acrs") == contexts)
        }
    }

    @Test("A context that is requested in the id_token requires a second factor and is listed there")
    func stepsUpContextRequestedInIDToken() throws {
        let claims = #"{"id_token":{"acrs":{"essential":true,"value":"c1"}}}"#
        let request = PolicyLab.scope("reporting").with(["claims": claims])
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try browser.enter("alex@contoso.com").fields["code"] ?? ""
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["claims": claims])
        #expect(try browser.site.token(refresh, tenant: PolicyLab.tenantName).code == 50076)
        try browser.open(PolicyLab.app, request, tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .oneTimeCode)
        let next = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"]).fields["code"] ?? ""
        let stepped = try browser.site.token(PolicyLab.app.redemption(next), tenant: PolicyLab.tenantName)
        // The client's manifest does not request the claim in id_tokens, so that only the requested context is listed.
        #expect(try Token(stepped["id_token"]).list("acrs") == ["c1"])
        // The access token lists contexts only if its API or the request asks for the claim.
        #expect(try Token(stepped["access_token"]).list("acrs") == nil)
    }

    @Test(
        "An essential auth_time is in the id_token of both endpoints",
        arguments: [("true", true), ("false", false)])
    func returnsEssentialAuthTime(_ essential: String, _ isIncluded: Bool) throws {
        let claims: Parameters = ["claims": #"{"id_token":{"auth_time":{"essential":\#(essential)}}}"#]
        let site = try site()
        let tokens = try site.tokens(
            PolicyLab.app, PolicyLab.scope("free").with(claims), tenant: PolicyLab.tenantName)
        let implicit: Parameters = ["scope": "openid", "response_type": "id_token", "nonce": "n"]
        let response = try site.signIn(PolicyLab.web, implicit.with(claims), tenant: PolicyLab.tenantName)
        for token in [tokens["id_token"], response.fields["id_token"]] {
            #expect(try Token(token).number("auth_time") == (isIncluded ? MockEntra.start.seconds : nil))
        }
    }

    /// developer-guide-conditional-access-authentication-context, section on opportunistic evaluation: an API, of which only `free`
    /// has the optional claim, the context of the request, and the contexts in the token.
    static let listed: [(String, String?, [String]?)] = [
        ("free", nil, ["c2"]), ("free", "c2", ["c2"]), ("free", "c1", ["c1", "c2"]),
        ("reporting", nil, nil), ("reporting", "c2", ["c2"]), ("reporting", "c1", ["c1"]),
    ]

    @Test("A token without the optional claim lists only the requested contexts", arguments: listed)
    func listsRequestedContexts(_ api: String, _ requested: String?, _ contexts: [String]?) throws {
        let site = try site()
        let claims = requested.map { ["claims": ClaimsChallenge.authenticationContext($0).text] as Parameters } ?? [:]
        let request = PolicyLab.app.request(PolicyLab.scope(api).with(claims)).encoded
        let answer: Parameters = ["loginfmt": "alex@contoso.com", "passwd": "Understudy!1", "otc": "123456"]
        let response = try site.post("\(Site.path("authorize", PolicyLab.tenantName))?\(request)", answer)
        let code = try #require(response.fields["code"])
        let tokens = try site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        #expect(try Token(tokens["access_token"]).list("acrs") == contexts)
    }

    @Test("A voluntary or unknown context requires nothing")
    func ignoresVoluntaryAndUnknownContexts() throws {
        let site = try site()
        for claims in [
            #"{"access_token":{"acrs":{"value":"c1"}}}"#, ClaimsChallenge.authenticationContext("c9").text,
            #"{"access_token":{"acrs":{"essential":true,"value":7},"nbf":[],"capolids":{"essential":true}}}"#,
        ] {
            let response = try site.signIn(
                PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
            #expect(response.fields["code"] != nil)
        }
    }

    @Test("A token with continuous access evaluation lives 20 to 28 hours and has refresh_in at half the time")
    func issuesLongLivedTokenWithRefreshIn() throws {
        let site = try site()
        let claims = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
        let response = try site.tokens(
            PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
        let lifetime = try #require(response.json?["expires_in"]?.integer)
        #expect((72_000...100_800).contains(lifetime))
        #expect(response.json?["refresh_in"]?.integer == lifetime / 2)
        #expect(try Token(response["access_token"] ?? "").list("xms_cc") == ["CP1"])
        let plain = try site.tokens(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        #expect((plain.json?["expires_in"]?.integer ?? .max) <= 5_399)
        #expect(plain.json?["refresh_in"] == nil)
    }

    @Test("An nbf claim requires a newer sign-in, and the token is as recent as requested")
    func requiresNewerSignInForNotBefore() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try browser.enter("alex@contoso.com").fields["code"] ?? ""
        entra.clock.advance(seconds: 60)
        let time = entra.clock.now().seconds - 10
        let claims = ClaimsChallenge.notBefore(time).text
        let tokens = try browser.site.token(
            PolicyLab.app.redemption(code, ["claims": claims]), tenant: PolicyLab.tenantName)
        #expect(try Token(tokens["access_token"] ?? "").number("nbf") == time)
        try browser.open(PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .password)
        #expect(try browser.press(filling: ["passwd": "Understudy!1"]).fields["code"] != nil)
    }
}
