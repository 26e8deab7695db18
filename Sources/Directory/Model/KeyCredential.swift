package import Wire

/// A client certificate (Graph `keyCredential`).
package struct KeyCredential: Sendable {
    package var keyId: String?
    package var displayName: String?
    /// DER of the certificate, from `key` (base64) or from the PEM file that `certificate` names.
    package var certificate: [UInt8]?
    /// `Verify`, for what the client signs, `Sign`, of the service's own key for a SAML application, or another of
    /// `usages`; nil: `Verify`.
    package var usage: String?
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    /// What Graph says that a key can be for.
    package static let usages = [
        "Verify", "Sign", "Encrypt", "Decrypt", "None", "PairwiseIdentifier", "Delegation", "HashedIdentifier",
        "SelfSignedTls",
    ]

    package init() {}

    /// Whether a client can prove itself by it.
    package var authenticates: Bool { usage?.isExactly("Verify") ?? true }
}
