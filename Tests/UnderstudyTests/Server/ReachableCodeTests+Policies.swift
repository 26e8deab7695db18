import Formats
import Testing

/// Requests that raise the codes of tenant policies and account states.
extension ReachableCodeTests {
    /// Signs in to a server whose directory has policies.
    fileprivate static func policy(
        _ api: String, as user: String = "alex@contoso.com", silently: Bool = false
    ) -> @Sendable (Site) throws -> TestResponse {
        { _ in
            let browser = Browser(try PolicyLab.entra().site)
            try browser.open(
                PolicyLab.app, PolicyLab.scope(silently ? "free" : api), tenant: PolicyLab.tenantName)
            let response = try browser.enter(user)
            guard silently else { return response }
            let more = PolicyLab.scope(api).with(["prompt": "none"])
            return try browser.open(PolicyLab.app, more, tenant: PolicyLab.tenantName)
        }
    }

    fileprivate static func refresh(
        _ api: String, as user: String = "alex@contoso.com", after seconds: Int64 = 0,
        device: String? = nil, _ fields: Parameters = [:]
    ) -> @Sendable (Site) throws -> TestResponse {
        { _ in
            let entra = try PolicyLab.entra()
            let request = PolicyLab.app.request(PolicyLab.scope(seconds > 0 ? api : "free")).encoded
            let signedIn = try entra.site.post(
                "\(Site.path("authorize", PolicyLab.tenantName))?\(request)",
                (["loginfmt": user, "passwd": "Understudy!1"] as Parameters).with(fields))
            let tokens = try entra.site.token(
                PolicyLab.app.redemption(signedIn.fields["code"] ?? ""), tenant: PolicyLab.tenantName)
            entra.clock.advance(seconds: seconds)
            let token = try entra.refreshToken(tokens["refresh_token"] ?? "", provedBy: device)
            return try entra.site.token(
                PolicyLab.app.refresh(token, ["scope": "api://\(api)/do"]), tenant: PolicyLab.tenantName)
        }
    }

    static let policies: [ErrorCase] = [
        ErrorCase(16003) { site in
            let browser = Browser(site)
            try browser.open(Lab.organizations, ["scope": "openid"], tenant: "organizations")
            try browser.enter("only@fabrikam.com")
            let more: Parameters = ["scope": "openid", "prompt": "none"]
            return try browser.open(Lab.organizations, more, tenant: "contoso.com")
        },
        ErrorCase(50196) { _ in
            let browser = Browser(try PolicyLab.entra().site)
            try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
            try browser.enter("alex@contoso.com")
            var response = try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
            for _ in 0..<15 {
                response = try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
            }
            return response
        },
        ErrorCase(50053) { _ in
            let site = try PolicyLab.entra().site
            let request = PolicyLab.scope("free")
            for _ in 0..<10 {
                _ = try site.signIn(PolicyLab.app, request, password: "x", tenant: PolicyLab.tenantName)
            }
            return try site.signIn(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        },
        ErrorCase(50055, policy("free", as: "expired@contoso.com", silently: true)),
        ErrorCase(50072, policy("mfa", as: "none@contoso.com", silently: true)),
        ErrorCase(50076, policy("mfa", silently: true)),
        ErrorCase(50078, refresh("both", after: 3_601, ["otc": "123456", "termsOfUse": "accept"])),
        ErrorCase(50079, refresh("mfa", as: "none@contoso.com")),
        ErrorCase(50088) { _ in
            let site = try PolicyLab.entra().site
            let request = PolicyLab.app.request(PolicyLab.scope("mfa")).encoded
            var responses: [TestResponse] = []
            for _ in 0..<11 {
                responses.append(
                    try site.post(
                        "\(Site.path("authorize", PolicyLab.tenantName))?\(request)",
                        ["loginfmt": "phone@contoso.com", "passwd": "Understudy!1", "proof": "1"]))
            }
            return responses[10]
        },
        ErrorCase(50142, policy("password", as: "risky@contoso.com", silently: true)),
        ErrorCase(50144, policy("free", as: "synced@contoso.com")),
        ErrorCase(50158, policy("terms", silently: true)),
        ErrorCase(530003, refresh("compliant")),
        ErrorCase(530033) { _ in
            let site = try PolicyLab.entra().site
            let started = try site.startDevice(
                PolicyLab.app, PolicyLab.scope("compliant"), tenant: PolicyLab.tenantName)
            return try site.approveDevice(started)
        },
        ErrorCase(53000, refresh("compliant", device: "2")),
        ErrorCase(53001, refresh("joined", device: "2")),
        ErrorCase(53002, policy("approved")),
        ErrorCase(53003, policy("block")),
        ErrorCase(53004, policy("risky", as: "risky@contoso.com")),
        ErrorCase(53005, policy("protected")),
        ErrorCase(53011, policy("riskyblock", as: "guest@fabrikam.com")),
        ErrorCase(70043, refresh("hourly", after: 3_601)),
        ErrorCase(70044) { _ in
            let entra = try PolicyLab.entra()
            let browser = Browser(entra.site)
            try browser.open(PolicyLab.app, PolicyLab.scope("hourly"), tenant: PolicyLab.tenantName)
            try browser.enter("alex@contoso.com")
            entra.clock.advance(seconds: 3_601)
            let silent = PolicyLab.scope("hourly").with(["prompt": "none"])
            return try browser.open(PolicyLab.app, silent, tenant: PolicyLab.tenantName)
        },
        ErrorCase(90033) { _ in
            let tenant = "{id: \(Seed.contoso), applications: [{appId: \(Client.daemon.id)}]}"
            let entra = try MockEntra(yaml: "{settings: {outage: {}}, tenants: [\(tenant)]}")
            return try entra.site.token(Client.daemon.refresh("x"), tenant: Seed.contoso)
        },
        ErrorCase(90055) { _ in
            let site = try PolicyLab.entra().site
            let form = PolicyLab.throttled.credentials.with(
                ["grant_type": "client_credentials", "scope": "api://free/.default"])
            for _ in 0..<2 { _ = try site.token(form, tenant: PolicyLab.tenantName) }
            return try site.token(form, tenant: PolicyLab.tenantName)
        },
    ]
}
