@testable import ControlPlane
import Crypto
import Entra
import Formats
import Store
import TestTags
import Testing

/// Checks the secrets found in free text: by shape, as a known secret, and by a preceding name.
struct SecretTextTests {
    private static let token = "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhcHAifQ.c2lnbmF0dXJl"
    private static let mask = SecretMask(
        own: ServerSecrets(controlToken: "control-token-1"),
        known: [KnownSecrets(["s3cret-of-the-app", "a b&c=d", "112233"])])

    private static func url(_ text: String) -> String { Base64.url(Array(text.utf8)) }

    @Test(
        "A token is masked wherever it appears",
        arguments: [
            (token, "***"), ("see \(token), please", "see ***, please"),
            ("https://x.test/a/\(token)/b", "https://x.test/a/***/b"),
            ("https://x.test/#x=\(token)&y=1", "https://x.test/#x=***&y=1"), ("x%3D\(token)%26y", "x%3D***%26y"),
            (#"["\#(token)"]"#, #"["***"]"#), (#"{"a":{"b":["\#(token)"]}}"#, #"{"a":{"b":["***"]}}"#),
            ("name eq '\(token)'", "name eq '***'"), (url(token), "***"), ("junk\(token)", "junk***"),
            // Tokens without a signature, encrypted, and truncated.
            ("eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.", "***"), ("eyJhbGciOiJkaXIifQ..aXY.Y2lwaGVy.dGFn", "***"),
            ("eyJhbGciOiJub25lIn0.eyJzdWIiOiIx", "***"),
            // A token whose header contains white space.
            ("\(url("{ \"alg\":\"none\"}")).\(url("{}")).x", "***"),
        ])
    func masksTokensAnywhere(_ text: String, _ shown: String) {
        #expect(SecretTextTests.mask.text(text) == shown)
        #expect(SecretMask(isOff: true).text(text) == text)
    }

    @Test(
        "Text that only resembles a token stays",
        arguments: [
            "login.microsoftonline.com", "example.contoso.com", "eyes.are.open", "api://orders/Orders.Read", "1.0.0",
            "eyJhbGciOiJSUzI1NiJ9", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
            "aaaaaaaa-0000-4000-8000-000000000001",
            "https://localhost:8443/contoso.com/oauth2/v2.0/token", "AADSTS50126: Invalid username or password.",
            "eyJ1aWQiOiJhIiwidXRpZCI6ImIifQ", "100%", "/%zz", "a+b", "?a=1&b=2#c", "%", "%4",
        ])
    func keepsTextThatResemblesToken(_ text: String) {
        #expect(SecretTextTests.mask.text(text) == text)
    }

    @Test("Every kind of value that the server sealed is masked")
    func masksEverySealedValue() {
        let sealing = SealingKeys.make(SystemRandom())
        let mask = SecretMask(own: ServerSecrets(), sealing: sealing)
        let id = SystemRandom().guid()
        let device = DeviceCode(id: id, client: ClientID("c"), authority: "common", expiresAt: 1).sealed(with: sealing)
        let context = DeviceContext(id: id, address: "a", expiresAt: 1).sealed(with: sealing)
        for text in [device, context, ArcKey(id: id, expiresAt: 1).sealed(with: sealing)] {
            #expect(mask.text("a \(text) b") == "a *** b")
            #expect(mask.text("https://x.test/?x=\(text)#\(text)") == "https://x.test/?x=***#***")
        }
        // A value with a prefix is recognized by its shape, whichever server sealed it.
        #expect(SecretMask().text(device) == "***")
        #expect(SecretMask().text("1.A" + SealingKeys.make(SystemRandom()).sealText([1, 2, 3], kind: "code")) == "***")
    }

    @Test(
        "Private keys, assertions and Entra client secrets are masked by their shape",
        arguments: [
            ("a -----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- b", "a *** b"),
            ("-----BEGIN PRIVATE KEY----- MIIE", "***"),
            (
                "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----",
                "-----BEGIN CERTIFICATE-----\nMIIE\n-----END CERTIFICATE-----"
            ),
            ("x=-----BEGIN+PRIVATE+KEY-----%0AMIIE", "x=***"),
            ("x <saml:Assertion ID=\"1\">y</saml:Assertion>", "x ***"),
            ("<o:Password Type=\"t\">x</o:Password>", "***"), (url("<Assertion>x</Assertion>"), "***"),
            ("abc8Q~aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "***"),
        ])
    func masksKeysAssertionsAndClientSecrets(_ text: String, _ shown: String) {
        #expect(SecretMask().text(text) == shown)
    }

    @Test(
        "A known secret is masked in any text and in its encodings",
        arguments: [
            ("s3cret-of-the-app", "***"), ("xs3cret-of-the-appx", "x***x"), ("a b&c=d", "***"),
            ("q=a+b%26c%3Dd&x=1", "q=***&x=1"), ("q=a%20b%26c%3Dd", "q=***"), ("q=a%2520b%2526c%253Dd", "q=***"),
            ("$filter=displayName eq 's3cret-of-the-app'", "$filter=displayName eq '***'"),
            (url("id:s3cret-of-the-app"), "***"), (Base64.standard(Array("<s3cret-of-the-app>".utf8)), "***"),
            (#"{"a":"s3cret-of-the-app"}"#, #"{"a":"***"}"#), (#"{"a":"s3cret\u002dof-the-app"}"#, #"{"a":"***"}"#),
            (#"{"s3cret-of-the-app":1}"#, #"{"***":1}"#),
            // A short or numeric secret is found only as a whole word.
            ("code 112233.", "code ***."), ("a112233b", "a112233b"), ("1122334", "1122334"),
        ])
    func masksKnownSecretsInAnyEncoding(_ text: String, _ shown: String) {
        #expect(SecretTextTests.mask.text(text) == shown)
    }

    @Test("A secret that is a word of the protocol is not masked in text")
    func keepsProtocolWordsThatAreSecrets() {
        let mask = SecretMask(own: ServerSecrets(), known: [KnownSecrets(["password", "secret", "short"])])
        #expect(mask.text("grant_type=x&y=password secret short") == "grant_type=x&y=password secret short")
    }

    @Test(
        "The value behind a secret name is masked in any text",
        arguments: [
            ("https://x.test/cb?state=1&code=abc#id_token=d", "https://x.test/cb?state=1&code=***#id_token=***"),
            ("The redirect URI https://x.test/?code=abc is none", "The redirect URI https://x.test/?code=*** is none"),
            (
                "redirect_uri=https%3A%2F%2Fx.test%2F%3Fcode%3Dabc%26a%3D1&a=2",
                "redirect_uri=https%3A%2F%2Fx.test%2F%3Fcode%3D***%26a%3D1&a=2"
            ),
            ("c%6Fde=abc", "c%6Fde=***"),
            (#"<https://x.test/?code=a>; rel="next""#, #"<https://x.test/?code=***>; rel="next""#),
            (#"x access_token="a b\"c", y=1"#, #"x access_token="***", y=1"#),
            (#"broken {"password": "a\"b", "x": 1"#, #"broken {"password": "***", "x": 1"#),
            (#"{"otp": 123456, "#, #"{"otp": ***, "#),
            (#"{"a":"{\"password\":\"x\"}"}"#, #"{"a":"{\"password\":\"***\"}"}"#),
            ("0; url=https://x.test/?token=a", "0; url=https://x.test/?token=***"),
            (
                "$filter=secretText%20eq%20%27abc%27%20or%20x%20eq%20%27y%27",
                "$filter=secretText%20eq%20%27***%27%20or%20x%20eq%20%27***%27"
            ),
            (
                "claims=%7B%22access_token%22%3A%7B%22xms_cc%22%3Anull%7D%7D&a=1",
                "claims=%7B%22access_token%22%3A%7B%22xms_cc%22%3Anull%7D%7D&a=1"
            ),
            ("claims=%7B%22access_token%22%3A%22abc%22%7D", "claims=%7B%22access_token%22%3A%22***%22%7D"),
            ("token_type=Bearer&response_type=code", "token_type=Bearer&response_type=code"),
        ])
    func masksValuesOfSecretNames(_ text: String, _ shown: String) {
        #expect(SecretMask().text(text) == shown)
    }

    @Test("The control token is masked even when secrets are shown")
    func masksControlTokenEvenWithSecretsShown() {
        let mask = SecretMasks(controlToken: "control-token-1", storePassword: "pw").showingSecrets
        for text in [
            "control-token-1", "x control-token-1", "a=control%2Dtoken-1", Self.url("u:control-token-1"), "pw",
        ] {
            #expect(!mask.text(text).contains("control"), "\(text)")
            #expect(mask.text(text).contains("***"))
        }
        #expect(mask.text("code=abc&\(Self.token)") == "code=abc&\(Self.token)")
        #expect(mask.text("pwd") == "pwd", "a short one is found as a word")
        #expect(
            mask.header("Authorization", "Basic \(Base64.standard(Array("u:control-token-1".utf8)))") == "Bearer ***")
        #expect(mask.json(.object([.init("password", .string("control-token-1"))]))["password"]?.string == "***")
    }

    @Test("Text that is encoded too deeply to inspect is masked as a whole")
    func masksTextEncodedTooDeeply() {
        var text = "plain%20text"
        for _ in 0..<8 { text = Percent.encode(text) }
        #expect(SecretMask().text("a=\(text)") == "a=***")
        #expect(SecretMask().text("a=plain%20text") == "a=plain%20text")
    }

    @Test(
        "Masking a hostile text takes little time", .tags(.slow),
        arguments: [
            String(repeating: "claims=", count: 9_000), String(repeating: "code=", count: 13_000),
            String(repeating: "%25", count: 20_000), String(repeating: "\"code\":\"", count: 8_000),
            String(repeating: "eyJhbGci.", count: 7_000), String(repeating: "[", count: 60_000),
            String(repeating: "-----BEGIN PRIVATE KEY", count: 3_000), String(repeating: "s3cret", count: 10_000),
            String(repeating: "QUFB/", count: 12_000), String(repeating: "<Assertio", count: 7_000),
        ])
    func masksHostileTextQuickly(_ text: String) {
        let clock = ContinuousClock()
        let took = clock.measure { _ = SecretTextTests.mask.text(text) }
        #expect(took < .seconds(5))
    }
}
