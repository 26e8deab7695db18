import Directory
import Entra
import Formats
import HTTP
import Store
import TestTags
import Testing
@testable import Understudy

/// These tests cover the AADB2C error codes and the conditions that raise them (docs/reference/protocol.md#b2c).
@Suite struct PolicyErrorTests {
    struct ErrorCase: Row {
        var name: String { String(code) + (note.isEmpty ? "" : ", " + note) }
        let code: Int
        let error: String?
        let note: String
        let send: @Sendable (Site) throws -> TestResponse

        init(_ code: Int, _ error: String?, _ note: String, _ send: @escaping @Sendable (Site) throws -> TestResponse) {
            self.code = code
            self.error = error
            self.note = note
            self.send = send
        }

        init(_ code: Int, _ error: String?, _ send: @escaping @Sendable (Site) throws -> TestResponse) {
            self.init(code, error, "", send)
        }
    }

    @Test(
        "Each condition raises its AADB2C code in the format of the service", .tags(.slow),
        arguments: PolicyErrorTests.requests + PolicyErrorTests.grants
    )
    func reportsErrorCodeOfCondition(_ row: ErrorCase) throws {
        let response = try row.send(B2C.entra().site)
        #expect(response.policyCode == row.code)
        #expect(response.code == nil)
        #expect(response.error == row.error)
        let description = response.fields["error_description"] ?? Page.unescape(response.text)
        #expect(description.contains("AADB2C\(row.code): ") && !(response["error_description"] ?? "").contains("{"))
        if let json = response.json { #expect(json.object?.map(\.name) == ["error", "error_description"]) }
        if row.error == nil { #expect(response.redirect == nil && response.status >= 400) }
        let sentence = PolicyErrorTests.sentence(of: response, row.code)
        #expect(!sentence.isEmpty && !PolicyErrorTests.holes.contains(where: sentence.contains) && sentence.last != ":")
    }

    /// The traces of a missing value in a message.
    private static let holes = ["''", "  ", " .", "[]", ": ,", ": ."]

    /// Returns the message without its code and its trace.
    private static func sentence(of response: TestResponse, _ code: Int) -> String {
        let description =
            response.fields["error_description"] ?? response["error_description"]
            ?? response.page.element(id: "exceptionMessageContainer")?.text ?? ""
        let parts = description.split(separator: "AADB2C\(code): ", maxSplits: 1, omittingEmptySubsequences: false)
        let message = parts.count > 1 ? parts[1] : ""
        return String(message.unicodeScalars.prefix { $0 != "\r" && $0 != "\n" })
    }

    @Test("A policy rejects a grant of the tenant's own authority and names its issuer")
    func rejectsGrantOfTenantAuthorityAtPolicy() throws {
        let site = try B2C.entra(
            settings: "settings: {consent: automatic}", policies: "B2C_1_signin",
            """
            users: [{userPrincipalName: one@own.example, password: Understudy!1, roles: [Global Administrator]}]
            applications: [{appId: \(B2C.native.id), publicClient: {redirectUris: ["http://localhost"]}}]
            """
        ).site
        let code = try site.signIn(B2C.native, ["scope": "openid"], as: "one@own.example", tenant: B2C.tenant)
            .fields["code"]
        let form = B2C.native.redemption(try #require(code))
        let response = try site.token(form, tenant: B2C.policy("B2C_1_signin"))
        #expect(response.policyCode == 90088)
        #expect(
            response["error_description"]?.contains(
                "Actual Value : \(Seed.adventureWorks) and Expected Value : b2c_1_signin") == true)
    }

    @Test("Other authorities reject a grant of a policy")
    func rejectsPolicyGrantAtOtherAuthority() throws {
        let site = try B2C.entra().site
        let token = try site.policyTokens(B2C.native, "openid offline_access \(B2C.native.id)")["refresh_token"] ?? ""
        #expect(try site.token(B2C.native.refresh(token), tenant: B2C.tenant).code == 70000)
        #expect(try site.token(B2C.native.refresh(token), tenant: "contoso.com").code != nil)
    }

    @Test("The tenant's own authority does not accept customers")
    func customersSignInOnlyThroughPolicies() throws {
        let browser = Browser(try B2C.entra().site)
        try browser.open(B2C.native, ["scope": "openid"], tenant: B2C.tenant)
        try browser.press(filling: ["loginfmt": "sam@adventureworks.example"])
        #expect(browser.page.kind == .username)
        #expect(browser.response?.code == 50034)
        try browser.open(B2C.native, ["scope": "openid"], tenant: B2C.policy())
        try browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
        let silent: Parameters = ["scope": "openid", "prompt": "none"]
        #expect(try browser.open(B2C.native, silent, tenant: B2C.tenant).code == 50058)
    }

    @Test(
        "The tenant's own authority accepts administrators and guests, but no customers",
        arguments: [
            ("", Outcome.page(.username)), (", roles: [Global Administrator]", .redirected),
            (", roles: [Global Reader]", .redirected), (", guest", .redirected),
        ])
    func tenantAuthorityAcceptsAdministratorsAndGuests(_ user: String, _ outcome: Outcome) throws {
        let isGuest = user == ", guest"
        let one = "{userPrincipalName: one@own.example, password: Understudy!1\(isGuest ? "" : user)}"
        let guest = "{userPrincipalName: one@contoso.com, password: Understudy!1, guestOf: [\(B2C.tenant)]}"
        let site = try MockEntra(
            yaml: """
                settings: {signIn: automatic, consent: automatic}
                tenants:
                  - {id: \(Seed.adventureWorks), kind: b2c, domains: [\(B2C.tenant)], users: [\(isGuest ? "" : one)],
                     applications: [{appId: \(B2C.native.id), publicClient: {redirectUris: ["http://localhost"]}}]}
                  - {id: \(Seed.contoso), domains: [contoso.com], users: [\(isGuest ? guest : "")]}
                """
        ).site
        #expect(try Browser(site).open(B2C.native, ["scope": "openid"], tenant: B2C.tenant).outcome == outcome)
        let name = isGuest ? "one@contoso.com" : "one@own.example"
        #expect(try site.signIn(B2C.native, ["scope": "openid"], as: name, tenant: B2C.tenant).outcome == outcome)
    }

    @Test("Wrong passwords lock out a customer on the page and in the resource owner policy")
    func locksOutAfterWrongPasswords() throws {
        let entra = try B2C.entra(settings: "settings: {lockoutThreshold: 3}")
        let site = entra.site
        let browser = Browser(site)
        try browser.open(B2C.native, ["scope": "openid"], tenant: B2C.policy())
        func enter(_ password: String) throws -> String? {
            try browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": password])
            return browser.page.element(id: "userFlowError")?.text
        }
        for _ in 0..<3 { #expect(try enter("wrong") == "Your password is incorrect.") }
        #expect(try enter("Understudy!1")?.contains("temporarily locked") == true)
        let form: Parameters = [
            "grant_type": "password", "client_id": B2C.native.id, "username": "sam@adventureworks.example",
            "password": "Understudy!1", "scope": "openid",
        ]
        #expect(try site.token(form, tenant: B2C.policy("B2C_1_ROPC")).policyCode == 90225)
        entra.clock.advance(seconds: 61)
        #expect(try site.token(form, tenant: B2C.policy("B2C_1_ROPC")).status == 200)
        for _ in 0..<3 { _ = try site.token(form.with(["password": "x"]), tenant: B2C.policy("B2C_1_ROPC")) }
        #expect(try site.token(form, tenant: B2C.policy("B2C_1_ROPC")).policyCode == 90225)
    }

    @Test("A throttled client of a policy receives 429 with Retry-After")
    func returnsRetryAfterWhenThrottled() throws {
        let site = try B2C.entra(settings: "settings: {throttle: {requests: 1, per: 30}}").site
        _ = try site.token(B2C.native.refresh("x"), tenant: B2C.policy())
        let response = try site.token(B2C.native.refresh("x"), tenant: B2C.policy())
        #expect(response.status == 429)
        #expect(response.header("Retry-After") == "30")
    }

    @Test("The tenant's host under b2clogin.com serves policies only")
    func b2cHostServesPoliciesOnly() throws {
        let site = try B2C.entra().at(B2C.host)
        let response = try site.get("/\(B2C.tenant)/v2.0/.well-known/openid-configuration")
        #expect(response.status == 404 && response.policyCode == 90022)
        #expect(try site.get("/\(Seed.contoso)/B2C_1_signupsignin/v2.0/.well-known/openid-configuration").code == 90002)
        for path in ["oauth2/checksession", "kerberos", "openid/userinfo"] {
            #expect(try site.get("/\(B2C.tenant)/\(path)").policyCode == 90022)
            #expect(try site.get("/\(Seed.contoso)/\(path)").code == 90002)
        }
    }
}
