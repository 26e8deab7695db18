import Crypto
package import Directory

extension Configuration {
    /// What keeps the server from starting, with the place where it stands: certificates are read, too.
    package func checkServer(_ options: ServerOptions) throws(Problems) {
        try checkServer(options) { certificate, key in
            UserCertificate.problem(certificatePEM: certificate, keyPEM: key).map {
                (isOfKey: $0.isOfKey, reason: $0.reason)
            }
        }
    }
}
