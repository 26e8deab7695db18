import Formats
import Testing

/// The consent of the Azure portal, which `az ad app permission admin-consent` requests
/// (docs/reference/protocol.md#portal-consent).
@Suite struct PortalConsentTests {
    private static let portal = "74658136-14ec-4630-ad9b-26e160ff0fc6"
    private static let mail = "aaaaaaaa-0000-4000-8000-0000000000d1"

    private static func site() throws -> Site {
        try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    settings: {staySignedInPage: false}
                    users:
                      - {userPrincipalName: admin@contoso.com, password: Understudy!1, roles: [Global Administrator]}
                      - {userPrincipalName: alex@contoso.com, password: Understudy!1}
                    applications:
                      - appId: \(mail)
                        displayName: Mail
                        passwordCredentials: [{secretText: mail-secret}]
                        requiredResourceAccess:
                          - resourceAppId: \(Seed.graph)
                            resourceAccess: [{id: User.Read, type: Scope}, {id: Mail.Send, type: Role}]
                """
        ).site
    }

    private static func token(_ site: Site, of user: String, for resource: String) throws -> String {
        let tokens = try site.tokens(
            FirstPartyClientTests.azureCLI, ["scope": "\(resource)/.default"], as: user, tenant: "contoso.com")
        return try #require(tokens["access_token"])
    }

    private static func consent(_ site: Site, _ application: String, _ token: String?) throws -> TestResponse {
        try site.send(
            "POST", "/api/RegisteredApplications/\(application)/Consent?onBehalfOfAll=true",
            headers: token.map { ["Authorization": "Bearer \($0)"] } ?? [:])
    }

    @Test("An administrator grants what the registration lists, for everyone")
    func grantsListedPermissions() throws {
        let site = try PortalConsentTests.site()
        let client = Client(id: PortalConsentTests.mail, redirectURI: "", secret: "mail-secret")
        let application = client.credentials.with([
            "grant_type": "client_credentials", "scope": "https://graph.microsoft.com/.default",
        ])
        let before = try site.token(application, tenant: "contoso.com")
        #expect(try Token(before["access_token"]).claims["roles"] == nil)
        let token = try PortalConsentTests.token(site, of: "admin@contoso.com", for: PortalConsentTests.portal)
        #expect(try PortalConsentTests.consent(site, PortalConsentTests.mail, token).status == 204)
        let after = try site.token(application, tenant: "contoso.com")
        #expect(try Token(after["access_token"]).claims["roles"] == .array([.string("Mail.Send")]))
    }

    @Test(
        "Others are rejected",
        arguments: [
            ("alex@contoso.com", portal, mail, 403), ("admin@contoso.com", "https://graph.microsoft.com", mail, 401),
            ("admin@contoso.com", portal, "aaaaaaaa-0000-4000-8000-0000000000ff", 404), (nil, portal, mail, 401),
        ])
    func rejectsOthers(_ user: String?, _ resource: String, _ application: String, _ status: Int) throws {
        let site = try PortalConsentTests.site()
        let token = try user.map { try PortalConsentTests.token(site, of: $0, for: resource) }
        #expect(try PortalConsentTests.consent(site, application, token).status == status)
    }
}
