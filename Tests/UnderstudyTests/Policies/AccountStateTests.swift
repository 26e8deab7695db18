import Directory
import Entra
import Formats
import Testing

/// Expired passwords, lockout, throttling.
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

    @Test("a new password that will not do is refused", arguments: attempts)
    func refused(_ row: Attempt) throws {
        let browser = Browser(try PolicyLab.entra().site)
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        try browser.enter("expired@contoso.com")
        #expect(browser.page.kind == .changePassword)
        try browser.press(filling: row.fields)
        #expect(browser.page.kind == .changePassword)
        #expect(browser.page.element(id: "passwordError")?.text.contains(row.problem) == true)
    }

    @Test("an expired password is changed, and the new one is the password from then on")
    func changed() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        try browser.enter("expired@contoso.com")
        let answer = try browser.press(
            filling: [
                "currentPassword": "Understudy!1", "newPassword": "Another!12", "confirmNewPassword": "Another!12",
            ])
        let code = try #require(answer.response["code"])
        #expect(try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName).status == 200)
        #expect(try PolicyLab.post(entra.site, "free", as: "expired", [:]).page.kind == .password)
        #expect(try PolicyLab.post(entra.site, "free", as: "expired", ["passwd": "Another!12"]).response["code"] != nil)
    }

    @Test("a password that was changed by a clock that went ahead keeps nobody out when the clock is right again")
    func changedAhead() throws {
        let entra = try PolicyLab.entra()
        entra.clock.advance(seconds: 90 * 86_400)
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("password"), tenant: PolicyLab.tenantName)
        try browser.enter("risky@contoso.com")
        let changed = try browser.press(
            filling: [
                "currentPassword": "Understudy!1", "newPassword": "Another!12", "confirmNewPassword": "Another!12",
            ])
        #expect(changed.response["code"] != nil)
        entra.clock.advance(seconds: -90 * 86_400)
        let again = Browser(entra.site)
        try again.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try #require(try again.enter("risky@contoso.com", "Another!12").response["code"])
        let tokens = try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "")
        #expect(try entra.site.token(refresh, tenant: PolicyLab.tenantName).status == 200)
    }

    @Test(
        "a changed password ends what public clients and browsers hold, not what confidential clients do",
        arguments: [0, 5] as [Int64])
    func ended(_ seconds: Int64) throws {
        let entra = try PolicyLab.entra()
        let held = Browser(entra.site)
        try held.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try held.enter("risky@contoso.com").response["code"] ?? ""
        let tokens = try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let confidential = try entra.site.tokens(
            PolicyLab.web, PolicyLab.scope("free"), as: "risky@contoso.com", tenant: PolicyLab.tenantName)
        entra.clock.advance(seconds: seconds)
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("password"), tenant: PolicyLab.tenantName)
        try browser.enter("risky@contoso.com")
        #expect(browser.page.kind == .changePassword)
        let answer = try browser.press(
            filling: [
                "currentPassword": "Understudy!1", "newPassword": "Another!12", "confirmNewPassword": "Another!12",
            ])
        let next = try #require(answer.response["code"])
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "")
        #expect(try entra.site.token(refresh, tenant: PolicyLab.tenantName).code == 50173)
        let kept = PolicyLab.web.refresh(confidential["refresh_token"] ?? "", ["scope": "api://free/do"])
        #expect(try entra.site.token(kept, tenant: PolicyLab.tenantName).status == 200)
        try held.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        #expect(held.page.kind == .username)
        // The sign-in that changed the password goes on.
        let renewed = try entra.site.token(PolicyLab.app.redemption(next), tenant: PolicyLab.tenantName)
        let again = PolicyLab.app.refresh(renewed["refresh_token"] ?? "")
        #expect(try entra.site.token(again, tenant: PolicyLab.tenantName).status == 200)
        let silent = try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        #expect(silent.response["code"] != nil)
    }

    @Test("a password kept on premises cannot be changed here; without a page the application is told")
    func notHere() throws {
        let entra = try PolicyLab.entra()
        #expect(try PolicyLab.post(entra.site, "free", as: "synced", [:]).code == 50144)
        let told: [(String, Int, String?)] = [("expired", 50055, "user_password_expired"), ("synced", 50144, nil)]
        for (user, code, suberror) in told {
            let browser = Browser(entra.site)
            try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
            try browser.enter("\(user)@contoso.com")
            let answer = try browser.open(
                PolicyLab.app, PolicyLab.scope("free").with(["prompt": "none"]), tenant: PolicyLab.tenantName)
            #expect(answer.outcome == .redirectedError("interaction_required", code))
            #expect(answer.response["suberror"] == suberror)
        }
    }

    @Test("ten wrong passwords lock the account for a minute, even for the right one")
    func lockout() throws {
        let entra = try PolicyLab.entra()
        for _ in 0..<10 {
            #expect(try PolicyLab.post(entra.site, "free", as: "alex", ["passwd": "x"]).text.contains("AADSTS50126"))
        }
        let locked = try PolicyLab.post(entra.site, "free", as: "alex", [:])
        #expect(locked.text.contains("AADSTS50053"))
        #expect(try PolicyLab.post(entra.site, "free", as: "exempt", [:]).response["code"] != nil)
        entra.clock.advance(seconds: 61)
        #expect(try PolicyLab.post(entra.site, "free", as: "alex", [:]).response["code"] != nil)
        // The right one began anew.
        for _ in 0..<9 { _ = try PolicyLab.post(entra.site, "free", as: "alex", ["passwd": "x"]) }
        #expect(try PolicyLab.post(entra.site, "free", as: "alex", [:]).response["code"] != nil)
    }

    @Test("wrong codes count towards the lockout")
    func lockoutByCodes() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        for _ in 0..<10 { try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "000000"]) }
        let answer = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"])
        #expect(answer.code == 50053)
    }

    @Test("a right password does not make up for wrong codes, a right code does")
    func lockoutAcrossSignIns() throws {
        let entra = try PolicyLab.entra()
        let post = { (code: String) in try PolicyLab.post(entra.site, "mfa", as: "alex", ["otc": code]) }
        for _ in 0..<9 { #expect(try post("000000").page.kind == .oneTimeCode) }
        #expect(try post("123456").response["code"] != nil)
        for _ in 0..<10 { #expect(try post("000000").page.kind == .oneTimeCode) }
        #expect(try post("123456").text.contains("AADSTS50053"))
        entra.clock.advance(seconds: 61)
        #expect(try post("123456").response["code"] != nil)
    }

    @Test("a client beyond its throttle is told how long to wait")
    func throttle() throws {
        let entra = try PolicyLab.entra()
        let form = PolicyLab.throttled.credentials.with(
            ["grant_type": "client_credentials", "scope": "api://free/.default"])
        for _ in 0..<2 { #expect(try entra.site.token(form, tenant: PolicyLab.tenantName).status == 200) }
        entra.clock.advance(seconds: 10)
        let answer = try entra.site.token(form, tenant: PolicyLab.tenantName)
        #expect(answer.status == 429)
        #expect(answer.code == 90055)
        #expect(answer["error"] == "temporarily_unavailable")
        #expect(answer.header("Retry-After") == "20")
        entra.clock.advance(seconds: 20)
        #expect(try entra.site.token(form, tenant: PolicyLab.tenantName).status == 200)
    }

    @Test(
        "an outage fails as the service does, tokens and device codes",
        arguments: [("{}", 503, nil), ("{status: 504, retryAfter: 7}", 504, "7")] as [(String, Int, String?)])
    func outage(_ setting: String, _ status: Int, _ retryAfter: String?) throws {
        let site = try MockEntra(
            yaml: """
                settings: {outage: \(setting)}
                tenants: [{id: \(Seed.contoso), domains: [contoso.com], applications: [{appId: \(Client.mobile.id),
                  isFallbackPublicClient: true, publicClient: {redirectUris: ["http://localhost"]}}]}]
                """
        ).site
        let answers = [
            try site.token(Client.mobile.refresh("x"), tenant: "contoso.com"),
            try site.startDevice(tenant: "contoso.com"),
        ]
        for answer in answers {
            #expect(answer.outcome == .jsonError(status, "temporarily_unavailable", 90033))
            #expect(answer.header("Retry-After") == retryAfter)
        }
        #expect(try site.get("/contoso.com/v2.0/.well-known/openid-configuration").status == 200)
    }

    @Test("an outage and a throttle of a client meet the end of a native journey too")
    func nativeTokens() throws {
        let away = try NativeWalk.passwordWanted.reached(
            NativeLab.app(settings: "settings: {outage: {retryAfter: 7}}\n"))
        let path = "\(away.path)/\(NativeEndpoint.token.path)"
        let form = NativeWalk.form(.init(.token, "password"), away)
        let failed = try away.site.post(path, form)
        #expect(failed.outcome == .jsonError(503, "temporarily_unavailable", 90033))
        #expect(failed.header("Retry-After") == "7")
        let held = try NativeWalk.passwordWanted.reached(
            NativeLab.app(settings: "settings: {throttle: {requests: 1, per: 30}}\n"))
        let wrong = NativeWalk.form(.init(.token, "password"), held).with(["password": "wrong"])
        #expect(try held.site.post(path, wrong).code == 50126)
        let throttled = try held.site.post(path, wrong)
        #expect(throttled.status == 429)
        #expect(throttled.code == 90055)
        #expect(throttled.header("Retry-After") == "30")
        held.entra.clock.advance(seconds: 30)
        #expect(try NativeWalk.take(.init(.token, "password"), held).status == 200)
    }

    @Test(
        "no loop is broken where the setting says so, nor where no browser turns",
        arguments: [("requestLoopLimit: 0", true), ("", false)])
    func noLoop(_ setting: String, _ isNavigation: Bool) throws {
        let browser = Browser(try PolicyLab.entra(settings: setting).site)
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        let cookie = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let request = PolicyLab.app.request(PolicyLab.scope("free")).encoded
        for _ in 0..<40 {
            let answer = try browser.site.send(
                "GET", "\(Site.path("authorize", PolicyLab.tenantName))?\(request)",
                headerList: [("Cookie", cookie)] + (isNavigation ? [("Sec-Fetch-Mode", "navigate")] : []))
            #expect(answer.response["code"] != nil)
        }
    }

    @Test("the same silent sign-in over and over is a loop; another one, or a later one, is none")
    func loop() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        func open(_ api: String, state: String) throws -> Answer {
            let more = PolicyLab.scope(api).with(["state": state, "nonce": state])
            return try browser.open(PolicyLab.app, more, tenant: PolicyLab.tenantName)
        }
        _ = try open("free", state: "s")
        try browser.enter("alex@contoso.com")
        for turn in 0..<15 { #expect(try open("free", state: "s\(turn)").response["code"] != nil) }
        let refused = try open("free", state: "s15")
        #expect(refused.page.kind == .error)
        #expect(refused.code == 50196)
        #expect(try open("hourly", state: "s").response["code"] != nil)
        entra.clock.advance(seconds: 300)
        #expect(try open("free", state: "s").response["code"] != nil)
    }

    @Test("who is disabled is told so, though that revokes all that was issued, too")
    func disabledByGraph() throws {
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
