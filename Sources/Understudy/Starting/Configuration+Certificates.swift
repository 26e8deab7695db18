import Crypto
package import Directory

extension Configuration {
    /// Throws the problems that keep the server from starting, with their positions. This check also reads the certificates.
    package func checkServer(_ options: ServerOptions) throws(Problems) {
        try checkServer(options) { certificate, key in
            UserCertificate.problem(certificatePEM: certificate, keyPEM: key).map {
                (isOfKey: $0.isOfKey, reason: $0.reason)
            }
        }
    }
}
