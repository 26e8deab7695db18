import Formats
import Testing
@testable import Understudy

/// Every lifetime follows the clock that the control plane sets.
@Suite struct LifetimeTests {
    /// A code, token, session or page that expires.
    struct Lifetime: Row {
        let name: String
        /// The ISO 8601 duration until shortly before the expiry. `after` continues from there until after the expiry.
        let before: String
        let after: String
        /// The tenant whose clock determines the expiry.
        let tenant: String
        /// Creates the item and returns a check whether the item is still valid.
        let create: @Sendable (Site) throws -> () throws -> Bool

        init(
            name: String, before: String, after: String, tenant: String = Seed.contoso,
            create: @escaping @Sendable (Site) throws -> () throws -> Bool
        ) {
            self.name = name
            self.before = before
            self.after = after
            self.tenant = tenant
            self.create = create
        }
    }

    static let lifetimes: [Lifetime] = [
        Lifetime(name: "authorization code", before: "PT9M50S", after: "PT20S") { site in
            let codes = [try site.code(tenant: Seed.contoso), try site.code(tenant: Seed.contoso)]
            var next = codes.makeIterator()
            return {
                try site.token(Client.mobile.redemption(next.next() ?? ""), tenant: Seed.contoso).status == 200
            }
        },
        Lifetime(name: "refresh token", before: "P89D", after: "P2D") { site in
            let token = try site.tokens(tenant: Seed.contoso).value["refresh_token"]?.string ?? ""
            return { try site.token(Client.mobile.refresh(token), tenant: Seed.contoso).status == 200 }
        },
        Lifetime(name: "single-page application's refresh token", before: "PT23H50M", after: "PT20M") { site in
            let token =
                try site.tokens(.spa, redeeming: ["code_verifier": Client.verifier], tenant: Seed.contoso)
                .value["refresh_token"]?.string ?? ""
            return {
                try site.token(Client.spa.refresh(token), tenant: Seed.contoso, headers: Client.spa.headers).status
                    == 200
            }
        },
        Lifetime(name: "access token", before: "PT59M", after: "PT35M") { site in
            let scope = "openid https://graph.microsoft.com/User.Read"
            let token =
                try site.tokens(.mobile, ["scope": scope], tenant: Seed.contoso).value["access_token"]?.string ?? ""
            return { try site.get("/oidc/userinfo", headers: ["Authorization": "Bearer \(token)"]).status == 200 }
        },
        Lifetime(name: "device code", before: "PT14M50S", after: "PT20S") { site in
            let response = try site.post(
                Site.path("devicecode", Seed.contoso), ["client_id": Client.mobile.id, "scope": usualScope])
            let code = response.value["device_code"]?.string ?? ""
            return {
                try site.token(
                    ["grant_type": "device_code", "device_code": code, "client_id": Client.mobile.id],
                    tenant: Seed.contoso
                ).code == 70016
            }
        },
        Lifetime(name: "user code", before: "PT14M50S", after: "PT20S") { site in
            let response = try site.post(
                Site.path("devicecode", Seed.contoso), ["client_id": Client.mobile.id, "scope": usualScope])
            let code = response.value["user_code"]?.string ?? ""
            return { try site.post("/common/oauth2/deviceauth", ["otc": code]).page.kind == .username }
        },
        Lifetime(name: "session cookie", before: "PT23H50M", after: "PT48H") { site in
            let browser = Browser(site)
            try browser.open(.mobile, tenant: Seed.contoso)
            try browser.enter("alex@contoso.com")
            return { try browser.open(.mobile, tenant: Seed.contoso).page.kind != .username }
        },
        Lifetime(name: "session cookie of a user who stays signed in", before: "P89D", after: "P91D") { site in
            let browser = Browser(site)
            try browser.open(.mobile, tenant: Seed.contoso)
            try browser.enter("alex@contoso.com")
            guard browser.page.kind == .staySignedIn else { throw Unexpected(try #require(browser.response)) }
            try browser.press()
            return { try browser.open(.mobile, tenant: Seed.contoso).page.kind != .username }
        },
        Lifetime(name: "password page", before: "PT59M", after: "PT2M") { site in
            let browser = Browser(site)
            try browser.open(.mobile, tenant: Seed.contoso)
            try browser.press(filling: ["loginfmt": "alex@contoso.com"])
            return open(browser, filling: ["passwd": "Understudy!1"])
        },
        Lifetime(name: "consent page", before: "PT59M", after: "PT2M") { site in
            let browser = Browser(site)
            try browser.open(.mobile, tenant: Seed.contoso)
            try browser.enter("alex@contoso.com")
            if browser.page.kind == .staySignedIn { try browser.press() }
            guard browser.page.kind == .consent else { throw Unexpected(try #require(browser.response)) }
            return open(browser, pressing: "idSIButton9")
        },
        Lifetime(name: "continuation token", before: "PT9M50S", after: "PT20S", tenant: Seed.woodgrove) { site in
            func post(_ step: String, _ form: Parameters) throws -> TestResponse {
                let common: Parameters = ["client_id": Client.woodgrove.id, "challenge_type": "password oob redirect"]
                return try site.post("/woodgrove.onmicrosoft.com/oauth2/v2.0/\(step)", common.with(form))
            }
            // Each token works once, so each check needs its own token.
            var tokens = try (0..<2).map { _ in
                try post("initiate", ["username": "casey@woodgrove.example"])["continuation_token"]
            }
            return {
                let response = try post("challenge", ["continuation_token": tokens.removeLast()])
                guard response.status == 200 || response.code == 552003 else { throw Unexpected(response) }
                return response.status == 200
            }
        },
    ]

    /// Returns a check whether the form of the current page still leads to the next page. The check may run twice.
    private static func open(
        _ browser: Browser, filling: [String: String] = [:], pressing button: String? = nil
    ) -> () throws -> Bool {
        let form = browser.page.forms.first
        let control = form?.controls.first { button != nil && $0.id == button }
        let fields = form?.submission(pressing: control, filling: filling, ticking: [], unticking: [])
        let cookies = browser.cookies
        return {
            let again = Browser(browser.site, cookies: cookies)
            try again.post(
                form?.action ?? "", fields ?? [], headers: [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")])
            return again.response?.code != 50089 && again.page.kind != .username
        }
    }

    @Test("Each lifetime follows the server's clock", arguments: lifetimes)
    func lifetimesFollowServerClock(_ row: Lifetime) throws {
        try check(row, tenant: nil)
    }

    @Test("Each lifetime follows the tenant's clock", arguments: lifetimes)
    func lifetimesFollowTenantClock(_ row: Lifetime) throws {
        try check(row, tenant: row.tenant)
    }

    private func check(_ row: Lifetime, tenant: String?) throws {
        let site = try MockEntra().site
        try site.adjust(#"{"offset": "-PT2H"}"#, tenant: tenant)
        let isValid = try row.create(site)
        try site.adjust(#"{"advance": "\#(row.before)"}"#, tenant: tenant)
        #expect(try isValid(), "before its end")
        try site.adjust(#"{"advance": "\#(row.after)"}"#, tenant: tenant)
        #expect(try !isValid(), "after its end")
    }

    @Test(
        "A one-time code expires by the tenant's clock and by the server's clock",
        arguments: [("PT19M", true), ("PT21M", false)], [nil, Seed.contoso])
    func oneTimeCodeExpiresByEitherClock(_ row: (advance: String, isValid: Bool), tenant: String?) throws {
        let site = try MockEntra.requiringSecondFactor("m@contoso.com").site
        let browser = Browser(site)
        try browser.open(Client(id: "app", redirectURI: "http://localhost"), ["scope": "openid"], tenant: Seed.contoso)
        try browser.enter("m@contoso.com", "p")
        if browser.page.kind == .staySignedIn { try browser.press() }
        let form = try #require(browser.page.forms.first)
        let proof = form.controls.first { $0.name == "proof" }
        try browser.post(
            form.action, form.submission(pressing: proof, filling: [:], ticking: [], unticking: []),
            headers: [("Origin", "null"), ("Sec-Fetch-Site", "same-origin")])
        guard browser.page.kind == .oneTimeCode else { throw Unexpected(try #require(browser.response)) }
        let code = try site.get("/_understudy/outbox").value["messages"]?.array?.first?["code"]?.string ?? ""
        try site.adjust(#"{"advance": "\#(row.advance)"}"#, tenant: tenant)
        try browser.press("idSubmit_SAOTCC_Continue", filling: ["otc": code])
        #expect((browser.page.kind != .oneTimeCode) == row.isValid)
    }
}
