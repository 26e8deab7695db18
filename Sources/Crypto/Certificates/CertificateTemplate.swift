import COpenSSL
import Formats

/// The contents of a certificate that `sign` creates.
struct CertificateTemplate {
    /// The common name of the subject: a constant of the server, never text from outside.
    var subject: String
    /// The serial number: positive, big-endian, at most 20 bytes (RFC 5280 §4.1.2.2).
    var serial: [UInt8]
    var notBefore: Timestamp
    var notAfter: Timestamp
    /// The extensions in the syntax of x509v3_config(5), in order. The subject key identifier must precede the authority key
    /// identifier.
    var extensions: [(nid: Int32, value: String)]

    /// Returns the certificate for `key`, signed with SHA-256 by `issuer`, or by `key` itself if there is no issuer.
    func sign(_ key: PrivateKey, issuer: (certificate: Certificate, key: PrivateKey)?) throws(CryptoFailure)
        -> Certificate
    {
        guard let draft = X509_new() else { throw .openSSL("a certificate cannot be created") }
        defer { X509_free(draft) }
        guard fill(draft, key), setIssuer(draft, issuer?.certificate), addExtensions(draft, issuer?.certificate),
            X509_sign(draft, (issuer?.key ?? key).pointer, Algorithm.sha256.pointer) > 0
        else { throw .openSSL("a certificate cannot be created") }
        return try Certificate(der: DER.bytes(of: draft, i2d_X509))
    }

    private func fill(_ draft: OpaquePointer, _ key: PrivateKey) -> Bool {
        guard let serial = BigNumber(serial),
            BN_to_ASN1_INTEGER(serial.pointer, X509_get_serialNumber(draft)) != nil,
            let name = X509_get_subject_name(draft)
        else { return false }
        return X509_set_version(draft, Int(X509_VERSION_3)) == 1
            && X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, subject, -1, -1, 0) == 1
            && ASN1_TIME_set(X509_getm_notBefore(draft), Int(notBefore.seconds)) != nil
            && ASN1_TIME_set(X509_getm_notAfter(draft), Int(notAfter.seconds)) != nil
            && X509_set_pubkey(draft, key.pointer) == 1
    }

    private func setIssuer(_ draft: OpaquePointer, _ issuer: Certificate?) -> Bool {
        X509_set_issuer_name(draft, X509_get_subject_name(issuer?.pointer ?? draft)) == 1
    }

    private func addExtensions(_ draft: OpaquePointer, _ issuer: Certificate?) -> Bool {
        var context = X509V3_CTX()
        copenssl_set_extension_context(&context, issuer?.pointer ?? draft, draft)
        return extensions.allSatisfy { nid, value in
            guard let made = X509V3_EXT_nconf_nid(nil, &context, nid, value) else { return false }
            defer { X509_EXTENSION_free(made) }
            return X509_add_ext(draft, made, -1) == 1
        }
    }
}
