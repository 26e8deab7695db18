import Directory
import Entra
import Formats
import Testing

/// Each setting takes effect, and the nearest one wins (docs/reference/interface.md#configuration-file).
@Suite struct SettingsTests {
    /// The seed directory with changed server settings.
    private func entra(_ change: (inout SettingsOverrides) -> Void) throws -> MockEntra {
        let seed = try Configuration.load(.seed).directory
        var settings = seed.settings
        change(&settings)
        return try MockEntra(directory: Directory(tenants: seed.tenants, settings: settings))
    }

    @Test("The setting limits the lifetime of a code", arguments: [(29, true), (30, false)] as [(Int64, Bool)])
    func settingLimitsCodeLifetime(_ seconds: Int64, _ isValid: Bool) throws {
        let entra = try entra { $0.authorizationCodeLifetime = 30 }
        let code = try entra.site.code()
        entra.clock.advance(seconds: seconds)
        let outcome = try entra.site.token(Client.mobile.redemption(code)).outcome
        #expect(outcome == (isValid ? .json : .jsonError(400, "invalid_grant", 70008)))
    }

    @Test("The setting determines the lifetime of an ID token")
    func settingDeterminesIDTokenLifetime() throws {
        let tokens = try entra { $0.idTokenLifetime = 77 }.site.tokens()
        #expect(try Token(tokens["id_token"]).number("exp") == MockEntra.start.seconds + 77)
    }

    @Test("The lifetime of an access token is one number or a range")
    func accessTokenLifetimeIsNumberOrRange() throws {
        #expect(try entra { $0.accessTokenLifetime = 1...1 }.site.tokens().json?["expires_in"]?.integer == 1)
        let site = try entra { $0.accessTokenLifetime = 10...12 }.site
        let refresh = try #require(try site.tokens()["refresh_token"])
        let drawn = try (0..<40).map { _ in
            try #require(site.token(Client.mobile.refresh(refresh)).json?["expires_in"]?.integer)
        }
        #expect(Set(drawn) == [10, 11, 12])
    }

    @Test("An application token has its own default lifetime unless the setting differs, and expires_in is one less")
    func applicationTokenHasOwnDefaultLifetime() throws {
        let form = Client.daemon.credentials.with(
            ["grant_type": "client_credentials", "scope": "api://orders/.default"])
        for (lifetime, expected) in [(nil, 3_600), (3_600...5_399, 3_600), (60...60, 60)]
            as [(ClosedRange<Int>?, Int64)]
        {
            let response = try entra { $0.accessTokenLifetime = lifetime }.site.token(form, tenant: "contoso.com")
            #expect(response.json?["expires_in"]?.integer == expected - 1)
            #expect(try Token(response["access_token"]).number("exp") == MockEntra.start.seconds + expected)
        }
    }

    @Test("An access token of a personal account has its own default lifetime unless the setting differs")
    func personalAccessTokenHasOwnDefaultLifetime() throws {
        // Three responses of the service up to 2024; rclone 2025-12.
        for (lifetime, expected) in [(nil, 3_600), (3_600...5_399, 3_600), (60...60, 60)]
            as [(ClosedRange<Int>?, Int64)]
        {
            let site = try entra { $0.accessTokenLifetime = lifetime }.site
            var tokens = try site.tokens(as: "ada@outlook.com")
            for _ in 1...4 {
                #expect(tokens.json?["expires_in"]?.integer == expected)
                tokens = try site.token(Client.mobile.refresh(tokens["refresh_token"] ?? ""))
            }
        }
    }

    @Test("The settings limit the lifetime of refresh tokens")
    func settingsLimitRefreshTokenLifetime() throws {
        let entra = try entra {
            $0.refreshTokenLifetime = 50
            $0.singlePageRefreshTokenLifetime = 20
        }
        let mobile = try #require(try entra.site.tokens()["refresh_token"])
        let tokens = try entra.site.tokens(.spa, ["scope": "openid offline_access"], tenant: "contoso.com")
        #expect(tokens.json?["refresh_token_expires_in"]?.integer == 20)
        entra.clock.advance(seconds: 20)
        let spa = Client.spa.refresh(try #require(tokens["refresh_token"]))
        #expect(try entra.site.token(spa, tenant: "contoso.com", headers: Client.spa.headers).code == 700084)
        #expect(try entra.site.token(Client.mobile.refresh(mobile)).status == 200)
        entra.clock.advance(seconds: 30)
        #expect(try entra.site.token(Client.mobile.refresh(mobile)).code == 700082)
    }

    @Test("The setting limits the lifetime of a session")
    func settingLimitsSessionLifetime() throws {
        let entra = try entra { $0.sessionLifetime = 5 }
        let browser = Browser(entra.site)
        try browser.open(.mobile)
        try browser.enter("alex@contoso.com")
        try browser.press("idBtn_Back")
        try browser.press()
        entra.clock.advance(seconds: 5)
        #expect(try browser.open(.mobile).outcome == .redirected)
        entra.clock.advance(seconds: 6)
        #expect(try browser.open(.mobile).page.kind == .username)
    }

    @Test("Error descriptions can have line breaks, as before 2023")
    func settingAddsLineBreaksToErrors() throws {
        let site = try entra { $0.errorLineSeparator = .crlf }.site
        let response = try site.token(["grant_type": "x"])
        let lines = try #require(response["error_description"]).utf8.split(separator: UInt8(ascii: "\r"))
        #expect(lines.count == 4)
        #expect(lines.dropFirst().allSatisfy { $0.first == UInt8(ascii: "\n") })
        let request = Client.mobile.request(["scope": "openid", "prompt": "none"])
        let redirect = try site.get("\(Site.path("authorize", "common"))?\(request.encoded)")
        #expect(redirect.header("Location")?.contains("%0d%0aTrace+ID") == true)
    }

    @Test(
        "The line separator of an application or of its tenant applies through common too",
        arguments: [
            ("{}", "{}", false), ("{errorLineSeparator: crlf}", "{}", true), ("{}", "{errorLineSeparator: crlf}", true),
        ])
    func appliesLineSeparatorOfApplicationOrTenant(tenant: String, application: String, isLineEnd: Bool) throws {
        let site = try MockEntra(
            yaml: """
                tenants:
                  - {id: \(Seed.contoso), domains: [contoso.com], settings: \(tenant),
                     applications: [{appId: \(Client.mobile.id), signInAudience: AzureADMultipleOrgs,
                       publicClient: {redirectUris: ["http://localhost"]}, settings: \(application)}]}
                """
        ).site
        let request = Client.mobile.request(["scope": "openid", "prompt": "none"])
        for authority in ["contoso.com", "common"] {
            let rejected = try site.token(Client.mobile.refresh("x"), tenant: authority)
            let description = try #require(rejected["error_description"])
            #expect(description.contains("\r\nTrace ID") == isLineEnd, "\(authority)")
            let redirect = try site.get("\(Site.path("authorize", authority))?\(request.encoded)")
            #expect(redirect.header("Location")?.contains("%0d%0aTrace+ID") == isLineEnd, "\(authority)")
        }
        #expect(try site.token(["grant_type": "x"])["error_description"]?.contains("\r\n") == false)
    }

    @Test("A refresh with several resources can be an error")
    func settingRejectsRefreshWithSeveralResources() throws {
        let site = try entra { $0.refreshWithSeveralResources = .error }.site
        let refresh = try #require(try site.tokens()["refresh_token"])
        let response = try site.token(
            Client.mobile.refresh(refresh, ["scope": "User.Read api://orders/Orders.Read"]))
        #expect(response.outcome == .jsonError(400, "invalid_request", 28000))
    }

    struct Layer: Row {
        let name: String
        let server: String
        let tenant: String
        let application: String
        let seconds: Int64
    }

    static let layers: [Layer] = [
        Layer(name: "server", server: "{accessTokenLifetime: 11}", tenant: "{}", application: "{}", seconds: 11),
        Layer(
            name: "tenant over server", server: "{accessTokenLifetime: 11}", tenant: "{accessTokenLifetime: 22}",
            application: "{}", seconds: 22),
        Layer(
            name: "application over tenant", server: "{accessTokenLifetime: 11}", tenant: "{accessTokenLifetime: 22}",
            application: "{accessTokenLifetime: 33}", seconds: 33),
        Layer(
            name: "application over server", server: "{accessTokenLifetime: 11}", tenant: "{}",
            application: "{accessTokenLifetime: 33}", seconds: 33),
    ]

    @Test("The nearest setting wins", arguments: layers)
    func nearestSettingWins(_ row: Layer) throws {
        let site = try MockEntra(
            yaml: """
                settings: \(row.server)
                tenants:
                  - {id: \(Seed.contoso), domains: [contoso.com], settings: \(row.tenant), users: [{userPrincipalName: u@contoso.com, password: Understudy!1}],
                     applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]},
                       settings: \(row.application)}]}
                """
        ).site
        let tokens = try site.tokens(.mobile, ["scope": "openid"], as: "u@contoso.com", tenant: "contoso.com")
        #expect(tokens.json?["expires_in"]?.integer == row.seconds)
    }

    @Test(
        "An application's own settings control its sign-in and consent",
        arguments: [
            ("{signIn: automatic, consent: automatic}", Outcome.redirected), ("{signIn: automatic}", .page(.consent)),
            ("{consent: automatic}", .page(.username)), ("{}", .page(.username)),
        ])
    func applicationSettingsControlSignInAndConsent(_ settings: String, _ outcome: Outcome) throws {
        let site = try MockEntra(
            yaml: """
                tenants:
                  - {id: \(Seed.contoso), domains: [contoso.com], users: [{userPrincipalName: only@contoso.com}],
                     applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]},
                       settings: \(settings)}]}
                """
        ).site
        let browser = Browser(site)
        #expect(try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com").outcome == outcome)
        // The "Stay signed in?" page does not appear between the consent and the response.
        if outcome == .page(.consent) { #expect(try browser.press().outcome == .redirected) }
    }

    @Test(
        "The only user whom an authority admits is signed in without a page",
        arguments: [
            ("contoso.com", "", .redirected), ("common", "", .redirected), ("organizations", "", .redirected),
            ("consumers", "", .page(.username)),
            // A user of an external tenant, which `common` and `organizations` do not include.
            (
                "common",
                "- {id: \(Seed.woodgrove), kind: external, domains: [w.test], users: [{userPrincipalName: c@w.test}]}",
                .redirected
            ),
            ("common", "- {id: consumers, users: [{userPrincipalName: ada@outlook.com}]}", .page(.username)),
            ("organizations", "- {id: consumers, users: [{userPrincipalName: ada@outlook.com}]}", .redirected),
            ("consumers", "- {id: consumers, users: [{userPrincipalName: ada@outlook.com}]}", .redirected),
            (
                "organizations",
                "- {id: \(Seed.fabrikam), domains: [fabrikam.com], users: [{userPrincipalName: m@fabrikam.com}]}",
                .page(.username)
            ),
            // The same person in two tenants.
            ("organizations", "- {id: \(Seed.fabrikam), domains: [fabrikam.com]}", .redirected),
        ] as [(String, String, Outcome)])
    func signsInOnlyUserAutomatically(_ authority: String, _ tenant: String, _ outcome: Outcome) throws {
        let isGuest = tenant.contains("fabrikam.com") && !tenant.contains("users")
        let site = try MockEntra(
            yaml: """
                settings: {signIn: automatic, consent: automatic}
                tenants:
                  - {id: \(Seed.contoso), domains: [contoso.com],
                     users: [{userPrincipalName: only@contoso.com, guestOf: [\(isGuest ? "fabrikam.com" : "")]}],
                     applications: [{appId: \(Client.mobile.id), signInAudience: AzureADandPersonalMicrosoftAccount,
                       api: {requestedAccessTokenVersion: 2}, publicClient: {redirectUris: ["http://localhost"]}}]}
                  \(tenant)
                """
        ).site
        #expect(try Browser(site).open(.mobile, ["scope": "openid"], tenant: authority).outcome == outcome)
    }
}
