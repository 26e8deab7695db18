import COpenSSL
package import Formats
import Platform

/// An X.509 certificate (RFC 5280).
struct Certificate: Sendable {
    let handle: SharedHandle
    let der: [UInt8]

    var pointer: OpaquePointer { handle.pointer }

    /// Parses a certificate from DER. Throws unless the whole input is one certificate.
    init(der: [UInt8]) throws(CryptoFailure) {
        let parsed = der.withUnsafeBufferPointer { buffer in
            var cursor = buffer.baseAddress
            let certificate = d2i_X509(nil, &cursor, buffer.count)
            guard let certificate, let end = cursor, end - (buffer.baseAddress ?? end) == buffer.count else {
                X509_free(certificate)
                return OpaquePointer?.none
            }
            return certificate
        }
        guard let handle = SharedHandle(parsed, release: X509_free) else {
            throw .openSSL("the certificate cannot be read")
        }
        self.handle = handle
        self.der = der
    }

    /// Whether `key` is the private half of the certificate's key.
    func belongs(to key: PrivateKey) -> Bool {
        defer { ERR_clear_error() }
        return X509_check_private_key(pointer, key.pointer) == 1
    }

    /// Whether basic constraints and key usage allow the certificate to sign other certificates.
    var isAuthority: Bool {
        defer { ERR_clear_error() }
        return X509_check_ca(pointer) == 1
    }

    var pemBlock: PEMBlock { PEMBlock(label: PEMBlock.certificate, bytes: der) }
}

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
            guard let entry = X509V3_EXT_nconf_nid(nil, &context, nid, value) else { return false }
            defer { X509_EXTENSION_free(entry) }
            return X509_add_ext(draft, entry, -1) == 1
        }
    }
}

/// A certificate that a client registered. Its thumbprint identifies the key of a client assertion, and its key verifies the
/// assertion.
package struct ClientCertificate: Sendable {
    package let key: RSAPublicKey
    /// The SHA-256 hash of the DER, 32 bytes: `x5t#S256`.
    package let sha256Thumbprint: [UInt8]
    package let notBefore: Timestamp
    package let notAfter: Timestamp

    /// Parses a certificate from DER. Throws if the bytes are not a certificate, or if its key is not RSA of 2048 to 8192 bits.
    package init(der: [UInt8]) throws(CryptoFailure) {
        let certificate = try Certificate(der: der)
        key = try RSAPublicKey(certificateDER: der)
        sha256Thumbprint = Digest.sha256(der)
        guard let notBefore = ClientCertificate.time(X509_get0_notBefore(certificate.pointer)),
            let notAfter = ClientCertificate.time(X509_get0_notAfter(certificate.pointer))
        else { throw CryptoFailure("the certificate's validity cannot be read") }
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    private static func time(_ time: UnsafePointer<ASN1_TIME>?) -> Timestamp? {
        var civil = tm()
        guard let time, ASN1_TIME_to_tm(time, &civil) == 1 else { return nil }
        return Timestamp(seconds: Int64(timegm(&civil)))
    }
}

/// A certificate with its chain and key, from the PEM files of a user.
package struct UserCertificate {
    let leaf: Certificate
    let chain: [Certificate]
    let key: PrivateKey

    /// The reason why the two files are rejected.
    package struct Problem: Error, Sendable {
        /// Whether the problem is in the file of the key or in the file of the certificate.
        package let isOfKey: Bool
        package let reason: String
    }

    /// Parses the two files. Throws if a file is damaged, the key is encrypted, or the key does not match the certificate.
    init(certificatePEM: [UInt8], keyPEM: [UInt8]) throws(Problem) {
        let certificates: [Certificate]
        do throws(CryptoFailure) {
            certificates = try UserCertificate.certificates(certificatePEM)
        } catch {
            throw Problem(isOfKey: false, reason: error.reason)
        }
        guard let first = certificates.first else {
            throw Problem(isOfKey: false, reason: "the file contains no certificate")
        }
        do throws(CryptoFailure) {
            key = try UserCertificate.key(keyPEM)
        } catch {
            throw Problem(isOfKey: true, reason: error.reason)
        }
        leaf = first
        chain = Array(certificates.dropFirst())
        guard leaf.belongs(to: key) else {
            throw Problem(isOfKey: true, reason: "the private key does not belong to the certificate")
        }
    }

    /// Returns the reason why two files cannot be used, such as a key that is too weak, or nil if they can be used.
    package static func problem(certificatePEM: [UInt8], keyPEM: [UInt8]) -> Problem? {
        do throws(Problem) {
            let user = try UserCertificate(certificatePEM: certificatePEM, keyPEM: keyPEM)
            return TLSServerContext.rejection(of: user).map { Problem(isOfKey: false, reason: $0) }
        } catch {
            return error
        }
    }

    private static func certificates(_ pem: [UInt8]) throws(CryptoFailure) -> [Certificate] {
        var certificates: [Certificate] = []
        for block in try PEM.blocks(pem) where block.label.isExactly(PEMBlock.certificate) {
            certificates.append(try Certificate(der: block.bytes))
        }
        return certificates
    }

    private static func key(_ pem: [UInt8]) throws(CryptoFailure) -> PrivateKey {
        guard let block = try PEM.blocks(pem).first(where: { PEMBlock.privateKeyLabels.containsExactly($0.label) })
        else {
            throw CryptoFailure("the file contains no unencrypted private key")
        }
        return try PrivateKey(der: block.bytes)
    }
}
