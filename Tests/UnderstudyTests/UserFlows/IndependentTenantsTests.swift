import Directory
import Entra
import Formats
import Store
import TestTags
import Testing
@testable import Understudy

/// These tests show that two tenants are independent. A limit that one tenant reaches does not affect the other.
@Suite struct IndependentTenantsTests {
    /// A limit that is counted per tenant.
    struct Limit: Row {
        let name: String
        var settings = "{}"
        /// Makes requests until the limit is reached.
        let exhaust: @Sendable (Site, _ tenant: String) throws -> Void
        /// Whether a request is handled as if the limit were not reached. `first` is a user code that the tenant issued before.
        let isAvailable: @Sendable (Site, _ tenant: String, _ first: String?) throws -> Bool
        /// Whether the limit ends when the tenant's clock advances.
        var endsWithTime = true
    }

    private static let page = "oauth2/deviceauth"

    private static func daemon(_ site: Site, _ tenant: String) throws -> TestResponse {
        try site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]),
            tenant: tenant)
    }

    static let limits = [
        Limit(
            name: "wrong user codes of devices",
            exhaust: { site, tenant in
                for _ in 0..<10 { _ = try site.post("/\(tenant)/\(page)", ["otc": "ACDEF3467"]) }
            },
            isAvailable: { site, tenant, _ in
                let code = try site.startDevice(tenant: tenant)["user_code"]
                let responses = try ["/\(tenant)/\(page)", Site.deviceLogin].map { try site.post($0, ["otc": code]) }
                return responses.allSatisfy { $0.page.kind == .username }
            }),
        Limit(
            name: "wrong passwords",
            exhaust: { site, tenant in
                for _ in 0..<10 { _ = try site.signIn(password: "wrong", tenant: tenant) }
            },
            isAvailable: { site, tenant, _ in try site.signIn(tenant: tenant).fields["code"] != nil }),
        Limit(
            name: "the requests of a client, by the setting throttle",
            settings: "{throttle: {requests: 3, per: 60}}",
            exhaust: { site, tenant in for _ in 0..<3 { _ = try daemon(site, tenant) } },
            isAvailable: { site, tenant, _ in try daemon(site, tenant).status == 200 }),
        Limit(
            name: "device codes",
            exhaust: { site, tenant in
                let claims = #"{"access_token":{"x":{"value":"\#(String(repeating: "x", count: 60_000))"}}}"#
                let big: Parameters = ["scope": "openid", "claims": claims]
                for _ in 0..<600 { _ = try site.startDevice(.mobile, big, tenant: tenant) }
            },
            isAvailable: { site, _, first in
                try site.post(Site.deviceLogin, ["otc": first]).page.kind == .username
            }, endsWithTime: false),
        Limit(
            name: "the request journal",
            exhaust: { site, tenant in for _ in 0..<3_000 { _ = try site.get("/\(tenant)/discovery/v2.0/keys") } },
            isAvailable: { site, tenant, _ in
                let body = #"{"match":{"tenant":"\#(tenant)","endpoint":"devicecode"}}"#
                return try site.control("POST", "requests/count", body).json?["count"] == .integer(1)
            }, endsWithTime: false),
    ]

    @Test("A limit that one tenant reaches does not affect another tenant", .tags(.slow), arguments: limits)
    func limitsArePerTenant(_ limit: Limit) throws {
        let site = try MockEntra(directory: IndependentTenantsTests.directory(limit.settings)).site
        let (exhausted, untouched) = (try IndependentTenantsTests.clone(site), try IndependentTenantsTests.clone(site))
        let codes = try [untouched, exhausted].map { try #require(try site.startDevice(tenant: $0)["user_code"]) }
        func isAvailable(_ tenant: String) throws -> Bool {
            try limit.isAvailable(site, tenant, tenant == untouched ? codes[0] : codes[1])
        }
        try limit.exhaust(site, exhausted)
        #expect(try isAvailable(untouched))
        #expect(try !isAvailable(exhausted), "The limit is used up.")
        guard limit.endsWithTime else { return }
        try site.adjust(#"{"advance":"PT24H"}"#, tenant: untouched)
        #expect(try !isAvailable(exhausted), "The clock of another tenant changes nothing.")
        try site.adjust(#"{"advance":"PT24H"}"#, tenant: exhausted)
        #expect(try isAvailable(exhausted), "The tenant's own clock resets the limit.")
        try limit.exhaust(site, exhausted)
        #expect(try site.control("POST", "reset?tenant=\(untouched)").status == 204)
        #expect(try !isAvailable(exhausted))
        #expect(try site.control("POST", "reset?tenant=\(exhausted)").status == 204)
        #expect(try isAvailable(exhausted), "The tenant's own reset clears the count.")
    }

    @Test("A lockout follows the clock of the user's home tenant at every authority")
    func lockoutFollowsClockOfHomeTenant() throws {
        let entra = try MockEntra()
        let site = entra.site
        for _ in 0..<10 { _ = try site.signIn(password: "wrong", tenant: "common") }
        try site.adjust(#"{"advance":"PT24H"}"#, tenant: "fabrikam.com")
        let guest = { try site.signIn(password: "wrong", tenant: $0).code }
        #expect(try guest("common") == 50053)
        _ = try guest("fabrikam.com")
        #expect(try guest("contoso.com") == 50053, "A sign-in by another tenant's clock ends no lockout.")
        try site.adjust(#"{"advance":"PT24H"}"#, tenant: "contoso.com")
        #expect(try site.signIn(tenant: "common").fields["code"] != nil)
    }

    private static func directory(_ settings: String) throws -> Directory {
        try MockEntra.directory(
            """
            settings: \(settings)
            tenants:
              - id: \(Seed.contoso)
                domains: [contoso.com]
                users: [{userPrincipalName: alex@contoso.com, password: Understudy!1}]
                applications:
                  - {appId: \(Client.mobile.id), displayName: Mobile, publicClient: {redirectUris: ["http://localhost"]}}
                  - {appId: \(Client.daemon.id), displayName: Daemon, passwordCredentials: [{secretText: understudy-daemon-secret}]}
                  - {appId: \(Seed.orders), displayName: Orders API, identifierUris: ["api://orders"],
                     api: {oauth2PermissionScopes: [{value: Orders.Read}]}}
            """)
    }

    private static func clone(_ site: Site) throws -> String {
        let response = try site.control("POST", "tenants", #"{"cloneOf":"contoso.com","keepAppIds":true}"#)
        guard let id = response["id"] else { throw Unexpected(response) }
        return id
    }
}
