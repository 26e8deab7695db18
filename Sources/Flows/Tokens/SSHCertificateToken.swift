import Crypto
import Directory
import Entra
import Wire

extension TokenMinter {
    /// Seconds that a certificate is good for.
    private static let sshCertificateLifetime: Int64 = 3_600

    /// An OpenSSH certificate for the user's key, in base64, signed by the key that signs tokens. The user may sign in under
    /// the user principal name. Throws AADSTS50000 when OpenSSL fails.
    func sshCertificate(
        _ request: TokenBinding.SSHKey, for subject: TokenSubject
    ) throws(EntraError) -> IssuedAccessToken {
        let lifetime = TokenMinter.sshCertificateLifetime
        let certificate = SSHCertificate(
            key: request.key, keyID: request.keyID, principals: [subject.user.signInName],
            validAfter: services.now.adding(seconds: -TokenMinter.backdating),
            validBefore: services.now.adding(seconds: lifetime))
        do {
            let bytes = try certificate.signed(by: services.keys.signing.get().current, random: services.random)
            return IssuedAccessToken(token: Base64.standard(bytes), lifetime: lifetime, remaining: lifetime - 1)
        } catch {
            throw EntraError(.serviceFailure)
        }
    }
}
