import Entra
import Formats
import Testing

struct PKCETests {
    /// The example of RFC 7636 Appendix B.
    static let verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk"
    static let challenge = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM"

    /// Returns the single digest of that appendix.
    static func sha256(_ bytes: [UInt8]) -> [UInt8] {
        bytes == Array(verifier.utf8) ? Base64.decodeURL(challenge.utf8) ?? [] : [UInt8](repeating: 0, count: 32)
    }

    static let long = String(repeating: "a", count: 128)

    static let parsed: [(String, String?, String?, CodeChallenge.Method?)] = [
        ("neither", nil, nil, nil),
        ("S256", challenge, "S256", .s256),
        ("plain", challenge, "plain", .plain),
        ("no method is plain", challenge, nil, .plain),
        ("128 characters", long, "S256", .s256),
        ("every unreserved character", "-._~" + challenge, "plain", .plain),
    ]

    @Test(arguments: parsed)
    func parsesCodeChallenge(_ name: String, challenge: String?, method: String?, expected: CodeChallenge.Method?)
        throws
    {
        let read = try CodeChallenge.parse(challenge: challenge, method: method)
        #expect(read?.method == expected)
        #expect(read?.value.string == challenge)
    }

    static let rejected: [(String, String?, String?, AADSTS)] = [
        ("42 characters", String(challenge.dropLast()), "S256", .invalidCodeChallenge),
        ("129 characters", long + "a", "S256", .invalidCodeChallenge),
        ("empty", "", "S256", .invalidCodeChallenge),
        ("empty without method", "", nil, .invalidCodeChallenge),
        ("method alone", nil, "S256", .codeChallengeMissing),
        ("padding", challenge + "=", "S256", .invalidCodeChallenge),
        ("plus", "+" + challenge, "S256", .invalidCodeChallenge),
        ("space", " " + challenge, "plain", .invalidCodeChallenge),
        ("line end", challenge + "\r\n", "plain", .invalidCodeChallenge),
        ("NUL", challenge + "\u{0}", "plain", .invalidCodeChallenge),
        ("Kelvin sign", challenge + "\u{212A}", "plain", .invalidCodeChallenge),
        ("full-width digits", String(repeating: "１", count: 43), "plain", .invalidCodeChallenge),
        ("1 MiB", String(repeating: "a", count: 1 << 20), "S256", .invalidCodeChallenge),
        ("method in lower case", challenge, "s256", .codeChallengeMethodInvalid),
        ("method in upper case", challenge, "PLAIN", .codeChallengeMethodInvalid),
        ("unknown method", challenge, "S512", .codeChallengeMethodInvalid),
        ("empty method", challenge, "", .codeChallengeMethodInvalid),
        ("method with a space", challenge, "S256 ", .codeChallengeMethodInvalid),
    ]

    @Test(arguments: rejected)
    func rejectsInvalidCodeChallenge(_ name: String, challenge: String?, method: String?, code: AADSTS) {
        #expect(throws: EntraError(code)) { try CodeChallenge.parse(challenge: challenge, method: method) }
    }

    static let s256 = CodeChallenge(value: challenge, method: .s256)
    static let plain = CodeChallenge(value: verifier, method: .plain)

    static let checks: [(String, String?, CodeChallenge?, AADSTS?)] = [
        ("neither", nil, nil, nil),
        ("S256 answered", verifier, s256, nil),
        ("plain answered", verifier, plain, nil),
        ("verifier missing", nil, s256, .codeVerifierMismatch),
        ("verifier missing for plain", nil, plain, .codeVerifierMismatch),
        ("verifier empty", "", s256, .codeVerifierMismatch),
        ("other verifier", String(verifier.reversed()), s256, .codeVerifierMismatch),
        ("other verifier for plain", String(verifier.reversed()), plain, .codeVerifierMismatch),
        ("challenge sent as verifier", challenge, s256, .codeVerifierMismatch),
        ("verifier too short", String(verifier.dropLast()), plain, .codeVerifierMismatch),
        ("verifier too long", long + "a", CodeChallenge(value: long + "a", method: .plain), .codeVerifierMismatch),
        ("verifier with one more character", verifier + "A", s256, .codeVerifierMismatch),
        ("verifier in other case", verifier.lowercased(), plain, .codeVerifierMismatch),
        ("verifier without challenge", verifier, nil, .unexpectedCodeVerifier),
        ("empty verifier without challenge", "", nil, .unexpectedCodeVerifier),
    ]

    @Test(arguments: checks)
    func checksCodeVerifier(_ name: String, verifier: String?, challenge: CodeChallenge?, code: AADSTS?) {
        var thrown: AADSTS?
        do {
            try PKCE.check(verifier: verifier, against: challenge, sha256: PKCETests.sha256)
        } catch {
            thrown = error.code
        }
        #expect(thrown == code)
    }
}
