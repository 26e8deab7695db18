import Directory
import Entra
import Formats
import Testing
@testable import Understudy

/// These tests cover which applications and users a user flow serves, and the rules that it shares with every other sign-in.
@Suite struct UserFlowRuleTests {
    private static let api = "cccccccc-0000-4000-8000-000000000002"
    private static let scope: Parameters = ["scope": "openid profile api://shop/buy"]

    /// Returns an external tenant with the user Casey, who has no password and a one-time code of eight digits.
    private static func external(_ policies: String, conditionalAccess: String = "") throws -> MockEntra {
        try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.woodgrove)
                    kind: external
                    domains: [woodgrove.onmicrosoft.com]
                    policies: \(policies)
                    conditionalAccessPolicies: [\(conditionalAccess)]
                    users:
                      - {userPrincipalName: casey@woodgrove.example, mail: casey@woodgrove.example, oneTimeCode: "12345678"}
                    settings: {staySignedInPage: false}
                    applications:
                      - {appId: \(Client.woodgrove.id), publicClient: {redirectUris: ["\(Client.woodgrove.redirectURI)"]}}
                      - {appId: \(api), identifierUris: ["api://shop"],
                         api: {requestedAccessTokenVersion: 1, oauth2PermissionScopes: [{value: buy}]}}
                    oauth2PermissionGrants:
                      - {clientId: \(Client.woodgrove.id), resourceId: \(api), consentType: AllPrincipals, scope: buy}
                      - {clientId: \(Client.woodgrove.id), resourceId: \(Seed.graph), consentType: AllPrincipals,
                         scope: openid profile}
                """)
    }

    private static let hourly =
        "{displayName: Hourly, conditions: {users: {includeUsers: [All]}, applications: {includeApplications: [All]}}, "
        + "sessionControls: {signInFrequency: {value: 1, type: hours}}}"

    @discardableResult
    private static func open(_ browser: Browser, _ more: Parameters = [:]) throws -> TestResponse {
        try browser.open(.woodgrove, scope.with(more), tenant: Seed.woodgrove)
    }

    // MARK: - New sign-in

    @Test("A user who signed in by email code is asked for another code, never for a password")
    func asksForNewCodeNotPassword() throws {
        let entra = try UserFlowRuleTests.external(
            "[{id: Flow, credential: emailOneTimeCode}]", conditionalAccess: UserFlowRuleTests.hourly)
        let browser = Browser(entra.site)
        let code = ["otc": "12345678"]
        try UserFlowRuleTests.open(browser)
        try browser.press(filling: ["loginfmt": "casey@woodgrove.example"])
        try browser.press(filling: code)
        #expect(browser.response?.outcome == .redirected)
        entra.clock.advance(seconds: 3_601)
        try UserFlowRuleTests.open(browser)
        #expect(browser.page.control(id: "idTxtBx_OTC_Password") != nil && browser.page.control(name: "passwd") == nil)
        let form = try #require(browser.page.forms.first)
        let token = try #require(browser.page.control(name: "flowToken")?.value)
        let passwordResponse = try browser.post(form.action, [("flowToken", token), ("passwd", "x")])
        #expect(passwordResponse.redirect == nil)
        try UserFlowRuleTests.open(browser)
        let response = try browser.press(filling: code)
        #expect(response.outcome == .redirected)
    }

    @Test(
        "A password cannot replace the email code, whatever the form contains",
        arguments: [
            [("passwd", "x")], [("passwd", "x"), ("pageAction", "sendCode")],
            [("passwd", "x"), ("loginfmt", "casey@woodgrove.example")],
            [("passwd", "x"), ("loginfmt", "casey@woodgrove.example"), ("pageAction", "sendCode")],
            [("passwd", "x"), ("loginfmt", "nobody@woodgrove.example"), ("pageAction", "sendCode")],
            [("passwd", "x"), ("pageAction", "signUp")], [("passwd", "x"), ("account", "casey@woodgrove.example")],
        ])
    func passwordCannotReplaceCode(posted: [(String, String)]) throws {
        let browser = Browser(
            try UserFlowRuleTests.external("[{id: Flow, credential: emailOneTimeCode}]").site)
        try UserFlowRuleTests.open(browser, ["login_hint": "casey@woodgrove.example"])
        #expect(browser.page.control(id: "idTxtBx_OTC_Password") != nil)
        for _ in 0..<2 {
            let form = try #require(browser.page.forms.first)
            let token = try #require(browser.page.control(name: "flowToken")?.value)
            let response = try browser.post(form.action, [("flowToken", token)] + posted)
            #expect(response.redirect == nil && browser.page.control(name: "passwd") == nil)
        }
    }

    @Test("A password cannot replace the sign-in at another provider", arguments: ["password", "emailOneTimeCode"])
    func passwordCannotReplaceProviderSignIn(credential: String) throws {
        let entra = try UserFlowRuleTests.external(
            "[{id: Flow, credential: \(credential), identityProviders: [Google]}]")
        let first = Browser(entra.site)
        try UserFlowRuleTests.open(first)
        try first.press("GoogleExchange")
        try first.press("continue", filling: ["loginfmt": "gil@gmail.com", "attribute.displayName": "Gil"])
        #expect(first.response?.outcome == .redirected)
        let oneShot = Browser(entra.site)
        try UserFlowRuleTests.open(oneShot)
        try oneShot.press(filling: ["loginfmt": "gil@gmail.com"])
        #expect(oneShot.page.control(id: "continue") != nil && oneShot.page.control(name: "passwd") == nil)
        let response = try entra.site.signIn(
            .woodgrove, UserFlowRuleTests.scope, as: "gil@gmail.com", password: "x", tenant: Seed.woodgrove)
        #expect(response.redirect == nil)
    }

    @Test("A policy asks for credentials again on its own page and accepts the password")
    func policyAsksAgainOnItsOwnPage() throws {
        let entra = try B2C.entra(
            policies: "B2C_1_signupsignin",
            """
            conditionalAccessPolicies: [\(UserFlowRuleTests.hourly)]
            users: [{userPrincipalName: sam@adventureworks.example, password: Understudy!1}]
            applications: [{appId: \(B2C.native.id), publicClient: {redirectUris: ["http://localhost"]}}]
            """)
        let visit = UserFlowVisit(entra)
        try visit.open()
        try visit.browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
        #expect(visit.browser.response?.outcome == .redirected)
        entra.clock.advance(seconds: 3_601)
        try visit.open()
        #expect(visit.browser.page.control(id: "email")?.value == "sam@adventureworks.example")
        try visit.browser.press("next", filling: ["passwd": "Understudy!1"])
        #expect(visit.browser.response?.outcome == .redirected)
    }

    @Test("An account of another provider is asked at the provider again and never counts as a password sign-in")
    func asksProviderAccountAtProviderAgain() throws {
        let entra = try UserFlowRuleTests.external(
            "[{id: Flow, identityProviders: [Google]}]", conditionalAccess: UserFlowRuleTests.hourly)
        let browser = Browser(entra.site)
        try UserFlowRuleTests.open(browser)
        try browser.press("GoogleExchange")
        for round in 0..<2 {
            let name = round == 0 ? ["attribute.displayName": "Gil"] : [:]
            try browser.press("continue", filling: ["loginfmt": "gil@gmail.com"].merging(name) { $1 })
            let code = try #require(browser.response?.fields["code"])
            let tokens = try entra.site.token(Client.woodgrove.redemption(code), tenant: Seed.woodgrove)
            #expect(try Token(tokens["access_token"]).list("amr") == ["fed"])
            entra.clock.advance(seconds: 3_601)
            try UserFlowRuleTests.open(browser)
            #expect(browser.page.control(id: "continue") != nil && browser.page.control(name: "passwd") == nil)
        }
    }

    @Test("A request with max_age asks an account of another provider at the provider")
    func maxAgeAsksProviderAccountAtProvider() throws {
        let entra = try UserFlowRuleTests.external("[{id: Flow, identityProviders: [Google]}]", conditionalAccess: "")
        let browser = Browser(entra.site)
        try UserFlowRuleTests.open(browser)
        try browser.press("GoogleExchange")
        try browser.press("continue", filling: ["loginfmt": "gil@gmail.com", "attribute.displayName": "Gil"])
        #expect(browser.response?.fields["code"] != nil)
        entra.clock.advance(seconds: 120)
        try browser.open(.woodgrove, ["scope": "openid", "max_age": "60"], tenant: Seed.woodgrove)
        #expect(browser.page.control(id: "continue") != nil && browser.page.control(name: "passwd") == nil)
    }

    // MARK: - Applications

    @Test(
        "Sign-up and other providers are offered only for applications of the user flow, also on admin consent",
        arguments: [(Client.woodgrove.id, true), (api, false)])
    func offersSignUpForLinkedApplications(_ linked: String, _ isServed: Bool) throws {
        let entra = try UserFlowRuleTests.external(
            "[{id: Flow, applications: [\(linked)], identityProviders: [Google]}]")
        let browser = Browser(entra.site)
        let consent: Parameters = [
            "client_id": Client.woodgrove.id, "redirect_uri": Client.woodgrove.redirectURI, "scope": "openid",
        ]
        let paths = [
            "\(Site.path("authorize", Seed.woodgrove))?\(Client.woodgrove.request(UserFlowRuleTests.scope).encoded)",
            "/\(Seed.woodgrove)/v2.0/adminconsent?\(consent.encoded)",
        ]
        for path in paths {
            try browser.open(path)
            #expect(browser.page.kind == .username)
            #expect((browser.page.element(id: "signup") != nil) == isServed)
            #expect((browser.page.control(id: "GoogleExchange") != nil) == isServed)
            guard isServed else { continue }
            try browser.follow("signup")
            #expect(browser.page.control(id: "idSIButton9")?.name == "idSIButton9")
        }
    }

    // MARK: - Passwords and addresses

    @Test("A password reset satisfies a required password change")
    func passwordResetSatisfiesRequiredChange() throws {
        let entra = try B2C.entra(
            policies: "B2C_1_signupsignin, B2C_1_password_reset",
            """
            users:
              - {userPrincipalName: sam@adventureworks.example, mail: sam@adventureworks.example,
                 passwordProfile: {password: Understudy!1, forceChangePasswordNextSignIn: true}}
            applications: [{appId: \(B2C.native.id), publicClient: {redirectUris: ["http://localhost"]}}]
            """)
        let visit = UserFlowVisit(entra)
        try visit.open("B2C_1_password_reset")
        try visit.verify("sam@adventureworks.example")
        try visit.browser.press("continue")
        let password = "N3w-password"
        try visit.browser.press("continue", filling: ["newPassword": password, "reenterPassword": password])
        #expect(visit.browser.response?.outcome == .redirected)
        let again = UserFlowVisit(entra)
        try again.open()
        try again.browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": password])
        #expect(again.browser.response?.outcome == .redirected)
    }

    @Test("The password page of an external tenant offers a reset if the user flow allows resets")
    func externalPasswordPageOffersReset() throws {
        let plain = Browser(try NativeLab.app().entra.site)
        try plain.open(.woodgrove, ["scope": "openid"], tenant: Seed.woodgrove)
        try plain.press(filling: ["loginfmt": "casey@woodgrove.example"])
        #expect(plain.page.kind == .password && plain.page.control(id: "idA_PWD_ForgotPassword") == nil)

        let visit = UserFlowVisit(try MockEntra(), at: "https://woodgrove.ciamlogin.com")
        try visit.browser.open(.woodgrove, ["scope": "openid profile"], tenant: Seed.woodgrove)
        try visit.browser.press(filling: ["loginfmt": "casey@woodgrove.example"])
        try visit.browser.press("idA_PWD_ForgotPassword")
        #expect(visit.browser.page.control(id: "email")?.value == "casey@woodgrove.example")
        try visit.verify("casey@woodgrove.example")
        let password = "N3w-password"
        try visit.browser.press("continue", filling: ["newPassword": password, "reenterPassword": password])
        #expect(visit.browser.page.kind == .staySignedIn)
        #expect(try visit.browser.press().outcome == .redirected)

        let again = Browser(visit.site)
        try again.open(.woodgrove, ["scope": "openid profile"], tenant: Seed.woodgrove)
        try again.enter("casey@woodgrove.example")
        #expect(again.page.kind == .password && again.response?.code == 50126)
        #expect(try again.enter("casey@woodgrove.example", password).page.kind == .staySignedIn)
    }

    /// Returns an external tenant with one application whose users have no passwords and one whose users have passwords.
    private static func mixed() throws -> MockEntra {
        try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.woodgrove)
                    kind: external
                    domains: [woodgrove.onmicrosoft.com]
                    policies:
                      - {id: Codes, credential: emailOneTimeCode, identityProviders: [Google], attributes: [],
                         applications: [\(Client.woodgrove.id)]}
                      - {id: Passwords, resetsPassword: true, applications: [\(NativeLab.codes)]}
                    settings: {staySignedInPage: false}
                    applications:
                      - {appId: \(Client.woodgrove.id), publicClient: {redirectUris: ["\(Client.woodgrove.redirectURI)"]},
                         nativeAuthentication: true, isFallbackPublicClient: true}
                      - {appId: \(NativeLab.codes), publicClient: {redirectUris: ["https://passwords.test/cb"]}}
                    oauth2PermissionGrants:
                      - {clientId: \(Client.woodgrove.id), resourceId: \(Seed.graph), consentType: AllPrincipals,
                         scope: openid profile}
                      - {clientId: \(NativeLab.codes), resourceId: \(Seed.graph), consentType: AllPrincipals, scope: openid profile}
                """)
    }

    private static let signUpMethods: [(name: String, make: @Sendable (UserFlowVisit) throws -> Void)] = [
        (
            "by code",
            { (visit: UserFlowVisit) throws in
                try visit.browser.follow("signup")
                try visit.verify("gil@x.example")
            }
        ),
        (
            "at another provider",
            { (visit: UserFlowVisit) throws in
                try visit.browser.press("GoogleExchange")
                try visit.browser.press("continue", filling: ["loginfmt": "gil@x.example"])
            }
        ),
    ]

    @Test("A user who signed up without a password cannot use or reset one on any page or API", arguments: [0, 1])
    func passwordlessSignUpHasNoPassword(_ index: Int) throws {
        let entra = try UserFlowRuleTests.mixed()
        let visit = UserFlowVisit(entra, at: "https://woodgrove.ciamlogin.com")
        try visit.browser.open(.woodgrove, ["scope": "openid profile"], tenant: Seed.woodgrove)
        try UserFlowRuleTests.signUpMethods[index].make(visit)
        #expect(visit.browser.response?.outcome == .redirected)
        let user = try #require(
            entra.server.directory.tenant(named: "woodgrove.onmicrosoft.com")?.user(named: "gil@x.example"))
        #expect(user.password == nil && !entra.server.directory.acceptsPassword(user))

        let passwords = Client(id: NativeLab.codes, redirectURI: "https://passwords.test/cb")
        let response = try entra.site.signIn(
            passwords, ["scope": "openid"], as: user.userPrincipalName, tenant: Seed.woodgrove)
        #expect(response.redirect == nil)
        let reset = UserFlowVisit(entra, at: "https://woodgrove.ciamlogin.com")
        try reset.browser.open(passwords, ["scope": "openid"], tenant: Seed.woodgrove)
        let form = try #require(reset.browser.page.forms.first)
        let token = try #require(reset.browser.page.control(name: "flowToken")?.value)
        try reset.browser.post(form.action, [("flowToken", token), ("pageAction", "forgotPassword")])
        try reset.verify("gil@x.example")
        #expect(reset.error?.contains("could not be found") == true)

        let app = NativeApp(entra)
        #expect(try app.send(.resetStart, ["username": user.userPrincipalName]).code == 500222)
        let started = try app.send(.initiate, ["username": "gil@x.example"])
        guard user.identityProvider == nil else {
            #expect(started["challenge_type"] == "redirect" && started["continuation_token"] == nil)
            return
        }
        #expect(try app.send(.challenge)["challenge_type"] == "oob")
    }

    @Test(
        "An ID token of a policy selects the application and the user at sign-out",
        arguments: ["", "settings: {userFlowIssuer: policy}"])
    func policyIDTokenSelectsApplicationAndUser(settings: String) throws {
        let authority = B2C.policy()
        let visit = UserFlowVisit(try B2C.entra(settings: settings))
        var hints: [String] = []
        for name in ["sam", "fixed"] {
            try visit.open("B2C_1_signupsignin", ["prompt": "login"])
            try visit.browser.press(
                "next", filling: ["loginfmt": "\(name)@adventureworks.example", "passwd": "Understudy!1"])
            hints.append(try #require(try visit.tokens()["id_token"]))
        }
        let request: Parameters = ["post_logout_redirect_uri": "http://localhost:99"]
        func signOut(_ more: Parameters) throws -> TestResponse {
            try visit.browser.open("\(Site.path("logout", authority))?\(request.with(more).encoded)")
        }
        let accounts = ["sam@adventureworks.example", "fixed@adventureworks.example"]
        #expect(try signOut([:]).page.tiles == accounts)
        #expect(try signOut(["id_token_hint": hints[0].dropLast(8) + "AAAAAAAA"]).page.tiles == accounts)
        #expect(try signOut(["id_token_hint": hints[0]]).header("Location") == "http://localhost:99")
        #expect(
            try signOut(["id_token_hint": hints[0]]).page.tiles == [accounts[1]],
            "the page asks about the signed-out user")
        let web = try #require(try visit.site.policyTokens(B2C.web)["id_token"])
        let browser = Browser(visit.site)
        for (hint, location) in [(hints[1], "http://localhost:99"), (web, nil)] as [(String, String?)] {
            let query = request.with(["id_token_hint": hint]).encoded
            #expect(try browser.open("\(Site.path("logout", authority))?\(query)").header("Location") == location)
        }
    }

    @Test("Sign-out at a policy redirects to registered addresses only")
    func redirectsOnlyToRegisteredAddress() throws {
        let visit = UserFlowVisit(try B2C.entra())
        for (address, isFollowed) in [("http://localhost:99", true), ("https://evil.test/", false)] {
            try visit.open()
            try visit.browser.press(
                "next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
            let request: Parameters = ["post_logout_redirect_uri": address]
            let response = try visit.browser.open("\(Site.path("logout", B2C.policy()))?\(request.encoded)")
            #expect(response.header("Location") == (isFollowed ? address : nil))
        }
    }
}
