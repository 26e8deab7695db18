import Directory
import Entra
import State
import Testing
import Wire

@testable import Flows
@testable import Understudy

/// Conditional Access end to end: pages at sign-in, failures at the token endpoint, and the retry that overcomes them.
@Suite struct PolicyTests {
    private func site() throws -> Site { try PolicyLab.entra().site }

    // MARK: - Where no page may be shown

    struct Demand: Row {
        let name: String
        var user = "alex"
        let code: Int
        let error: String
        var suberror: String?
        var version1: String = "interaction_required"
    }

    static let demands: [Demand] = [
        Demand(name: "mfa", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "mfa", user: "none", code: 50079, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "mfa", user: "admin", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "block", code: 53003, error: "invalid_grant", suberror: "message_only"),
        Demand(name: "compliant", code: 50097, error: "invalid_grant", suberror: "additional_action"),
        Demand(name: "joined", code: 50097, error: "invalid_grant", suberror: "additional_action"),
        Demand(name: "approved", code: 53002, error: "invalid_grant", suberror: "message_only"),
        Demand(
            name: "protected", code: 53005, error: "unauthorized_client", suberror: "protection_policy_required",
            version1: "unauthorized_client"),
        Demand(name: "terms", code: 50158, error: "invalid_grant", suberror: nil),
        Demand(name: "risky", user: "risky", code: 53004, error: "invalid_grant", suberror: "message_only"),
        Demand(name: "password", user: "risky", code: 50142, error: "invalid_grant", suberror: nil),
        Demand(name: "either", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "both", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "mobile", code: 53003, error: "invalid_grant", suberror: "message_only"),
    ]

    @Test("a refresh for an API whose policy is not met fails with code, suberror and claims", arguments: demands)
    func refresh(_ row: Demand) throws {
        let site = try site()
        let tokens = try site.tokens(
            PolicyLab.app, PolicyLab.scope("free"), as: "\(row.user)@contoso.com", tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "")
        let answer = try site.token(refresh.with(["scope": "api://\(row.name)/do"]), tenant: PolicyLab.tenantName)
        #expect(answer.status == 400)
        #expect(answer.code == row.code)
        #expect(answer["error"] == row.error)
        #expect(answer["suberror"] == row.suberror)
        if row.code == 53005 {
            #expect(answer["adi"] == "alex@contoso.com")
            #expect(answer["claims"] == nil)
        } else {
            let claims = JSONValue(parsing: Array((answer["claims"] ?? "").utf8))
            #expect(claims?["access_token"]?["capolids"]?["essential"] == .bool(true))
            #expect(claims?["access_token"]?["capolids"]?["values"]?.array?.count == 1)
        }
        let old = try site.token(
            refresh.with(["resource": "api://\(row.name)"]), tenant: PolicyLab.tenantName, .v1)
        #expect(old.code == row.code)
        #expect(old["error"] == row.version1)
    }

    @Test("under prompt=none the application is told, with suberror and claims", arguments: demands)
    func silent(_ row: Demand) throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        try browser.enter("\(row.user)@contoso.com")
        let more = PolicyLab.scope(row.name).with(["prompt": "none"])
        let answer = try browser.open(PolicyLab.app, more, tenant: PolicyLab.tenantName)
        #expect(answer.code == (row.code == 50079 ? 50072 : row.code))
        #expect(answer.response["error"] == row.version1)
        #expect(answer.response["suberror"] == row.suberror)
        #expect((answer.response["claims"] == nil) == (row.code == 53005))
    }

    @Test(
        "what no page helps against is shown",
        arguments: zip(["block", "compliant", "joined", "approved", "protected"], [53003, 50097, 50097, 53002, 53005]))
    func shown(api: String, code: Int) throws {
        let answer = try site().signIn(PolicyLab.app, PolicyLab.scope(api), tenant: PolicyLab.tenantName)
        #expect(answer.page.kind == .error)
        #expect(answer.code == code)
    }

    // MARK: - Who is meant

    @Test(
        "policies leave others alone",
        arguments: [
            ("exempt", "block"), ("exempt", "mfa"), ("alex", "reporting"), ("alex", "browser"), ("alex", "risky"),
            ("alex", "riskyblock"), ("alex", "free"), ("alex", "hourly"), ("alex", "always"),
        ])
    func others(user: String, api: String) throws {
        let answer = try site().tokens(
            PolicyLab.app, PolicyLab.scope(api), as: "\(user)@contoso.com", tenant: PolicyLab.tenantName)
        #expect(answer["access_token"] != nil)
    }

    @Test("conditions on clients and their kind")
    func clients() throws {
        let site = try site()
        #expect(try site.signIn(PolicyLab.web, PolicyLab.scope("browser"), tenant: PolicyLab.tenantName).code == 53003)
        #expect(
            try site.signIn(PolicyLab.web, PolicyLab.scope("mobile"), tenant: PolicyLab.tenantName).response["code"]
                != nil)
    }

    @Test("a guest at risk is blocked for it")
    func guestAtRisk() throws {
        let answer = try site().signIn(
            PolicyLab.app, PolicyLab.scope("riskyblock"), as: "guest@fabrikam.com", tenant: PolicyLab.tenantName)
        #expect(answer.code == 53011)
    }

    // MARK: - Multi-factor authentication

    @Test("a fixed code, page by page; the token tells of it")
    func fixedCode() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .oneTimeCode)
        try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "000000"])
        #expect(browser.page.kind == .oneTimeCode)
        #expect(browser.page.element(id: "idSpan_SAOTCC_Error_OTC") != nil)
        let answer = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": " 123 456"])
        let code = try #require(answer.response["code"])
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let token = try Token(tokens["access_token"] ?? "")
        #expect(token.list("amr") == ["pwd", "otp", "mfa"])
        // The session has it, so the next application does not ask.
        let next = try browser.open(
            PolicyLab.web, PolicyLab.scope("mfa").with(["prompt": "none"]), tenant: PolicyLab.tenantName)
        #expect(next.response["code"] != nil)
        // A new sign-in is asked again.
        try browser.open(
            PolicyLab.app, PolicyLab.scope("mfa").with(["prompt": "login"]), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .oneTimeCode)
    }

    private func post(
        _ site: Site, _ api: String, as user: String, _ fields: Parameters
    ) throws -> Answer {
        let request = PolicyLab.app.request(PolicyLab.scope(api)).encoded
        return try site.post(
            "\(Site.path("authorize", PolicyLab.tenantName))?\(request)",
            (["loginfmt": "\(user)@contoso.com", "passwd": "Understudy!1"] as Parameters).with(fields))
    }

    @Test("a script sends the code along")
    func script() throws {
        let site = try site()
        #expect(try post(site, "mfa", as: "alex", ["otc": "123456"]).response["code"] != nil)
        #expect(try post(site, "mfa", as: "alex", ["otc": "123457"]).page.kind == .oneTimeCode)
    }

    @Test("a code of an authenticator app is good once and for about a minute")
    func timedCode() throws {
        let entra = try PolicyLab.entra()
        let secret = Array("12345678901234567890".utf8)
        let now = TimedCode.at(entra.clock.now(), secret: secret)
        #expect(try post(entra.site, "mfa", as: "totp", ["otc": now]).response["code"] != nil)
        #expect(try post(entra.site, "mfa", as: "totp", ["otc": now]).page.kind == .oneTimeCode)
        let next = TimedCode.at(Timestamp(seconds: entra.clock.now().seconds + 30), secret: secret)
        #expect(try post(entra.site, "mfa", as: "totp", ["otc": next]).response["code"] != nil)
        let late = TimedCode.at(Timestamp(seconds: entra.clock.now().seconds - 60), secret: secret)
        #expect(try post(entra.site, "mfa", as: "totp", ["otc": late]).page.kind == .oneTimeCode)
    }

    @Test(
        "codes are those of RFC 6238, Appendix B",
        arguments: zip([59, 1_111_111_109, 20_000_000_000], ["287082", "081804", "353130"]))
    func timedCodes(time: Int64, code: String) {
        #expect(TimedCode.at(Timestamp(seconds: time), secret: Array("12345678901234567890".utf8)) == code)
    }

    @Test("a code is sent on request, and another one after that")
    func sentCode() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("mail@contoso.com")
        #expect(browser.page.kind == .proofChoice)
        #expect(entra.server.outbox.messages(now: entra.clock.now()).isEmpty)
        let tile = try #require(browser.page.control(name: "proof"))
        let form = try #require(browser.page.forms.first)
        try browser.post(form.action, form.submission(pressing: tile, filling: [:], ticking: [], unticking: []))
        #expect(browser.page.kind == .oneTimeCode)
        let first = try #require(entra.server.outbox.messages(to: "mail@contoso.com", now: entra.clock.now()).first)
        try browser.press("idA_SAOTCC_Resend")
        let second = try #require(entra.server.outbox.messages(to: "mail@contoso.com", now: entra.clock.now()).first)
        #expect(entra.server.outbox.messages(now: entra.clock.now()).count == 2)
        if first.code != second.code {
            try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": first.code])
            #expect(browser.page.kind == .oneTimeCode)
        }
        entra.clock.advance(seconds: 1_300)
        try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": second.code])
        #expect(browser.page.element(id: "idSpan_SAOTCC_Error_OTC")?.text.contains("expired") == true)
        try browser.press("idA_SAOTCC_Resend")
        let third = try #require(entra.server.outbox.messages(to: "mail@contoso.com", now: entra.clock.now()).first)
        let answer = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": third.code])
        #expect(answer.response["code"] != nil)
    }

    @Test("who has no method registers one, which then stays")
    func registration() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try browser.enter("none@contoso.com")
        #expect(browser.page.kind == .proofRegistration)
        try browser.press(filling: ["newProof": "nonsense"])
        #expect(browser.page.element(id: "proofUpMethodError") != nil)
        try browser.press(filling: ["newProof": "+41 44 555 01 99"])
        #expect(browser.page.kind == .oneTimeCode)
        let sent = try #require(entra.server.outbox.messages(now: entra.clock.now()).first)
        #expect(sent.channel == .sms)
        #expect(try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": sent.code]).response["code"] != nil)
        let other = Browser(entra.site)
        try other.open(PolicyLab.app, PolicyLab.scope("mfa"), tenant: PolicyLab.tenantName)
        try other.enter("none@contoso.com")
        #expect(other.page.kind == .proofChoice)
    }

    @Test("too many codes sent are refused")
    func tooManySent() throws {
        let site = try site()
        var answer = try post(site, "mfa", as: "phone", ["proof": "1"])
        #expect(answer.page.kind == .oneTimeCode)
        for _ in 0..<10 { answer = try post(site, "mfa", as: "phone", ["proof": "1"]) }
        #expect(answer.code == 50088)
    }

    @Test("Cancel tells the application")
    func cancel() throws {
        for api in ["mfa", "terms"] {
            let browser = Browser(try site())
            try browser.open(PolicyLab.app, PolicyLab.scope(api), tenant: PolicyLab.tenantName)
            try browser.enter("alex@contoso.com")
            let answer = try browser.press(api == "mfa" ? "idBtn_Back" : "btnDecline")
            #expect(answer.response["error"] == "access_denied")
            #expect(answer.response["error_subcode"] == "cancel")
        }
    }

    // MARK: - Other pages

    @Test("terms of use are accepted once")
    func terms() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("terms"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .termsOfUse)
        #expect(try browser.press("btnAccept").response["code"] != nil)
        #expect(
            try browser.open(PolicyLab.app, PolicyLab.scope("terms"), tenant: PolicyLab.tenantName).response["code"]
                != nil)
    }

    @Test("all of several demands, one page after the other")
    func both() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("both"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .oneTimeCode)
        try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"])
        #expect(browser.page.kind == .termsOfUse)
        #expect(try browser.press("btnAccept").response["code"] != nil)
    }

    @Test("a sign-in that is too old is renewed; a refresh token of it is not good any more")
    func frequency() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("hourly"), tenant: PolicyLab.tenantName)
        let code = try browser.enter("alex@contoso.com").response["code"] ?? ""
        let tokens = try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        entra.clock.advance(seconds: 3_601)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://hourly/do"])
        let refused = try entra.site.token(refresh, tenant: PolicyLab.tenantName)
        #expect(refused.code == 70043)
        #expect(refused["suberror"] == "bad_token")
        let free = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://free/do"])
        #expect(try entra.site.token(free, tenant: PolicyLab.tenantName).status == 200)
        try browser.open(PolicyLab.app, PolicyLab.scope("hourly"), tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .password)
        #expect(try browser.press(filling: ["passwd": "Understudy!1"]).response["code"] != nil)
    }

    @Test("a multi-factor authentication that is too old is told apart")
    func staleFactors() throws {
        let entra = try PolicyLab.entra()
        let answer = try post(entra.site, "both", as: "alex", ["otc": "123456", "termsOfUse": "accept"])
        let code = try #require(answer.response["code"])
        let tokens = try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        entra.clock.advance(seconds: 3_601)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://both/do"])
        #expect(try entra.site.token(refresh, tenant: PolicyLab.tenantName).code == 50078)
    }

    @Test("app protection is proved by the enrollment")
    func protection() throws {
        let site = try site()
        let more = PolicyLab.scope("protected").with(["microsoft_enrollment_id": "e1"])
        let tokens = try site.tokens(PolicyLab.app, more, tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://protected/do"])
        #expect(try site.token(refresh, tenant: PolicyLab.tenantName).code == 53005)
        let enrolled = refresh.with(["microsoft_enrollment_id": "e1"])
        #expect(try site.token(enrolled, tenant: PolicyLab.tenantName).status == 200)
    }

    @Test("a policy keeps the user signed in without asking")
    func persistentBrowser() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("persistent"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.cookies["ESTSAUTHPERSISTENT"] != nil)
    }

    // MARK: - The retry

    @Test("the claims of a failure lead to the pages, and the code from there to the token")
    func retry() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try browser.enter("alex@contoso.com").response["code"] ?? ""
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://mfa/do"])
        let refused = try browser.site.token(refresh, tenant: PolicyLab.tenantName)
        let claims = try #require(refused["claims"])
        #expect(claims.contains(PolicyLab.mfaPolicy))
        // Even for an API that the policy is not about.
        try browser.open(PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .oneTimeCode)
        let next = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"]).response["code"] ?? ""
        let renewed = try browser.site.token(PolicyLab.app.redemption(next), tenant: PolicyLab.tenantName)
        let again = PolicyLab.app.refresh(renewed["refresh_token"] ?? "", ["scope": "api://mfa/do"])
        #expect(try browser.site.token(again, tenant: PolicyLab.tenantName).status == 200)
    }

    @Test("an authentication context is stepped up to; the token lists what is satisfied")
    func stepUp() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try browser.enter("alex@contoso.com").response["code"] ?? ""
        let tokens = try browser.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        #expect(try Token(tokens["access_token"] ?? "").list("acrs") == ["c2"])
        let claims = ClaimsChallenge.authenticationContext("c1").text
        let refresh = PolicyLab.app.refresh(
            tokens["refresh_token"] ?? "", ["scope": "api://free/do", "claims": claims])
        let refused = try browser.site.token(refresh, tenant: PolicyLab.tenantName)
        #expect(refused.code == 50076)
        try browser.open(PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .oneTimeCode)
        let next = try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"]).response["code"] ?? ""
        let stepped = try browser.site.token(PolicyLab.app.redemption(next), tenant: PolicyLab.tenantName)
        #expect(try Token(stepped["access_token"] ?? "").list("acrs") == ["c1", "c2"])
    }

    @Test("a voluntary or unknown context demands nothing")
    func voluntary() throws {
        let site = try site()
        for claims in [
            #"{"access_token":{"acrs":{"value":"c1"}}}"#, ClaimsChallenge.authenticationContext("c9").text,
            #"{"access_token":{"acrs":{"essential":true,"value":7},"nbf":[],"capolids":{"essential":true}}}"#,
        ] {
            let answer = try site.signIn(
                PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
            #expect(answer.response["code"] != nil)
        }
    }

    // MARK: - Continuous access evaluation

    @Test("a token that can be revoked lives a day, with refresh_in at half time")
    func continuousAccess() throws {
        let site = try site()
        let claims = #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#
        let answer = try site.tokens(
            PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
        let lifetime = try #require(answer.json?["expires_in"]?.integer)
        #expect((86_400...100_800).contains(lifetime))
        #expect(answer.json?["refresh_in"]?.integer == lifetime / 2)
        #expect(try Token(answer["access_token"] ?? "").list("xms_cc") == ["CP1"])
        let plain = try site.tokens(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        #expect((plain.json?["expires_in"]?.integer ?? .max) <= 5_399)
        #expect(plain.json?["refresh_in"] == nil)
    }

    @Test("nbf asks for a newer sign-in, and the token is as new as asked")
    func notBefore() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let code = try browser.enter("alex@contoso.com").response["code"] ?? ""
        entra.clock.advance(seconds: 60)
        let time = entra.clock.now().seconds - 10
        let claims = ClaimsChallenge.notBefore(time).text
        let tokens = try browser.site.token(
            PolicyLab.app.redemption(code, ["claims": claims]), tenant: PolicyLab.tenantName)
        #expect(try Token(tokens["access_token"] ?? "").number("nbf") == time)
        try browser.open(PolicyLab.app, PolicyLab.scope("free").with(["claims": claims]), tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .password)
        #expect(try browser.press(filling: ["passwd": "Understudy!1"]).response["code"] != nil)
    }

    // MARK: - Devices

    @Test(
        "a device that proved itself is judged",
        arguments: [("1", nil, nil), ("2", 53000, 53001), ("3", 50097, 50097), ("9", 50097, 50097)]
            as [(String, Int?, Int?)])
    func devices(number: String, compliant: Int?, joined: Int?) throws {
        let entra = try PolicyLab.entra()
        let tokens = try entra.site.tokens(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let text = try entra.refreshToken(tokens["refresh_token"] ?? "", provedBy: number)
        for (api, code) in [("compliant", compliant), ("joined", joined)] {
            let answer = try entra.site.token(
                PolicyLab.app.refresh(text, ["scope": "api://\(api)/do"]), tenant: PolicyLab.tenantName)
            #expect(answer.code == code)
        }
    }
}
