import COpenSSL
package import Formats

/// The server's own certificate authority: a P-256 key and its self-signed certificate, which clients must trust.
package struct CertificateAuthority: Sendable {
    let certificate: Certificate
    let key: PrivateKey

    /// The validity of the certificate. Both ends are fixed, so that a seeded authority is the same in every process.
    static let notBefore = Timestamp(seconds: 1_577_836_800)  // 2020-01-01T00:00:00Z
    static let notAfter = Timestamp(seconds: 2_524_607_999)  // 2049-12-31T23:59:59Z

    /// Creates an authority. The same stream of `random` gives the same authority.
    package static func make(_ random: some RandomSource) throws(CryptoFailure) -> CertificateAuthority {
        let key = try P256.makeKey(random)
        let template = CertificateTemplate(
            subject: "Understudy Test CA", serial: serial(random), notBefore: notBefore, notAfter: notAfter,
            extensions: [
                (NID_basic_constraints, "critical,CA:TRUE,pathlen:0"),
                (NID_key_usage, "critical,keyCertSign,cRLSign"),
                (NID_subject_key_identifier, "hash"),
            ])
        let certificate = try DeterministicSignature.resign(try template.sign(key, issuer: nil), key)
        return CertificateAuthority(certificate: certificate, key: key)
    }

    /// Creates an authority from a key and its certificate. Throws if the key and the certificate do not match, or if the
    /// certificate is not an authority's.
    init(key: PrivateKey, certificate: Certificate) throws(CryptoFailure) {
        guard certificate.isAuthority else { throw CryptoFailure("the certificate is not a CA certificate") }
        guard certificate.belongs(to: key) else { throw CryptoFailure("the certificate belongs to another key") }
        guard key.isConsistent else { throw CryptoFailure("the private key is damaged") }
        self.init(certificate: certificate, key: key)
    }

    private init(certificate: Certificate, key: PrivateKey) {
        self.certificate = certificate
        self.key = key
    }

    /// The certificate that clients must trust, as DER.
    package var certificateDER: [UInt8] { certificate.der }

    /// The certificate that clients must trust, as PEM text.
    package var certificatePEM: String { PEM.text([certificate.pemBlock]) }

    /// An Apple configuration profile (`.mobileconfig`) that installs the certificate as a root.
    package var mobileConfig: String { MobileConfig.text(rootDER: certificate.der) }

    /// Returns 16 bytes with the sign bit clear and the next bit set: a positive number of fixed length.
    static func serial(_ random: some RandomSource) -> [UInt8] {
        var bytes = random.bytes(16)
        if let first = bytes.first { bytes[0] = first & 0x7F | 0x40 }
        return bytes
    }
}

/// Apple's configuration profile: a property list that a phone or a Mac installs after a tap (Apple, "Configuration Profile
/// Reference", payload type com.apple.security.root).
enum MobileConfig {
    /// Returns the profile. The identifiers derive from the certificate, so that a second installation replaces the first.
    static func text(rootDER: [UInt8]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0">
        <dict>
            <key>PayloadContent</key>
            <array>
                <dict>
                    <key>PayloadCertificateFileName</key>
                    <string>understudy-ca.cer</string>
                    <key>PayloadContent</key>
                    <data>\(Base64.standard(rootDER))</data>
                    <key>PayloadDescription</key>
                    <string>Trusts the test identity server Understudy.</string>
                    <key>PayloadDisplayName</key>
                    <string>Understudy Test CA</string>
                    <key>PayloadIdentifier</key>
                    <string>understudy.test.ca.root</string>
                    <key>PayloadType</key>
                    <string>com.apple.security.root</string>
                    <key>PayloadUUID</key>
                    <string>\(identifier(rootDER, "root"))</string>
                    <key>PayloadVersion</key>
                    <integer>1</integer>
                </dict>
            </array>
            <key>PayloadDescription</key>
            <string>For test devices only: a person who has the server's key can impersonate any site.</string>
            <key>PayloadDisplayName</key>
            <string>Understudy Test CA</string>
            <key>PayloadIdentifier</key>
            <string>understudy.test.ca</string>
            <key>PayloadRemovalDisallowed</key>
            <false/>
            <key>PayloadType</key>
            <string>Configuration</string>
            <key>PayloadUUID</key>
            <string>\(identifier(rootDER, "profile"))</string>
            <key>PayloadVersion</key>
            <integer>1</integer>
        </dict>
        </plist>

        """
    }

    private static func identifier(_ der: [UInt8], _ label: String) -> String {
        let id = GUID(version4From: Digest.sha256(Array(label.utf8) + der))
        return id.description.asciiUppercased
    }
}
