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

    /// The kinds of token faults: the one list for minted tokens and for stubbed responses. The raw value is the name in the
    /// control plane and in the Swift library.
    package enum Kind: String, Sendable, CaseIterable {
        /// The signature does not match the signed data.
        case wrongSignature
        /// The token expired an hour ago.
        case expired
        /// The token becomes valid in an hour.
        case notYetValid
        /// The `kid` header names a key that is not published.
        case unknownKey
        /// The token is for another API.
        case wrongAudience
        /// The token is from another issuer.
        case wrongIssuer
        /// The header has `"alg": "none"`, and the token has no signature.
        case algNone
        /// The header names no key.
        case noKeyID
    }
}

extension TokenFault.Kind {
    /// The name in requests, responses and messages.
    package var name: String { rawValue }

    /// The older names, which remain valid in requests.
    package var aliases: [String] {
        switch self {
        case .wrongSignature: ["badSignature"]
        case .expired: ["expiredToken"]
        case .notYetValid: ["notYetValidToken"]
        case .unknownKey: ["unknownKid"]
        case .wrongAudience, .wrongIssuer, .algNone, .noKeyID: []
        }
    }

    /// Whether the fault is one of the signature and its key. A token has at most one such fault.
    package var isOfSignature: Bool {
        switch self {
        case .wrongSignature, .unknownKey, .algNone, .noKeyID: true
        case .expired, .notYetValid, .wrongAudience, .wrongIssuer: false
        }
    }

    /// The audience of a token that is for another API.
    package static let otherAudience = "api://another"
    /// The issuer of a token that is from another issuer.
    package static let otherIssuer = "https://issuer.invalid/v2.0"

    private static let hour: Int64 = 3_600

    /// Returns the number of seconds by which the error moves the times of a token that would be valid from `begin` to `end`.
    func shift(begin: Int64, end: Int64, now: Timestamp) -> Int64 {
        switch self {
        case .wrongSignature, .unknownKey, .wrongAudience, .wrongIssuer, .algNone, .noKeyID: 0
        case .expired: now.seconds - TokenFault.Kind.hour - end
        case .notYetValid: now.seconds + TokenFault.Kind.hour - begin
        }
    }

    /// Returns the claims with the audience or the issuer replaced, or with `iat`, `nbf` and `exp` moved, as the error requires.
    func applied(to claims: ClaimSet, now: Timestamp) -> ClaimSet {
        if let (name, value) = replacedClaim {
            var claims = claims
            claims.set(name, value)
            return claims
        }
        let shift = shift(
            begin: claims["nbf"]?.integer ?? now.seconds, end: claims["exp"]?.integer ?? now.seconds, now: now)
        guard shift != 0 else { return claims }
        var claims = claims
        for name in ["iat", "nbf", "exp"] {
            if let time = claims[name]?.integer { claims.set(name, time + shift) }
        }
        return claims
    }

    /// The claim that the error replaces, with the new value, or nil.
    package var replacedClaim: (name: String, value: String)? {
        switch self {
        case .wrongAudience: ("aud", TokenFault.Kind.otherAudience)
        case .wrongIssuer: ("iss", TokenFault.Kind.otherIssuer)
        case .wrongSignature, .expired, .notYetValid, .unknownKey, .algNone, .noKeyID: nil
        }
    }

    /// Returns the header members that the error replaces; null removes a member. `otherKey` is the ID of a key that is not
    /// published.
    func replacedHeader(_ otherKey: @autoclosure () -> String) -> [JSONValue.Member] {
        switch self {
        case .algNone: [.init("alg", .string("none")), .init("kid", .null), .init("x5t", .null)]
        case .noKeyID: [.init("kid", .null), .init("x5t", .null)]
        case .unknownKey: [.init("kid", .string(otherKey()))]
        case .wrongSignature, .expired, .notYetValid, .wrongAudience, .wrongIssuer: []
        }
    }

    /// Returns the token, with one byte of its signature changed for `wrongSignature`, and without a signature for `algNone`.
    func applied(to token: String) -> String {
        guard self == .wrongSignature || self == .algNone, let dot = token.utf8.lastIndex(of: UInt8(ascii: ".")) else {
            return token
        }
        guard self == .wrongSignature else { return String(token[...dot]) }
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
    /// Returns the validity of a token that is not a JWT, moved as the error requires. The lifetime is in seconds.
    func validity(_ lifetime: Int64, _ fault: TokenFault.Kind?) -> (begin: Timestamp, end: Timestamp) {
        let begin = services.now.adding(seconds: -TokenMinter.backdating)
        let end = services.now.adding(seconds: lifetime)
        let shift = fault?.shift(begin: begin.seconds, end: end.seconds, now: services.now) ?? 0
        return (begin.adding(seconds: shift), end.adding(seconds: shift))
    }

    /// Returns the tenant's key for tokens that are not JWTs. For `unknownKey`, the key of the stand-in identity provider signs
    /// such a token, because no `kid` names the key. Throws AADSTS50000 if OpenSSL fails.
    func signingKey(_ fault: TokenFault.Kind?, of tenant: Tenant?) throws(EntraError) -> SigningKey {
        guard fault == .unknownKey else { return try services.signingKeys(of: tenant).current }
        do {
            return try services.keys.identityProvider.get().current
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }
}
