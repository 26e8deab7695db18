#if canImport(Security)
    import Foundation
    import Security

    /// Has a session trust one certificate authority beside those of the system:
    /// `URLSession(configuration: .ephemeral, delegate: AuthorityTrust(der: try server.certificateAuthority(.der)), delegateQueue:
    /// nil)`.
    public final class AuthorityTrust: NSObject, URLSessionDelegate {
        private let authority: SecCertificate?

        public init(der: [UInt8]) {
            authority = SecCertificateCreateWithData(nil, Data(der) as CFData)
        }

        public func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            guard let trust = challenge.protectionSpace.serverTrust, let authority else {
                return (.performDefaultHandling, nil)
            }
            SecTrustSetAnchorCertificates(trust, [authority] as CFArray)
            SecTrustSetAnchorCertificatesOnly(trust, false)
            guard SecTrustEvaluateWithError(trust, nil) else { return (.cancelAuthenticationChallenge, nil) }
            return (.useCredential, URLCredential(trust: trust))
        }
    }
#endif
