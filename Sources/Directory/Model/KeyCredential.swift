package import Wire

/// A client certificate (Graph `keyCredential`).
package struct KeyCredential: Sendable {
    package var keyId: String?
    package var displayName: String?
    /// DER of the certificate, from `key` (base64) or from the PEM file that `certificate` names.
    package var certificate: [UInt8]?
    /// `Verify`, for what the client signs, or `Sign`, of the service's own key for a SAML application; nil: `Verify`.
    package var usage: String?
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    package init() {}

    /// Whether a client can prove itself by it.
    package var authenticates: Bool { usage?.isExactly("Verify") ?? true }
}
