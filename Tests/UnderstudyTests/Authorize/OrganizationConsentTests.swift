import Entra
import Formats
import Testing

/// Consent for the whole organization, and permissions that only an administrator may grant
/// (docs/reference/protocol.md#consent). The sources are two pages of MicrosoftDocs/entra-docs, docs/identity-platform.
@Suite struct OrganizationConsentTests {
    private static let client = Client.mobile

    private static func entra(
        role: String = "", permissions: String = "", policy: String = ""
    ) throws -> MockEntra {
        try MockEntra(
            yaml: """
                tenants: [{id: \(Seed.contoso), domains: [contoso.com], settings: {staySignedInPage: false},
                  authorizationPolicy: [\(policy)],
                  users: [{userPrincipalName: kim@contoso.com, password: Understudy!1, roles: [\(role)]},
                          {userPrincipalName: alex@contoso.com, password: Understudy!1}],
                  applications: [{appId: \(client.id), publicClient: {redirectUris: ["http://localhost"]},
                    requiredResourceAccess: [{resourceAppId: \(Seed.graph), resourceAccess: [\(permissions)]}]}]}]
                """)
    }

    /// Returns a browser on the page after the sign-in.
    private static func browser(
        _ site: Site, _ request: Parameters, as user: String, _ version: EndpointVersion = .v2
    ) throws -> Browser {
        let browser = Browser(site)
        try browser.open("\(Site.path("authorize", "contoso.com", version))?\(client.request(request).encoded)")
        try browser.enter(user)
        return browser
    }

    // application-consent-experience.md, "App requires a permission that the user has the right to grant"
    static let roles: [(String, Bool)] = [
        ("", false), ("Global Administrator", true), ("Privileged Role Administrator", true),
        ("Application Administrator", false), ("Cloud Application Administrator", false), ("User Administrator", false),
    ]

    @Test("The consent page of a sign-in offers consent for the organization to two roles", arguments: roles)
    func offersConsentForOrganizationByRole(_ role: String, _ isOffered: Bool) throws {
        let site = try OrganizationConsentTests.entra(role: role).site
        let request: Parameters = ["scope": "openid User.Read"]
        let user = try OrganizationConsentTests.browser(site, request, as: "kim@contoso.com")
        #expect((user.page.control(name: "consentForOrganization") != nil) == isOffered)
        let form = try #require(user.page.forms.first)
        let token = try #require(user.page.control(name: "flowToken")?.value)
        try user.post(form.action, [("flowToken", token), ("consent", "accept"), ("consentForOrganization", "1")])
        let other = try OrganizationConsentTests.browser(site, request, as: "alex@contoso.com")
        #expect((other.page.kind == .consent) != isOffered)
    }

    // application-consent-experience.md, "User is directed to the admin consent flow"
    @Test("The consent page has texts for administrators if the consent is for the organization")
    func showsTextsForAdministrators() throws {
        let site = try MockEntra().site
        let request = Client.mobile.request(["scope": "api://orders/Orders.Read"]).encoded
        for (path, text) in [
            ("/contoso.com/oauth2/v2.0/authorize", "Allows the application to read your orders."),
            (
                "/contoso.com/v2.0/adminconsent",
                "Allows the application to read orders on behalf of the signed-in user."
            ),
        ] {
            let browser = Browser(site)
            try browser.open("\(path)?\(request)")
            try browser.enter("admin@contoso.com")
            if browser.page.kind == .staySignedIn { try browser.press("idBtn_Back") }
            #expect(browser.page.kind == .consent)
            #expect(browser.response?.text.contains(text) == true)
        }
    }

    // howto-convert-app-to-be-multi-tenant.md, "Admin consent"
    @Test(
        "A request for all listed permissions needs an administrator for application permissions",
        arguments: [
            ("", EndpointVersion.v1, Page.Kind.adminApproval), ("", .v2, .adminApproval),
            ("Application Administrator", .v2, .adminApproval), ("Privileged Role Administrator", .v2, .consent),
        ])
    func needsAdministratorForApplicationPermissions(
        _ role: String, _ version: EndpointVersion, _ kind: Page.Kind
    ) throws {
        let listed = "{id: User.Read, type: Scope}, {id: User.Read.All, type: Role}"
        let site = try OrganizationConsentTests.entra(role: role, permissions: listed).site
        let graph = "https://graph.microsoft.com"
        let request: Parameters = version == .v1 ? ["resource": graph] : ["scope": "\(graph)/.default"]
        let page = try OrganizationConsentTests.browser(site, request, as: "kim@contoso.com", version).page
        #expect(page.kind == kind)
        let named = try OrganizationConsentTests.browser(site, ["scope": "User.Read"], as: "kim@contoso.com").page
        #expect(named.kind == .consent, "a request that names permissions does not ask for the others")
    }

    // howto-convert-app-to-be-multi-tenant.md, "Admin consent": "Do not allow user consent"
    @Test(
        "The authorization policy says to what users may consent",
        arguments: [
            ("", "User.Read Mail.Read", Page.Kind.adminApproval),
            ("ManagePermissionGrantsForOwnedResource.x", "User.Read", .adminApproval),
            ("ManagePermissionGrantsForSelf.microsoft-user-default-low", "User.Read", .consent),
            ("ManagePermissionGrantsForSelf.microsoft-user-default-low", "Mail.Read", .adminApproval),
            ("ManagePermissionGrantsForSelf.microsoft-user-default-legacy", "Mail.Read", .consent),
            ("ManagePermissionGrantsForSelf.own", "Mail.Read", .consent),
        ])
    func appliesAuthorizationPolicy(_ assigned: String, _ scope: String, _ kind: Page.Kind) throws {
        let policy = "{defaultUserRolePermissions: {permissionGrantPoliciesAssigned: [\(assigned)]}}"
        let site = try OrganizationConsentTests.entra(policy: policy).site
        let page = try OrganizationConsentTests.browser(site, ["scope": scope], as: "kim@contoso.com").page
        #expect(page.kind == kind)
    }
}
