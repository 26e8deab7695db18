import Entra
import Formats
import FoundationEssentials
import Protocol
import Testing

/// The order of the checks of interactive requests (docs/reference/protocol.md#authorize-precedence).
@Suite struct CheckOrderTests {
    // MARK: - The table

    @Test("The reference has the checks of the code, in the order of the code, with the same codes and cells")
    func referenceShowsTableOfCode() throws {
        let page = SourceScan.root.appending(path: "docs/reference/protocol.md")
        let text = String(decoding: try Data(contentsOf: page), as: UTF8.self)
        let anchor = try #require(text.firstRange(of: "<a id=\"authorize-precedence\"></a>\n"))
        let lines = text[anchor.upperBound...].split(separator: "\n").drop { !$0.hasPrefix("|") }
        let documented = lines.prefix { $0.hasPrefix("|") }.map { line in
            line.dropFirst(2).dropLast(2).split(separator: " | ").map(String.init)
        }
        #expect(documented.first == ["Check", "Codes"] + InteractiveEndpoint.allCases.map(\.title))
        let implemented = InteractiveCheck.all.map { check in
            [check.name, check.codes.isEmpty ? "–" : check.codes.map(\.name).joined(separator: ", ")]
                + InteractiveEndpoint.allCases.map { check.cell(at: $0).rawValue }
        }
        #expect(implemented == Array(documented.dropFirst(2)))
    }

    @Test("The checks have different names")
    func checksHaveDifferentNames() {
        #expect(Set(InteractiveCheck.all.map(\.name)).count == InteractiveCheck.all.count)
    }

    @Test("Until the tenant is known, the authorization endpoint runs the same checks at a policy as at a tenant")
    func policyRunsSameChecksBeforeTenantIsKnown() throws {
        let tenant = try #require(InteractiveCheck.all.firstIndex { $0.name == "Tenant" })
        for check in InteractiveCheck.all[...tenant] {
            let cells = [InteractiveEndpoint.authorizeV1, .authorizeV2, .authorizeB2C].map(check.cell(at:))
            #expect(Set(cells).count == 1, "\(check.name)")
        }
    }

    // MARK: - Requests that fail two checks

    /// The failure that a response shows. Some checks share a code, and differ in the text.
    struct Failure: Sendable, CustomStringConvertible {
        let code: Int
        var text = ""
        var description: String { "\(code) \(text)" }

        init(_ code: Int, _ text: String = "") {
            self.code = code
            self.text = text
        }

        func matches(_ response: TestResponse) -> Bool {
            guard (response.code ?? response.policyCode) == code else { return false }
            let page = response.redirect?.fields["error_description"] ?? response.text
            return text.isEmpty || Page.unescape(page).contains(text)
        }
    }

    struct Request: Sendable {
        let path: String
        let query: Parameters
        var body: Parameters?
        /// The device whose user code the body contains.
        var device: Device?

        func send(_ site: Site) throws -> TestResponse {
            let target = "\(path)?\(query.encoded)"
            guard var body else { return try site.get(target) }
            if let device {
                let started = try site.startDevice(device.client, ["scope": device.scope], tenant: device.tenant)
                body = body.with(["otc": started["user_code"]])
            }
            return try site.post(target, body)
        }
    }

    /// A device that has asked for a user code.
    struct Device: Sendable {
        let client: Client
        let scope: String
        let tenant: String
    }

    /// Two checks, a request that fails both, and a request that fails only the second.
    struct Pair: Row {
        var name: String { "\(first), then \(second)" }
        let first: String
        let second: String
        var endpoint = InteractiveEndpoint.authorizeV2
        let both: (Request, Failure)
        let fixed: (Request, Failure)
    }

    private static let usual: Parameters = ["scope": usualScope]
    static let unknownClient = "99999999-0000-4000-8000-000000000001"
    static let idToken: Parameters = ["response_type": "id_token", "nonce": "n"]

    private static func authorize(
        _ more: Parameters, _ client: Client = .mobile, tenant: String = "contoso.com", body: Parameters? = nil,
        _ version: EndpointVersion = .v2
    ) -> Request {
        Request(path: Site.path("authorize", tenant, version), query: client.request(usual).with(more), body: body)
    }

    private static func signIn(
        _ more: Parameters, _ client: Client, as user: String = "alex@contoso.com", consent: String? = "accept"
    ) -> Request {
        authorize(
            more, client, tenant: "organizations",
            body: ["loginfmt": user, "passwd": "Understudy!1", "consent": consent])
    }

    static let client: [Pair] = [
        Pair(
            first: "Repeated parameter", second: "Tenant",
            both: (
                Request(
                    path: Site.path("authorize", "nowhere.example"),
                    query: Client.mobile.request(usual).adding(["state": "s2"])), Failure(9_000_411)
            ),
            fixed: (authorize([:], tenant: "nowhere.example"), Failure(90002))),
        Pair(
            first: "Tenant", second: "Client",
            both: (authorize(["client_id": unknownClient], tenant: "nowhere.example"), Failure(90002)),
            fixed: (authorize(["client_id": unknownClient]), Failure(700016))),
        Pair(
            first: "Client", second: "Redirect URI",
            both: (authorize(["client_id": unknownClient, "redirect_uri": "https://evil.test/"]), Failure(700016)),
            fixed: (authorize(["redirect_uri": "https://evil.test/"]), Failure(50011))),
        Pair(
            first: "Redirect URI", second: "Broker of a nested application",
            both: (authorize(["redirect_uri": "https://evil.test/", "brk_client_id": "x"]), Failure(700046)),
            fixed: (authorize(["brk_client_id": "x"]), Failure(900144, "brk_redirect_uri"))),
        Pair(
            first: "Broker of a nested application", second: "Response type",
            both: (authorize(["brk_client_id": "x", "response_type": "x"]), Failure(900144, "brk_redirect_uri")),
            fixed: (authorize(["response_type": "x"]), Failure(70005))),
    ]

    static let parameters: [Pair] = [
        Pair(
            first: "Response type", second: "Response mode",
            both: (authorize(["response_type": "x", "response_mode": "x"]), Failure(70005)),
            fixed: (authorize(["response_mode": "x"]), Failure(70007))),
        Pair(
            first: "Response mode", second: "Access token from this endpoint",
            both: (authorize(["response_type": "token", "response_mode": "x"], .web), Failure(70007)),
            fixed: (authorize(["response_type": "token"], .web), Failure(700051))),
        Pair(
            first: "Access token from this endpoint", second: "ID token from this endpoint",
            both: (authorize(["response_type": "id_token token", "nonce": "n"], .web), Failure(700051)),
            fixed: (authorize(idToken, .web), Failure(700054))),
        Pair(
            first: "ID token from this endpoint", second: "Request object",
            both: (authorize(idToken.with(["request": "e30.e30."]), .web), Failure(700054)),
            fixed: (authorize(["request": "e30.e30."], .web), Failure(90100, "request parameter"))),
        Pair(
            first: "Request object", second: "Prompt",
            both: (authorize(["request": "e30.e30.", "prompt": "x"]), Failure(90100, "request parameter")),
            fixed: (authorize(["prompt": "x"]), Failure(90023))),
        Pair(
            first: "Prompt", second: "Hints for the account",
            both: (authorize(["prompt": "x", "sid": "x", "login_hint": "x"]), Failure(90023)),
            fixed: (authorize(["sid": "x", "login_hint": "x"]), Failure(90005))),
        Pair(
            first: "Hints for the account", second: "PKCE",
            both: (authorize(["sid": "x", "code_challenge": "x"]), Failure(90007)),
            fixed: (authorize(["code_challenge": "x"]), Failure(501491))),
        Pair(
            first: "PKCE", second: "Claims",
            both: (authorize(["code_challenge": "x", "claims": "{"]), Failure(501491)),
            fixed: (authorize(["claims": "{"]), Failure(9_000_410))),
        Pair(
            first: "Claims", second: "Nonce",
            both: (authorize(["response_type": "id_token", "claims": "{"], Lab.implicit), Failure(9_000_410)),
            fixed: (authorize(["response_type": "id_token"], Lab.implicit), Failure(90014))),
        Pair(
            first: "Claims", second: "Version of the endpoint", endpoint: .authorizeV1,
            both: (authorize(["claims": "{"], tenant: "consumers", .v1), Failure(9_000_410)),
            fixed: (authorize([:], tenant: "consumers", .v1), Failure(90027))),
        Pair(
            first: "Nonce", second: "Resource of a token", endpoint: .authorizeV1,
            both: (authorize(["response_type": "id_token token"], Lab.implicit, .v1), Failure(90014)),
            fixed: (authorize(["response_type": "token"], Lab.implicit, .v1), Failure(500013))),
    ]

    static let scopes: [Pair] = [
        Pair(
            first: "Nonce", second: "Scope",
            both: (authorize(["response_type": "id_token", "scope": nil], Lab.implicit), Failure(90014)),
            fixed: (authorize(["scope": nil]), Failure(900144, "scope"))),
        Pair(
            first: "Scope", second: "Scope of an ID token",
            both: (
                authorize(idToken.with(["scope": "api://orders/"]), Lab.implicit),
                Failure(70011, "A scope is a URI and a permission")
            ),
            fixed: (
                authorize(idToken.with(["scope": "User.Read"]), Lab.implicit),
                Failure(70005, "requires the 'openid' scope")
            )),
        Pair(
            first: "Scope of an ID token", second: "Resource indicator",
            both: (
                authorize(idToken.with(["scope": "User.Read", "resource": "x"]), Lab.implicit),
                Failure(70005, "requires the 'openid' scope")
            ),
            fixed: (
                authorize(idToken.with(["scope": "openid User.Read", "resource": "x"]), Lab.implicit),
                Failure(9_010_010)
            )),
        Pair(
            first: "Resource indicator", second: "Permissions in the addressed tenant",
            both: (authorize(["scope": "openid Nope.Read", "resource": "x"]), Failure(9_010_010)),
            fixed: (authorize(["scope": "openid Nope.Read"]), Failure(650053))),
        Pair(
            first: "Permissions in the addressed tenant", second: "State of the page",
            both: (authorize(["scope": "api://nowhere/read"], body: ["passwd": "p"]), Failure(500011)),
            fixed: (authorize([:], body: ["passwd": "p"]), Failure(165000))),
        Pair(
            first: "State of the page", second: "Sign-in",
            both: (
                authorize(
                    [:], Lab.plain, body: ["loginfmt": "only@fabrikam.com", "passwd": "p", "flowToken": "forged"]),
                Failure(165000)
            ),
            fixed: (
                authorize([:], Lab.plain, body: ["loginfmt": "only@fabrikam.com", "passwd": "p"]), Failure(50020)
            )),
    ]

    static let adminConsent: [Pair] = [
        Pair(
            first: "Tenant of the consent", second: "Redirect URI", endpoint: .adminConsentV2,
            both: (
                Request(
                    path: "/common/v2.0/adminconsent",
                    query: ["client_id": Client.mobile.id, "redirect_uri": "https://evil.test/", "scope": ".default"]),
                Failure(9_002_328)
            ),
            fixed: (
                Request(
                    path: "/contoso.com/v2.0/adminconsent",
                    query: ["client_id": Client.mobile.id, "redirect_uri": "https://evil.test/", "scope": ".default"]),
                Failure(50011)
            )),
        Pair(
            first: "Redirect URI", second: "Scope", endpoint: .adminConsentV2,
            both: (
                Request(
                    path: "/contoso.com/v2.0/adminconsent",
                    query: ["client_id": Client.mobile.id, "redirect_uri": "https://evil.test/"]),
                Failure(50011)
            ),
            fixed: (
                Request(
                    path: "/contoso.com/v2.0/adminconsent",
                    query: ["client_id": Client.mobile.id, "redirect_uri": "http://localhost"]),
                Failure(900144, "scope")
            )),
    ]

    /// Two applications of any organization, one of which requires assignment, an API that requires assignment, and a policy that
    /// blocks Alex but not Ben.
    static let open = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000301", redirectURI: "https://open.test/cb")
    static let assigned = Client(
        id: "aaaaaaaa-0000-4000-8000-000000000302", redirectURI: "https://assigned.test/cb")
    private static let blocking = """
        tenants:
          - id: \(Seed.contoso)
            domains: [contoso.com]
            users:
              - {id: \(Seed.alex), userPrincipalName: alex@contoso.com, password: Understudy!1}
              - {userPrincipalName: ben@contoso.com, password: Understudy!1}
              - {userPrincipalName: off@contoso.com, password: Understudy!1, accountEnabled: false}
            applications:
              - {appId: \(open.id), signInAudience: AzureADMultipleOrgs, publicClient: {redirectUris: ["\(open.redirectURI)"]}}
              - {appId: \(assigned.id), signInAudience: AzureADMultipleOrgs, appRoleAssignmentRequired: true,
                 publicClient: {redirectUris: ["\(assigned.redirectURI)"]}}
              - {appId: \(Seed.orders), identifierUris: ["api://orders"], api: {oauth2PermissionScopes: [{value: read}]}}
              - {appId: \(Seed.legacy), identifierUris: ["api://strict"], appRoleAssignmentRequired: true,
                 api: {oauth2PermissionScopes: [{value: read}]}}
            conditionalAccessPolicies:
              - displayName: Block
                conditions: {users: {includeUsers: [\(Seed.alex)]}, applications: {includeApplications: [All]}}
                grantControls: {builtInControls: [block]}
        """

    static let signedIn: [Pair] = [
        Pair(
            first: "Assignment to the client", second: "Permissions in the user's tenant",
            both: (signIn(["scope": "api://nowhere/read"], assigned), Failure(50105)),
            fixed: (signIn(["scope": "api://nowhere/read"], open), Failure(500011))),
        Pair(
            first: "Permissions in the user's tenant", second: "Admission to the APIs",
            both: (signIn(["scope": "api://strict/read api://nowhere/read"], open), Failure(500011)),
            fixed: (signIn(["scope": "api://strict/read"], open), Failure(50105))),
        Pair(
            first: "Admission to the APIs", second: "Conditional Access",
            both: (signIn(["scope": "api://strict/read"], open), Failure(50105)),
            fixed: (signIn(["scope": "api://orders/read"], open), Failure(53003))),
        Pair(
            first: "Conditional Access", second: "Consent",
            both: (signIn(["scope": "api://orders/read"], open, consent: "decline"), Failure(53003)),
            fixed: (
                signIn(["scope": "api://orders/read"], open, as: "ben@contoso.com", consent: "decline"),
                Failure(65004)
            )),
    ]

    @Test(
        "The first of two failed checks decides the error", arguments: client + parameters + scopes + adminConsent)
    func firstFailedCheckDecidesError(_ pair: Pair) throws {
        try check(pair) { try Lab.entra() }
    }

    @Test(
        "The first of two failed checks decides the error after the sign-in",
        arguments: signedIn + deviceCode + deviceUser)
    func firstFailedCheckDecidesErrorAfterSignIn(_ pair: Pair) throws {
        try check(pair) { try MockEntra(yaml: CheckOrderTests.blocking) }
    }

    @Test("The first of two failed checks decides the error at a policy", arguments: policyParameters + policyAccess)
    func firstFailedCheckDecidesErrorAtPolicy(_ pair: Pair) throws {
        try check(pair) { try B2C.entra() }
    }

    @Test("The first of two failed checks decides the error at a policy after the sign-in", arguments: policyUser)
    func firstFailedCheckDecidesErrorAtPolicyAfterSignIn(_ pair: Pair) throws {
        try check(pair) { try MockEntra(yaml: CheckOrderTests.blockingPolicy) }
    }

    private func check(_ pair: Pair, _ entra: () throws -> MockEntra) throws {
        let order = InteractiveCheck.all.filter { $0.cell(at: pair.endpoint) != .no }.map(\.name)
        let first = try #require(order.firstIndex(of: pair.first))
        let second = try #require(order.firstIndex(of: pair.second))
        #expect(first < second)
        for (request, failure) in [pair.both, pair.fixed] {
            let response = try request.send(try entra().site)
            let matches = failure.matches(response)
            #expect(matches, "\(failure): \(response.outcome) \(response.redirect?.location ?? "")")
        }
    }

    @Test(
        "Each pair of neighbors is tested, or has a reason why not",
        arguments: [InteractiveEndpoint.authorizeV2, .authorizeB2C, .deviceLogin])
    func everyPairOfNeighborsIsTestedOrExplained(_ endpoint: InteractiveEndpoint) {
        let order = InteractiveCheck.all.filter { $0.cell(at: endpoint) != .no }.map(\.name)
        let neighbors = Set(zip(order, order.dropFirst()).map { "\($0), then \($1)" })
        let tested = Set(CheckOrderTests.all.filter { $0.endpoint == endpoint }.map(\.name)).intersection(neighbors)
        let explained = Set((CheckOrderTests.withoutPair[endpoint] ?? [:]).keys)
        #expect(neighbors.subtracting(tested).sorted { $0.precedes($1) } == explained.sorted { $0.precedes($1) })
    }
}
