import Crypto
import Directory
import Entra
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

    /// By how many seconds the times of a token move that would be good from `begin` to `end`.
    func shift(begin: Int64, end: Int64, now: Timestamp) -> Int64 {
        switch self {
        case .wrongSignature, .unknownKey: 0
        case .expired: now.seconds - TokenFault.Kind.hour - end
        case .notYetValid: now.seconds + TokenFault.Kind.hour - begin
        }
    }

    /// The claims with the times that belong to the fault.
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

    /// The token with another byte in its signature.
    func applied(to token: String) -> String {
        guard self == .wrongSignature, let dot = token.utf8.lastIndex(of: UInt8(ascii: ".")) else { return token }
        var bytes = Array(token.utf8)
        let first = token.utf8.distance(from: token.utf8.startIndex, to: dot) + 1
        guard first < bytes.count else { return token }
        bytes[first] = bytes[first] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The assertion, in XML, with another character in its signature.
    func applied(toAssertion xml: [UInt8]) -> [UInt8] {
        guard self == .wrongSignature, let mark = xml.firstRange(of: Array("SignatureValue>".utf8)),
            mark.upperBound < xml.count
        else { return xml }
        var bytes = xml
        bytes[mark.upperBound] = bytes[mark.upperBound] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return bytes
    }

    /// The certificate of OpenSSH, which ends with its signature, with another last byte.
    func applied(toCertificate bytes: [UInt8]) -> [UInt8] {
        guard self == .wrongSignature, let last = bytes.last else { return bytes }
        return bytes.dropLast() + [last ^ 1]
    }
}

extension TokenMinter {
    /// From when until when a token that is no JWT is good.
    func validity(_ lifetime: Int64, _ fault: TokenFault.Kind?) -> (begin: Timestamp, end: Timestamp) {
        let begin = services.now.adding(seconds: -TokenMinter.backdating)
        let end = services.now.adding(seconds: lifetime)
        let shift = fault?.shift(begin: begin.seconds, end: end.seconds, now: services.now) ?? 0
        return (begin.adding(seconds: shift), end.adding(seconds: shift))
    }

    /// The tenant's key for tokens that are no JWT, whose key no `kid` names: one that is not the tenant's where that is the fault.
    /// Throws AADSTS50000 when OpenSSL fails.
    func signingKey(_ fault: TokenFault.Kind?, of tenant: Tenant?) throws(EntraError) -> SigningKey {
        guard fault == .unknownKey else { return try services.signingKeys(of: tenant).current }
        do {
            return try services.keys.identityProvider.get().current
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }
}
