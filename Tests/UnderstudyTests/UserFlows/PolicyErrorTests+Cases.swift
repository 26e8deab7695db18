import Directory
import Entra
import Formats
import HTTP
import Store
import Testing
@testable import Understudy

/// The conditions that raise an AADB2C code.
extension PolicyErrorTests {
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

    /// Requests tokens by the password of a user.
    private static func password(_ client: Client) -> @Sendable (Site) throws -> TestResponse {
        {
            try $0.token(
                [
                    "grant_type": "password", "client_id": client.id, "username": "sam@adventureworks.example",
                    "password": "Understudy!1", "scope": "openid",
                ], tenant: B2C.policy("B2C_1_ROPC"))
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
        ErrorCase(90117, "invalid_request", "msal.js#1597", authorize(["scope": "openid User.Read"])),
        ErrorCase(99005, "invalid_request", "azure-docs#95221", authorize(["scope": "openid,\(B2C.native.id)"])),
        ErrorCase(
            90055, "invalid_request", "msal.js#236: an access token for signing in alone",
            authorize(["response_type": "id_token token", "nonce": "n"], B2C.web)),
        ErrorCase(90057, "unauthorized_client", authorize(["response_type": "id_token", "nonce": "n"])),
        ErrorCase(90057, "unauthorized_client", "add-ropc-policy, Troubleshooting", password(B2C.withoutPermissions)),
        ErrorCase(90058, "unauthorized_client", "error-codes, password grant of a web application", password(B2C.web)),
        ErrorCase(
            90110, "invalid_request", "error-codes",
            authorize(["response_type": "id_token", "nonce": "n", "scope": "offline_access"], B2C.web)),
        ErrorCase(90115, "invalid_request", "error-codes", authorize(["scope": "offline_access"])),
        ErrorCase(90115, "invalid_request", "profile alone", authorize(["scope": "profile offline_access"])),
        ErrorCase(90120, "invalid_request", "error-codes", authorize(["max_age": "abc"])),
        ErrorCase(90120, "invalid_request", "negative", authorize(["max_age": "-1"])),
        ErrorCase(90120, "invalid_request", "too large", authorize(["max_age": "2147483648"])),
        ErrorCase(
            90184, "invalid_request", "error-codes",
            authorize(["code_challenge": Client.challenge, "code_challenge_method": "foo"])),
        ErrorCase(90067, nil, "error-codes") {
            try $0.get("/\(B2C.policy())/oauth2/v2.0/logout?post_logout_redirect_uri=abc")
        },
        ErrorCase(90083, "invalid_request", redeem(["code": nil])),
        ErrorCase(90083, "invalid_request", "grant_type", redeem(["grant_type": nil])),
        ErrorCase(90117, "invalid_request", authorize(["scope": "openid https://\(B2C.tenant)/nothing/read"])),
        ErrorCase(
            90117, "invalid_request", "unknown permission",
            authorize(["scope": "openid https://\(B2C.tenant)/tasks/nothing"])),
        ErrorCase(
            90117, "invalid_request", "unknown permission at redemption",
            redeem(["scope": "https://\(B2C.tenant)/tasks/nothing"])),
        ErrorCase(90010, "invalid_request", "blank at redemption", redeem(["scope": " "])),
        ErrorCase(90122, "invalid_request", authorize(["claims": "{"])),
        ErrorCase(90122, "invalid_request", "a resource", redeem(["resource": "x"])),
        ErrorCase(
            90122, "invalid_request", "a token bound to a key",
            redeem(["token_type": "pop", "req_cnf": Base64.url(Array(#"{"kid":"k"}"#.utf8))])),
        ErrorCase(90122, "invalid_request", "an SSH certificate", redeem(["token_type": "ssh-cert"])),
        ErrorCase(
            90146, "invalid_request", "azure-docs#9885", redeem(["scope": "\(B2C.readScope) \(B2C.native.id)"])),
        ErrorCase(
            90146, "invalid_request", "msal.net#550: already at authorize",
            authorize(["scope": "openid \(B2C.readScope) \(B2C.native.id)"])),
        ErrorCase(90146, "invalid_request", "refresh for two APIs") {
            let token = try $0.policyTokens()["refresh_token"] ?? ""
            let scopes: Parameters = ["scope": "\(B2C.readScope) \(B2C.native.id)"]
            return try $0.token(B2C.native.refresh(token, scopes), tenant: B2C.policy())
        },
        ErrorCase(
            90205, "invalid_request", "azure-docs#53530",
            signIn(["scope": "openid \(B2C.readScope)"], B2C.withoutPermissions)),
        ErrorCase(
            90205, "invalid_request", "not that one", signIn(["scope": "openid https://\(B2C.tenant)/tasks/write"])),
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
        ErrorCase(90092, nil, authorize(["client_id": "dddddddd-0000-4000-8000-000000000007"])),
        ErrorCase(90046, nil) { site in
            let browser = Browser(site)
            try browser.open(B2C.native, openID, tenant: B2C.policy())
            (site.backend as? MockEntra)?.clock.advance(seconds: 3_601)
            return try browser.press("next", filling: ["loginfmt": "x"])
        },
        ErrorCase(99059, "invalid_request", authorize(["code_challenge": "x"])),
    ]

    static let grants: [ErrorCase] = [
        ErrorCase(90079, "invalid_request", "msal.js#7135", redeem(["client_secret": nil], B2C.web)),
        ErrorCase(90081, "invalid_client", redeem(["client_secret": "x"], B2C.web)),
        ErrorCase(90084, "invalid_request", redeem(["client_secret": "x"])),
        ErrorCase(
            90086, "unsupported_grant_type", redeem(["grant_type": "urn:ietf:params:oauth:grant-type:device_code"])),
        ErrorCase(
            99027, "invalid_request", "azure-docs#104014",
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
        ErrorCase(90279, "invalid_grant", "error-codes", redeem(["client_id": B2C.withoutPermissions.id])),
        ErrorCase(90279, "invalid_grant", "error-codes, refresh") {
            let token = try $0.policyTokens()["refresh_token"] ?? ""
            return try $0.token(B2C.withoutPermissions.refresh(token), tenant: B2C.policy())
        },
        ErrorCase(90129, "invalid_grant", "second redemption") { site in
            let code = try #require(try signIn([:])(site).fields["code"])
            let form = B2C.native.redemption(code)
            _ = try site.token(form, tenant: B2C.policy())
            return try site.token(form, tenant: B2C.policy())
        },
        ErrorCase(90006, "redirect_uri_mismatch", "at redemption", redeem(["redirect_uri": "http://localhost:1"])),
        ErrorCase(
            99068, "invalid_request", "aspnetcore#56311",
            { site in
                try site.token(
                    B2C.web.credentials.with(["grant_type": "client_credentials", "scope": B2C.readScope]),
                    tenant: B2C.policy())
            }),
        ErrorCase(
            90183, "invalid_grant", "too short",
            redeem(
                ["code_verifier": "x"],
                authorizing: ["code_challenge": Client.challenge, "code_challenge_method": "S256"])),
        ErrorCase(
            90182, "invalid_grant", "error-codes",
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
}
