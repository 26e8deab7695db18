import Entra
import Formats
import Testing

/// This suite covers the refresh tokens of a policy: their window and their claims (docs/reference/protocol.md#b2c).
@Suite struct PolicyRefreshTests {
    @Test("A refresh repeats the claims of the sign-in (authorization-code-flow, Refresh the token)")
    func refreshRepeatsClaimsOfSignIn() throws {
        let entra = try B2C.entra()
        let signedIn = try entra.site.tokens(
            B2C.native, ["scope": "openid offline_access \(B2C.readScope)", "nonce": "n-1"],
            as: "sam@adventureworks.example", tenant: B2C.policy())
        let visit = UserFlowVisit(entra)
        try visit.open("B2C_1_edit_profile")
        try visit.browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
        try visit.browser.press("continue", filling: ["attribute.displayName": "Sammy"])
        entra.clock.advance(seconds: 60)
        var refreshed = signedIn
        for _ in 1...2 {
            let token = try #require(refreshed["refresh_token"])
            refreshed = try entra.site.token(B2C.native.refresh(token), tenant: B2C.policy())
            let access = try Token(refreshed["access_token"])
            #expect(access["name"] == "Sam Centrell" && access["nonce"] == "n-1")
            #expect(access.number("iat") == MockEntra.start.seconds + 60)
            let id = try Token(refreshed["id_token"])
            #expect(id["name"] == "Sam Centrell" && id["nonce"] == nil)
        }
        // The userinfo endpoint and a new sign-in have the present values (microsoft-authentication-library-for-objc#1461).
        let user = try entra.site.get(
            "/\(B2C.policy())/openid/v2.0/userinfo",
            headers: ["Authorization": "Bearer \(refreshed["access_token"] ?? "")"])
        #expect(user["name"] == "Sammy")
        #expect(try Token(entra.site.policyTokens()["id_token"])["name"] == "Sammy")
    }

    @Test("A new sign-in in the browser's session starts a new window of refresh tokens")
    func newSignInStartsNewRefreshWindow() throws {
        let entra = try B2C.entra(settings: "settings: {userFlowRefreshTokenWindow: 3600}")
        let browser = Browser(entra.site)
        func sign() throws -> String {
            let request: Parameters = ["scope": "openid offline_access \(B2C.readScope)"]
            var response = try browser.open(B2C.native, request, tenant: B2C.policy())
            if response.fields["code"] == nil {
                let target = "\(Site.path("authorize", B2C.policy()))?\(B2C.native.request(request).encoded)"
                response = try browser.post(
                    target, [("loginfmt", "sam@adventureworks.example"), ("passwd", "Understudy!1")])
            }
            let code = try #require(response.fields["code"])
            let tokens = try entra.site.token(B2C.native.redemption(code), tenant: B2C.policy())
            return try #require(tokens["refresh_token"])
        }
        func refresh(_ token: String) throws -> TestResponse {
            try entra.site.token(B2C.native.refresh(token), tenant: B2C.policy())
        }
        let first = try sign()
        entra.clock.advance(seconds: 1_800)
        let second = try #require(refresh(first)["refresh_token"])
        entra.clock.advance(seconds: 1_800)
        #expect(try refresh(second).policyCode == 90080)
        let third = try sign()
        entra.clock.advance(seconds: 3_599)
        #expect(try refresh(third).status == 200)
    }
}
