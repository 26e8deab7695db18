import Formats
import Protocol

/// The token faults, with which an API must reject a token: of minted tokens, and of tokens in stubbed responses.
public enum TokenFault: String, Sendable, CaseIterable {
    /// The signature does not verify.
    case wrongSignature
    /// The token expired an hour ago.
    case expired
    /// The token becomes valid in an hour.
    case notYetValid
    /// The key of the token is not published.
    case unknownKey
    /// The token is for another API.
    case wrongAudience
    /// The token is from another issuer.
    case wrongIssuer
    /// The ID token has another nonce than the request.
    case wrongNonce
    /// The header says that the token has no signature.
    case algNone
    /// The header names no key.
    case noKeyID

    /// The row of the fault. A test shows that each case has one, and each row a case.
    var kind: Protocol::TokenFault.Kind? { Protocol::TokenFault.Kind.all.first { $0.name.isExactly(rawValue) } }
}
