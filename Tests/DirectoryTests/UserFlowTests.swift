import Directory
import Testing

@Suite struct UserFlowTests {
    private static let names: [(name: String, kind: UserFlow.Kind)] = [
        ("B2C_1_signupsignin", .signUpOrSignIn), ("B2C_1_SUSI", .signUpOrSignIn),
        ("B2C_1A_SIGNUP_SIGNIN", .signUpOrSignIn), ("b2c_1_sign_up_or_sign_in", .signUpOrSignIn),
        ("B2C_1_signin", .signIn), ("B2C_1_sign_up", .signUp), ("B2C_1_edit_profile", .profileEdit),
        ("B2C_1A_ProfileEdit", .profileEdit), ("B2C_1_password_reset", .passwordReset),
        ("B2C_1_ROPC_Auth", .resourceOwner), ("B2C_1_x", .signUpOrSignIn),
    ]

    @Test("The name of a policy sets its kind", arguments: names)
    func nameOfPolicySetsItsKind(name: String, kind: UserFlow.Kind) {
        #expect(UserFlow.kind(ofName: name) == kind)
    }

    @Test("An unknown application in a policy gives a warning")
    func warnsAboutUnknownApplicationOfPolicy() throws {
        let configuration = try Configuration.load(
            .inline(
                """
                tenants:
                  - id: 33333333-3333-4333-8333-333333333333
                    kind: external
                    domains: [woodgrove.example]
                    applications: [{appId: app, publicClient: {redirectUris: ["http://localhost"]}}]
                    policies: [{id: Flow, applications: [app, ap]}]
                """))
        #expect(configuration.warnings.map(\.keyPath) == ["tenants[0].policies[0].applications[1]"])
        #expect(configuration.warnings.map(\.message) == ["no application ap is known in this tenant"])
    }

    @Test("A user flow accepts the maximum number of attributes")
    func acceptsMaximumNumberOfAttributes() throws {
        let text = tenant(
            "kind: external\npolicies: [{id: x, attributes: [\(attributes(UserFlow.maximumAttributes))]}]")
        let flow = try #require(load(text).configuration?.directory.tenants.first?.policies.first)
        #expect(flow.attributes.count == UserFlow.maximumAttributes)
    }

    @Test("An identity provider has a known name or uses its domain")
    func recognizesIdentityProviderByName() {
        #expect(IdentityProvider("Google").domain == "google.com")
        #expect(IdentityProvider("Contoso.example").domain == "contoso.example")
        #expect(IdentityProvider("Contoso.example").name == "Contoso.example")
    }
}
