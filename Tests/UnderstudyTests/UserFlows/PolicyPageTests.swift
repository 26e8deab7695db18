import Directory
import Formats
import Testing
@testable import Understudy

/// These tests cover what the pages of B2C policies add to user flows: one page for verification and attributes, links, and element
/// ids.
@Suite struct PolicyPageTests {
    private let password = "N3w-password"

    @Test("The page of a policy rejects an account whose address is not verified, and keeps the typed values")
    func rejectsUnverifiedAddress() throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open()
        try visit.browser.follow("createAccount")
        let typed = [
            "loginfmt": "new@x.example", "newPassword": password, "reenterPassword": password,
            "attribute.displayName": "New",
        ]
        try visit.browser.press("continue", filling: typed)
        #expect(visit.error == "The claims for verification control have not been verified.")
        try visit.browser.press("emailVerificationControl_but_send_code", filling: typed)
        let code = try visit.code(to: "new@x.example")
        try visit.browser.press("continue", filling: typed.merging(["otc": code]) { $1 })
        #expect(visit.error == "The claims for verification control have not been verified.")
        try visit.browser.press(
            "emailVerificationControl_but_verify_code", filling: typed.merging(["otc": code]) { $1 })
        #expect(visit.error == nil)
        #expect(visit.browser.page.control(id: "displayName")?.value == "New")
        #expect(visit.browser.page.control(id: "newPassword")?.value == "")
        try visit.browser.press("emailVerificationControl_but_change_claims", filling: typed)
        try visit.browser.press("continue", filling: typed)
        #expect(visit.error == "The claims for verification control have not been verified.")
        #expect(visit.entra.server.directory.tenant(named: B2C.tenant)?.user(named: "new@x.example") == nil)
    }

    @Test("Forms without the buttons of the page, as scripts without a browser post them, sign up in three steps")
    func signsUpByFormsWithoutButtons() throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open()
        func post(_ fields: KeyValuePairs<String, String>) throws {
            let form = try #require(visit.browser.page.forms.first)
            let token = try #require(visit.browser.page.control(name: "flowToken")?.value)
            try visit.browser.post(form.action, [("flowToken", token)] + fields.map { ($0.key, $0.value) })
        }
        try post(["pageAction": "signUp"])
        try post(["pageAction": "sendCode", "loginfmt": "new@x.example"])
        try post(["otc": try visit.code(to: "new@x.example")])
        try post(["newPassword": password, "reenterPassword": password, "attribute.displayName": "New"])
        #expect(visit.browser.response?.outcome == .redirected)
    }

    @Test("A link continues a request whose parameters are in the body, and a silent request ignores the link")
    func linkContinuesRequest() throws {
        let visit = UserFlowVisit(try B2C.entra())
        let request = B2C.native.request(.openID)
        try visit.browser.post(Site.path("authorize", B2C.policy()), request.form.fields.map { ($0.name, $0.value) })
        try visit.browser.follow("createAccount")
        #expect(visit.browser.page.control(id: "newPassword") != nil)
        #expect(visit.browser.page.forms.first?.action.contains("pageAction") == false)
        let silent = try visit.open("B2C_1_signupsignin", ["prompt": "none", "pageAction": "forgotPassword"])
        #expect(silent.policyCode == 90077)
        try visit.open("B2C_1_signin", ["pageAction": "signUp"])
        #expect(visit.browser.page.control(id: "newPassword") == nil, "the policy has no sign-up")
    }

    struct UsernameElement: Row {
        let name: String
        let policy: String
        let id: String
        let codeID: String
    }

    private static let usernameElements = [
        UsernameElement(name: "user flow", policy: "B2C_1_a", id: "email", codeID: "emailVerificationCode"),
        UsernameElement(name: "custom policy", policy: "B2C_1A_a", id: "signInName", codeID: "verificationCode"),
        UsernameElement(
            name: "configured", policy: "{id: B2C_1_a, usernameElement: logonIdentifier}", id: "logonIdentifier",
            codeID: "emailVerificationCode"),
    ]

    @Test("The fields for the username and the code have the ids of the policy", arguments: usernameElements)
    func fieldsHaveIDsOfPolicy(_ row: UsernameElement) throws {
        let applications =
            "applications: [{appId: \(B2C.native.id), publicClient: {redirectUris: [\"http://localhost\"]}}]"
        let visit = UserFlowVisit(try B2C.entra(policies: row.policy, applications))
        try visit.open(row.policy.contains("B2C_1A_") ? "B2C_1A_a" : "B2C_1_a")
        #expect(visit.browser.page.control(name: "loginfmt")?.id == row.id)
        try visit.browser.follow("createAccount")
        #expect(visit.browser.page.control(name: "loginfmt")?.id == "email")
        #expect(visit.browser.page.control(name: "otc")?.id == row.codeID)
    }
}
