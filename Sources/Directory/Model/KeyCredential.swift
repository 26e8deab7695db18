package import Wire

/// A client certificate (Graph `keyCredential`).
package struct KeyCredential: Sendable {
    package var keyId: String?
    package var displayName: String?
    /// DER of the certificate, from `key` (base64) or from the PEM file that `certificate` names.
    package var certificate: [UInt8]?
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    package init() {}
}
