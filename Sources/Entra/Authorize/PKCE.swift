package import Wire

/// Proof Key for Code Exchange (RFC 7636, docs/reference/protocol.md#pkce).
package enum PKCE {
    /// How many characters a challenge or a verifier has (RFC 7636 §4.1).
    private static let lengths = 43...128

    /// Checks the verifier of a token request against the challenge of the authorization request.
    ///
    /// `sha256` digests bytes to 32 bytes. Throws 501481 when the verifier is missing or wrong, 50148 when one was sent though
    /// there was no challenge: ignoring it would hide that someone took the challenge away (RFC 9700 §4.8.2).
    package static func check(
        verifier: String?, against challenge: CodeChallenge?, sha256: ([UInt8]) -> [UInt8]
    ) throws(EntraError) {
        guard let challenge else {
            guard verifier == nil else { throw EntraError(.unexpectedCodeVerifier) }
            return
        }
        guard let verifier, isWellFormed(verifier), challenge.isAnswered(by: verifier, sha256: sha256) else {
            throw EntraError(.codeVerifierMismatch)
        }
    }

    fileprivate static func isWellFormed(_ text: String) -> Bool {
        lengths.contains(text.utf8.count) && text.utf8.allSatisfy(ASCII.isUnreserved)
    }
}

/// The challenge of an authorization request.
package struct CodeChallenge: Hashable, Sendable {
    /// `code_challenge_method`.
    package enum Method: String, Hashable, Sendable, CaseIterable {
        /// The verifier itself.
        case plain = "plain"
        /// base64url of the verifier's SHA-256, no padding.
        case s256 = "S256"
    }

    package let value: ExactString
    package let method: Method

    package init(value: String, method: Method) {
        self.value = ExactString(value)
        self.method = method
    }

    /// Reads `code_challenge` and `code_challenge_method`; nil when the request has neither. No method means plain.
    ///
    /// Throws 501491 for a challenge that is not 43…128 unreserved characters, a missing one with a method included, and
    /// 90100 for a method other than `plain` and `S256`, which are case-sensitive.
    package static func parse(challenge: String?, method: String?) throws(EntraError) -> CodeChallenge? {
        if challenge == nil, method == nil { return nil }
        guard let challenge, PKCE.isWellFormed(challenge) else { throw EntraError(.invalidCodeChallenge) }
        guard let method else { return CodeChallenge(value: challenge, method: .plain) }
        guard let known = Method.allCases.first(where: { $0.rawValue.isExactly(method) }) else {
            throw EntraError(.invalidParameter, [.parameter: Parameter.codeChallengeMethod])
        }
        return CodeChallenge(value: challenge, method: known)
    }

    fileprivate func isAnswered(by verifier: String, sha256: ([UInt8]) -> [UInt8]) -> Bool {
        switch method {
        // By digests: how long comparing them takes tells nothing about the verifier.
        case .plain: sha256(Array(verifier.utf8)) == sha256(Array(value.string.utf8))
        case .s256: Base64.url(sha256(Array(verifier.utf8))).isExactly(value.string)
        }
    }
}
