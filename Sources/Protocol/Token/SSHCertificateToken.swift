import Crypto
import Directory
import Entra
import Formats

extension TokenMinter {
    /// The lifetime of a certificate, in seconds.
    private static let sshCertificateLifetime: Int64 = 3_600

    /// Returns an OpenSSH certificate for the user's key, in base64. One key signs the certificates of all tenants, so that
    /// machines trust a single key (`ssh-ca.pub`). The only principal is the user's sign-in name. Throws AADSTS50000 if OpenSSL
    /// fails.
    func sshCertificate(
        _ request: TokenBinding.SSHKey, for subject: TokenSubject
    ) throws(EntraError) -> IssuedAccessToken {
        let lifetime = TokenMinter.sshCertificateLifetime
        let fault = services.tokenFault?.kind(for: .access)
        let (validAfter, validBefore) = validity(lifetime, fault)
        let certificate = SSHCertificate(
            key: request.key, keyID: request.keyID, principals: [subject.user.signInName], validAfter: validAfter,
            validBefore: validBefore)
        let key = try signingKey(fault, of: nil)
        do {
            let made = try certificate.signed(by: key, random: services.random)
            let bytes = fault?.applied(toCertificate: made) ?? made
            return IssuedAccessToken(token: Base64.standard(bytes), lifetime: lifetime, remaining: lifetime - 1)
        } catch {
            throw EntraError(.serviceFailure)
        }
    }
}
