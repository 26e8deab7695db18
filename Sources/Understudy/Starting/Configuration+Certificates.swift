import Crypto
package import Directory

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
