import Entra
import Formats
import TestTags
import Testing

/// Requests raise every AADSTS code of the sources under its real condition. No other code is listed.
@Suite struct ReachableCodeTests {
    struct ErrorCase: Row {
        var name: String { String(code) }
        let code: Int
        let send: @Sendable (Site) throws -> TestResponse

        init(_ code: Int, _ send: @escaping @Sendable (Site) throws -> TestResponse) {
            self.code = code
            self.send = send
        }
    }

    /// The codes that no request can raise, because OpenSSL would have to fail to sign.
    static let unreachable: Set<Int> = [50000]

    /// The errors that a redirect may report to an application (docs/reference/protocol.md#authorize-errors).
    private static let redirected: Set<String> = [
        "invalid_request", "unauthorized_client", "access_denied", "unsupported_response_type", "server_error",
        "temporarily_unavailable", "invalid_resource", "login_required", "interaction_required", "consent_required",
        "invalid_client", "invalid_scope", "invalid_target",
    ]

    private static func authorize(
        _ client: Client, _ more: Parameters, tenant: String = "contoso.com", _ version: EndpointVersion = .v2
    ) -> @Sendable (Site) throws -> TestResponse {
        { try $0.get("\(Site.path("authorize", tenant, version))?\(client.request(more).encoded)") }
    }

    private static func signIn(
        _ client: Client, _ more: Parameters, as user: String = "alex@contoso.com", password: String = "Understudy!1",
        consent: String? = "accept", tenant: String = "contoso.com", _ version: EndpointVersion = .v2
    ) -> @Sendable (Site) throws -> TestResponse {
        { try $0.signIn(client, more, as: user, password: password, consent: consent, tenant: tenant, version) }
    }

    private static func redeem(
        _ client: Client, for request: Parameters = ["scope": usualScope], _ change: Parameters,
        tenant: String = "contoso.com", headers: [(String, String)] = []
    ) -> @Sendable (Site) throws -> TestResponse {
        {
            try $0.token(
                client.redemption(try $0.code(client, request, tenant: "contoso.com"), change), tenant: tenant,
                headers: headers)
        }
    }

    private static func app(_ client: Client, _ change: Parameters = [:], tenant: String = "contoso.com")
        -> @Sendable (Site) throws -> TestResponse
    {
        {
            try $0.token(
                client.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]).with(
                    change),
                tenant: tenant)
        }
    }

    static func certified(
        _ client: Client = Lab.certified, _ make: @escaping @Sendable (Assertion) throws -> String
    ) -> @Sendable (Site) throws -> TestResponse {
        {
            try $0.token(
                [
                    "grant_type": "client_credentials", "client_id": client.id, "scope": "api://orders/.default",
                    "client_assertion": make(Assertion(client)), "client_assertion_type": Assertion.type,
                ],
                tenant: "contoso.com")
        }
    }

    private static let scope: Parameters = ["scope": "openid"]

    /// Runs the first part, advances the clock by the seconds, then sends the request.
    static func later<Value: Sendable>(
        _ seconds: Int64, _ before: @escaping @Sendable (Site) throws -> Value,
        after: @escaping @Sendable (Site, Value) throws -> TestResponse
    ) -> @Sendable (Site) throws -> TestResponse {
        { site in
            guard let entra = site.backend as? MockEntra else { throw NoClock() }
            let value = try before(site)
            entra.clock.advance(seconds: seconds)
            return try after(site, value)
        }
    }

    struct NoClock: Error {}

    // MARK: - One row for each code

    static let requests: [ErrorCase] = [
        ErrorCase(50049) {
            try $0.get(
                "/common/discovery/instance?api-version=1.1&authorization_endpoint=https%3A%2F%2Fevil.test%2Fcommon")
        },
        ErrorCase(90002, authorize(.mobile, scope, tenant: "nowhere.example")),
        ErrorCase(500_210) {
            try Site(backend: $0.backend, origin: "https://x.ciamlogin.com").get("/contoso.com/v2.0/adminconsent")
        },
        ErrorCase(900023, authorize(.mobile, scope, tenant: "secrets")),
        ErrorCase(900144, authorize(.mobile, ["client_id": nil])),
        ErrorCase(900561) { try $0.get("/common/oauth2/v2.0/token") },
        ErrorCase(9_010_010, authorize(.mobile, ["scope": "openid", "resource": "x"])),
        ErrorCase(9_000_410, authorize(.mobile, ["scope": "openid", "claims": "x"])),
        ErrorCase(9_000_411) { try $0.get("/common/oauth2/v2.0/authorize?client_id=a&client_id=b") },
        ErrorCase(9_002_313) { try $0.get("/common/oauth2/v2.0/authorize?a=%zz") },
        ErrorCase(90014, authorize(Lab.implicit, ["scope": "openid", "response_type": "id_token"])),
        ErrorCase(90100, authorize(.mobile, ["scope": "openid", "request": "x"])),
        ErrorCase(90023, authorize(.mobile, ["scope": "openid", "prompt": "x"])),
        ErrorCase(90005, authorize(.mobile, ["scope": "openid", "sid": "x", "login_hint": "x"])),
        ErrorCase(90007, authorize(.mobile, ["scope": "openid", "sid": "x"])),
        ErrorCase(900051, authorize(.mobile, ["scope": "openid", "sid": "x", "domain_hint": "x"])),
        ErrorCase(1_002_014, authorize(.mobile, ["scope": "openid", "login_hint": "O.eA", "domain_hint": "x"])),
        ErrorCase(70003) { try $0.token(["grant_type": "x"]) },
        ErrorCase(70005, authorize(.mobile, ["scope": "openid", "response_type": "x"])),
        ErrorCase(70007, authorize(.mobile, ["scope": "openid", "response_mode": "x"])),
        ErrorCase(700051, authorize(.mobile, ["scope": "openid", "response_type": "token"])),
        ErrorCase(700054, authorize(.mobile, ["scope": "openid", "response_type": "id_token"])),
        ErrorCase(501491, authorize(.mobile, ["scope": "openid", "code_challenge": "x"])),
    ]

    static let clients: [ErrorCase] = [
        ErrorCase(90015, signIn(.mobile, ["scope": "openid", "nonce": String(repeating: "n", count: 16_384)])),
        ErrorCase(700016, authorize(.mobile, ["client_id": "99999999-0000-4000-8000-000000000001"])),
        ErrorCase(700038, authorize(.mobile, ["client_id": "00000000-0000-0000-0000-000000000000"])),
        ErrorCase(7_000_112, authorize(Lab.disabled, scope)),
        ErrorCase(50194, authorize(Lab.plain, scope, tenant: "common")),
        ErrorCase(9_002_332, authorize(Lab.plain, scope, tenant: "consumers")),
        ErrorCase(9_002_346, authorize(Lab.personal, scope)),
        ErrorCase(9_002_331) { try $0.token(Lab.personal.redemption("x")) },
        ErrorCase(50011, authorize(.mobile, ["redirect_uri": "https://evil.test"])),
        ErrorCase(90102, authorize(.mobile, ["redirect_uri": "x"])),
        ErrorCase(500113, authorize(.mobile, ["client_id": "aaaaaaaa-0000-4000-8000-000000000028"])),
        ErrorCase(900971, authorize(.mobile, ["redirect_uri": nil])),
        ErrorCase(7_000_215, app(.daemon, ["client_secret": "x"])),
        ErrorCase(7_000_216, app(.daemon, ["client_secret": nil])),
        ErrorCase(7_000_218, redeem(.web, for: scope, ["client_secret": nil])),
        ErrorCase(7_000_222, app(Lab.expired)),
        ErrorCase(392200) { site in
            try app(Lab.certified, ["client_secret": nil])(
                Site(backend: site.backend, origin: MutualTLSTests.origin))
        },
        ErrorCase(700025, redeem(.mobile, ["client_secret": "x"])),
        ErrorCase(50027, certified { _ in "a.b.c" }),
        ErrorCase(5_002_723, certified { try $0.with(header: ["x5t": nil]).signed() }),
        ErrorCase(700021, certified { try $0.with(claims: ["iss": .string("x")]).signed() }),
        ErrorCase(700023, certified { try $0.with(claims: ["aud": .string("x")]).signed() }),
        ErrorCase(700024, certified { try $0.with(claims: ["exp": .integer(1)]).signed() }),
        ErrorCase(700027, certified { try $0.signed(by: Assertion.otherKey.get()) }),
        ErrorCase(1_000_502, certified(Lab.formerlyCertified) { try $0.signed() }),
        ErrorCase(7_000_229, app(Lab.organizations, tenant: "fabrikam.com")),
        ErrorCase(501051, app(Lab.listing, ["scope": "api://strict/.default"])),
        ErrorCase(90129, signIn(.mobile, ["scope": "\(Seed.legacy)/user_impersonation"], tenant: "common")),
        ErrorCase(9_002_328) {
            try $0.get(
                "/common/v2.0/adminconsent?\(Lab.organizations.request(["scope": "openid"]).encoded)")
        },
        ErrorCase(50059, app(.daemon, tenant: "common")),
        ErrorCase(
            9_002_325,
            redeem(spa, for: scope, ["code_verifier": Client.verifier], headers: [("Origin", "https://mixed.test")])),
        ErrorCase(9_002_326, redeem(.mobile, [:], headers: [("Origin", "https://app.test")])),
        ErrorCase(
            9_002_327,
            redeem(
                spa, for: ["scope": "openid", "code_challenge": Client.verifier], ["code_verifier": Client.verifier])
        ),
    ]

    private static let spa = Client(id: Lab.mixed.id, redirectURI: "https://mixed.test/spa")

    static let scopes: [ErrorCase] = [
        ErrorCase(28000, redeem(.mobile, ["scope": "User.Read api://orders/Orders.Read"])),
        ErrorCase(28003, redeem(.mobile, ["scope": " "])),
        ErrorCase(70011, authorize(.mobile, ["scope": "a,b"])),
        ErrorCase(1_002_012, app(.daemon, ["scope": "api://orders"])),
        ErrorCase(500011, signIn(.mobile, ["scope": "api://nowhere/x"])),
        ErrorCase(500013, authorize(Lab.implicit, ["response_type": "token"], .v1)),
        ErrorCase(500014, app(.daemon, ["scope": "api://closed/.default"])),
        ErrorCase(650052, signIn(.mobile, ["scope": "api://foreign/read"])),
        ErrorCase(650053, signIn(.mobile, ["scope": "api://orders/nope"])),
        ErrorCase(650056) { site in
            _ = try site.signIn(as: "adele@contoso.com", tenant: "contoso.com")
            return try site.signIn(.mobile, ["scope": "api://orders/.default"], tenant: "contoso.com")
        },
        ErrorCase(650057, signIn(Lab.listing, ["resource": "api://claims"], .v1)),
        ErrorCase(
            700022, signIn(Lab.implicit, ["scope": "User.Read api://orders/Orders.Read", "response_type": "token"])),
        ErrorCase(90009, signIn(Lab.claims, ["scope": "api://claims/.default"])),
        ErrorCase(50146) { _ in
            try ClaimsMappingTests.redeemWithoutAcceptance(ClaimsMappingTests.siteWithoutAcceptance())
        },
        ErrorCase(501461) { _ in try ClaimsMappingTests.redeemForUnverifiedAudience() },
        ErrorCase(65001, redeem(.mobile, ["scope": "api://orders/Orders.Write"])),
        ErrorCase(65002, signIn(FirstPartyClientTests.azureCLI, ["scope": "User.Read"])),
        ErrorCase(65004, signIn(.mobile, scope, consent: "decline")),
        ErrorCase(90093, signIn(Lab.listing, ["resource": "api://orders", "prompt": "admin_consent"], .v1)),
        ErrorCase(90094, signIn(.mobile, ["scope": "api://orders/Orders.Manage"])),
        ErrorCase(90095) { _ in
            try ConsentTests.siteTakingRequests().signIn(.mobile, ["scope": "openid"], tenant: "contoso.com")
        },
    ]

    static let users: [ErrorCase] = [
        ErrorCase(16000) { site in
            let browser = Browser(site)
            for user in ["alex@contoso.com", "adele@contoso.com"] {
                let target = "\(Site.path("authorize", "common"))?\(Client.mobile.request(scope).encoded)"
                try browser.post(target, [("loginfmt", user), ("passwd", "Understudy!1"), ("consent", "accept")])
            }
            return try browser.open(.mobile, ["scope": "openid", "prompt": "none"])
        },
        ErrorCase(16001) { site in
            let browser = try LogoutTests.signedIn(site, as: ["alex@contoso.com", "adele@contoso.com"])
            let form = try browser.open(LogoutTests.logout(of: nil)).page.forms.first
            let token = browser.page.control(name: "flowToken")?.value ?? ""
            return try browser.post(form?.action ?? "", [("flowToken", token), ("account", "x")])
        },
        ErrorCase(16002) { site in
            let browser = try LogoutTests.signedIn(site)
            let session = try #require(try browser.open(.mobile, scope).fields["session_state"])
            return try browser.open(
                .mobile, ["scope": "openid", "prompt": "none", "sid": session], tenant: "fabrikam.com")
        },
        ErrorCase(160_021, authorize(.mobile, ["scope": "openid", "prompt": "none", "sid": Seed.contoso])),
        ErrorCase(50143) {
            try LogoutTests.signedIn($0).open(
                .mobile, ["scope": "openid", "prompt": "none", "domain_hint": "fabrikam.com"])
        },
        ErrorCase(50058, authorize(.mobile, ["scope": "openid", "prompt": "none"])),
        ErrorCase(50020, signIn(.mobile, scope, as: "ada@outlook.com")),
        ErrorCase(50034, signIn(.mobile, scope, as: "nobody@contoso.com")),
        ErrorCase(500208, signIn(.mobile, scope, as: "ada@outlook.com", tenant: "organizations")),
        ErrorCase(500201, signIn(.mobile, [:], as: "ada@outlook.com", tenant: "common", .v1)),
        ErrorCase(90038) { _ in try CloudTests.inOtherCloud() },
        ErrorCase(90027, authorize(.mobile, [:], tenant: "consumers", .v1)),
        ErrorCase(50126, signIn(.mobile, scope, password: "x")),
        ErrorCase(50057, signIn(.mobile, scope, as: "dora@contoso.com")),
        ErrorCase(50105, signIn(Lab.guarded, scope, as: "adele@contoso.com")),
        ErrorCase(165000) {
            try $0.post("\(Site.path("authorize", "common"))?\(Client.mobile.request(scope).encoded)", ["passwd": "x"])
        },
        ErrorCase(
            50089,
            later(3601) { site in
                let browser = Browser(site)
                try browser.open(.mobile)
                return (browser.cookies, browser.page)
            } after: { site, opened in
                let form = opened.1.forms.first
                let token = opened.1.control(name: "flowToken")?.value ?? ""
                return try Browser(site, cookies: opened.0).post(
                    form?.action ?? "", [("flowToken", token), ("loginfmt", "alex@contoso.com")])
            }),
    ]

    static let grants: [ErrorCase] = [
        ErrorCase(50056) { _ in try Federated.entra().site.password("fred@federated.contoso.com") },
        ErrorCase(50107) { _ in
            try Federated.entra().site.bearer(PartnerAssertion().with { $0.issuer = "urn:other" }.signed())
        },
        ErrorCase(50006) { _ in
            try Federated.entra().site.bearer(PartnerAssertion().signed(by: Assertion.otherKey.get()))
        },
        ErrorCase(50008) { _ in try Federated.entra().site.bearer("<a/>") },
        ErrorCase(51004) { _ in
            try Federated.entra().site.bearer(PartnerAssertion(user: "x@partner.contoso.com").signed())
        },
        ErrorCase(50148, redeem(.mobile, ["code_verifier": Client.verifier])),
        ErrorCase(501481, redeem(.mobile, for: ["scope": "openid", "code_challenge": Client.challenge], [:])),
        ErrorCase(500112, redeem(.mobile, ["redirect_uri": "http://localhost:1"])),
        ErrorCase(700009, redeem(.mobile, ["redirect_uri": nil])),
        ErrorCase(700005, redeem(.mobile, [:], tenant: "fabrikam.com")),
        ErrorCase(54005) { site in
            let form = Client.mobile.redemption(try site.code())
            _ = try site.token(form)
            return try site.token(form)
        },
        ErrorCase(700007, redeem(.mobile, ["client_id": Lab.plain.id])),
        ErrorCase(9_000_512, redeem(.mobile, ["return_spa_code": "1"])),
        ErrorCase(7_000_012, redeem(.mobile, [:], tenant: "consumers")),
        ErrorCase(70_000_121) {
            try $0.token(Client.mobile.redemption($0.code(as: "ada@outlook.com")), tenant: "contoso.com")
        },
        ErrorCase(70000) { try $0.pollDevice($0.startDevice(), Lab.device, tenant: "contoso.com") },
        ErrorCase(70008, later(600, { try $0.code() }, after: { try $0.token(Client.mobile.redemption($1)) })),
        ErrorCase(70016) { try $0.pollDevice($0.startDevice()) },
        ErrorCase(70018) { try $0.post(Site.deviceLogin, ["otc": "ACDEF3467"]) },
        ErrorCase(7_000_014) { try $0.pollDevice($0.startDevice(), .mobile, ["device_code": "x"]) },
        ErrorCase(
            70019,
            later(900) {
                try $0.startDevice()
            } after: {
                try $0.approveDevice($1)
            }),
        ErrorCase(
            70020,
            later(900) {
                try $0.startDevice()
            } after: {
                try $0.pollDevice($1)
            }),
        ErrorCase(90120) { site in
            let started = try site.startDevice()
            _ = try site.approveDevice(started)
            return try site.approveDevice(started)
        },
        ErrorCase(90133) { try $0.startDevice(Lab.organizations) },
        ErrorCase(
            700082,
            later(90 * 86_400) {
                try $0.tokens()["refresh_token"] ?? ""
            } after: {
                try $0.token(Client.mobile.refresh($1))
            }),
        ErrorCase(
            700084,
            later(86_400) { site in
                var client = spa
                client.browserOrigin = "https://mixed.test"
                return try site.tokens(client, ["scope": "openid offline_access"], tenant: "contoso.com")[
                    "refresh_token"] ?? ""
            } after: {
                try $0.token(spa.refresh($1), tenant: "contoso.com", headers: [("Origin", "https://mixed.test")])
            }),
        ErrorCase(
            50173,
            later(1) {
                try $0.tokens()["refresh_token"] ?? ""
            } after: { site, token in
                (site.backend as? MockEntra)?.revoke(user: Seed.alex, of: Seed.contoso)
                return try site.token(Client.mobile.refresh(token))
            }),
        ErrorCase(
            500341,
            later(1) {
                try $0.tokens()["refresh_token"] ?? ""
            } after: { site, token in
                (site.backend as? MockEntra)?.replaceDirectory(
                    try MockEntra.directory(
                        """
                        tenants:
                          - {id: \(Seed.contoso), domains: [contoso.com], applications: [{appId: \(Client.mobile.id),
                             signInAudience: AzureADandPersonalMicrosoftAccount, publicClient: {redirectUris: ["http://localhost"]}}]}
                        """))
                return try site.token(Client.mobile.refresh(token))
            }),
    ]

    static let all =
        requests + clients + networksAndSessions + scopes + users + grants + delegation + devices + policies
        + nativeAuthentication

    @Test("A request raises the code under its real condition", .tags(.slow), arguments: all)
    func requestRaisesCodeUnderItsCondition(_ row: ErrorCase) throws {
        let response = try row.send(Lab.entra().site)
        #expect(response.code == row.code)
        let code = try #require(AADSTS.lookup(row.code))
        #expect(response.status < 500 || response.status == code.status)
        if let error = response.redirect?.fields["error"] { #expect(ReachableCodeTests.redirected.contains(error)) }
        let start = code.template.prefix { $0 != "{" }
        let description = response.fields["error_description"] ?? Page.unescape(response.text)
        #expect(description.contains("AADSTS\(row.code): \(start.dropLast())"))
        #expect(!(response["error_description"] ?? "").contains("{"))
        let message = description.firstRange(of: "AADSTS\(row.code): ")
            .map { description[$0.upperBound...].prefix { $0 != "<" && !$0.isNewline } }
        for hole in ["  ", " .", "''", "()"] {
            #expect(message?.contains(hole) == false, "a value is missing: \(message ?? "")")
        }
    }

    @Test("The rows are exactly the codes that the sources raise")
    func coversExactlyTheRaisedCodes() throws {
        let covered = ReachableCodeTests.all.map(\.code)
        #expect(Set(covered).count == covered.count)
        let names = try SourceScan().raisedCodes
        let raised = Set(AADSTS.catalog.filter { names.contains($0.name) }.map(\.number))
        #expect(raised.subtracting(covered).subtracting(ReachableCodeTests.unreachable).sorted() == [])
        #expect(Set(covered).subtracting(raised).sorted() == [])
    }
}
