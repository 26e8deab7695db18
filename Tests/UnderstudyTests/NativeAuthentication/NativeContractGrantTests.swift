import Entra
import Testing

/// Tests which token requests the control contract of Microsoft's test suites responds to
/// (docs/reference/wire.md#native-contract).
@Suite struct NativeContractGrantTests {
    private static let yaml = """
        settings: {nativeAuthTestContract: true}
        tenants:
          - {id: 33333333-3333-4333-8333-333333333333, kind: external, domains: [woodgrove.onmicrosoft.com]}
        """
    private static let correlation = "0F0E0D0C-0000-4000-8000-00000000AAAA"
    private static let oauthGrants: [String?] = [
        "refresh_token", "authorization_code", "client_credentials", "device_code", "magic", nil,
    ]

    private func site(queueing name: String) throws -> Site {
        let site = try MockEntra(yaml: NativeContractGrantTests.yaml).site
        let queued = try site.send(
            "POST", "/config/response", headers: ["Content-Type": "application/json"],
            body: """
                {"correlationId": "\(NativeContractGrantTests.correlation)", "endpoint": "SignInToken",
                 "responseList": ["\(name)"]}
                """)
        #expect(queued.status == 200)
        return site
    }

    private func request(_ grant: String?, at tenant: String, _ site: Site) throws -> TestResponse {
        try site.post(
            Site.path("token", tenant), ["client_id": "any", "grant_type": grant, "scope": "openid"],
            headers: [("client-request-id", NativeContractGrantTests.correlation)])
    }

    /// The suites for iOS send `passwordless_otp` in every token test, and refresh at the same tenant (native-and-apple D3).
    @Test(
        "At the contract's tenant every grant receives the queued response, then the default one",
        arguments: oauthGrants + ["passwordless_otp", "password"], ["testTenant", "1234"])
    func respondsToEveryGrantAtContractTenant(_ grant: String?, _ tenant: String) throws {
        let site = try site(queueing: "ExpiredToken")
        #expect(try request(grant, at: tenant, site)["error"] == "expired_token")
        #expect(try request(grant, at: tenant, site).status == 200)
    }

    @Test(
        "A tenant of the directory processes OAuth grants itself even if a response is queued",
        arguments: oauthGrants)
    func ignoresQueueForOAuthGrantsInDirectoryTenant(_ grant: String?) throws {
        let site = try site(queueing: "TokenSuccess")
        let tenant = "woodgrove.onmicrosoft.com"
        #expect(try request(grant, at: tenant, site).status >= 400)
        #expect(try request("passwordless_otp", at: tenant, site).status == 200)
        // Without a queued response, no real tenant knows the grant of the suites.
        #expect(try request("passwordless_otp", at: tenant, site).status >= 400)
        #expect(try site.get("/config/all").text == "{}")
    }
}
