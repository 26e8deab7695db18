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
    func kind(for token: Token) -> Kind? {
        (only ?? token) == token && (kind.only ?? token) == token ? kind : nil
    }
}

extension TokenFault {
    /// A kind of token fault: its names, and what it changes in a token. The rows of `all` are the one list for minted tokens,
    /// stubbed responses and the Swift library.
    package struct Kind: Sendable, Equatable {
        /// The signature of a token with the fault.
        enum Signature: Sendable {
            case valid
            /// The signature does not match the signed data.
            case wrong
            case absent
        }

        /// The algorithm in the header of a token without a fault.
        static let usualAlgorithm = SignatureAlgorithm.rs256.rawValue

        /// The name in requests, responses and messages, and in the Swift library.
        package let name: String
        /// The older name, which remains valid in requests, or nil.
        package var oldName: String?
        var signature = Signature.valid
        /// Whether the `kid` header names a key that is not published. Such a key signs the tokens that have no `kid`.
        var hasUnknownKey = false
        /// Whether the header names its key.
        var hasKeyID = true
        /// The algorithm in the header.
        var algorithm = usualAlgorithm
        /// The time at which the token begins, in seconds after the time of the clock, or nil for the usual time.
        package var begins: Int64?
        /// The time at which the token ends, in seconds after the time of the clock, or nil for the usual time.
        package var ends: Int64?
        /// The claim with another value than usual, or nil.
        package var claim: (name: String, value: String)?
        /// The only token that can have the fault, or nil for a fault of all tokens.
        package var only: Token?

        package static func == (left: Kind, right: Kind) -> Bool { left.name.isExactly(right.name) }
    }
}

extension TokenFault.Kind {
    /// The token expired an hour ago.
    package static let expired = TokenFault.Kind(name: "expired", oldName: "expiredToken", ends: -3_600)

    /// All kinds, in the order of messages. The Swift library has a case for each name, and Config/openapi.yaml lists the names.
    package static let all = [
        TokenFault.Kind(name: "wrongSignature", oldName: "badSignature", signature: .wrong),
        expired,
        TokenFault.Kind(name: "notYetValid", oldName: "notYetValidToken", begins: 3_600),
        TokenFault.Kind(name: "unknownKey", oldName: "unknownKid", hasUnknownKey: true),
        TokenFault.Kind(name: "wrongAudience", claim: ("aud", "api://another")),
        TokenFault.Kind(name: "wrongIssuer", claim: ("iss", "https://issuer.invalid/v2.0")),
        TokenFault.Kind(name: "wrongNonce", claim: ("nonce", "another-nonce"), only: .id),
        TokenFault.Kind(name: "algNone", signature: .absent, hasKeyID: false, algorithm: "none"),
        TokenFault.Kind(name: "noKeyID", hasKeyID: false),
    ]

    /// The names that are valid in requests, except `name`.
    package var aliases: [String] { [oldName].compactMap(\.self) }

    /// Whether the fault is one of the signature and its key. A token has at most one such fault.
    package var isOfSignature: Bool {
        signature != .valid || hasUnknownKey || !hasKeyID || !algorithm.isExactly(TokenFault.Kind.usualAlgorithm)
    }

    /// Returns the number of seconds by which the fault moves the times of a token that would be valid from `begin` to `end`.
    func shift(begin: Int64, end: Int64, now: Timestamp) -> Int64 {
        if let begins { return now.seconds + begins - begin }
        return ends.map { now.seconds + $0 - end } ?? 0
    }

    /// Returns the value of the fault for a claim, or nil for the usual value.
    func value(of claim: String) -> String? {
        self.claim.flatMap { $0.name.isExactly(claim) ? $0.value : nil }
    }

    /// Returns the claims with the claim of the fault, and with `iat`, `nbf` and `exp` moved, as the fault requires.
    func applied(to claims: ClaimSet, now: Timestamp) -> ClaimSet {
        var changed = claims
        if let (name, value) = claim { changed.set(name, value) }
        let shift = shift(
            begin: claims["nbf"]?.integer ?? now.seconds, end: claims["exp"]?.integer ?? now.seconds, now: now)
        guard shift != 0 else { return changed }
        for name in ["iat", "nbf", "exp"] {
            if let time = claims[name]?.integer { changed.set(name, time + shift) }
        }
        return changed
    }

    /// Returns the header members that the fault replaces; null removes a member. `otherKey` is the ID of a key that is not
    /// published.
    func replacedHeader(_ otherKey: @autoclosure () -> String) -> [JSONValue.Member] {
        var members = [JSONValue.Member("alg", .string(algorithm))]
        if !hasKeyID { members += [.init("kid", .null), .init("x5t", .null)] }
        if hasUnknownKey { members.append(.init("kid", .string(otherKey()))) }
        return members
    }

    /// Returns the token with the signature of the fault: with one byte changed, or without a signature.
    func applied(to token: String) -> String {
        guard signature != .valid, let dot = token.utf8.lastIndex(of: UInt8(ascii: ".")) else { return token }
        guard signature == .wrong else { return String(token[...dot]) }
        var bytes = Array(token.utf8)
        let first = token.utf8.distance(from: token.utf8.startIndex, to: dot) + 1
        guard first < bytes.count else { return token }
        bytes[first] = bytes[first] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the XML of the assertion, with one character of its signature changed for a wrong signature.
    func applied(toAssertion xml: [UInt8]) -> [UInt8] {
        guard signature == .wrong, let mark = xml.firstRange(of: Array("SignatureValue>".utf8)),
            mark.upperBound < xml.count
        else { return xml }
        var bytes = xml
        bytes[mark.upperBound] = bytes[mark.upperBound] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
        return bytes
    }

    /// Returns the OpenSSH certificate, with its last byte changed for a wrong signature. A certificate ends with its signature.
    func applied(toCertificate bytes: [UInt8]) -> [UInt8] {
        guard signature == .wrong, let last = bytes.last else { return bytes }
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

    /// Returns the tenant's key for tokens that are not JWTs. For an unknown key, the key of the stand-in identity provider
    /// signs such a token, because no `kid` names the key. Throws AADSTS50000 if OpenSSL fails.
    func signingKey(_ fault: TokenFault.Kind?, of tenant: Tenant?) throws(EntraError) -> SigningKey {
        guard fault?.hasUnknownKey == true else { return try services.signingKeys(of: tenant).current }
        do {
            return try services.keys.identityProvider.get().current
        } catch {
            throw EntraError(.serviceFailure, detail: error.reason)
        }
    }
}
