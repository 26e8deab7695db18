import Entra
import Formats
import Testing

/// These tests cover the header `Cross-Origin-Opener-Policy` (docs/reference/protocol.md#popup-coop).
@Suite struct OpenerPolicyTests {
    struct Case: Row {
        let name: String
        /// The keys of the application in the configuration.
        let keys: String
        /// The date of the clock.
        let date: String
        let isEnforced: Bool

        init(_ name: String, _ keys: String, at date: String, isEnforced: Bool) {
            self.name = name
            self.keys = keys
            self.date = date
            self.isEnforced = isEnforced
        }
    }

    private static let before = "2027-01-31T23:59:59Z"
    private static let after = "2027-02-01T00:00:00Z"

    static let cases: [Case] = [
        Case("no property, before the date", "", at: before, isEnforced: false),
        Case("no property, after the date", "", at: after, isEnforced: true),
        Case("created before the date", "createdDateTime: \(before), ", at: after, isEnforced: false),
        Case("created after the date", "createdDateTime: \(after), ", at: after, isEnforced: true),
        Case(
            "enforced before the date", "authenticationBehaviors: {coopEnforcement: true}, ", at: before,
            isEnforced: true),
        Case(
            "suppressed after the date", "authenticationBehaviors: {coopEnforcement: false}, ", at: after,
            isEnforced: false),
    ]

    private static func entra(_ keys: String, at date: String) throws -> MockEntra {
        let entra = try MockEntra(
            yaml: """
                settings: {consent: automatic}
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    users: [{userPrincipalName: alex@contoso.com, password: Understudy!1},
                      {userPrincipalName: admin@contoso.com, password: Understudy!1, roles: [Global Administrator]}]
                    applications:
                      - {appId: \(Client.mobile.id), \(keys)publicClient: {redirectUris: ["http://localhost"]}}
                """)
        let time = try #require(Timestamp(iso8601: date))
        entra.clock.advance(seconds: time.seconds - entra.clock.now().seconds)
        return entra
    }

    @Test("The property or the creation of the application decides about the header", arguments: cases)
    func followsPropertyAndCreation(_ row: Case) throws {
        let site = try OpenerPolicyTests.entra(row.keys, at: row.date).site
        let expected = row.isEnforced ? "same-origin" : nil
        let page = try site.get(
            "\(Site.path("authorize", "contoso.com"))?\(Client.mobile.request(["scope": "openid"]).encoded)")
        #expect(page.outcome == .page(.username))
        #expect(page.header("Cross-Origin-Opener-Policy") == expected)
        let redirect = try site.signIn(.mobile, ["scope": "openid"], tenant: "contoso.com")
        #expect(redirect.outcome == .redirected)
        #expect(redirect.header("Cross-Origin-Opener-Policy") == expected)
        let failure = try site.get(
            "\(Site.path("authorize", "contoso.com"))?\(Client.mobile.request(["scope": "a,b"]).encoded)")
        #expect(failure.outcome == .errorPage(70011))
        #expect(failure.header("Cross-Origin-Opener-Policy") == expected)
    }

    @Test("Microsoft Graph reads, changes and resets the property, which only $select returns")
    func graphChangesProperty() throws {
        let site = try OpenerPolicyTests.entra("", at: OpenerPolicyTests.before).site
        let graph = GraphCalls(site: site, headers: [("X-Understudy-Tenant", Seed.contoso)])
        let path = "/applications(appId='\(Client.mobile.id)')"
        func value() throws -> JSONValue? {
            try graph.get("\(path)?$select=authenticationBehaviors").json?["authenticationBehaviors"]
        }
        #expect(try graph.get(path).json?["authenticationBehaviors"] == nil)
        #expect(try value() == .null)
        #expect(try graph.patch(path, #"{"authenticationBehaviors":{"coopEnforcement":true}}"#).status == 204)
        #expect(try value() == .object([.init("coopEnforcement", .bool(true))]))
        let page = try site.get(
            "\(Site.path("authorize", "contoso.com"))?\(Client.mobile.request(["scope": "openid"]).encoded)")
        #expect(page.header("Cross-Origin-Opener-Policy") == "same-origin")
        let other = #"{"authenticationBehaviors":{"removeUnverifiedEmailClaim":true,"coopEnforcement":null}}"#
        #expect(try graph.patch(path, other).status == 204)
        #expect(try value() == .object([.init("removeUnverifiedEmailClaim", .bool(true))]))
    }
}
