import Entra
import Formats
import Testing

/// This suite covers the window of a policy's refresh tokens (docs/reference/protocol.md#b2c).
@Suite struct PolicyRefreshTests {
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
