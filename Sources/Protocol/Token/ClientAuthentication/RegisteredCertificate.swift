import Crypto
import Directory
import Entra
import Formats

/// The certificates that a client registered. A client can authenticate by no other certificate
/// (docs/reference/protocol.md#client-assertion).
enum RegisteredCertificate {
    /// Returns the certificate that `isMeant` selects. Throws AADSTS1000502 if the certificate is not valid now, and 700027 if
    /// none is selected. `name` is the client's name for the certificate, for the error message. `isMeant` gets the DER, so that
    /// only the selected certificate of hundreds is parsed.
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

    /// Checks the certificate of a TLS connection, in DER. The issuer of the certificate does not matter, because only the
    /// thumbprint counts (RFC 8705 §2.2). Throws the errors of `find`.
    static func check(_ der: [UInt8], of client: Application, at now: Timestamp) throws(EntraError) {
        let thumbprint = Digest.sha256(der)
        _ = try find(Base64.url(thumbprint), of: client, at: now) { der, _ in Digest.sha256(der) == thumbprint }
    }
}

extension KeyCredential {
    /// Whether the time is within the validity of both the certificate and its registration.
    fileprivate func isValid(_ certificate: ClientCertificate, at now: Timestamp) -> Bool {
        let start = max(certificate.notBefore, startDateTime ?? .distantPast)
        let end = min(certificate.notAfter, endDateTime ?? .distantFuture)
        return start <= now && now < end
    }
}
