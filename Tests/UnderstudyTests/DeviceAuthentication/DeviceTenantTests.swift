import Formats
import Testing

/// Tests PKeyAuth when several tenants have the same device or client.
@Suite struct DeviceTenantTests {
    /// Returns a directory in which each of two tenants has its own device for the same phone.
    private static func entra() throws -> MockEntra {
        let tenant = { (id: String, name: String, more: String) in
            """
              - id: \(id)
                domains: [\(name).com]
                settings: {deviceChallenge: pkeyAuth, consent: automatic}
                users: [{userPrincipalName: alex@\(name).com, password: Understudy!1}]
                devices: [{displayName: Phone, key: "\(Assertion.certificate)"\(more)}]
                conditionalAccessPolicies: [\(DeviceChallengeTests.compliancePolicy)]
            """
        }
        return try MockEntra(
            yaml: """
                tenants:
                \(tenant(Seed.contoso, "contoso", ""))
                    applications:
                      - {appId: \(DeviceChallengeTests.client.id), publicClient: {redirectUris: ["http://localhost"]},
                         signInAudience: AzureADMultipleOrgs}
                \(tenant(Seed.fabrikam, "fabrikam", ", isCompliant: true"))
                """)
    }

    @Test(
        "The device is the one that the user's tenant has for the certificate, at any authority",
        arguments: ["fabrikam.com", "organizations"])
    func findsDeviceInUsersTenantByCertificate(authority: String) throws {
        for (user, isCompliant) in [("alex@fabrikam.com", true), ("alex@contoso.com", false)] {
            guard isCompliant || authority == "organizations" else { continue }
            let entra = try DeviceTenantTests.entra()
            let (client, capable) = (DeviceChallengeTests.client, DeviceChallengeTests.capable)
            let request = client.request(["scope": "openid offline_access"]).encoded
            let target = "\(Site.path("authorize", authority))?\(request)"
            let redirect = try entra.site.send("GET", target, headerList: capable)
            let challenge = try DeviceChallengeTests.Challenge(location: #require(redirect.header("Location")))
            let headers = capable + [("Authorization", try challenge.response())]
            let page = try entra.site.send("GET", target, headerList: headers)
            let cookie = try #require(page.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
            let response = try entra.site.post(
                target, ["loginfmt": user, "passwd": "Understudy!1", "consent": "accept"],
                headers: capable + [("Cookie", cookie)])
            #expect(response.code == (isCompliant ? nil : 53000))
            #expect((response.fields["code"] != nil) == isCompliant)
        }
    }

    @Test("If registrations share an id, the one in the addressed tenant decides about the challenge")
    func usesRegistrationOfAddressedTenant() throws {
        let app = "appId: \(DeviceChallengeTests.client.id), publicClient: {redirectUris: [\"http://localhost\"]}"
        let site = try MockEntra(
            yaml: """
                tenants:
                  - {id: \(Seed.contoso), domains: [contoso.com], applications: [{\(app)}]}
                  - id: \(Seed.fabrikam)
                    domains: [fabrikam.com]
                    applications:
                      - {\(app), sharesAppId: true, settings: {deviceChallenge: pkeyAuth}}
                """
        ).site
        for (tenant, status) in [("contoso.com", 200), ("fabrikam.com", 302)] {
            let request = DeviceChallengeTests.client.request(["scope": "openid"]).encoded
            let target = "\(Site.path("authorize", tenant))?\(request)"
            #expect(try site.send("GET", target, headerList: DeviceChallengeTests.capable).status == status)
        }
    }
}
