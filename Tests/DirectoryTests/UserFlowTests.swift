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

    @Test("a policy's name says what it is for", arguments: names)
    func kind(name: String, kind: UserFlow.Kind) {
        #expect(UserFlow.kind(ofName: name) == kind)
    }

    @Test("an identity provider is known by its name, or names itself")
    func provider() {
        #expect(IdentityProvider("Google").domain == "google.com")
        #expect(IdentityProvider("Contoso.example").domain == "contoso.example")
        #expect(IdentityProvider("Contoso.example").name == "Contoso.example")
    }
}
