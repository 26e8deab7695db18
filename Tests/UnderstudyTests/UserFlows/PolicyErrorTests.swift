import Directory
import Entra
import Formats
import HTTP
import Store
import TestTags
import Testing
@testable import Understudy

/// These tests cover the AADB2C error codes and the conditions that raise them (docs/reference/protocol.md#b2c).
@Suite struct PolicyErrorTests {
    struct ErrorCase: Row {
        var name: String { String(code) + (note.isEmpty ? "" : ", " + note) }
        let code: Int
        let error: String?
        let note: String
        let send: @Sendable (Site) throws -> TestResponse

        init(_ code: Int, _ error: String?, _ note: String, _ send: @escaping @Sendable (Site) throws -> TestResponse) {
            self.code = code
            self.error = error
            self.note = note
            self.send = send
        }

        init(_ code: Int, _ error: String?, _ send: @escaping @Sendable (Site) throws -> TestResponse) {
            self.init(code, error, "", send)
        }
    }

    private static let openID: Parameters = ["scope": "openid offline_access"]

    private static func authorize(
        _ more: Parameters, _ client: Client = B2C.native, policy: String = "B2C_1_signupsignin"
    ) -> @Sendable (Site) throws -> TestResponse {
        { try $0.get("\(Site.path("authorize", B2C.policy(policy)))?\(client.request(openID.with(more)).encoded)") }
    }

    private static func signIn(_ more: Parameters, _ client: Client = B2C.native)
        -> @Sendable (Site) throws -> TestResponse
    {
        { try $0.signIn(client, openID.with(more), as: "sam@adventureworks.example", tenant: B2C.policy()) }
    }

    private static let silent: Parameters = ["prompt": "none"]

    /// Requests a policy in a browser that has signed in at another policy.
    private static func signedIn(_ more: Parameters, _ policy: String) -> @Sendable (Site) throws -> TestResponse {
        { site in
            let browser = Browser(site)
            try browser.open(B2C.native, openID, tenant: B2C.policy())
            try browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
            return try browser.open(B2C.native, openID.with(more), tenant: B2C.policy(policy))
        }
    }

    private static func redeem(
        _ more: Parameters, _ client: Client = B2C.native, at policy: String = "B2C_1_signupsignin",
        authorizing: Parameters = [:], headers: [(String, String)] = []
    ) -> @Sendable (Site) throws -> TestResponse {
        {
            let response = try signIn(authorizing, client)($0)
            let code = try #require(response.fields["code"])
            return try $0.token(client.redemption(code, more), tenant: B2C.policy(policy), headers: headers)
        }
    }

    private static func later(
        _ seconds: Int64, _ before: @escaping @Sendable (Site) throws -> String,
        after: @escaping @Sendable (Site, String) throws -> TestResponse
    ) -> @Sendable (Site) throws -> TestResponse {
        { site in
            let value = try before(site)
            (site.backend as? MockEntra)?.clock.advance(seconds: seconds)
            return try after(site, value)
        }
    }

    private static func userInfo(_ token: String?) -> @Sendable (Site) throws -> TestResponse {
        {
            try $0.get(
                "/\(B2C.policy())/openid/v2.0/userinfo",
                headers: ["Authorization": token.map { "Bearer \($0)" } ?? "Basic x"])
        }
    }

    static let requests: [ErrorCase] = [
        ErrorCase(90006, nil, authorize(["redirect_uri": "https://evil.test"])),
        ErrorCase(90006, nil, "not absolute", authorize(["redirect_uri": "x"])),
        ErrorCase(90007, nil, authorize(["client_id": "dddddddd-0000-4000-8000-000000000006"])),
        ErrorCase(90008, nil, authorize(["client_id": nil])),
        ErrorCase(90018, nil, authorize(["client_id": "99999999-0000-4000-8000-000000000001"])),
        ErrorCase(90018, nil, "of another tenant", authorize(["client_id": Client.mobile.id])),
        ErrorCase(90010, "invalid_request", authorize(["scope": nil])),
        ErrorCase(90013, "unsupported_response_type", authorize(["response_type": "x"])),
        ErrorCase(90014, "invalid_request", authorize(["response_mode": "x"])),
        ErrorCase(90022, "invalid_request", "unknown policy") {
            try $0.get("/\(B2C.policy("B2C_1_nothing"))/v2.0/.well-known/openid-configuration")
        },
        ErrorCase(90022, "invalid_request", "policy of a workforce tenant") {
            try $0.get("/contoso.com/B2C_1_signupsignin/v2.0/.well-known/openid-configuration")
        },
        ErrorCase(90022, "invalid_request", "version 1") {
            try $0.get("/\(B2C.tenant)/.well-known/openid-configuration?p=B2C_1_signupsignin")
        },
        ErrorCase(90022, nil, "authorize", authorize([:], policy: "B2C_1_nothing")),
        ErrorCase(90043, "invalid_request", authorize(["prompt": "x"])),
        ErrorCase(90055, "invalid_scope", authorize(["scope": "openid User.Read"])),
        ErrorCase(
            90055, "invalid_scope", "an access token for signing in alone",
            authorize(["response_type": "id_token token", "nonce": "n"], B2C.web)),
        ErrorCase(90057, "unauthorized_client", authorize(["response_type": "id_token", "nonce": "n"])),
        ErrorCase(90083, "invalid_request", redeem(["code": nil])),
        ErrorCase(90083, "invalid_request", "grant_type", redeem(["grant_type": nil])),
        ErrorCase(90117, "invalid_scope", authorize(["scope": "openid https://\(B2C.tenant)/nothing/read"])),
        ErrorCase(
            90117, "invalid_scope", "unknown permission",
            authorize(["scope": "openid https://\(B2C.tenant)/tasks/nothing"])),
        ErrorCase(
            90117, "invalid_scope", "unknown permission at redemption",
            redeem(["scope": "https://\(B2C.tenant)/tasks/nothing"])),
        ErrorCase(90010, "invalid_request", "blank at redemption", redeem(["scope": " "])),
        ErrorCase(90122, "invalid_request", authorize(["claims": "{"])),
        ErrorCase(90122, "invalid_request", "a resource", redeem(["resource": "x"])),
        ErrorCase(
            90122, "invalid_request", "a token bound to a key",
            redeem(["token_type": "pop", "req_cnf": Base64.url(Array(#"{"kid":"k"}"#.utf8))])),
        ErrorCase(90122, "invalid_request", "an SSH certificate", redeem(["token_type": "ssh-cert"])),
        ErrorCase(90146, "invalid_scope", redeem(["scope": "\(B2C.readScope) \(B2C.native.id)"])),
        ErrorCase(90205, "access_denied", signIn(["scope": "openid \(B2C.readScope)"], B2C.withoutPermissions)),
        ErrorCase(
            90205, "access_denied", "not that one", signIn(["scope": "openid https://\(B2C.tenant)/tasks/write"])),
        ErrorCase(90077, "interaction_required", authorize(["prompt": "none"])),
        ErrorCase(90077, "interaction_required", "another tenant's session alone") { site in
            let browser = Browser(site)
            try browser.open(.mobile, ["scope": "openid"], tenant: "contoso.com")
            try browser.enter("alex@contoso.com")
            return try browser.open(B2C.native, openID.with(silent), tenant: B2C.policy())
        },
        ErrorCase(90037, "server_error", "a policy without pages", authorize([:], policy: "B2C_1_ROPC")),
        ErrorCase(90037, "server_error", "signed in", signedIn([:], "B2C_1_ROPC")),
        ErrorCase(90077, "interaction_required", "password reset", signedIn(silent, "B2C_1_password_reset")),
        ErrorCase(90077, "interaction_required", "profile edit", signedIn(silent, "B2C_1_edit_profile")),
        ErrorCase(90077, "interaction_required", "sign-up", signedIn(silent, "B2C_1_register")),
        ErrorCase(90212, nil) {
            try $0.post(
                "\(Site.path("authorize", B2C.policy()))?\(B2C.native.request(openID).encoded)", ["passwd": "x"])
        },
        ErrorCase(90068, nil, authorize(["client_id": "dddddddd-0000-4000-8000-000000000007"])),
        ErrorCase(90046, nil) { site in
            let browser = Browser(site)
            try browser.open(B2C.native, openID, tenant: B2C.policy())
            (site.backend as? MockEntra)?.clock.advance(seconds: 3_601)
            return try browser.press("next", filling: ["loginfmt": "x"])
        },
        ErrorCase(99059, "invalid_request", authorize(["code_challenge": "x"])),
    ]

    static let grants: [ErrorCase] = [
        ErrorCase(90079, "invalid_client", redeem(["client_secret": nil], B2C.web)),
        ErrorCase(90081, "invalid_client", redeem(["client_secret": "x"], B2C.web)),
        ErrorCase(90084, "invalid_request", redeem(["client_secret": "x"])),
        ErrorCase(
            90086, "unsupported_grant_type", redeem(["grant_type": "urn:ietf:params:oauth:grant-type:device_code"])),
        ErrorCase(
            90017, "invalid_client",
            redeem(
                [
                    "client_secret": nil, "client_assertion": "a.b.c",
                    "client_assertion_type": "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                ], B2C.web)),
        ErrorCase(90128, "invalid_grant") { site in
            let token = try site.policyTokens()["refresh_token"] ?? ""
            let server = try #require((site.backend as? MockEntra)?.server)
            let removal = try server.directoryStore.edit(TenantID(Seed.adventureWorks)) { edit in
                edit.remove(ObjectID(B2C.sam))
            }
            #expect(removal == .done)
            return try site.token(B2C.native.refresh(token), tenant: B2C.policy())
        },
        ErrorCase(90088, "invalid_grant", redeem([:], at: "B2C_1_signin")),
        ErrorCase(90088, "invalid_grant", "refresh") {
            let token = try $0.policyTokens()["refresh_token"] ?? ""
            return try $0.token(B2C.native.refresh(token), tenant: B2C.policy("B2C_1_signin"))
        },
        ErrorCase(90090, "invalid_grant") { try $0.token(B2C.native.refresh("x"), tenant: B2C.policy()) },
        ErrorCase(90129, "invalid_grant", "second redemption") { site in
            let code = try #require(try signIn([:])(site).fields["code"])
            let form = B2C.native.redemption(code)
            _ = try site.token(form, tenant: B2C.policy())
            return try site.token(form, tenant: B2C.policy())
        },
        ErrorCase(90006, "invalid_request", "at redemption", redeem(["redirect_uri": "http://localhost:1"])),
        ErrorCase(
            90183, "invalid_grant",
            redeem(
                ["code_verifier": Client.verifier + "x"],
                authorizing: ["code_challenge": Client.challenge, "code_challenge_method": "S256"])),
        ErrorCase(
            90080, "invalid_grant",
            later(600) {
                try #require(try signIn([:])($0).fields["code"])
            } after: {
                try $0.token(B2C.native.redemption($1), tenant: B2C.policy())
            }),
        ErrorCase(
            90080, "invalid_grant", "refresh token",
            later(14 * 86_400) {
                try $0.policyTokens()["refresh_token"] ?? ""
            } after: {
                try $0.token(B2C.native.refresh($1), tenant: B2C.policy())
            }),
        ErrorCase(
            90080, "invalid_grant", "beyond the window from the first of a sign-in",
            later(10 * 86_400) { site in
                var token = try site.policyTokens()["refresh_token"] ?? ""
                for _ in 0..<8 {
                    (site.backend as? MockEntra)?.clock.advance(seconds: 10 * 86_400)
                    token = try site.token(B2C.native.refresh(token), tenant: B2C.policy())["refresh_token"] ?? ""
                }
                return token
            } after: {
                try $0.token(B2C.native.refresh($1), tenant: B2C.policy())
            }),
        ErrorCase(90240, "invalid_token", userInfo(nil)),
        ErrorCase(90240, "invalid_token", "no token", userInfo("x")),
        ErrorCase(90240, "invalid_token", "an id_token") { try userInfo($0.policyTokens()["id_token"])($0) },
        ErrorCase(90240, "invalid_token", "another policy's") {
            try userInfo($0.policyTokens(policy: "B2C_1_signin")["access_token"])($0)
        },
        ErrorCase(
            90235, "invalid_token", "of a user signed out everywhere",
            later(1) {
                try $0.policyTokens()["access_token"] ?? ""
            } after: { site, token in
                (site.backend as? MockEntra)?.revoke(user: B2C.sam, of: Seed.adventureWorks)
                return try userInfo(token)(site)
            }),
        ErrorCase(90239, "invalid_token") { site in
            let foreign = try site.tokens(.mobile, ["scope": "openid"], as: "alex@contoso.com", tenant: "contoso.com")
            return try userInfo(foreign["id_token"])(site)
        },
        ErrorCase(
            90235, "invalid_token",
            later(3_600) {
                try $0.policyTokens()["access_token"] ?? ""
            } after: {
                try userInfo($1)($0)
            }),
    ]

    @Test(
        "Each condition raises its AADB2C code in the format of the service", .tags(.slow), arguments: requests + grants
    )
    func reportsErrorCodeOfCondition(_ row: ErrorCase) throws {
        let response = try row.send(B2C.entra().site)
        #expect(response.policyCode == row.code)
        #expect(response.code == nil)
        #expect(response.error == row.error)
        let description = response.fields["error_description"] ?? Page.unescape(response.text)
        #expect(description.contains("AADB2C\(row.code): ") && !(response["error_description"] ?? "").contains("{"))
        if let json = response.json { #expect(json.object?.map(\.name) == ["error", "error_description"]) }
        if row.error == nil { #expect(response.redirect == nil && response.status >= 400) }
        let sentence = PolicyErrorTests.sentence(of: response, row.code)
        #expect(!sentence.isEmpty && !PolicyErrorTests.holes.contains(where: sentence.contains) && sentence.last != ":")
    }

    /// The traces of a missing value in a message.
    private static let holes = ["''", "  ", " .", "[]", ": ,", ": ."]

    /// Returns the message without its code and its trace.
    private static func sentence(of response: TestResponse, _ code: Int) -> String {
        let description =
            response.fields["error_description"] ?? response["error_description"]
            ?? response.page.element(id: "exceptionMessageContainer")?.text ?? ""
        let parts = description.split(separator: "AADB2C\(code): ", maxSplits: 1, omittingEmptySubsequences: false)
        let message = parts.count > 1 ? parts[1] : ""
        return String(message.unicodeScalars.prefix { $0 != "\r" && $0 != "\n" })
    }

    @Test("A policy rejects a grant of the tenant's own authority and names its issuer")
    func rejectsGrantOfTenantAuthorityAtPolicy() throws {
        let site = try B2C.entra(
            settings: "settings: {consent: automatic}", policies: "B2C_1_signin",
            """
            users: [{userPrincipalName: one@own.example, password: Understudy!1, roles: [Global Administrator]}]
            applications: [{appId: \(B2C.native.id), publicClient: {redirectUris: ["http://localhost"]}}]
            """
        ).site
        let code = try site.signIn(B2C.native, ["scope": "openid"], as: "one@own.example", tenant: B2C.tenant)
            .fields["code"]
        let form = B2C.native.redemption(try #require(code))
        let response = try site.token(form, tenant: B2C.policy("B2C_1_signin"))
        #expect(response.policyCode == 90088)
        #expect(
            response["error_description"]?.contains(
                "Actual Value : \(Seed.adventureWorks) and Expected Value : b2c_1_signin") == true)
    }

    @Test("Other authorities reject a grant of a policy")
    func rejectsPolicyGrantAtOtherAuthority() throws {
        let site = try B2C.entra().site
        let token = try site.policyTokens(B2C.native, "openid offline_access \(B2C.native.id)")["refresh_token"] ?? ""
        #expect(try site.token(B2C.native.refresh(token), tenant: B2C.tenant).code == 70000)
        #expect(try site.token(B2C.native.refresh(token), tenant: "contoso.com").code != nil)
    }

    @Test("The tenant's own authority does not accept customers")
    func customersSignInOnlyThroughPolicies() throws {
        let browser = Browser(try B2C.entra().site)
        try browser.open(B2C.native, ["scope": "openid"], tenant: B2C.tenant)
        try browser.press(filling: ["loginfmt": "sam@adventureworks.example"])
        #expect(browser.page.kind == .username)
        #expect(browser.response?.code == 50034)
        try browser.open(B2C.native, ["scope": "openid"], tenant: B2C.policy())
        try browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": "Understudy!1"])
        let silent: Parameters = ["scope": "openid", "prompt": "none"]
        #expect(try browser.open(B2C.native, silent, tenant: B2C.tenant).code == 50058)
    }

    @Test(
        "The tenant's own authority accepts administrators and guests, but no customers",
        arguments: [
            ("", Outcome.page(.username)), (", roles: [Global Administrator]", .redirected),
            (", roles: [Global Reader]", .redirected), (", guest", .redirected),
        ])
    func tenantAuthorityAcceptsAdministratorsAndGuests(_ user: String, _ outcome: Outcome) throws {
        let isGuest = user == ", guest"
        let one = "{userPrincipalName: one@own.example, password: Understudy!1\(isGuest ? "" : user)}"
        let guest = "{userPrincipalName: one@contoso.com, password: Understudy!1, guestOf: [\(B2C.tenant)]}"
        let site = try MockEntra(
            yaml: """
                settings: {signIn: automatic, consent: automatic}
                tenants:
                  - {id: \(Seed.adventureWorks), kind: b2c, domains: [\(B2C.tenant)], users: [\(isGuest ? "" : one)],
                     applications: [{appId: \(B2C.native.id), publicClient: {redirectUris: ["http://localhost"]}}]}
                  - {id: \(Seed.contoso), domains: [contoso.com], users: [\(isGuest ? guest : "")]}
                """
        ).site
        #expect(try Browser(site).open(B2C.native, ["scope": "openid"], tenant: B2C.tenant).outcome == outcome)
        let name = isGuest ? "one@contoso.com" : "one@own.example"
        #expect(try site.signIn(B2C.native, ["scope": "openid"], as: name, tenant: B2C.tenant).outcome == outcome)
    }

    @Test("Wrong passwords lock out a customer on the page and in the resource owner policy")
    func locksOutAfterWrongPasswords() throws {
        let entra = try B2C.entra(settings: "settings: {lockoutThreshold: 3}")
        let site = entra.site
        let browser = Browser(site)
        try browser.open(B2C.native, ["scope": "openid"], tenant: B2C.policy())
        func enter(_ password: String) throws -> String? {
            try browser.press("next", filling: ["loginfmt": "sam@adventureworks.example", "passwd": password])
            return browser.page.element(id: "userFlowError")?.text
        }
        for _ in 0..<3 { #expect(try enter("wrong") == "Your password is incorrect.") }
        #expect(try enter("Understudy!1")?.contains("temporarily locked") == true)
        let form: Parameters = [
            "grant_type": "password", "client_id": B2C.native.id, "username": "sam@adventureworks.example",
            "password": "Understudy!1", "scope": "openid",
        ]
        #expect(try site.token(form, tenant: B2C.policy("B2C_1_ROPC")).policyCode == 90225)
        entra.clock.advance(seconds: 61)
        #expect(try site.token(form, tenant: B2C.policy("B2C_1_ROPC")).status == 200)
        for _ in 0..<3 { _ = try site.token(form.with(["password": "x"]), tenant: B2C.policy("B2C_1_ROPC")) }
        #expect(try site.token(form, tenant: B2C.policy("B2C_1_ROPC")).policyCode == 90225)
    }

    @Test("A throttled client of a policy receives 429 with Retry-After")
    func returnsRetryAfterWhenThrottled() throws {
        let site = try B2C.entra(settings: "settings: {throttle: {requests: 1, per: 30}}").site
        _ = try site.token(B2C.native.refresh("x"), tenant: B2C.policy())
        let response = try site.token(B2C.native.refresh("x"), tenant: B2C.policy())
        #expect(response.status == 429)
        #expect(response.header("Retry-After") == "30")
    }

    @Test("The tenant's host under b2clogin.com serves policies only")
    func b2cHostServesPoliciesOnly() throws {
        let site = try B2C.entra().at(B2C.host)
        let response = try site.get("/\(B2C.tenant)/v2.0/.well-known/openid-configuration")
        #expect(response.status == 404 && response.policyCode == 90022)
        #expect(try site.get("/\(Seed.contoso)/B2C_1_signupsignin/v2.0/.well-known/openid-configuration").code == 90002)
        for path in ["oauth2/checksession", "kerberos", "openid/userinfo"] {
            #expect(try site.get("/\(B2C.tenant)/\(path)").policyCode == 90022)
            #expect(try site.get("/\(Seed.contoso)/\(path)").code == 90002)
        }
    }
}
