import Formats
import Testing

/// Requests that raise the codes of tenant policies and account states.
extension ReachableCodeTests {
    /// Signs in to a server whose directory has policies.
    fileprivate static func policy(
        _ api: String, as user: String = "alex@contoso.com", silently: Bool = false
    ) -> @Sendable (Site) throws -> Answer {
        { _ in
            let browser = Browser(try PolicyLab.entra().site)
            try browser.open(
                PolicyLab.app, PolicyLab.scope(silently ? "free" : api), tenant: PolicyLab.tenantName)
            let answer = try browser.enter(user)
            guard silently else { return answer }
            let more = PolicyLab.scope(api).with(["prompt": "none"])
            return try browser.open(PolicyLab.app, more, tenant: PolicyLab.tenantName)
        }
    }

    fileprivate static func refresh(
        _ api: String, as user: String = "alex@contoso.com", after seconds: Int64 = 0,
        device: String? = nil, _ fields: Parameters = [:]
    ) -> @Sendable (Site) throws -> Answer {
        { _ in
            let entra = try PolicyLab.entra()
            let request = PolicyLab.app.request(PolicyLab.scope(seconds > 0 ? api : "free")).encoded
            let signedIn = try entra.site.post(
                "\(Site.path("authorize", PolicyLab.tenantName))?\(request)",
                (["loginfmt": user, "passwd": "Understudy!1"] as Parameters).with(fields))
            let tokens = try entra.site.token(
                PolicyLab.app.redemption(signedIn.response["code"] ?? ""), tenant: PolicyLab.tenantName)
            entra.clock.advance(seconds: seconds)
            let token = try entra.refreshToken(tokens["refresh_token"] ?? "", provedBy: device)
            return try entra.site.token(
                PolicyLab.app.refresh(token, ["scope": "api://\(api)/do"]), tenant: PolicyLab.tenantName)
        }
    }

    static let policies: [Provocation] = [
        Provocation(16003) { site in
            let browser = Browser(site)
            try browser.open(Lab.organizations, ["scope": "openid"], tenant: "organizations")
            try browser.enter("only@fabrikam.com")
            let more: Parameters = ["scope": "openid", "prompt": "none"]
            return try browser.open(Lab.organizations, more, tenant: "contoso.com")
        },
        Provocation(50196) { _ in
            let browser = Browser(try PolicyLab.entra().site)
            try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
            try browser.enter("alex@contoso.com")
            var answer = try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
            for _ in 0..<15 {
                answer = try browser.open(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
            }
            return answer
        },
        Provocation(50053) { _ in
            let site = try PolicyLab.entra().site
            let wanted = PolicyLab.scope("free")
            for _ in 0..<10 {
                _ = try site.signIn(PolicyLab.app, wanted, password: "x", tenant: PolicyLab.tenantName)
            }
            return try site.signIn(PolicyLab.app, PolicyLab.scope("free"), tenant: PolicyLab.tenantName)
        },
        Provocation(50055, policy("free", as: "expired@contoso.com", silently: true)),
        Provocation(50072, policy("mfa", as: "none@contoso.com", silently: true)),
        Provocation(50076, policy("mfa", silently: true)),
        Provocation(50078, refresh("both", after: 3_601, ["otc": "123456", "termsOfUse": "accept"])),
        Provocation(50079, refresh("mfa", as: "none@contoso.com")),
        Provocation(50088) { _ in
            let site = try PolicyLab.entra().site
            let request = PolicyLab.app.request(PolicyLab.scope("mfa")).encoded
            var answers: [Answer] = []
            for _ in 0..<11 {
                answers.append(
                    try site.post(
                        "\(Site.path("authorize", PolicyLab.tenantName))?\(request)",
                        ["loginfmt": "phone@contoso.com", "passwd": "Understudy!1", "proof": "1"]))
            }
            return answers[10]
        },
        Provocation(50142, policy("password", as: "risky@contoso.com", silently: true)),
        Provocation(50144, policy("free", as: "synced@contoso.com")),
        Provocation(50158, policy("terms", silently: true)),
        Provocation(53000, refresh("compliant", device: "2")),
        Provocation(53001, refresh("joined", device: "2")),
        Provocation(53002, policy("approved")),
        Provocation(53003, policy("block")),
        Provocation(53004, policy("risky", as: "risky@contoso.com")),
        Provocation(53005, policy("protected")),
        Provocation(53011, policy("riskyblock", as: "guest@fabrikam.com")),
        Provocation(70043, refresh("hourly", after: 3_601)),
        Provocation(90033) { _ in
            let tenant = "{id: \(Seed.contoso), applications: [{appId: \(Client.daemon.id)}]}"
            let entra = try MockEntra(yaml: "{settings: {outage: {}}, tenants: [\(tenant)]}")
            return try entra.site.token(Client.daemon.refresh("x"), tenant: Seed.contoso)
        },
        Provocation(90055) { _ in
            let site = try PolicyLab.entra().site
            let form = PolicyLab.throttled.credentials.with(
                ["grant_type": "client_credentials", "scope": "api://free/.default"])
            for _ in 0..<2 { _ = try site.token(form, tenant: PolicyLab.tenantName) }
            return try site.token(form, tenant: PolicyLab.tenantName)
        },
    ]
}
