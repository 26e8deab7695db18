import Entra

/// What is known of a client from its TLS connection (RFC 8705 §2; docs/reference/protocol.md#discovery-v2).
package enum TLSClientIdentity: Sendable {
    /// The host asks for no certificate.
    case notAsked
    /// The host asks for one, and none came.
    case anonymous
    /// In DER. The client has the key; nobody has vouched for who it is.
    case certificate([UInt8])

    /// The certificate; nil where the host asks for none. Throws AADSTS392200 where it asks and none came.
    func shown() throws(EntraError) -> [UInt8]? {
        switch self {
        case .notAsked: nil
        case .anonymous: throw EntraError(.clientCertificateMissing)
        case .certificate(let der): der
        }
    }
}
