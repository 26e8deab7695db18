/// What is known of a client from its TLS connection (RFC 8705 §2; entra-protocol §1.3).
package enum TLSClientIdentity: Sendable {
    /// The host asks for no certificate.
    case notAsked
    /// The host asks for one, and none came.
    case anonymous
    /// In DER. The client has the key; nobody has vouched for who it is.
    case certificate([UInt8])
}
