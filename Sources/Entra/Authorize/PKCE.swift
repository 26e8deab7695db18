package import Formats

/// Proof Key for Code Exchange (RFC 7636, docs/reference/protocol.md#pkce).
package enum PKCE {
    /// The allowed number of characters in a challenge or a verifier (RFC 7636 §4.1).
    private static let lengths = 43...128

    /// Checks the verifier of a token request against the challenge of the authorization request.
    ///
    /// `sha256` digests bytes to 32 bytes. Throws AADSTS501481 if the verifier is missing or wrong. Throws AADSTS50148 for a
    /// verifier without a challenge: accepting the verifier would hide an attack that removed the challenge (RFC 9700 §4.8.2).
    package static func check(
        verifier: String?, against challenge: CodeChallenge?, sha256: ([UInt8]) -> [UInt8]
    ) throws(EntraError) {
        guard let challenge else {
            guard verifier == nil else { throw EntraError(.unexpectedCodeVerifier) }
            return
        }
        guard let verifier else {
            throw EntraError(
                .codeVerifierMismatch, [.parameter: Parameter.codeVerifier],
                detail: "The request has no code_verifier.")
        }
        guard isWellFormed(verifier) else {
            throw EntraError(
                .codeVerifierMismatch, [.parameter: Parameter.codeVerifier],
                detail: "The code_verifier must have 43 to 128 characters of A-Z a-z 0-9 - . _ ~ (RFC 7636 §4.1).")
        }
        guard challenge.isSatisfied(by: verifier, sha256: sha256) else { throw EntraError(.codeVerifierMismatch) }
    }

    fileprivate static func isWellFormed(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.allSatisfy(ASCII.isUnreserved)
    }
}

/// The challenge of an authorization request.
package struct CodeChallenge: Hashable, Sendable {
    /// The value of `code_challenge_method`.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        /// The challenge is the verifier itself.
        case plain = "plain"
        /// The challenge is the verifier's SHA-256 digest in base64url without padding.
        case s256 = "S256"
    }

    package let value: ByteString
    package let method: Method

    package init(value: String, method: Method) {
        self.value = ByteString(value)
        self.method = method
    }

    /// Parses `code_challenge` and `code_challenge_method`. Returns nil if the request has neither. The default method is plain.
    ///
    /// Throws AADSTS501471 for a method without a challenge, and AADSTS501491 for a challenge that is not 43 to 128 unreserved
    /// characters. Throws AADSTS50149 for a method other than `plain` and `S256`; methods are case-sensitive.
    package static func parse(challenge: String?, method: String?) throws(EntraError) -> CodeChallenge? {
        guard let challenge else {
            if method != nil { throw EntraError(.codeChallengeMissing) }
            return nil
        }
        guard PKCE.isWellFormed(challenge) else { throw EntraError(.invalidCodeChallenge) }
        guard let method else { return CodeChallenge(value: challenge, method: .plain) }
        guard let known = Method.allCases.first(where: { $0.rawValue.isExactly(method) }) else {
            throw EntraError(.codeChallengeMethodInvalid, [.parameter: Parameter.codeChallengeMethod])
        }
        return CodeChallenge(value: challenge, method: known)
    }

    fileprivate func isSatisfied(by verifier: String, sha256: ([UInt8]) -> [UInt8]) -> Bool {
        switch method {
        // Digests are compared, so the time of the comparison reveals nothing about the verifier.
        case .plain: sha256(Array(verifier.utf8)) == sha256(Array(value.string.utf8))
        case .s256: Base64.url(sha256(Array(verifier.utf8))).isExactly(value.string)
        }
    }
}
