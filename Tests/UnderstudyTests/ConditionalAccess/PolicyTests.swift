import Directory
import Entra
import Formats
@testable import Protocol
import Store
import Testing
@testable import Understudy

/// Tests Conditional Access end to end: the pages at sign-in, the errors of the token endpoint and the retry after an error.
@Suite struct PolicyTests {
    private func site() throws -> Site { try PolicyLab.entra().site }

    // MARK: - Requests without a page

    struct Demand: Row {
        let name: String
        var user = "alex"
        let code: Int
        let error: String
        var suberror: String?
        var version1: String = "interaction_required"
        /// The error under `prompt=none`, or nil for `version1`.
        var redirected: String?
    }

    static let demands: [Demand] = [
        Demand(name: "mfa", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "mfa", user: "none", code: 50079, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "mfa", user: "admin", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "mfa", user: "desk", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "strength2", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "strength4", code: 53003, error: "invalid_grant", suberror: "message_only"),
        Demand(name: "block", code: 53003, error: "invalid_grant", suberror: "message_only"),
        // azure-cli#29282, terraform-provider-azurerm#18179, azure-workload-identity#618.
        Demand(name: "compliant", code: 530003, error: "invalid_grant", suberror: nil),
        Demand(name: "joined", code: 530003, error: "invalid_grant", suberror: nil),
        Demand(name: "approved", code: 53002, error: "invalid_grant", suberror: "message_only"),
        Demand(
            name: "protected", code: 53005, error: "unauthorized_client", suberror: "protection_policy_required",
            version1: "unauthorized_client"),
        Demand(name: "terms", code: 50158, error: "invalid_grant", suberror: nil),
        Demand(name: "risky", user: "risky", code: 53004, error: "invalid_grant", suberror: "message_only"),
        // MSALError.h and MSIDError.m look for the code beside invalid_request only.
        Demand(
            name: "password", user: "risky", code: 50142, error: "invalid_request", suberror: nil,
            version1: "invalid_request", redirected: "interaction_required"),
        Demand(name: "either", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "both", code: 50076, error: "invalid_grant", suberror: "basic_action"),
        Demand(name: "mobile", code: 53003, error: "invalid_grant", suberror: "message_only"),
    ]

    @Test("A refresh whose policy is not satisfied fails with code, suberror and claims", arguments: demands)
    func rejectsRefreshWhenPolicyIsNotSatisfied(_ row: Demand) throws {
        let site = try site()
        let tokens = try site.tokens(
            PolicyLab.app, PolicyLab.scope("free"), as: "\(row.user)@contoso.com", redeeming: ["client_info": "1"],
            tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "")
        let response = try site.token(refresh.with(["scope": "api://\(row.name)/do"]), tenant: PolicyLab.tenantName)
        #expect(response.status == 400)
        #expect(response.code == row.code)
        #expect(response["error"] == row.error)
        #expect(response["suberror"] == row.suberror)
        if row.code == 53005 {
            #expect(response["adi"] == "alex@contoso.com")
            #expect(response["client_info"] == tokens["client_info"] && response["client_info"] != nil)
            #expect(response["claims"] == nil)
        } else {
            let claims = JSONValue(parsing: Array((response["claims"] ?? "").utf8))
            #expect(claims?["access_token"]?["capolids"]?["essential"] == .bool(true))
            #expect(claims?["access_token"]?["capolids"]?["values"]?.array?.count == 1)
        }
        let old = try site.token(
            refresh.with(["resource": "api://\(row.name)"]), tenant: PolicyLab.tenantName, .v1)
        #expect(old.code == row.code)
        #expect(old["error"] == row.version1)
    }

    @Test("Under prompt=none the application receives the error with suberror and claims", arguments: demands)
    func returnsPolicyErrorToApplicationUnderPromptNone(_ row: Demand) throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        try browser.enter("\(row.user)@contoso.com")
        let more = PolicyLab.scope(row.name).with(["prompt": "none"])
        let response = try browser.open(PolicyLab.app, more, tenant: PolicyLab.tenantName)
        #expect(response.code == (row.code == 50079 ? 50072 : row.code))
        #expect(response.fields["error"] == row.redirected ?? row.version1)
        #expect(response.fields["suberror"] == row.suberror)
        #expect((response.fields["claims"] == nil) == (row.code == 53005))
    }

    @Test(
        "A control that no page can satisfy leads to an error page",
        arguments: zip(
            ["block", "compliant", "joined", "approved", "protected"], [53003, 530003, 530003, 53002, 53005]))
    func showsErrorPageForUnsatisfiablePolicy(api: String, code: Int) throws {
        let response = try site().signIn(PolicyLab.app, PolicyLab.scope(api), tenant: PolicyLab.tenantName)
        #expect(response.page.kind == .error)
        #expect(response.code == code)
    }

    // MARK: - Conditions

    @Test(
        "A policy does not apply outside its conditions",
        arguments: [
            ("exempt", "block"), ("exempt", "mfa"), ("alex", "reporting"), ("alex", "browser"), ("alex", "risky"),
            ("alex", "riskyblock"), ("alex", "free"), ("alex", "hourly"), ("alex", "always"),
        ])
    func ignoresPolicyOutsideItsConditions(user: String, api: String) throws {
        let response = try site().tokens(
            PolicyLab.app, PolicyLab.scope(api), as: "\(user)@contoso.com", tenant: PolicyLab.tenantName)
        #expect(response["access_token"] != nil)
    }

    @Test("The conditions on clients and client types apply")
    func appliesClientConditions() throws {
        let site = try site()
        #expect(try site.signIn(PolicyLab.web, PolicyLab.scope("browser"), tenant: PolicyLab.tenantName).code == 53003)
        #expect(
            try site.signIn(PolicyLab.web, PolicyLab.scope("mobile"), tenant: PolicyLab.tenantName).fields["code"]
                != nil)
    }

    @Test("A guest at high risk is blocked")
    func blocksGuestAtRisk() throws {
        let response = try site().signIn(
            PolicyLab.app, PolicyLab.scope("riskyblock"), as: "guest@fabrikam.com", tenant: PolicyLab.tenantName)
        #expect(response.code == 53011)
    }

    // MARK: - Other pages

    @Test("The terms of use are accepted once")
    func requestsTermsOfUseOnce() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("terms"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .termsOfUse)
        #expect(try browser.press("btnAccept").fields["code"] != nil)
        #expect(
            try browser.open(PolicyLab.app, PolicyLab.scope("terms"), tenant: PolicyLab.tenantName).fields["code"]
                != nil)
    }

    @Test("Several controls are requested one page after the other")
    func requestsEveryControlInTurn() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("both"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .oneTimeCode)
        try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": "123456"])
        #expect(browser.page.kind == .termsOfUse)
        #expect(try browser.press("btnAccept").fields["code"] != nil)
    }

    @Test("A sign-in that is too old is renewed, and its refresh token is rejected")
    func requiresNewSignInAfterFrequency() throws {
        let entra = try PolicyLab.entra()
        let browser = Browser(entra.site)
        try browser.open(PolicyLab.app, PolicyLab.scope("hourly"), tenant: PolicyLab.tenantName)
        let code = try browser.enter("alex@contoso.com").fields["code"] ?? ""
        let tokens = try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        entra.clock.advance(seconds: 3_601)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://hourly/do"])
        let rejected = try entra.site.token(refresh, tenant: PolicyLab.tenantName)
        #expect(rejected.outcome == .jsonError(400, "invalid_grant", 70043))
        // An error text of a tool in Go, 2026-07.
        #expect(rejected["suberror"] == "token_expired")
        #expect(rejected["error_uri"] == nil && rejected["claims"] == nil)
        let old = refresh.with(["scope": nil, "resource": "api://hourly"])
        #expect(
            try entra.site.token(old, tenant: PolicyLab.tenantName, .v1).outcome
                == .jsonError(400, "invalid_grant", 70043))
        let time = MockEntra.start.iso8601
        let message = "issued on \(time) and the maximum allowed lifetime for this request is 3600."
        #expect(rejected["error_description"]?.contains(message) == true)
        let free = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://free/do"])
        #expect(try entra.site.token(free, tenant: PolicyLab.tenantName).status == 200)
        let silent = PolicyLab.scope("hourly").with(["prompt": "none"])
        let unanswered = try browser.open(PolicyLab.app, silent, tenant: PolicyLab.tenantName)
        #expect(unanswered.outcome == .redirectedError("interaction_required", 70044))
        try browser.open(PolicyLab.app, PolicyLab.scope("hourly"), tenant: PolicyLab.tenantName)
        #expect(browser.page.kind == .password)
        #expect(try browser.press(filling: ["passwd": "Understudy!1"]).fields["code"] != nil)
    }

    @Test("A second factor that is too old has its own error")
    func reportsStaleSecondFactor() throws {
        let entra = try PolicyLab.entra()
        let response = try PolicyLab.post(entra.site, "both", as: "alex", ["otc": "123456", "termsOfUse": "accept"])
        let code = try #require(response.fields["code"])
        let tokens = try entra.site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        entra.clock.advance(seconds: 3_601)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://both/do"])
        #expect(try entra.site.token(refresh, tenant: PolicyLab.tenantName).code == 50078)
    }

    @Test("App protection requires an enrollment id")
    func requiresEnrollmentForAppProtection() throws {
        let site = try site()
        let more = PolicyLab.scope("protected").with(["microsoft_enrollment_id": "e1"])
        let tokens = try site.tokens(PolicyLab.app, more, tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(tokens["refresh_token"] ?? "", ["scope": "api://protected/do"])
        #expect(try site.token(refresh, tenant: PolicyLab.tenantName).code == 53005)
        let enrolled = refresh.with(["microsoft_enrollment_id": "e1"])
        #expect(try site.token(enrolled, tenant: PolicyLab.tenantName).status == 200)
    }

    @Test("An enrollment at sign-in counts only for the API of that sign-in")
    func limitsEnrollmentToRequestedAPI() throws {
        let site = try site()
        let code = try site.code(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let other = PolicyLab.app.redemption(code, ["scope": "openid offline_access api://protected/do"])
        #expect(try site.token(other, tenant: PolicyLab.tenantName).code == 53005)
        let tokens = try site.token(PolicyLab.app.redemption(code), tenant: PolicyLab.tenantName)
        let refresh = PolicyLab.app.refresh(
            tokens["refresh_token"] ?? "", ["scope": "api://protected/do", "code": "x"])
        #expect(try site.token(refresh, tenant: PolicyLab.tenantName).code == 53005)
    }

    @Test("A policy keeps the user signed in without a prompt")
    func keepsUserSignedInByPolicy() throws {
        let browser = Browser(try site())
        try browser.open(PolicyLab.app, PolicyLab.scope("persistent"), tenant: PolicyLab.tenantName)
        try browser.enter("alex@contoso.com")
        #expect(browser.cookies["ESTSAUTHPERSISTENT"] != nil)
    }

    // MARK: - Devices

    @Test(
        "The device controls apply to the device that the token proves",
        arguments: [("1", nil, nil), ("2", 53000, 53001), ("3", 50097, 50097), ("9", 50097, 50097)]
            as [(String, Int?, Int?)])
    func appliesDeviceControlsToProvenDevice(number: String, compliant: Int?, joined: Int?) throws {
        let entra = try PolicyLab.entra()
        let tokens = try entra.site.tokens(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        let text = try entra.refreshToken(tokens["refresh_token"] ?? "", provedBy: number)
        for (api, code) in [("compliant", compliant), ("joined", joined)] {
            let response = try entra.site.token(
                PolicyLab.app.refresh(text, ["scope": "api://\(api)/do"]), tenant: PolicyLab.tenantName)
            #expect(response.code == code)
        }
    }
}
