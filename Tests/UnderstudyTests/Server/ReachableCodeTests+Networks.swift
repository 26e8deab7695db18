import Formats

/// The conditions of codes about parameters, networks, clouds and ended sessions.
extension ReachableCodeTests {
    private static let form = Client.daemon.credentials.with([
        "grant_type": "client_credentials", "scope": "api://orders/.default",
    ])

    private static func authorize(_ more: Parameters) -> @Sendable (Site) throws -> TestResponse {
        { site in
            let request = Client.mobile.request(more.with(["scope": "openid"]))
            return try site.get("\(Site.path("authorize", "contoso.com"))?\(request.encoded)")
        }
    }

    static let networksAndSessions: [ErrorCase] = [
        ErrorCase(700046, authorize(["redirect_uri": "https://evil.test", "brk_client_id": "x"])),
        ErrorCase(7_000_471) { _ in try NestedApplicationTests.withoutBroker() },
        ErrorCase(501471, authorize(["code_challenge_method": "S256"])),
        ErrorCase(50149, authorize(["code_challenge": Client.challenge, "code_challenge_method": "S512"])),
        ErrorCase(50050) { try $0.get("/common/discovery/instance?api-version=1.1&authorization_endpoint=x") },
        ErrorCase(90119) { try $0.post(Site.deviceLogin, ["otc": " "]) },
        ErrorCase(100007) { site in
            try Site(backend: site.backend, origin: "https://westus2.login.microsoft.com").token(
                form, tenant: "contoso.com")
        },
        ErrorCase(900382) { _ in try CloudTests.confidentialClientInOtherCloud() },
        ErrorCase(500021) { site in
            try site.post(
                Site.path("token", "contoso.com"), form, headers: [("Restrict-Access-To-Tenants", "fabrikam.com")])
        },
        ErrorCase(5_000_211) { site in
            let policy = "\(Seed.fabrikam):00000000-0000-4000-8000-000000000001"
            return try site.post(
                Site.path("token", "contoso.com"), form, headers: [("sec-Restrict-Tenant-Access-Policy", policy)])
        },
        ErrorCase(
            50132,
            later(1) { site in
                try LogoutTests.signedIn(site).cookies
            } after: { site, cookies in
                (site.backend as? MockEntra)?.revoke(user: Seed.alex, of: Seed.contoso)
                return try Browser(site, cookies: cookies).open(.mobile, ["scope": "openid", "prompt": "none"])
            }),
        ErrorCase(50133) { _ in try AccountStateTests.silentRequestAfterPasswordChange() },
    ]
}
