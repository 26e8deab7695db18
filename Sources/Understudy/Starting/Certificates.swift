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

    /// Returns the CA that is derived from `--seed` or stored in `--data-dir`, or nil if only a running server has the CA.
    /// Throws if the options name a certificate, because the server then uses no CA.
    package static func stored(_ options: ServerOptions) throws(StartFailure) -> CertificateAuthorityExport? {
        guard options.tls == nil else { throw .system(ControlEndpoint.noAuthority) }
        guard options.seed != nil || options.dataDir != nil else { return nil }
        // No signing key is needed, so no thread may create one while the process ends.
        let authority = try UnderstudyServer.keyMaterial(options, needsSigningKey: false).authority
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
