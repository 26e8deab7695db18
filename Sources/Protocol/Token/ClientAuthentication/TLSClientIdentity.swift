import Entra

/// The identity of a client by its TLS connection (RFC 8705 §2; docs/reference/protocol.md#discovery-v2).
package enum TLSClientIdentity: Sendable {
    /// The host requests no certificate.
    case notAsked
    /// The host requests a certificate, and the client sent none.
    case anonymous
    /// The client's certificate, in DER. The client has the private key, but nobody vouches for its identity.
    case certificate([UInt8])

    /// Returns the certificate, or nil if the host requests none. Throws AADSTS392200 if the host requests a certificate and the
    /// client sent none.
    func shown() throws(EntraError) -> [UInt8]? {
        switch self {
        case .notAsked: nil
        case .anonymous: throw EntraError(.clientCertificateMissing)
        case .certificate(let der): der
        }
    }
}
