import Entra
import Formats
import Testing

/// Consent by users and administrators (docs/reference/protocol.md#consent, docs/reference/interface.md#sign-in-and-consent-pages).
@Suite struct ConsentTests {
    /// Returns a browser on the page after the sign-in, with "Stay signed in?" answered.
    private func browser(
        _ site: Site, for client: Client = .mobile, _ more: Parameters, as user: String = "alex@contoso.com",
        tenant: String = "contoso.com", _ version: EndpointVersion = .v2
    ) throws -> Browser {
        let browser = Browser(site)
        try browser.open("\(Site.path("authorize", tenant, version))?\(client.request(more).encoded)")
        try browser.enter(user)
        if browser.page.kind == .staySignedIn { try browser.press("idBtn_Back") }
        return browser
    }

    private func tokens(_ site: Site, for client: Client = .mobile, _ response: TestResponse) throws -> TestResponse {
        let code = try #require(response.fields["code"])
        return try site.token(client.redemption(code), tenant: "contoso.com")
    }

    @Test("The consent page lists the missing permissions, with the OpenID Connect scopes first and fixed")
    func listsMissingPermissions() throws {
        let browser = try browser(MockEntra().site, ["scope": usualScope + " User.Read Mail.Read"])
        #expect(
            browser.page.listedScopes == [
                "openid", "profile", "offline_access", "api://orders/Orders.Read", "User.Read", "Mail.Read",
            ])
        let boxes = try #require(browser.page.forms.first).controls.filter { $0.name == "consentedScope" }
        #expect(boxes.filter { $0.isDisabled }.map(\.value) == ["openid", "profile", "offline_access"])
        #expect(boxes.allSatisfy { $0.isChecked })
    }

    @Test("Incremental consent asks only for permissions that are not granted yet")
    func asksOnlyForNewPermissions() throws {
        let site = try MockEntra().site
        let browser = try browser(site, ["scope": "openid api://orders/Orders.Read"])
        try browser.press()
        #expect(try browser.open(.mobile, ["scope": "openid api://orders/Orders.Read"]).outcome == .redirected)
        try browser.open(.mobile, ["scope": "openid api://orders/Orders.Read api://orders/Orders.Write"])
        #expect(browser.page.listedScopes == ["offline_access", "api://orders/Orders.Write"])
        let both = try tokens(site, browser.press())
        #expect(both["scope"] == "api://orders/Orders.Read api://orders/Orders.Write")
        // The token for one scope contains the other scope too, because both are granted.
        let one = try tokens(site, browser.open(.mobile, ["scope": "api://orders/Orders.Read"]))
        #expect(try Token(one["access_token"])["scp"] == "Orders.Read Orders.Write")
    }

    @Test("A user's consent does not apply to another user")
    func consentAppliesToOneUser() throws {
        let site = try MockEntra().site
        try browser(site, ["scope": usualScope]).press()
        let other = try browser(site, ["scope": usualScope], as: "adele@contoso.com")
        #expect(other.page.kind == .consent)
    }

    @Test("An unticked permission is missing from the grant and from the response")
    func omitsUntickedPermission() throws {
        let site = try MockEntra().site
        let browser = try browser(site, ["scope": usualScope + " api://orders/Orders.Write"])
        let response = try browser.press(unticking: ["api://orders/Orders.Write"])
        let tokens = try tokens(site, response)
        #expect(tokens["scope"] == "api://orders/Orders.Read")
        #expect(try Token(tokens["access_token"])["scp"] == "Orders.Read")
        let refresh = try #require(tokens["refresh_token"])
        let rejected = try site.token(
            Client.mobile.refresh(refresh, ["scope": "api://orders/Orders.Write"]), tenant: "contoso.com")
        #expect(rejected.outcome == .jsonError(400, "invalid_grant", 65001))
        #expect(rejected["suberror"] == "consent_required")
    }

    @Test("A forged post cannot omit a required permission")
    func keepsRequiredPermissionInForgedPost() throws {
        let site = try MockEntra().site
        let browser = try browser(site, ["scope": usualScope])
        let form = try #require(browser.page.forms.first)
        let token = try #require(browser.page.control(name: "flowToken")?.value)
        let response = try browser.post(
            form.action,
            [("flowToken", token), ("consent", "page"), ("consentedScope", "api://orders/Orders.Read")])
        #expect(try tokens(site, response)["refresh_token"] != nil)
    }

    @Test("A forged post cannot grant a scope that the page did not list")
    func ignoresUnlistedScopeInForgedPost() throws {
        let site = try MockEntra().site
        let browser = try browser(site, ["scope": "openid api://orders/Orders.Read"])
        let form = try #require(browser.page.forms.first)
        let token = try #require(browser.page.control(name: "flowToken")?.value)
        let response = try browser.post(
            form.action,
            [
                ("flowToken", token), ("consent", "page"), ("consentedScope", "api://orders/Orders.Read"),
                ("consentedScope", "api://orders/Orders.Manage"), ("consentForOrganization", "true"),
            ])
        #expect(try tokens(site, response)["scope"] == "api://orders/Orders.Read")
        let other = try self.browser(site, ["scope": "openid api://orders/Orders.Read"], as: "adele@contoso.com")
        #expect(other.page.kind == .consent)
    }

    @Test("Declining all permissions or cancelling redirects with access_denied")
    func reportsDeclinedConsentToApplication() throws {
        let site = try MockEntra().site
        let none = try browser(site, ["scope": "openid api://orders/Orders.Read"])
            .press(unticking: ["api://orders/Orders.Read"])
        #expect(none.outcome == .redirectedError("access_denied", 65004))
        let cancelled = try browser(site, ["scope": usualScope]).press("idBtn_Back")
        #expect(cancelled.outcome == .redirectedError("access_denied", 65004))
        #expect(cancelled.fields["error_subcode"] == nil)
        #expect(try browser(site, ["scope": usualScope]).page.kind == .consent)
    }

    @Test("An application can be configured to report consent_required when the user declines")
    func reportsConfiguredErrorWhenDeclined() throws {
        let response = try browser(Lab.entra().site, for: Lab.declining, ["scope": "openid"]).press("idBtn_Back")
        #expect(response.outcome == .redirectedError("consent_required", 65004))
    }

    struct OneShot: Row {
        let name: String
        let consent: String?
        let outcome: Outcome
        var scope: String?
    }

    static let oneShots: [OneShot] = [
        OneShot(
            name: "accept", consent: "accept", outcome: .redirected,
            scope: "api://orders/Orders.Read api://orders/Orders.Write"),
        OneShot(name: "decline", consent: "decline", outcome: .redirectedError("access_denied", 65004)),
        OneShot(
            name: "one of two", consent: "api://orders/Orders.Write", outcome: .redirected,
            scope: "api://orders/Orders.Write"),
        OneShot(
            name: "both by name", consent: "api://orders/Orders.Write api://orders/Orders.Read", outcome: .redirected,
            scope: "api://orders/Orders.Read api://orders/Orders.Write"),
        OneShot(
            name: "by the application id of the API", consent: "\(Seed.orders)/Orders.Write", outcome: .redirected,
            scope: "api://orders/Orders.Write"),
        OneShot(
            name: "every requested permission of the API", consent: "api://orders/.default", outcome: .redirected,
            scope: "api://orders/Orders.Read api://orders/Orders.Write"),
        OneShot(
            name: "of another API by the same name", consent: "Orders.Write",
            outcome: .redirectedError("access_denied", 65004)),
        OneShot(name: "none of them", consent: "openid", outcome: .redirectedError("access_denied", 65004)),
        OneShot(name: "no choice", consent: nil, outcome: .page(.consent)),
    ]

    @Test("One request signs in, consents and returns the response", arguments: oneShots)
    func completesSignInInOneRequest(_ row: OneShot) throws {
        let site = try MockEntra().site
        let response = try site.signIn(
            .mobile, ["scope": "openid api://orders/Orders.Read api://orders/Orders.Write"], consent: row.consent)
        #expect(response.outcome == row.outcome)
        if let scope = row.scope { #expect(try tokens(site, response)["scope"] == scope) }
    }

    @Test("A one-request sign-in with wrong credentials shows the page with the error")
    func showsPageForWrongOneShotCredentials() throws {
        let site = try MockEntra().site
        #expect(try site.signIn(password: "wrong").page.element(id: "serviceError")?.text.contains("50126") == true)
        #expect(
            try site.signIn(as: "nobody@contoso.com").page.element(id: "serviceError")?.text.contains("50034") == true)
        #expect(try site.signIn(as: "ada@outlook.com", tenant: "contoso.com").outcome == .errorPage(50020))
    }

    @Test("With prompt=consent, the user sees the consent page again with the granted permissions")
    func promptConsentShowsGrantedPermissions() throws {
        let site = try MockEntra().site
        let browser = try browser(site, ["scope": "openid api://orders/Orders.Read"])
        try browser.press()
        try browser.open(
            .mobile, ["scope": "openid api://orders/Orders.Read", "prompt": "consent"], tenant: "contoso.com")
        #expect(browser.page.listedScopes == ["openid", "profile", "offline_access", "api://orders/Orders.Read"])
        #expect(try browser.press().outcome == .redirected)
    }

    // MARK: - Administrators

    @Test("A permission that needs an administrator shows the approval page, and Back reports access_denied")
    func sendsUserToApprovalPageForAdminPermission() throws {
        let site = try MockEntra().site
        let browser = try browser(site, ["scope": "openid api://orders/Orders.Manage"])
        #expect(browser.page.kind == .adminApproval)
        #expect(browser.response?.status == 200)
        #expect(browser.response?.code == 90094)
        let response = try browser.press("idBtn_Back")
        #expect(response.outcome == .redirectedError("access_denied", 90094))
        #expect(response.fields["state"] == "s1")
    }

    @Test("An administrator can sign in from the approval page and consent")
    func administratorSignsInFromApprovalPage() throws {
        let site = try MockEntra().site
        let browser = try browser(site, ["scope": "openid api://orders/Orders.Manage"])
        let form = try #require(browser.page.forms.first)
        let token = try #require(browser.page.control(name: "flowToken")?.value)
        try browser.post(form.action, [("flowToken", token), ("pageAction", "other")])
        #expect(browser.page.kind == .username)
        let cancelled = [("loginfmt", "alex@contoso.com"), ("pageAction", "cancel")]
        let pageToken = try #require(browser.page.control(name: "flowToken")?.value)
        let response = try browser.post(form.action, cancelled + [("flowToken", pageToken)])
        #expect(response.outcome == .redirectedError("access_denied", 65004))
        #expect(response.fields["error_subcode"] == "cancel")
        try browser.post(form.action, [("flowToken", token), ("pageAction", "other")])
        try browser.enter("admin@contoso.com")
        if browser.page.kind == .staySignedIn { try browser.press("idBtn_Back") }
        #expect(browser.page.kind == .consent)
        #expect(try tokens(site, browser.press())["scope"] == "api://orders/Orders.Manage")
    }

    @Test("An administrator's own grant applies to no other user")
    func administratorsOwnGrantCoversNoOtherUser() throws {
        let site = try MockEntra().site
        try browser(site, ["scope": "openid api://orders/Orders.Manage"], as: "admin@contoso.com").press()
        #expect(try browser(site, ["scope": "openid api://orders/Orders.Manage"]).page.kind == .adminApproval)
    }

    @Test("An administrator can consent for the organization")
    func administratorConsentsForOrganization() throws {
        let site = try MockEntra().site
        let admin = try browser(site, ["scope": "openid api://orders/Orders.Manage"], as: "admin@contoso.com")
        #expect(admin.page.control(name: "consentForOrganization") != nil)
        try admin.press(ticking: ["consentForOrganization"])
        let user = try browser(site, ["scope": "openid api://orders/Orders.Manage"])
        #expect(user.response?.outcome == .redirected)
        #expect(try browser(site, ["scope": "openid api://orders/Orders.Read"]).page.kind == .consent)
    }

    @Test("If user consent is disabled, only an administrator can consent")
    func requiresAdministratorWhenUserConsentIsDisabled() throws {
        let (site, client) = (try Lab.entra().site, Lab.noConsent)
        #expect(try browser(site, for: client, ["scope": "openid"]).page.kind == .adminApproval)
        #expect(try browser(site, for: client, ["scope": "openid"], as: "admin@contoso.com").page.kind == .consent)
    }

    @Test("With the setting verifiedPublishers, a user can consent to verified publishers only")
    func requiresVerifiedPublisherForUserConsent() throws {
        let yaml = { (publisher: String) in
            """
            tenants:
              - {id: \(Seed.contoso), domains: [contoso.com], applications: [{appId: \(Client.mobile.id), \(publisher)
                  signInAudience: AzureADMultipleOrgs, publicClient: {redirectUris: ["http://localhost"]}}]}
              - {id: \(Seed.fabrikam), domains: [fabrikam.com], settings: {userConsent: verifiedPublishers, staySignedInPage: false},
                 users: [{userPrincipalName: megan@fabrikam.com, password: Understudy!1}]}
            """
        }
        for (publisher, kind) in [
            ("", Page.Kind.adminApproval),
            ("verifiedPublisher: {displayName: null, verifiedPublisherId: null},", .adminApproval),
            ("verifiedPublisher: {displayName: Contoso, verifiedPublisherId: \"1234567\"},", .consent),
        ] {
            let site = try MockEntra(yaml: yaml(publisher)).site
            let browser = Browser(site)
            try browser.open(.mobile, ["scope": "openid User.Read"], tenant: "fabrikam.com")
            try browser.enter("megan@fabrikam.com")
            #expect(browser.page.kind == kind, "\(publisher)")
        }
    }

    static func siteTakingRequests() throws -> Site {
        let yaml = """
            tenants: [{id: \(Seed.contoso), domains: [contoso.com],
              settings: {userConsent: disabled, adminConsentRequests: true, staySignedInPage: false},
              users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}],
              applications: [{appId: \(Client.mobile.id), publicClient: {redirectUris: ["http://localhost"]}}]}]
            """
        return try MockEntra(yaml: yaml).site
    }

    @Test("If the tenant takes consent requests, the approval page asks for a reason, and Back reports AADSTS90095")
    func takesAdminConsentRequestWithReason() throws {
        let browser = Browser(try ConsentTests.siteTakingRequests())
        try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        #expect(browser.page.kind == .adminApproval)
        #expect(browser.response?.code == 90095)
        func requestConsent(_ reason: String) throws {
            let form = try #require(browser.page.forms.first)
            let token = try #require(browser.page.control(name: "flowToken")?.value)
            try browser.post(
                form.action, [("flowToken", token), ("justification", reason), ("pageAction", "requestConsent")])
            #expect(browser.page.kind == .adminApproval)
        }
        try requestConsent("  ")
        #expect(browser.response?.text.contains("Enter a reason why you need this application.") == true)
        try requestConsent("For the <b>quarter</b>")
        #expect(browser.response?.text.contains("Your request was sent to an administrator.") == true)
        #expect(browser.page.control(name: "justification") == nil)
        #expect(try browser.press("idBtn_Back").outcome == .redirectedError("access_denied", 90095))
    }

    @Test("A customer of an external tenant cannot consent")
    func externalTenantCustomerCannotConsent() throws {
        let response = try Lab.entra().site.signIn(
            Lab.woodgrove, ["scope": "openid"], as: "casey@woodgrove.example", tenant: Seed.woodgrove)
        #expect(response.outcome == .page(.adminApproval))
    }

    @Test("On version 1, prompt=admin_consent grants the registered permissions and roles to the whole tenant")
    func adminConsentPromptGrantsRegisteredPermissions() throws {
        let entra = try Lab.entra()
        let request: Parameters = ["resource": "api://orders", "prompt": "admin_consent"]
        let rejected = try entra.site.signIn(Lab.roleListing, request, tenant: "contoso.com", .v1)
        #expect(rejected.outcome == .errorPage(90093))
        let admin = try browser(entra.site, for: Lab.roleListing, request, as: "admin@contoso.com", .v1)
        #expect(admin.page.kind == .consent)
        #expect(
            Set(admin.page.listedScopes).isSuperset(of: [
                "https://legacy.contoso.com//user_impersonation", "User.Read", "api://orders/Orders.Read",
            ]))
        let response = try admin.press()
        #expect(response.redirect?.names == ["code", "state", "session_state", "admin_consent"])
        #expect(response.fields["admin_consent"] == "True")
        for resource in ["api://orders", "https://legacy.contoso.com/", "https://graph.microsoft.com"] {
            let user = try browser(entra.site, for: Lab.roleListing, ["resource": resource], .v1)
            #expect(user.response?.outcome == .redirected)
        }
        let app = try entra.site.token(
            Lab.roleListing.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]),
            tenant: "contoso.com")
        #expect(try Token(app["access_token"]).list("roles") == ["Orders.Read.All"])
    }

    // MARK: - Static permissions

    @Test("The scope .default asks for every registered permission of every API and grants them")
    func defaultScopeAsksForAllRegisteredPermissions() throws {
        let site = try Lab.entra().site
        let browser = try browser(site, for: Lab.listing, ["scope": "openid offline_access api://orders/.default"])
        #expect(
            browser.page.listedScopes == [
                "openid", "profile", "offline_access", "User.Read", "https://legacy.contoso.com//user_impersonation",
                "api://orders/Orders.Read",
            ])
        let tokens = try tokens(site, for: Lab.listing, browser.press())
        #expect(tokens["scope"] == "api://orders/Orders.Read api://orders/.default")
        let refresh = try #require(tokens["refresh_token"])
        let legacy = try site.token(
            Lab.listing.refresh(refresh, ["scope": "https://legacy.contoso.com//.default"]), tenant: "contoso.com")
        #expect(
            legacy["scope"]
                == "https://legacy.contoso.com//user_impersonation https://legacy.contoso.com//.default")
    }

    @Test("After any grant on the resource, .default requests no consent and returns the granted permissions")
    func defaultScopeCarriesExistingGrants() throws {
        let site = try Lab.entra().site
        let first = try browser(site, for: Lab.listing, ["scope": "api://orders/Orders.Write"])
        try first.press()
        let tokens = try tokens(
            site, for: Lab.listing,
            first.open(
                "\(Site.path("authorize", "contoso.com"))?\(Lab.listing.request(["scope": "api://orders/.default"]).encoded)"
            ))
        #expect(tokens["scope"] == "api://orders/Orders.Write api://orders/.default")
    }

    @Test("A pre-authorized client needs no consent, not even for permissions that need an administrator")
    func preAuthorizedClientNeedsNoConsent() throws {
        let site = try Lab.entra().site
        var browser = try browser(site, for: Lab.plain, ["scope": "openid"])
        try browser.press()
        let response = try browser.open(Lab.plain, ["scope": "api://pre/open api://pre/closed"], tenant: "contoso.com")
        #expect(try tokens(site, for: Lab.plain, response)["scope"] == "api://pre/open api://pre/closed")
        #expect(try browser.open(Lab.plain, ["scope": "api://pre/asked"], tenant: "contoso.com").page.kind == .consent)
        browser = try self.browser(site, for: Lab.listing, ["scope": "api://pre/closed"])
        #expect(browser.page.kind == .adminApproval)
    }

    @Test("One consent covers several resources, and each token is issued for one resource")
    func consentsToSeveralResourcesAtOnce() throws {
        let site = try Lab.entra().site
        let browser = try browser(
            site, for: Lab.listing,
            ["scope": "offline_access api://orders/Orders.Read https://legacy.contoso.com//user_impersonation"])
        let tokens = try tokens(site, for: Lab.listing, browser.press())
        #expect(tokens["scope"] == "api://orders/Orders.Read")
        let second = try site.token(
            Lab.listing.refresh(
                try #require(tokens["refresh_token"]), ["scope": "https://legacy.contoso.com//user_impersonation"]),
            tenant: "contoso.com")
        #expect(second["scope"] == "https://legacy.contoso.com//user_impersonation")
    }

    @Test("A recorded grant needs no consent page")
    func recordedGrantNeedsNoConsentPage() throws {
        let browser = try browser(Lab.entra().site, for: Lab.claims, ["scope": "openid api://claims/read"])
        #expect(browser.response?.outcome == .redirected)
    }
}
