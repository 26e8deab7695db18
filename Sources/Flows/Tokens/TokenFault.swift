import Wire

/// What a tester wants to be wrong with the tokens of an answer, to see what their readers make of them.
package struct TokenFault: Sendable, Equatable {
    /// Which of the answer's tokens.
    package enum Token: String, Sendable, CaseIterable {
        case access = "access_token"
        case id = "id_token"
    }

    package let kind: Kind
    /// Nil for every token.
    package let only: Token?

    package init(_ kind: Kind, only: Token? = nil) {
        self.kind = kind
        self.only = only
    }

    /// What is wrong with a token, if anything.
    func kind(for token: Token) -> Kind? { only == nil || only == token ? kind : nil }

    /// In which way a token is wrong.
    package enum Kind: Sendable {
        /// The signature is not over what it stands behind.
        case wrongSignature
        /// It ended an hour ago.
        case expired
        /// It begins in an hour.
        case notYetValid
        /// `kid` names a key that is not published.
        case unknownKey
    }
}

extension TokenFault.Kind {
    private static let hour: Int64 = 3_600

    /// The claims with the times that belong to the fault.
    func applied(to claims: ClaimSet, now: Timestamp) -> ClaimSet {
        let shift: Int64
        switch self {
        case .wrongSignature, .unknownKey: return claims
        case .expired: shift = now.seconds - TokenFault.Kind.hour - (claims["exp"]?.integer ?? now.seconds)
        case .notYetValid: shift = now.seconds + TokenFault.Kind.hour - (claims["nbf"]?.integer ?? now.seconds)
        }
        var claims = claims
        for name in ["iat", "nbf", "exp"] {
            if let time = claims[name]?.integer { claims.set(name, time + shift) }
        }
        return claims
    }

    /// The token with another byte in its signature.
    func applied(to token: String) -> String {
        guard self == .wrongSignature, let dot = token.utf8.lastIndex(of: UInt8(ascii: ".")) else { return token }
        var bytes = Array(token.utf8)
        let first = token.utf8.distance(from: token.utf8.startIndex, to: dot) + 1
        guard first < bytes.count else { return token }
        bytes[first] = bytes[first] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return String(decoding: bytes, as: UTF8.self)
    }
}
