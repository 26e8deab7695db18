import Formats
import Testing

/// The `scope` of a response has the registered letter case in every flow (docs/reference/protocol.md#scope-letter-case).
/// v2-oauth2-device-code and v2-oauth-ropc document the response to exactly this request; msal-go#214,
/// microsoft-graph-training#103.
@Suite struct ScopeSpellingTests {
    private static let asked: Parameters = ["scope": "user.read openid profile"]
    private static let returned = "User.Read profile openid email"

    struct Flow: Row {
        let name: String
        let scope: @Sendable (Site) throws -> String?
    }

    static let flows: [Flow] = [
        Flow(name: "code") { try $0.tokens(.mobile, asked)["scope"] },
        Flow(name: "code, scope at redemption") {
            try $0.token(Client.mobile.redemption($0.code(.mobile, ["scope": "openid User.Read"]), asked))["scope"]
        },
        Flow(name: "refresh") { site in
            let token = try site.tokens(.mobile, ["scope": "openid profile offline_access User.Read"])["refresh_token"]
            return try site.token(Client.mobile.refresh(token ?? "", asked))["scope"]
        },
        Flow(name: "refresh without a scope") { site in
            let token = try site.tokens(.mobile, ["scope": "USER.READ openid offline_access"])["refresh_token"]
            return try site.token(Client.mobile.refresh(token ?? ""))["scope"]
        },
        Flow(name: "device code") { site in
            let started = try site.startDevice(.mobile, asked)
            _ = try site.approveDevice(started)
            return try site.pollDevice(started)["scope"]
        },
        Flow(name: "password") { site in
            _ = try site.code(.mobile, ["scope": "openid User.Read"], tenant: "contoso.com")
            return try site.password("alex@contoso.com", "Understudy!1", .mobile, asked)["scope"]
        },
        Flow(name: "implicit") { site in
            try site.signIn(Lab.implicit, asked.with(["response_type": "token", "nonce": "1"]), tenant: "contoso.com")
                .fields["scope"]
        },
    ]

    @Test("Every flow returns a scope in its registered letter case", arguments: flows)
    func returnsRegisteredLetterCase(_ row: Flow) throws {
        #expect(try row.scope(Lab.entra().site) == ScopeSpellingTests.returned)
    }

    @Test("A permission of an own API has its registered letter case, and the API the form of the request")
    func returnsRegisteredPermissionOfOwnAPI() throws {
        let site = try Lab.entra().site
        for (scope, expected) in [
            ("api://orders/ORDERS.READ", "api://orders/Orders.Read"),
            ("\(Seed.orders)/orders.read", "\(Seed.orders)/Orders.Read"),
            ("https://graph.microsoft.com/user.read", "https://graph.microsoft.com/User.Read"),
        ] {
            #expect(try site.tokens(.mobile, ["scope": scope])["scope"]?.hasPrefix(expected) == true)
        }
    }
}
