import Crypto
import Directory
import Entra
import Wire

/// The certificates that a client registered, which are all that it can prove itself by
/// (docs/reference/protocol.md#client-assertion).
enum RegisteredCertificate {
    /// The certificate that `isMeant`, valid now. Throws AADSTS1000502 where it is not valid, 700027 where none is meant;
    /// `name` is how the client named it. `isMeant` gets the DER: of hundreds no more is read than the one.
    static func find(
        _ name: String, of client: Application, at now: Timestamp,
        where isMeant: ([UInt8], KeyCredential) -> Bool
    ) throws(EntraError) -> ClientCertificate {
        var isRegistered = false
        for credential in client.keyCredentials {
            guard credential.authenticates, let der = credential.certificate, isMeant(der, credential),
                let certificate = try? ClientCertificate(der: der)
            else { continue }
            if credential.isValid(certificate, at: now) { return certificate }
            isRegistered = true
        }
        guard !isRegistered else { throw EntraError(.certificateOutsideValidity) }
        throw EntraError(
            .clientAssertionSignature,
            [.reason: "The key was not found., Thumbprint of key used by client: '\(name)'"])
    }

    /// Checks the certificate (DER) of a TLS connection, which was issued by whomever: only its thumbprint counts
    /// (RFC 8705 §2.2). Throws as above.
    static func check(_ der: [UInt8], of client: Application, at now: Timestamp) throws(EntraError) {
        let thumbprint = Digest.sha256(der)
        _ = try find(Base64.url(thumbprint), of: client, at: now) { der, _ in Digest.sha256(der) == thumbprint }
    }
}

extension KeyCredential {
    /// Whether the time lies in both the certificate's own validity and that of its registration.
    fileprivate func isValid(_ certificate: ClientCertificate, at now: Timestamp) -> Bool {
        let start = max(certificate.notBefore, startDateTime ?? .distantPast)
        let end = min(certificate.notAfter, endDateTime ?? .distantFuture)
        return start <= now && now < end
    }
}
