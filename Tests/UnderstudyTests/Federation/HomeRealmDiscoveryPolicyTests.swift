import Formats
import Testing

/// Home realm discovery policies of Microsoft Graph (docs/reference/protocol.md#home-realm-discovery-policy).
@Suite struct HomeRealmDiscoveryPolicyTests {
    /// Creates a policy for the whole tenant.
    private static func entra(_ rules: String) throws -> MockEntra {
        let entra = try Federated.entra()
        let definition = JSONWriter.value(.array([.string(#"{"HomeRealmDiscoveryPolicy":{\#(rules)}}"#)]))
        let graph = GraphCalls(site: entra.site, headers: [("X-Understudy-Tenant", "contoso.com")])
        let response = try graph.post(
            "/policies/homeRealmDiscoveryPolicies",
            #"{"displayName":"P","isOrganizationDefault":true,"definition":\#(String(decoding: definition, as: UTF8.self))}"#
        )
        guard response.status == 201 else { throw Unexpected(response) }
        return entra
    }

    private static func open(_ entra: MockEntra, _ more: Parameters = [:], tenant: String = "contoso.com") throws
        -> Page
    {
        let browser = Browser(entra.site)
        try browser.open(.mobile, (["scope": "openid"] as Parameters).with(more), tenant: tenant)
        return browser.page
    }

    @Test("A policy sends a sign-in without a user or a domain to the identity provider")
    func acceleratesToFederatedDomain() throws {
        let rules = #""AccelerateToFederatedDomain":true,"PreferredDomain":"partner.contoso.com""#
        let entra = try HomeRealmDiscoveryPolicyTests.entra(rules)
        let action = "https://sts.partner.example/ls/?x=1"
        #expect(try HomeRealmDiscoveryPolicyTests.open(entra).forms.first?.action == action)
        #expect(try HomeRealmDiscoveryPolicyTests.open(entra, ["domain_hint": "contoso.com"]).kind == .username)
        #expect(try HomeRealmDiscoveryPolicyTests.open(entra, ["login_hint": "alex@contoso.com"]).kind == .password)
        #expect(try HomeRealmDiscoveryPolicyTests.open(entra, tenant: "organizations").kind == .username)
    }

    @Test("Without a preferred domain, a tenant with several federated domains shows its page")
    func requiresPreferredDomainAmongSeveral() throws {
        let entra = try HomeRealmDiscoveryPolicyTests.entra(#""AccelerateToFederatedDomain":true"#)
        #expect(try HomeRealmDiscoveryPolicyTests.open(entra).kind == .username)
    }

    @Test("A policy lets a federated user use a synchronized password in the password grant")
    func acceptsSynchronizedPassword() throws {
        let (user, password) = ("fred@federated.contoso.com", "Under & <study>!")
        #expect(try Federated.entra().site.password(user, password).code == 50056)
        let site = try HomeRealmDiscoveryPolicyTests.entra(#""AllowCloudPasswordValidation":true"#).site
        #expect(try site.password(user, password).status == 200)
        #expect(try site.password(user, "wrong").code == 50126)
    }
}
