import Formats
import Testing

/// PKeyAuth where several tenants know a device, or a client.
@Suite struct DeviceTenantTests {
    /// Two tenants that know the phone, each as a device of its own.
    private static func twins() throws -> MockEntra {
        let tenant = { (id: String, name: String, more: String) in
            """
              - id: \(id)
                domains: [\(name).com]
                settings: {deviceChallenge: pkeyAuth, consent: automatic}
                users: [{userPrincipalName: alex@\(name).com, password: Understudy!1}]
                devices: [{displayName: Phone, key: "\(Assertion.certificate)"\(more)}]
                conditionalAccessPolicies: [\(DeviceChallengeTests.demandsCompliance)]
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
        "a device is the one that the user's tenant knows by its certificate, wherever it proved itself",
        arguments: ["fabrikam.com", "organizations"])
    func deviceOfTheTenant(authority: String) throws {
        for (user, isCompliant) in [("alex@fabrikam.com", true), ("alex@contoso.com", false)] {
            guard isCompliant || authority == "organizations" else { continue }
            let entra = try DeviceTenantTests.twins()
            let (client, capable) = (DeviceChallengeTests.client, DeviceChallengeTests.capable)
            let request = client.request(["scope": "openid offline_access"]).encoded
            let target = "\(Site.path("authorize", authority))?\(request)"
            let away = try entra.site.send("GET", target, headerList: capable)
            let challenge = try DeviceChallengeTests.Challenge(location: #require(away.header("Location")))
            let answered = capable + [("Authorization", try challenge.answer())]
            let page = try entra.site.send("GET", target, headerList: answered)
            let cookie = try #require(page.header("Set-Cookie")?.split(separator: ";").first.map(String.init))
            let answer = try entra.site.post(
                target, ["loginfmt": user, "passwd": "Understudy!1", "consent": "accept"],
                headers: capable + [("Cookie", cookie)])
            #expect(answer.code == (isCompliant ? nil : 53000))
            #expect((answer.response["code"] != nil) == isCompliant)
        }
    }

    @Test("the registration in the addressed tenant says whether clients are asked, where another shares its id")
    func sharedID() throws {
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
