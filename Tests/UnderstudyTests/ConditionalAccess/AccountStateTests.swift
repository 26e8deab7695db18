import Directory
import Entra
import Formats
import Testing

/// Tests expired passwords, lockout, throttling and outages.
@Suite struct AccountStateTests {
    struct Attempt: Row {
        let name: String
        let fields: [String: String]
        let problem: String
    }

    static let attempts: [Attempt] = [
        Attempt(
            name: "wrong password",
            fields: ["currentPassword": "x", "newPassword": "Another!12", "confirmNewPassword": "Another!12"],
            problem: "not your current password"),
        Attempt(
            name: "differ",
            fields: [
                "currentPassword": "Understudy!1", "newPassword": "Another!12", "confirmNewPassword": "Another!13",
            ],
            problem: "do not match"),
        Attempt(
            name: "too short",
            fields: ["currentPassword": "Understudy!1", "newPassword": "short", "confirmNewPassword": "short"],
            problem: "between 8 and 256"),
        Attempt(
            name: "too weak",
            fields: ["currentPassword": "Understudy!1", "newPassword": "abcdefgh", "confirmNewPassword": "abcdefgh"],
            problem: "at least 3"),
        Attempt(
            name: "too easy to guess",
            fields: ["currentPassword": "Understudy!1", "newPassword": "P@ssw0rd!", "confirmNewPassword": "P@ssw0rd!"],
            problem: "easy to guess"),
        Attempt(
            name: "the same",
            fields: [
                "currentPassword": "Understudy!1", "newPassword": "Understudy!1", "confirmNewPassword": "Understudy!1",
            ],
            problem: "not used before"),
    ]

    @Test("An invalid new password is rejected with the reason", arguments: attempts)
    func rejectsInvalidNewPassword(_ row: Attempt) throws {
        let browser = Browser(try PolicyLab.entra().site)
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        try browser.enter("expired@contoso.com")
        #expect(browser.page.kind == .changePassword)
        try browser.press(filling: row.fields)
        #expect(browser.page.kind == .changePassword)
        #expect(browser.page.element(id: "passwordError")?.text.contains(row.problem) == true)
    }

    @Test("An expired password is changed, and the new one is valid from then on")
    func changesExpiredPassword() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        try browser.enter("expired@contoso.com")
        let response = try browser.press(
            filling: [
                "currentPassword": "Understudy!1", "newPassword": "Another!12", "confirmNewPassword": "Another!12",
            ])
        let code = try #require(response.fields["code"])
        #expect(try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName).status == 200)
        #expect(try PolicyLab.post(entra.site, "free", as: "expired", [:]).page.kind == .password)
        #expect(try PolicyLab.post(entra.site, "free", as: "expired", ["passwd": "Another!12"]).fields["code"] != nil)
    }

    @Test("A password that was changed under a later clock is valid after the clock moves back")
    func acceptsPasswordChangedUnderLaterClock() throws {
        let entra = try PolicyLab.entra()
        entra.clock.advance(seconds: 90 * 86_400)
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("password"), tenant: PolicyLab.tenantName)
        try browser.enter("risky@contoso.com")
        let changed = try browser.press(
            filling: [
                "currentPassword": "Understudy!1", "newPassword": "Another!12", "confirmNewPassword": "Another!12",
            ])
        #expect(changed.fields["code"] != nil)
        entra.clock.advance(seconds: -90 * 86_400)
        let again = Browser(entra.site)
        try again.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try #require(try again.enter("risky@contoso.com", "Another!12").fields["code"])
        let tokens = try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "")
        #expect(try entra.site.token(refresh, tenant: PolicyLab.tenantName).status == 200)
    }

    /// Sends a silent request of a browser whose user has changed the password in another browser.
    static func silentRequestAfterPasswordChange() throws -> TestResponse {
        let entra = try PolicyLab.entra()
        let browsers = [Browser(entra.site), Browser(entra.site)]
        try browsers[0].open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        try browsers[0].enter("risky@contoso.com")
        entra.clock.advance(seconds: 5)
        try browsers[1].open(PolicyLab.app, PolicyLab.scope("password"), tenant: PolicyLab.tenantName)
        try browsers[1].enter("risky@contoso.com")
        try browsers[1].press(
            filling: [
                "currentPassword": "Understudy!1", "newPassword": "Another!12", "confirmNewPassword": "Another!12",
            ])
        return try browsers[0].open(
            PolicyLab.app, PolicyLab.scope("free").with(["prompt": "none"]), tenant: PolicyLab.tenantName)
    }

    @Test("A silent request says that the password has changed since the sign-in")
    func silentRequestReportsPasswordChange() throws {
        let response = try AccountStateTests.silentRequestAfterPasswordChange()
        #expect(response.outcome == .redirectedError("interaction_required", 50133))
    }

    @Test(
        "A password change ends the sessions of public clients and browsers but not of confidential clients",
        arguments: [0, 5] as [Int64])
    func endsSessionsAfterPasswordChange(_ seconds: Int64) throws {
        let entra = try PolicyLab.entra()
        let otherBrowser = Browser(entra.site)
        try otherBrowser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try otherBrowser.enter("risky@contoso.com").fields["code"] ?? ""
        let tokens = try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let confidential = try entra.site.tokens(
            PolicyLab.web, PolicyLab.scope("free"), as: "risky@contoso.com", tenant: PolicyLab.tenantName)
        entra.clock.advance(seconds: seconds)
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("password"), tenant: PolicyLab.tenantName)
        try browser.enter("risky@contoso.com")
        #expect(browser.page.kind == .changePassword)
        let response = try browser.press(
            filling: [
                "currentPassword": "Understudy!1", "newPassword": "Another!12", "confirmNewPassword": "Another!12",
            ])
        let next = try #require(response.fields["code"])
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "")
        #expect(try entra.site.token(refresh, tenant: PolicyLab.tenantName).code == 50173)
        let confidentialRefresh = PolicyLab.web.refresh(confidential["refresh_token"] ?? "", ["scope": "api://free/do"])
        #expect(try entra.site.token(confidentialRefresh, tenant: PolicyLab.tenantName).status == 200)
        try otherBrowser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        #expect(otherBrowser.page.kind == .username)
        // The sign-in that changed the password continues.
        let renewed = try entra.site.token(PolicyLab.app.redemption(next), tenant: PolicyLab.tenantName)
        let again = PolicyLab.app.refresh(renewed["refresh_token"] ?? "")
        #expect(try entra.site.token(again, tenant: PolicyLab.tenantName).status == 200)
        let silent = try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        #expect(silent.fields["code"] != nil)
    }

    @Test("An on-premises password cannot be changed here, and a silent request returns the error")
    func rejectsChangeOfOnPremisesPassword() throws {
        let entra = try PolicyLab.entra()
        #expect(try PolicyLab.post(entra.site, "free", as: "synced", [:]).code == 50144)
        let cases: [(String, Int, String?)] = [("expired", 50055, "user_password_expired"), ("synced", 50144, nil)]
        for (user, code, suberror) in cases {
            let browser = Browser(entra.site)
            try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
            try browser.enter("\(user)@contoso.com")
            let response = try browser.open(
                PolicyLab.app, PolicyLab.scope("free").with(["prompt": "none"]), tenant: PolicyLab.tenantName)
            #expect(response.outcome == .redirectedError("interaction_required", code))
            #expect(response.fields["suberror"] == suberror)
        }
    }

    @Test("Ten wrong passwords lock the account for a minute, even for the correct password")
    func locksAccountAfterTenWrongPasswords() throws {
        let entra = try PolicyLab.entra()
        for _ in 0..<10 {
            #expect(try PolicyLab.post(entra.site, "free", as: "alex", ["passwd": "x"]).text.contains("AADSTS50126"))
        }
        let locked = try PolicyLab.post(entra.site, "free", as: "alex", [:])
        #expect(locked.text.contains("AADSTS50053"))
        #expect(try PolicyLab.post(entra.site, "free", as: "exempt", [:]).fields["code"] != nil)
        entra.clock.advance(seconds: 61)
        #expect(try PolicyLab.post(entra.site, "free", as: "alex", [:]).fields["code"] != nil)
        // The correct password has reset the count.
        for _ in 0..<9 { _ = try PolicyLab.post(entra.site, "free", as: "alex", ["passwd": "x"]) }
        #expect(try PolicyLab.post(entra.site, "free", as: "alex", [:]).fields["code"] != nil)
    }

    @Test("Wrong codes count toward the lockout")
    func locksAccountAfterWrongCodes() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        for _ in 0..<10 { try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "000000"]) }
        let response = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"])
        #expect(response.code == 50053)
    }

    @Test("Only a correct code resets the count of wrong codes")
    func resetsWrongCodeCountByCorrectCodeOnly() throws {
        let entra = try PolicyLab.entra()
        let post = { (code: String) in try PolicyLab.post(entra.site, "mfa", as: "alex", ["otc": code]) }
        for _ in 0..<9 { #expect(try post("000000").page.kind == .oneTimeCode) }
        #expect(try post("123456").fields["code"] != nil)
        for _ in 0..<10 { #expect(try post("000000").page.kind == .oneTimeCode) }
        #expect(try post("123456").text.contains("AADSTS50053"))
        entra.clock.advance(seconds: 61)
        #expect(try post("123456").fields["code"] != nil)
    }

    @Test("A throttled client receives 429 with the time to wait")
    func throttlesClientWithRetryAfter() throws {
        let entra = try PolicyLab.entra()
        let form = PolicyLab.throttled.credentials.with(
            ["grant_type": "client_credentials", "scope": "api://free/.default"])
        for _ in 0..<2 { #expect(try entra.site.token(form, tenant: PolicyLab.tenantName).status == 200) }
        entra.clock.advance(seconds: 10)
        let response = try entra.site.token(form, tenant: PolicyLab.tenantName)
        #expect(response.status == 429)
        #expect(response.code == 90055)
        #expect(response["error"] == "temporarily_unavailable")
        #expect(response.header("Retry-After") == "20")
        entra.clock.advance(seconds: 20)
        #expect(try entra.site.token(form, tenant: PolicyLab.tenantName).status == 200)
    }

    @Test(
        "A simulated outage fails the token and device code endpoints",
        arguments: [("{}", 503, nil), ("{status: 504, retryAfter: 7}", 504, "7")] as [(String, Int, String?)])
    func returnsOutageAtTokenAndDeviceCodeEndpoints(_ setting: String, _ status: Int, _ retryAfter: String?) throws {
        let site = try MockEntra(
            yaml: """
                settings: {outage: \(setting)}
                tenants: [{id: \(Seed.contoso), domains: [contoso.com], applications: [{appId: \(Client.mobile.id),
                  isFallbackPublicClient: true, publicClient: {redirectUris: ["http://localhost"]}}]}]
                """
        ).site
        let responses = [
            try site.token(Client.mobile.refresh("x"), tenant: "contoso.com"),
            try site.startDevice(tenant: "contoso.com"),
        ]
        for response in responses {
            #expect(response.outcome == .jsonError(status, "temporarily_unavailable", 90033))
            #expect(response.header("Retry-After") == retryAfter)
        }
        #expect(try site.get("/contoso.com/v2.0/.well-known/openid-configuration").status == 200)
    }

    @Test("An outage and a throttle also apply to the token request of a native flow")
    func appliesOutageAndThrottleToNativeTokens() throws {
        let unavailable = try NativeFlowStep.passwordRequired.reached(
            NativeLab.app(settings: "settings: {outage: {retryAfter: 7}}\n"))
        let path = "\(unavailable.path)/\(NativeEndpoint.token.path)"
        let form = NativeFlowStep.form(.init(.token, "password"), unavailable)
        let failed = try unavailable.site.post(path, form)
        #expect(failed.outcome == .jsonError(503, "temporarily_unavailable", 90033))
        #expect(failed.header("Retry-After") == "7")
        let limited = try NativeFlowStep.passwordRequired.reached(
            NativeLab.app(settings: "settings: {throttle: {requests: 1, per: 30}}\n"))
        let wrong = NativeFlowStep.form(.init(.token, "password"), limited).with(["password": "wrong"])
        #expect(try limited.site.post(path, wrong).code == 50126)
        let throttled = try limited.site.post(path, wrong)
        #expect(throttled.status == 429)
        #expect(throttled.code == 90055)
        #expect(throttled.header("Retry-After") == "30")
        limited.entra.clock.advance(seconds: 30)
        #expect(try NativeFlowStep.perform(.init(.token, "password"), limited).status == 200)
    }

    @Test(
        "Repeated requests are allowed without a loop limit and outside a browser navigation",
        arguments: [("requestLoopLimit: 0", true), ("", false)])
    func allowsRepeatedRequestsWithoutLoopLimit(_ setting: String, _ isNavigation: Bool) throws {
        let browser = Browser(try PolicyLab.entra(settings: setting).site)
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        let cookie = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let request = PolicyLab.app.request(PolicyLab.scope("free")).encoded
        for _ in 0..<40 {
            let response = try browser.site.send(
                "GET", "\(Site.path("authorize", PolicyLab.tenantName))?\(request)",
                headerList: [("Cookie", cookie)] + (isNavigation ? [("Sec-Fetch-Mode", "navigate")] : []))
            #expect(response.fields["code"] != nil)
        }
    }

    @Test("The same silent sign-in over and over is a loop, unless another or a later request follows")
    func stopsRepeatedSilentSignIn() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        func open(_ api: String, state: String) throws -> TestResponse {
            let more = PolicyLab.scope(api).with(["state": state, "nonce": state])
            return try browser.open(PolicyLab.app, more, tenant: PolicyLab.tenantName)
        }
        _ = try open("free", state: "s")
        try browser.enter("alex@contoso.com")
        for number in 0..<15 { #expect(try open("free", state: "s\(number)").fields["code"] != nil) }
        let rejected = try open("free", state: "s15")
        #expect(rejected.page.kind == .error)
        #expect(rejected.code == 50196)
        #expect(try open("hourly", state: "s").fields["code"] != nil)
        entra.clock.advance(seconds: 300)
        #expect(try open("free", state: "s").fields["code"] != nil)
    }

    @Test("A disabled account is reported as disabled although its tokens are revoked, too")
    func reportsDisabledAccountBeforeRevocation() throws {
        let site = try MockEntra().site
        let refresh = Client.mobile.refresh(try #require(site.tokens()["refresh_token"]))
        let path = "/v1.0/users/alex@contoso.com"
        let headers = [("X-Understudy-Tenant", "contoso.com"), ("Content-Type", "application/json")]
        let change = try site.send("PATCH", path, headerList: headers, body: #"{"accountEnabled":false}"#)
        #expect(change.status == 204)
        #expect(try site.token(refresh).outcome == .jsonError(400, "invalid_grant", 50057))
        _ = try site.send("PATCH", path, headerList: headers, body: #"{"accountEnabled":true}"#)
        #expect(try site.token(refresh).outcome == .jsonError(400, "invalid_grant", 50173))
    }
}
