import ControlPlane
import Crypto
package import Directory
import Protocol

/// The CA certificate in its file formats.
package struct CertificateAuthorityExport: Sendable {
    package let pem: [UInt8]
    package let der: [UInt8]
    /// The configuration profile for Apple devices.
    package let mobileConfig: [UInt8]

    /// The CA that follows from `--seed` or is kept in `--data-dir`; nil when it lives in a running server only.
    /// Throws where the server has a certificate of its own, and no use for a CA.
    package static func stored(_ options: ServerOptions) throws(StartFailure) -> CertificateAuthorityExport? {
        guard options.tls == nil else { throw .system(ControlEndpoint.noAuthority) }
        guard options.seed != nil || options.dataDir != nil else { return nil }
        // No signing key is needed, so no thread may create one while the process ends.
        let authority = try UnderstudyServer.keyMaterial(options, isToSign: false).authority
        return CertificateAuthorityExport(
            pem: Array(authority.certificatePEM.utf8), der: authority.certificateDER,
            mobileConfig: Array(authority.mobileConfig.utf8))
    }
}

extension Configuration {
    /// Checks the configuration for a start of the server, including the certificates. Throws the problems that keep the server
    /// from starting, with their positions.
    package func checkServer(_ options: ServerOptions) throws(Problems) {
        try checkServer(options) { certificate, key in
            UserCertificate.problem(certificatePEM: certificate, keyPEM: key).map {
                (isOfKey: $0.isOfKey, reason: $0.reason)
            }
        }
    }
}
