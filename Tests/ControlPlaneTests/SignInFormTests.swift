@testable import ControlPlane
import Crypto
import Directory
import Entra
import Formats
import Platform
@testable import Protocol
import Store
import Testing

/// Checks which authorization request a form of "Try a sign-in" leads to, and which forms are rejected.
struct SignInFormTests {
    private static let now = Timestamp(seconds: 1_790_000_000)
    private static let sealing = SealingKeys.make(SeededStream(seed: "console", label: "sealing"))

    private func signIn(_ fields: KeyValuePairs<String, String>) throws -> ConsoleSignIn {
        let usual: KeyValuePairs = [
            "app": "aaaaaaaa-0000-4000-8000-000000000001", "authority": "common", "response_type": "code",
            "redirect_uri": "http://localhost",
        ]
        let own = usual.filter { field in !fields.contains { $0.key == field.key } }
        let form = Form((own + fields.map { $0 }).map { Form.Field($0.key, $0.value) })
        return try SignInForm(
            form, in: Configuration.load(.seed).directory, random: SystemRandom(), now: Self.now
        ).signIn
    }

    @Test
    func omitsEmptyFieldsAndJoinsScopes() throws {
        let signIn = try signIn([
            "scope": "openid", "scopes": " User.Read  email ", "nonce": "n", "prompt": "", "parameters": "max_age=0",
        ])
        #expect(
            signIn.request
                == "client_id=aaaaaaaa-0000-4000-8000-000000000001&response_type=code"
                + "&redirect_uri=http%3A%2F%2Flocalhost&nonce=n&scope=openid%20User.Read%20email&max_age=0")
        #expect(signIn.verifier == nil)
        #expect(signIn.isPending(at: Self.now))
        #expect(signIn.isPending(at: Self.now.adding(seconds: ConsoleSignIn.lifetime)))
        #expect(!signIn.isPending(at: Self.now.adding(seconds: ConsoleSignIn.lifetime + 1)))
        #expect(!signIn.isPending(at: Self.now.adding(seconds: -1)))
    }

    @Test
    func sendsChallengeOfVerifierAndSealedState() throws {
        let signIn = try signIn(["pkce": "S256"])
        let target = signIn.authorizeTarget(sealing: Self.sealing)
        #expect(target.hasPrefix("/common/oauth2/v2.0/authorize?client_id="))
        let query = try Form(parsing: target.drop { $0 != "?" }.dropFirst().utf8)
        let challenge = CodeChallenge(value: query["code_challenge"] ?? "", method: .s256)
        try PKCE.check(verifier: signIn.verifier, against: challenge) { Digest.sha256($0) }
        let state = try #require(query["state"])
        #expect(state.utf8.count >= ConsoleSignIn.minimumBytes)
        #expect(ConsoleSignIn(sealed: state, keys: Self.sealing) == signIn)
        let other = SealingKeys.make(SeededStream(seed: "other", label: "sealing"))
        #expect(ConsoleSignIn(sealed: state, keys: other) == nil)
    }

    @Test
    func shortestStateHasMinimumLength() {
        let shortest = ConsoleSignIn(
            authority: "x", tenant: TenantID("11111111-0000-4000-8000-000000000001"), client: ClientID("x"),
            request: "client_id=x", verifier: nil, correlationID: SystemRandom().guid().description, startedAt: 0)
        #expect(shortest.sealed(with: Self.sealing).utf8.count >= ConsoleSignIn.minimumBytes)
    }

    @Test(arguments: [
        ("app", "nothing"), ("authority", "fabrikam.com"), ("authority", "../_understudy"), ("authority", ""),
        ("parameters", "state=1"), ("parameters", "code_challenge=1"), ("parameters", "a=%"),
        ("nonce", String(repeating: "n", count: SignInForm.maximumBytes)),
    ])
    func rejectsInvalidForm(name: String, value: String) {
        #expect(throws: SignInForm.Rejection.self) { try signIn([name: value]) }
    }

    /// The platform of the redirect URI decides how the client authenticates.
    @Test(
        arguments: [
            ("aaaaaaaa-0000-4000-8000-000000000001", "http://localhost:50000", ClientPlatform.publicClient),
            ("aaaaaaaa-0000-4000-8000-000000000002", "http://localhost:3000/", .spa),
            ("aaaaaaaa-0000-4000-8000-000000000003", "http://localhost:5000/signin-oidc", .web),
            ("aaaaaaaa-0000-4000-8000-000000000003", "https://another.example/", nil),
        ] as [(String, String, ClientPlatform?)])
    func findsPlatformOfRedirectURI(app: String, uri: String, platform: ClientPlatform?) throws {
        let signIn = try signIn(["app": app, "redirect_uri": uri])
        let directory = try Configuration.load(.seed).directory
        let application = try #require(signIn.registration(in: directory)?.application)
        #expect(signIn.platform(of: application) == platform)
    }

    @Test
    func offersAuthoritiesOfTenantKind() throws {
        let directory = try Configuration.load(.seed).directory
        func offered(_ domain: String) throws -> [String] {
            let tenant = try #require(directory.tenant(named: domain))
            let application = try #require(tenant.ownApplications.first)
            return SignInChoices.authorities(of: application, in: tenant).map(\.value)
        }
        #expect(try offered("contoso.com").dropFirst() == ["common", "organizations", "consumers"])
        #expect(try offered("woodgrove.onmicrosoft.com").count == 1)
        #expect(try offered("adventureworks.onmicrosoft.com").first?.hasSuffix("/B2C_1_signupsignin") == true)
    }
}
