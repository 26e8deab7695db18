import Formats
import Testing

/// A browser on the pages of a tenant's user flows, with access to the emailed codes.
struct UserFlowVisit {
    let entra: MockEntra
    let browser: Browser
    var site: Site { browser.site }

    init(_ entra: MockEntra, at origin: String = B2C.host) {
        self.entra = entra
        browser = Browser(entra.at(origin))
    }

    @discardableResult
    func open(_ policy: String = "B2C_1_signupsignin", _ more: Parameters = [:]) throws -> TestResponse {
        try browser.open(B2C.native, Parameters.openID.with(more), tenant: B2C.policy(policy))
    }

    /// Returns the newest code that was sent to the address.
    func code(to address: String) throws -> String {
        let sent = try site.get("/_understudy/outbox?to=\(address)").json?["messages"]?.array?.first
        return try #require(sent?["code"]?.string)
    }

    /// Verifies an address: requests a code and enters it. The pages of external tenants have other buttons than those of policies.
    func verify(_ address: String) throws {
        let isPolicy = browser.page.control(id: "emailVerificationControl_but_send_code") != nil
        try browser.press(
            isPolicy ? "emailVerificationControl_but_send_code" : "idSIButton9", filling: ["loginfmt": address])
        try browser.press(
            isPolicy ? "emailVerificationControl_but_verify_code" : "idSubmit_SAOTCC_Continue",
            filling: ["otc": try code(to: address)])
    }

    func tokens(_ policy: String = "B2C_1_signupsignin") throws -> TestResponse {
        let code = try #require(browser.response?.fields["code"])
        return try site.token(B2C.native.redemption(code), tenant: B2C.policy(policy))
    }

    var error: String? { browser.page.element(id: "userFlowError")?.text }
}

extension Parameters {
    static let openID: Parameters = ["scope": "openid offline_access"]
}
