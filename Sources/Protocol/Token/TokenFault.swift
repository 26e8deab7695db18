import Crypto
import Directory
import Entra
import Formats

/// A deliberate error in the tokens of a response, with which an operator tests the recipients of the tokens.
package struct TokenFault: Sendable, Equatable {
    /// A token of the response.
    package enum Token: String, Sendable, CaseIterable {
        case access = "access_token"
        case id = "id_token"
    }

    package let kind: Kind
    /// The token with the error, or nil if all tokens have the error.
    package let only: Token?

    package init(_ kind: Kind, only: Token? = nil) {
        self.kind = kind
        self.only = only
    }

    /// Returns the kind of error for a token, or nil if the token has none.
    func kind(for token: Token) -> Kind? { only == nil || only == token ? kind : nil }

    /// The kind of error in a token.
    package enum Kind: Sendable {
        /// The signature does not match the signed data.
        case wrongSignature
        /// The token expired an hour ago.
        case expired
        /// The token becomes valid in an hour.
        case notYetValid
        /// The `kid` header names a key that is not published.
        case unknownKey
    }
}

extension TokenFault.Kind {
    private static let hour: Int64 = 3_600

    /// Returns the number of seconds by which the error moves the times of a token that would be valid from `begin` to `end`.
    func shift(begin: Int64, end: Int64, now: Timestamp) -> Int64 {
        switch self {
        case .wrongSignature, .unknownKey: 0
        case .expired: now.seconds - TokenFault.Kind.hour - end
        case .notYetValid: now.seconds + TokenFault.Kind.hour - begin
        }
    }

    /// Returns the claims with `iat`, `nbf` and `exp` moved as the error requires.
    func applied(to claims: ClaimSet, now: Timestamp) -> ClaimSet {
        let shift = shift(
            begin: claims["nbf"]?.integer ?? now.seconds, end: claims["exp"]?.integer ?? now.seconds, now: now)
        guard shift != 0 else { return claims }
        var claims = claims
        for name in ["iat", "nbf", "exp"] {
            if let time = claims[name]?.integer { claims.set(name, time + shift) }
        }
        return claims
    }

    /// Returns the token, with one byte of its signature changed for `wrongSignature`.
    func applied(to token: String) -> String {
        guard self == .wrongSignature, let dot = token.utf8.lastIndex(of: UInt8(ascii: ".")) else { return token }
        var bytes = Array(token.utf8)
        let first = token.utf8.distance(from: token.utf8.startIndex, to: dot) + 1
        guard first < bytes.count else { return token }
        bytes[first] = bytes[first] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the XML of the assertion, with one character of its signature changed for `wrongSignature`.
    func applied(toAssertion xml: [UInt8]) -> [UInt8] {
        guard self == .wrongSignature, let mark = xml.firstRange(of: Array("SignatureValue>".utf8)),
            mark.upperBound < xml.count
        else { return xml }
        var bytes = xml
        bytes[mark.upperBound] = bytes[mark.upperBound] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return bytes
    }

    /// Returns the OpenSSH certificate, with its last byte changed for `wrongSignature`. A certificate ends with its signature.
    func applied(toCertificate bytes: [UInt8]) -> [UInt8] {
        guard self == .wrongSignature, let last = bytes.last else { return bytes }
        return bytes.dropLast() + [last ^ 1]
    }
}

extension TokenMinter {
    /// Returns the validity of a token that is no JWT, moved as the error requires. The lifetime is in seconds.
    func validity(_ lifetime: Int64, _ fault: TokenFault.Kind?) -> (begin: Timestamp, end: Timestamp) {
        let begin = services.now.adding(seconds: -TokenMinter.backdating)
        let end = services.now.adding(seconds: lifetime)
        let shift = fault?.shift(begin: begin.seconds, end: end.seconds, now: services.now) ?? 0
        return (begin.adding(seconds: shift), end.adding(seconds: shift))
    }

    /// Returns the tenant's key for tokens that are no JWT. For `unknownKey`, the key of the stand-in identity provider signs such
    /// a token, because no `kid` names the key. Throws AADSTS50000 if OpenSSL fails.
    func signingKey(_ fault: TokenFault.Kind?, of tenant: Tenant?) throws(EntraError) -> SigningKey {
        guard fault == .unknownKey else { return try services.signingKeys(of: tenant).current }
        do {
            return try services.keys.identityProvider.get().current
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }
}
