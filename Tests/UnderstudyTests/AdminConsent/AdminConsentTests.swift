import Entra
import Formats
import Testing
@testable import Understudy

/// These tests cover the admin consent endpoint (docs/reference/protocol.md#admin-consent, docs/reference/protocol.md#consent).
@Suite struct AdminConsentTests {
    private static func target(
        _ client: Client = Lab.consented, _ more: Parameters = [:], tenant: String = "contoso.com",
        _ version: EndpointVersion = .v2
    ) -> String {
        let base: Parameters = [
            "client_id": client.id, "redirect_uri": client.redirectURI, "state": "a b&c",
            "scope": version == .v2 ? "\(Lab.consented.id)/.default" : nil,
        ]
        return "/\(tenant)\(version == .v2 ? "/v2.0" : "")/adminconsent?\(base.with(more).encoded)"
    }

    /// Signs in and responds to the consent prompt in one form post, as a script does.
    private static func post(
        _ site: Site, _ target: String, as user: String = "admin@contoso.com", password: String = "Understudy!1",
        consent: String? = "accept", headers: [(String, String)] = []
    ) throws -> TestResponse {
        try site.post(target, ["loginfmt": user, "passwd": password, "consent": consent], headers: headers)
    }

    // MARK: - Success

    @Test("Version 2 returns the tenant, the scopes and the state")
    func versionTwoReturnsTenantScopesAndState() throws {
        let response = try AdminConsentTests.post(Lab.entra().site, AdminConsentTests.target())
        #expect(response.status == 302)
        let redirect = try #require(response.redirect)
        #expect(redirect.location.hasPrefix("https://consented.test/cb?a=b&admin_consent=True&tenant=\(Seed.contoso)&"))
        #expect(redirect.names == ["a", "admin_consent", "tenant", "scope", "state"])
        #expect(redirect.fields["scope"] == "\(Lab.consented.id)/read \(Lab.consented.id)/.default")
        #expect(redirect.fields["state"] == "a b&c")
        #expect(redirect.tail == "#")
    }

    @Test(
        "Version 1 returns the tenant and the state",
        arguments: ["contoso.com", Seed.contoso, "common", "organizations"])
    func versionOneReturnsTenantAndState(tenant: String) throws {
        let response = try AdminConsentTests.post(
            Lab.entra().site, AdminConsentTests.target(tenant: tenant, .v1))
        #expect(response.redirect?.names == ["a", "admin_consent", "tenant", "state"])
        #expect(response.redirect?.fields["tenant"] == Seed.contoso)
    }

    @Test("The redirect has no state if the request has none")
    func omitsStateThatWasNotSent() throws {
        let response = try AdminConsentTests.post(
            Lab.entra().site, AdminConsentTests.target(Lab.consented, ["state": nil], tenant: "organizations"))
        #expect(response.redirect?.names == ["a", "admin_consent", "tenant", "scope"])
    }

    @Test("The administrator signs in, consents for the organization and is redirected")
    func showsSignInThenConsentForOrganization() throws {
        let site = try Lab.entra().site
        let browser = Browser(site)
        try browser.open(AdminConsentTests.target())
        #expect(browser.page.kind == .username)
        try browser.enter("admin@contoso.com")
        #expect(browser.page.kind == .staySignedIn)
        try browser.press("idBtn_Back")
        #expect(browser.page.kind == .consent)
        #expect(browser.response?.text.contains("for everyone in your organization") == true)
        #expect(
            browser.page.listedScopes == [
                "openid", "profile", "offline_access", "User.Read", "api://consented/read", "All",
            ])
        #expect(browser.page.forms.first?.controls.first { $0.value == "All" }?.isDisabled == true)
        try browser.press()
        #expect(browser.response?.redirect?.fields["admin_consent"] == "True")
        try browser.open(AdminConsentTests.target())
        #expect(browser.page.kind == .consent, "an existing session does not skip the prompt")
    }

    @Test(
        "Admin consent applies to every user and includes application permissions",
        arguments: [EndpointVersion.v1, .v2])
    func grantsPermissionsToWholeTenant(version: EndpointVersion) throws {
        let site = try Lab.entra().site
        let request: Parameters = ["scope": "openid api://consented/read User.Read"]
        #expect(try site.signIn(Lab.consented, request, consent: nil, tenant: "contoso.com").page.kind == .consent)
        let app = Lab.consented.credentials.with([
            "grant_type": "client_credentials", "scope": "\(Lab.consented.id)/.default",
        ])
        #expect(try Token(site.token(app, tenant: "contoso.com")["access_token"]).list("roles") == nil)
        _ = try AdminConsentTests.post(site, AdminConsentTests.target(tenant: "contoso.com", version))
        #expect(try site.signIn(Lab.consented, request, consent: nil, tenant: "contoso.com").outcome == .redirected)
        #expect(try Token(site.token(app, tenant: "contoso.com")["access_token"]).list("roles") == ["All"])
    }

    @Test("Admin consent grants only the scopes that the request names")
    func grantsOnlyNamedScopes() throws {
        let site = try Lab.entra().site
        let response = try AdminConsentTests.post(
            site, AdminConsentTests.target(Lab.consented, ["scope": "api://orders/Orders.Manage User.Read"]))
        #expect(response.redirect?.fields["scope"] == "api://orders/Orders.Manage User.Read")
        func outcome(_ scope: String) throws -> Outcome {
            try site.signIn(Lab.consented, ["scope": scope], consent: nil, tenant: "contoso.com").outcome
        }
        #expect(try outcome("api://orders/Orders.Manage") == .redirected)
        #expect(try outcome("User.Read") == .redirected)
        #expect(try outcome("api://consented/read") == .page(.consent))
        let app = Lab.consented.credentials.with([
            "grant_type": "client_credentials", "scope": "\(Lab.consented.id)/.default",
        ])
        #expect(try Token(site.token(app, tenant: "contoso.com")["access_token"]).list("roles") == nil)
    }

    @Test("A request for sign-in scopes alone grants nothing else")
    func grantsOnlySignInScopesWhenOnlyTheyAreNamed() throws {
        let site = try Lab.entra().site
        let browser = Browser(site)
        try browser.open(AdminConsentTests.target(Lab.consented, ["scope": "openid profile"]))
        try browser.enter("admin@contoso.com")
        try browser.press()
        #expect(browser.page.listedScopes == ["openid", "profile", "offline_access"])
        #expect(try browser.press().redirect?.fields["scope"] == "openid profile")
        func outcome(_ scope: String) throws -> Outcome {
            try site.signIn(Lab.consented, ["scope": scope], consent: nil, tenant: "contoso.com").outcome
        }
        #expect(try outcome("openid profile") == .redirected)
        #expect(try outcome("api://consented/read") == .page(.consent))
        let app = Lab.consented.credentials.with([
            "grant_type": "client_credentials", "scope": "\(Lab.consented.id)/.default",
        ])
        #expect(try Token(site.token(app, tenant: "contoso.com")["access_token"]).list("roles") == nil)
    }

    @Test("A B2C daemon that lists only application permissions receives them", arguments: [1, 2])
    func grantsApplicationPermissionsInB2CTenant(version: Int) throws {
        let role = "dddddddd-0000-4000-8000-0000000000aa"
        let site = try B2C.entra(
            policies: "B2C_1_signupsignin",
            """
            users: [{userPrincipalName: root@\(B2C.tenant), password: Understudy!1, roles: [Global Administrator]}]
            applications:
              - {appId: \(B2C.api), identifierUris: ["https://\(B2C.tenant)/tasks"],
                 appRoles: [{id: \(role), value: Tasks.All, displayName: All, allowedMemberTypes: [Application]}]}
              - {appId: \(B2C.web.id), web: {redirectUris: ["\(B2C.web.redirectURI)"]},
                 passwordCredentials: [{secretText: web-secret}],
                 requiredResourceAccess: [{resourceAppId: \(B2C.api), resourceAccess: [{id: \(role), type: Role}]}]}
            """
        ).site
        let app = B2C.web.credentials.with([
            "grant_type": "client_credentials", "scope": "https://\(B2C.tenant)/tasks/.default",
        ])
        #expect(try Token(site.token(app, tenant: B2C.policy())["access_token"])["scp"] == nil)
        let browser = Browser(site)
        try browser.open(
            AdminConsentTests.target(
                B2C.web, ["scope": version == 2 ? "https://\(B2C.tenant)/tasks/.default" : nil], tenant: B2C.tenant,
                version == 2 ? .v2 : .v1))
        try browser.enter("root@\(B2C.tenant)")
        try browser.press()
        #expect(browser.page.listedScopes.contains("Tasks.All"))
        #expect(try browser.press().redirect?.fields["admin_consent"] == "True")
        #expect(try Token(site.token(app, tenant: B2C.policy())["access_token"])["scp"] == "Tasks.All")
    }

    @Test("An application of another tenant works where the administrator has consented")
    func makesApplicationUsableInConsentingTenant() throws {
        let site = try Lab.entra().site
        let app = Lab.consented.credentials.with([
            "grant_type": "client_credentials", "scope": "\(Lab.consented.id)/.default",
        ])
        #expect(try site.token(app, tenant: "fabrikam.com").code == 7_000_229)
        let response = try AdminConsentTests.post(
            site, AdminConsentTests.target(tenant: "fabrikam.com"), as: "boss@fabrikam.com")
        #expect(response.redirect?.fields["tenant"] == Seed.fabrikam)
        let token = try Token(site.token(app, tenant: "fabrikam.com")["access_token"])
        #expect(token["tid"] == Seed.fabrikam)
        #expect(token.list("roles") == ["All"])
        let user = try site.signIn(
            Lab.consented, ["scope": "api://consented/read"], as: "only@fabrikam.com", consent: nil,
            tenant: "fabrikam.com")
        #expect(user.outcome == .redirected)
        #expect(
            try site.signIn(
                Lab.consented, ["scope": "api://consented/read"], as: "alex@contoso.com", consent: nil,
                tenant: "contoso.com"
            ).page.kind == .consent, "nothing is granted at home")
    }

    @Test("An API becomes available to every client in a tenant after consent to one client")
    func makesAPIAvailableToEveryClient() throws {
        let site = try Lab.entra().site
        func signIn() throws -> TestResponse {
            try site.signIn(
                .mobile, ["scope": "api://consented/read"], as: "only@fabrikam.com", consent: nil,
                tenant: "fabrikam.com")
        }
        #expect(try signIn().code == 650052)
        _ = try AdminConsentTests.post(
            site, AdminConsentTests.target(tenant: "fabrikam.com"), as: "boss@fabrikam.com")
        #expect(try signIn().outcome == .page(.consent))
    }

    // MARK: - Failure

    @Test("Version 2 reports that the administrator declined")
    func versionTwoReportsDeclinedConsent() throws {
        let response = try AdminConsentTests.post(Lab.entra().site, AdminConsentTests.target(), consent: "decline")
        #expect(response.outcome == .redirectedError("access_denied", 65004))
        #expect(
            response.redirect?.names == ["a", "error", "error_description", "error_uri", "state", "admin_consent"])
        #expect(response.redirect?.fields["admin_consent"] == "True")
        #expect(response.redirect?.fields["state"] == "a b&c")
        #expect(response.redirect?.fields["error_uri"] == "\(MockEntra.origin)/error?code=65004")
        #expect(response.redirect?.tail == "#")
    }

    @Test("Version 1 reports that the administrator declined")
    func versionOneReportsDeclinedConsent() throws {
        let response = try AdminConsentTests.post(
            Lab.entra().site, AdminConsentTests.target(tenant: "contoso.com", .v1), consent: "decline")
        #expect(response.outcome == .redirectedError("access_denied", 65004))
        #expect(response.redirect?.names == ["a", "error", "error_description", "state"])
    }

    @Test("Cancel on the sign-in page and on the consent page redirects with access_denied", arguments: [0, 1])
    func cancelRedirectsWithAccessDenied(step: Int) throws {
        let browser = try Browser(Lab.entra().site)
        try browser.open(AdminConsentTests.target())
        if step == 1 {
            try browser.enter("admin@contoso.com")
            try browser.press()
        }
        try browser.press("idBtn_Back")
        #expect(browser.response?.outcome == .redirectedError("access_denied", 65004))
    }

    @Test("A user who is not an administrator sees the approval page, and Back reports access_denied")
    func showsApprovalPageToNonAdministrator() throws {
        let site = try Lab.entra().site
        let browser = Browser(site)
        try browser.open(AdminConsentTests.target())
        try browser.enter("alex@contoso.com")
        try browser.press()
        #expect(browser.page.kind == .adminApproval)
        #expect(browser.response?.code == 90093)
        try browser.press("idBtn_Back")
        #expect(browser.response?.outcome == .redirectedError("access_denied", 65004))
        #expect(
            try AdminConsentTests.post(site, AdminConsentTests.target(), as: "alex@contoso.com").page.kind
                == .adminApproval)
    }

    @Test("An administrator can sign in from the approval page")
    func approvalPageOffersAnotherAccount() throws {
        let browser = try Browser(Lab.entra().site)
        try browser.open(AdminConsentTests.target())
        try browser.enter("alex@contoso.com")
        try browser.press()
        let other = try #require(browser.page.forms.first?.controls.first { $0.value == "other" })
        #expect(other.name == "pageAction")
        let form = try #require(browser.page.forms.first)
        let fields = form.submission(pressing: other, filling: [:], ticking: [], unticking: [])
        #expect(try browser.post(form.action, fields).page.kind == .username)
        try browser.enter("admin@contoso.com")
        #expect(browser.page.kind == .consent)
    }

    @Test("A user of another tenant is redirected with AADSTS50020")
    func redirectsErrorForUserOfAnotherTenant() throws {
        for version in [EndpointVersion.v1, .v2] {
            let response = try AdminConsentTests.post(
                Lab.entra().site, AdminConsentTests.target(tenant: "contoso.com", version), as: "boss@fabrikam.com")
            #expect(response.outcome == .redirectedError("access_denied", 50020))
            #expect(response.redirect?.fields["state"] == "a b&c")
        }
    }

    struct Rejection: Row {
        let name: String
        var client = Lab.consented
        var change: Parameters = [:]
        var tenant = "contoso.com"
        var version = EndpointVersion.v2
        let code: Int
    }

    static let rejections: [Rejection] = [
        Rejection(name: "unknown tenant", tenant: "nowhere.example", code: 90002),
        Rejection(name: "malformed tenant", tenant: "secrets", code: 900023),
        Rejection(name: "no client", change: ["client_id": nil], code: 900144),
        Rejection(name: "unknown client", change: ["client_id": "99999999-0000-4000-8000-000000000001"], code: 700016),
        Rejection(
            name: "single-tenant client in another tenant", client: Lab.plain, tenant: "fabrikam.com", code: 700016),
        Rejection(
            name: "single-tenant client over organizations", client: Lab.plain, tenant: "organizations", code: 50194),
        Rejection(
            name: "single-tenant client over common, v1", client: Lab.plain, tenant: "common", version: .v1, code: 50194
        ),
        Rejection(name: "common on version 2", tenant: "common", code: 9_002_328),
        Rejection(name: "personal accounts", client: .mobile, tenant: "consumers", code: 9_002_328),
        Rejection(
            name: "personal accounts on version 1", client: .mobile, tenant: "consumers", version: .v1, code: 9_002_328),
        Rejection(name: "work client of personal accounts", tenant: "consumers", code: 9_002_332),
        Rejection(name: "no redirect URI of several", client: .mobile, change: ["redirect_uri": nil], code: 900971),
        Rejection(name: "unregistered redirect URI", change: ["redirect_uri": "https://evil.test/"], code: 50011),
        Rejection(name: "relative redirect URI", change: ["redirect_uri": "/cb"], code: 90102),
        Rejection(name: "no scope", change: ["scope": nil], code: 900144),
        Rejection(name: "blank scope", change: ["scope": " "], code: 900144),
        Rejection(name: "malformed scope", change: ["scope": "a,b"], code: 70011),
        Rejection(name: "resource of another API", change: ["resource": "https://other.test"], code: 9_010_010),
        Rejection(name: "unknown resource", change: ["scope": "api://nowhere/.default"], code: 500011),
        Rejection(name: "unknown permission", change: ["scope": "api://orders/nope"], code: 650053),
    ]

    @Test("An invalid request shows an error page before the sign-in and never redirects", arguments: rejections)
    func showsInvalidRequestOnErrorPage(_ row: Rejection) throws {
        let target = AdminConsentTests.target(row.client, row.change, tenant: row.tenant, row.version)
        let response = try Lab.entra().site.get(target)
        #expect(response.outcome == .errorPage(row.code))
        #expect(response.header("Location") == nil)
    }

    @Test("An API without a service principal or not listed shows an error page after the sign-in")
    func reportsUnavailableResourceAfterSignIn() throws {
        let site = try Lab.entra().site
        let foreign = AdminConsentTests.target(
            Lab.consented, ["scope": "api://foreign/read"], tenant: "organizations")
        #expect(try AdminConsentTests.post(site, foreign).outcome == .errorPage(650052))
        let unlisted = AdminConsentTests.target(Lab.consented, ["scope": "api://orders/.default"])
        #expect(try AdminConsentTests.post(site, unlisted).outcome == .errorPage(650057))
    }

    @Test("A repeated parameter is rejected")
    func rejectsRepeatedParameter() throws {
        let response = try Lab.entra().site.get(AdminConsentTests.target() + "&state=x")
        #expect(response.outcome == .errorPage(9_000_411))
    }

    @Test("Parameters in the body are ignored")
    func ignoresParametersInBody() throws {
        let site = try Lab.entra().site
        let fields: Parameters = ["client_id": Lab.consented.id, "redirect_uri": Lab.consented.redirectURI]
        #expect(try site.post("/contoso.com/adminconsent", fields).outcome == .errorPage(900144))
    }

    @Test("A personal account cannot give admin consent")
    func rejectsPersonalAccount() throws {
        let response = try AdminConsentTests.post(
            Lab.entra().site, AdminConsentTests.target(.mobile, tenant: "common", .v1), as: "ada@outlook.com")
        #expect(response.outcome == .page(.username))
        #expect(response.code == 500208)
    }

    @Test("A form post from another site is rejected", arguments: PageGuardTests.senders)
    func rejectsFormsPostedFromOtherSites(_ row: PageGuardTests.Sender) throws {
        let response = try AdminConsentTests.post(Lab.entra().site, AdminConsentTests.target(), headers: row.headers)
        let isRejected = row.isForeign || row.isAnonymous
        #expect(response.outcome == (isRejected ? .errorPage(165000) : .redirected))
    }

    @Test("A flow token is valid for its own request only")
    func rejectsFlowTokenOfAnotherRequest() throws {
        let browser = try Browser(Lab.entra().site)
        try browser.open(AdminConsentTests.target())
        try browser.enter("admin@contoso.com")
        let token = try #require(browser.page.control(name: "flowToken")?.value)
        for other in [
            AdminConsentTests.target(Lab.consented, ["scope": "api://orders/Orders.Manage"]),
            AdminConsentTests.target(tenant: "contoso.com", .v1), AdminConsentTests.target(tenant: "organizations"),
        ] {
            let response = try browser.post(other, [("flowToken", token), ("consent", "accept")])
            #expect(response.outcome == .errorPage(165000))
        }
    }
}
