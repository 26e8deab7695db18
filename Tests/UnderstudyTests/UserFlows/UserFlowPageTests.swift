import Directory
import Formats
import HTTP
import Testing
@testable import Understudy

/// These tests follow the pages of user flows in a browser.
@Suite struct UserFlowPageTests {
    private static let password = "N3w-password"

    @Test("A new user signs up, signs in from another browser and cannot sign up again")
    func signsUpNewUserOnce() throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open()
        try visit.browser.follow("createAccount")
        try visit.verify("new@x.example")
        #expect(visit.browser.page.control(id: "email")?.value == "new@x.example")
        let response = try visit.browser.press(
            "continue",
            filling: ["newPassword": password, "reenterPassword": password, "attribute.displayName": "New <User>"])
        #expect(response.outcome == .redirected)
        let id = try Token(try visit.tokens()["id_token"])
        #expect(id["name"] == "New <User>" && id.list("emails") == ["new@x.example"])

        let again = UserFlowVisit(visit.entra)
        try again.open()
        try again.browser.press("next", filling: ["loginfmt": "NEW@x.example", "passwd": password])
        #expect(try Token(try again.tokens()["id_token"])["sub"] == id["sub"])

        try again.open("B2C_1_register")
        try again.verify("new@x.example")
        try again.browser.press(
            "continue",
            filling: [
                "newPassword": password, "reenterPassword": password, "attribute.displayName": "Other",
                "attribute.givenName": "a", "attribute.surname": "b", "attribute.jobTitle": "c",
                "attribute.country": "d",
            ])
        #expect(again.error?.contains("already exists") == true)
    }

    private var password: String { UserFlowPageTests.password }

    struct Wrong: Row {
        let name: String
        let fields: [String: String]
        let message: String
    }

    private static let wrongAccounts = [
        Wrong(name: "short", fields: ["newPassword": "Aa1-", "reenterPassword": "Aa1-"], message: "between 8 and 64"),
        Wrong(
            name: "weak", fields: ["newPassword": "aaaaaaaaaa1", "reenterPassword": "aaaaaaaaaa1"],
            message: "at least 3"),
        Wrong(
            name: "65 characters",
            fields: [
                "newPassword": String(repeating: "Aa1-", count: 16) + "x",
                "reenterPassword": String(repeating: "Aa1-", count: 16) + "x",
            ], message: "between 8 and 64"),
        Wrong(
            name: "easy to guess", fields: ["newPassword": "Passw0rd!", "reenterPassword": "Passw0rd!"],
            message: "easy to guess"),
        Wrong(
            name: "not ASCII", fields: ["newPassword": "Pässwört-42", "reenterPassword": "Pässwört-42"],
            message: "not allowed"),
        Wrong(name: "differs", fields: ["newPassword": password, "reenterPassword": "x"], message: "do not match"),
        Wrong(
            name: "no name",
            fields: ["newPassword": password, "reenterPassword": password, "attribute.displayName": " "],
            message: "is required"),
        Wrong(
            name: "long name",
            fields: [
                "newPassword": password, "reenterPassword": password,
                "attribute.displayName": String(repeating: "x", count: 257),
            ], message: "too long"),
    ]

    @Test("An invalid new account is reported on the page", arguments: wrongAccounts)
    func reportsInvalidAccountOnPage(_ row: Wrong) throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open()
        try visit.browser.follow("createAccount")
        try visit.verify("new@x.example")
        try visit.browser.press("continue", filling: ["attribute.displayName": "New"].merging(row.fields) { $1 })
        #expect(visit.error?.contains(row.message) == true)
        #expect(visit.entra.server.directory.tenant(named: B2C.tenant)?.user(named: "new@x.example") == nil)
    }

    @Test("An address is verified by its newest code within its attempts and its lifetime")
    func verifiesAddressByCode() throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open()
        try visit.browser.follow("createAccount")
        for address in ["", "x", "a@b", "a b@x.example", "a@x.example@y.example"] {
            try visit.browser.press("emailVerificationControl_but_send_code", filling: ["loginfmt": address])
            #expect(visit.error?.contains("valid email") == true)
        }
        try visit.browser.press("emailVerificationControl_but_send_code", filling: ["loginfmt": "new@x.example"])
        let first = try visit.code(to: "new@x.example")
        for attempt in 0..<6 {
            try visit.browser.press("emailVerificationControl_but_verify_code", filling: ["otc": "x"])
            #expect(visit.error?.contains(attempt < 5 ? "incorrect. Please" : "too many") == true)
        }
        try visit.browser.press("emailVerificationControl_but_verify_code", filling: ["otc": first])
        #expect(visit.error?.contains("too many") == true)
        try visit.browser.press("emailVerificationControl_but_send_new_code")
        visit.entra.clock.advance(seconds: 1_200)
        let second = try visit.code(to: "new@x.example")
        try visit.browser.press("emailVerificationControl_but_verify_code", filling: ["otc": second])
        #expect(visit.error?.contains("expired") == true)
        try visit.browser.press("emailVerificationControl_but_send_new_code")
        try visit.browser.press(
            "emailVerificationControl_but_verify_code", filling: ["otc": try visit.code(to: "new@x.example")])
        #expect(
            visit.browser.page.element(id: "emailVerificationControl_success_message")?.text.contains("verified")
                == true)
    }

    @Test("An account requires a verified address, even if a page is skipped")
    func requiresVerifiedAddress() throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open()
        try visit.browser.follow("createAccount")
        let form = try #require(visit.browser.page.forms.first)
        let token = try #require(visit.browser.page.control(name: "flowToken")?.value)
        let fields = [
            ("flowToken", token), ("loginfmt", "new@x.example"), ("newPassword", UserFlowPageTests.password),
            ("reenterPassword", UserFlowPageTests.password), ("attribute.displayName", "New"),
        ]
        let response = try visit.browser.post(form.action, fields)
        #expect(response.outcome == .page(.other))
        #expect(visit.entra.server.directory.tenant(named: B2C.tenant)?.user(named: "new@x.example") == nil)
        #expect(try visit.browser.post(form.action, Array(fields.dropFirst())).redirect == nil)
        #expect(try Browser(visit.site).post(form.action, fields).policyCode == 90212)
    }

    @Test("A forgotten password is reported to the application or reset by the policy")
    func forgottenPasswordIsReportedOrReset() throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open()
        let response = try visit.browser.follow("forgotPassword")
        #expect(response.error == "access_denied" && response.policyCode == 90118)
        let description = response.redirect?.fields["error_description"] ?? ""
        #expect(description.hasPrefix("AADB2C90118: The user has forgotten their password.\r\nCorrelation ID: "))
        #expect(description.contains("\r\nTimestamp: 2026-09-21 14:13:20Z\r\n"))
        #expect(response.redirect?.names == ["error", "error_description", "state"])

        try visit.open("B2C_1_builtin")
        try visit.browser.follow("forgotPassword")
        try visit.verify("sam@adventureworks.example")
        try visit.browser.press("continue")
        #expect(visit.browser.page.control(id: "newPassword") != nil)
    }

    @Test("A password reset replaces the password and revokes earlier tokens")
    func passwordResetRevokesEarlierTokens() throws {
        let visit = UserFlowVisit(try B2C.entra())
        let before = try visit.site.policyTokens()
        visit.entra.clock.advance(seconds: 2)
        try visit.open("B2C_1_password_reset")
        try visit.verify("sam@adventureworks.example")
        try visit.browser.press("continue")
        try visit.browser.press("continue", filling: ["newPassword": password, "reenterPassword": "x"])
        #expect(visit.error?.contains("do not match") == true)
        let response = try visit.browser.press(
            "continue", filling: ["newPassword": password, "reenterPassword": password])
        #expect(response.outcome == .redirected)
        #expect(try Token(try visit.tokens("B2C_1_password_reset")["id_token"])["tfp"] == "B2C_1_password_reset")
        #expect(
            try visit.site.token(B2C.native.refresh(before["refresh_token"] ?? ""), tenant: B2C.policy()).policyCode
                == 90129)
        let old = UserFlowVisit(visit.entra)
        try old.open()
        try old.browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
        #expect(old.error == "Your password is incorrect.")
        try old.browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": password])
        #expect(old.browser.response?.outcome == .redirected)

        try visit.open("B2C_1_password_reset")
        try visit.verify("nobody@x.example")
        try visit.browser.press("continue")
        #expect(visit.error?.contains("could not be found") == true)
    }

    @Test("An edited profile appears in the tokens")
    func editedProfileAppearsInTokens() throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open("B2C_1_edit_profile")
        try visit.browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
        #expect(visit.browser.page.control(id: "displayName")?.value == "Sam Centrell")
        try visit.browser.press("continue", filling: ["attribute.displayName": ""])
        #expect(visit.error?.contains("is required") == true)
        try visit.browser.press("continue", filling: ["attribute.displayName": "Sammy"])
        #expect(try Token(try visit.tokens("B2C_1_edit_profile")["id_token"])["name"] == "Sammy")
        try visit.open()
        #expect(try Token(try visit.tokens()["id_token"])["name"] == "Sammy")
        try visit.open("B2C_1_edit_profile")
        #expect(try visit.browser.press("cancel").policyCode == 90091)
    }

    @Test(
        "Cancel redirects to the application with AADB2C90091",
        arguments: ["B2C_1_signupsignin", "B2C_1_register", "B2C_1_password_reset"])
    func cancelRedirectsToApplication(policy: String) throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open(policy)
        let response = try visit.browser.press("cancel")
        #expect(response.outcome == .redirectedError("access_denied", 0) && response.policyCode == 90091)
    }

    private static let wrongSignIns = [
        Wrong(name: "unknown", fields: ["loginfmt": "nobody@x.example", "passwd": "x"], message: "find your account"),
        Wrong(name: "empty", fields: [:], message: "enter your email"),
        Wrong(
            name: "no password", fields: ["loginfmt": "sam@adventureworks.example"], message: "enter your password"),
        Wrong(name: "wrong", fields: ["loginfmt": "sam@adventureworks.example", "passwd": "x"], message: "incorrect"),
        Wrong(
            name: "disabled", fields: ["loginfmt": "off@adventureworks.example", "passwd": "Understudy!1"],
            message: "locked"),
        Wrong(
            name: "of another tenant", fields: ["loginfmt": "alex@contoso.com", "passwd": "Understudy!1"],
            message: "find your account"),
    ]

    @Test("A failed sign-in shows its error on the page", arguments: wrongSignIns)
    func failedSignInStaysOnPage(_ row: Wrong) throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open("B2C_1_signin")
        #expect(visit.browser.page.control(id: "createAccount") == nil)
        try visit.browser.press("next", filling: row.fields)
        #expect(visit.error?.contains(row.message) == true)
    }

    @Test("An account receives at most ten codes in ten minutes")
    func limitsCodesPerAccount() throws {
        let visit = UserFlowVisit(try B2C.entra())
        let address = ["loginfmt": "sam@adventureworks.example"]
        try visit.open("B2C_1_password_reset")
        try visit.browser.press("emailVerificationControl_but_send_code", filling: address)
        for _ in 1..<10 { try visit.browser.press("emailVerificationControl_but_send_new_code", filling: address) }
        #expect(visit.error == nil)
        try visit.browser.press("emailVerificationControl_but_send_new_code", filling: address)
        #expect(visit.error?.contains("too many requests") == true)
        visit.entra.clock.advance(seconds: 600)
        try visit.browser.press("emailVerificationControl_but_send_code", filling: address)
        #expect(visit.error == nil && visit.browser.page.control(id: "emailVerificationCode") != nil)
    }

    @Test("The account of another provider is created once and has no password")
    func createsProviderAccountOnce() throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open("B2C_1_social")
        try visit.browser.press("GoogleExchange")
        try visit.browser.press("continue", filling: ["loginfmt": "x", "attribute.displayName": "G"])
        #expect(visit.error?.contains("valid email") == true)
        let filled = ["loginfmt": "gil@gmail.com", "attribute.displayName": "Gil", "attribute.country": "CH"]
        try visit.browser.press("continue", filling: filled)
        let id = try Token(try visit.tokens("B2C_1_social")["id_token"])
        #expect(id["idp"] == "google.com" && id["country"] == "CH" && id.list("emails") == ["gil@gmail.com"])
        let again = UserFlowVisit(visit.entra)
        try again.open("B2C_1_social")
        try again.browser.press("GoogleExchange")
        try again.browser.press("continue", filling: ["loginfmt": "gil@gmail.com"])
        #expect(try Token(try again.tokens("B2C_1_social")["id_token"])["sub"] == id["sub"])
        let local = UserFlowVisit(visit.entra)
        try local.open()
        try local.browser.press("next", filling: ["loginfmt": "gil@gmail.com", "passwd": "x"])
        #expect(local.error?.contains("find your account") == true)
    }

    @Test("A session serves every policy of the tenant except those that always ask")
    func sessionServesPoliciesOfTenant() throws {
        let visit = UserFlowVisit(try B2C.entra())
        try visit.open()
        try visit.browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
        #expect(try visit.open("B2C_1_signin").outcome == .redirected)
        #expect(try visit.open("B2C_1_signin", ["prompt": "none"]).outcome == .redirected)
        #expect(try visit.open("B2C_1_signin", ["prompt": "login"]).outcome == .page(.other))
        #expect(try visit.open("B2C_1_register").outcome == .page(.other))
        #expect(try visit.open("B2C_1_password_reset").outcome == .page(.other))
    }

    @Test(
        "A new user of an external tenant signs up from the sign-in page or by prompt=create", arguments: [false, true])
    func externalTenantSupportsSignUp(byPrompt: Bool) throws {
        let visit = UserFlowVisit(try MockEntra(), at: "https://woodgrove.ciamlogin.com")
        let scope: Parameters = ["scope": "openid profile email User.Read"]
        try visit.browser.open(.woodgrove, byPrompt ? scope.with(["prompt": "create"]) : scope, tenant: Seed.woodgrove)
        if !byPrompt {
            #expect(visit.browser.page.element(id: "signup")?.name == "a", "the link works without scripts")
            try visit.browser.follow("signup")
        }
        try visit.verify("new@x.example")
        #expect(try visit.code(to: "new@x.example").count == 8)
        try visit.browser.press(
            "continue", filling: ["newPassword": password, "reenterPassword": password, "attribute.displayName": "New"])
        #expect(visit.browser.page.kind == .staySignedIn)
        let response = try visit.browser.press()
        let code = try #require(response.fields["code"])
        let tokens = try visit.site.token(Client.woodgrove.redemption(code), tenant: Seed.woodgrove)
        let id = try Token(tokens["id_token"])
        #expect(id["preferred_username"] == "new@x.example" && id["name"] == "New" && id["tfp"] == nil)
        #expect(id["iss"] == "https://\(Seed.woodgrove).ciamlogin.com/\(Seed.woodgrove)/v2.0")
        let later = try visit.site.tokens(.woodgrove, scope, as: "casey@woodgrove.example", tenant: Seed.woodgrove)
        #expect(later.status == 200)
    }

    @Test("An external tenant supports one-time codes and other providers, and sign-up needs a user flow")
    func externalTenantSupportsCodesAndProviders() throws {
        func yaml(_ policies: String) -> String {
            """
            tenants:
              - id: \(Seed.woodgrove)
                kind: external
                domains: [woodgrove.onmicrosoft.com]
                policies: \(policies)
                users: [{userPrincipalName: casey@woodgrove.example, mail: casey@woodgrove.example, oneTimeCode: "12345678"}]
                settings: {staySignedInPage: false}
                applications: [{appId: \(Client.woodgrove.id), publicClient: {redirectUris: ["\(Client.woodgrove.redirectURI)"]}}]
                oauth2PermissionGrants: [{clientId: \(Client.woodgrove.id), resourceId: \(Seed.graph), consentType: AllPrincipals, scope: openid profile}]
            """
        }
        let scope: Parameters = ["scope": "openid profile"]
        let visit = UserFlowVisit(
            try MockEntra(yaml: yaml("[{id: Flow, credential: emailOneTimeCode, identityProviders: [Google]}]")))
        let browser = Browser(visit.entra.site)
        try browser.open(.woodgrove, scope, tenant: Seed.woodgrove)
        try browser.press(filling: ["loginfmt": "casey@woodgrove.example"])
        try browser.press(filling: ["otc": "1"])
        #expect(browser.page.element(id: "userFlowError") != nil)
        #expect(
            try browser.press(filling: ["otc": "12345678"]).outcome
                == .redirected)

        let hinted = Browser(visit.entra.site)
        try hinted.open(.woodgrove, scope.with(["login_hint": "casey@woodgrove.example"]), tenant: Seed.woodgrove)
        #expect(hinted.page.control(id: "idTxtBx_OTC_Password") != nil && hinted.page.control(id: "i0118") == nil)
        let oneShot = try visit.entra.site.signIn(
            .woodgrove, scope, as: "casey@woodgrove.example", tenant: Seed.woodgrove)
        #expect(oneShot.redirect == nil)

        let device = Client(id: Client.woodgrove.id, redirectURI: "")
        let started = try visit.entra.site.startDevice(device, scope, tenant: Seed.woodgrove)
        let login = Browser(visit.entra.site)
        try login.open(Site.deviceLogin)
        try login.press(filling: ["otc": started["user_code"] ?? ""])
        try login.press(filling: ["loginfmt": "casey@woodgrove.example"])
        #expect(login.page.control(id: "i0118") == nil, "the device login requests no password either")
        try login.press(filling: ["otc": "12345678"])
        #expect(login.page.kind == .deviceConfirmation)
        try login.press()
        #expect(login.page.kind == .deviceApproved)
        let polled = try visit.entra.site.pollDevice(started, device, tenant: Seed.woodgrove)
        #expect(try Token(polled["id_token"])["preferred_username"] == "casey@woodgrove.example")

        let google = Browser(visit.entra.site)
        try google.open(.woodgrove, scope, tenant: Seed.woodgrove)
        try google.press("GoogleExchange")
        #expect(
            try google.press("continue", filling: ["loginfmt": "g@gmail.com", "attribute.displayName": "G"]).outcome
                == .redirected)

        let plain = Browser(try MockEntra(yaml: yaml("[]")).site)
        try plain.open(.woodgrove, scope, tenant: Seed.woodgrove)
        #expect(plain.page.element(id: "signup") == nil)
        try plain.open(.woodgrove, scope.with(["prompt": "create"]), tenant: Seed.woodgrove)
        #expect(plain.page.kind == .username)
    }
}
