import Entra
import Formats
import Testing

/// Tenant restrictions, which a proxy or a device adds to requests as header fields
/// (docs/reference/protocol.md#tenant-restrictions).
@Suite struct TenantRestrictionTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let header: (String, String)
        /// The code of the rejection, or nil if the request is served.
        let code: Int?

        var testDescription: String { "\(header.0): \(header.1)" }
    }

    private static let list = "Restrict-Access-To-Tenants"
    private static let policy = "sec-Restrict-Tenant-Access-Policy"

    static let cases: [Case] = [
        Case(header: (list, "contoso.com"), code: nil), Case(header: (list, "CONTOSO.com"), code: nil),
        Case(header: (list, Seed.contoso), code: nil), Case(header: (list, "fabrikam.com, contoso.com"), code: nil),
        Case(header: (list, "fabrikam.com"), code: 500_021), Case(header: (list, ""), code: 500_021),
        Case(header: (list, "contoso"), code: 500_021),
        Case(header: (policy, "\(Seed.contoso):00000000-0000-4000-8000-000000000001"), code: nil),
        Case(header: (policy, "\(Seed.fabrikam):00000000-0000-4000-8000-000000000001"), code: 5_000_211),
        Case(header: (policy, "restrict-msa"), code: nil),
    ]

    private static let form = Client.daemon.credentials.with([
        "grant_type": "client_credentials", "scope": "api://orders/.default",
    ])

    @Test("The token endpoint rejects tenants that the network does not permit", arguments: cases)
    func rejectsTenantsThatNetworkForbids(_ row: Case) throws {
        let response = try MockEntra().site.post(
            Site.path("token", "contoso.com"), TenantRestrictionTests.form, headers: [row.header])
        #expect(response.outcome == row.code.map { .jsonError(400, "access_denied", $0) } ?? .json)
    }

    @Test("Without a tenant in the path, the tenant of the user decides", arguments: cases)
    func tenantOfUserDecides(_ row: Case) throws {
        let site = try MockEntra().site
        let refresh = Client.mobile.refresh(try #require(try site.tokens()["refresh_token"]))
        let response = try site.post(Site.path("token", "common"), refresh, headers: [row.header])
        #expect(response.outcome == row.code.map { .jsonError(400, "access_denied", $0) } ?? .json)
    }

    @Test("The authorization endpoint shows the rejection, and redirects it with prompt=none")
    func authorizationEndpointRejects() throws {
        let site = try MockEntra().site
        let browser = try LogoutTests.signedIn(site)
        let expected: [(String?, Outcome)] = [
            (nil, .errorPage(500_021)), ("none", .redirectedError("access_denied", 500_021)),
        ]
        for (prompt, outcome) in expected {
            let request = Client.mobile.request(["scope": "openid profile", "prompt": prompt])
            let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
            let response = try site.get(
                "\(Site.path("authorize", "common"))?\(request.encoded)",
                headers: ["Restrict-Access-To-Tenants": "fabrikam.com", "Cookie": cookies])
            #expect(response.outcome == outcome)
        }
    }

    @Test("restrict-msa rejects personal accounts")
    func rejectsPersonalAccounts() throws {
        let site = try MockEntra().site
        let browser = try LogoutTests.signedIn(site, as: ["ada@outlook.com"], ["scope": "openid profile"])
        let request = Client.mobile.request(["scope": "openid profile", "prompt": "none"])
        let cookies = browser.cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
        let response = try site.get(
            "\(Site.path("authorize", "common"))?\(request.encoded)",
            headers: ["sec-Restrict-Tenant-Access-Policy": "restrict-msa", "Cookie": cookies])
        #expect(response.outcome == .redirectedError("access_denied", 500_021))
    }
}
