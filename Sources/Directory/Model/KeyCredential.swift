package import Formats

/// A client certificate (Graph `keyCredential`).
package struct KeyCredential: Sendable {
    package var keyId: String?
    package var displayName: String?
    /// The certificate in DER, from `key` (base64) or from the PEM file that `certificate` names.
    package var certificate: [UInt8]?
    /// The usage, one of `usages`: `Verify` for what the client signs, or `Sign` for the service's own key for a SAML
    /// application. A nil value means `Verify`.
    package var usage: String?
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    /// The usages of a key in Graph.
    package static let usages = [
        "Verify", "Sign", "Encrypt", "Decrypt", "None", "PairwiseIdentifier", "Delegation", "HashedIdentifier",
        "SelfSignedTls",
    ]

    package init() {}

    /// Whether a client can authenticate with the key.
    package var authenticates: Bool { usage?.isExactly("Verify") ?? true }
}
