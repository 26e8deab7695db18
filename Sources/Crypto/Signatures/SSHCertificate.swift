import COpenSSL
package import Formats

/// The numbers of an RSA public key, within the limits of `RSAPublicKey`.
package struct RSAPublicNumbers: Sendable {
    /// The modulus, big-endian. The exponent is big-endian, too.
    let modulus: [UInt8]
    let exponent: [UInt8]

    /// Creates the numbers, or returns nil if they are not such a key.
    package init?(modulus: [UInt8], exponent: [UInt8]) {
        guard (try? RSAPublicKey(modulus: modulus, exponent: exponent)) != nil else { return nil }
        self.modulus = modulus
        self.exponent = exponent
    }
}

/// An OpenSSH certificate with which a user signs in to servers that trust the signer (OpenSSH's PROTOCOL.certkeys,
/// `ssh-rsa-cert-v01@openssh.com`).
package struct SSHCertificate: Sendable {
    package static let type = "ssh-rsa-cert-v01@openssh.com"

    let key: RSAPublicNumbers
    /// The ID of the certificate, which servers log.
    let keyID: String
    /// The names with which the user may sign in.
    let principals: [String]
    let validAfter: Timestamp
    let validBefore: Timestamp

    package init(
        key: RSAPublicNumbers, keyID: String, principals: [String], validAfter: Timestamp, validBefore: Timestamp
    ) {
        self.key = key
        self.keyID = keyID
        self.principals = principals
        self.validAfter = validAfter
        self.validBefore = validBefore
    }

    private static let userType: UInt32 = 1

    /// The permissions of the holder, the same that `ssh-keygen` grants by default.
    private static let extensions = [
        "permit-X11-forwarding", "permit-agent-forwarding", "permit-port-forwarding", "permit-pty", "permit-user-rc",
    ]

    /// Returns the certificate, signed with `rsa-sha2-256`. A public key file contains the certificate in base64, after its type.
    package func signed(by signer: SigningKey, random: some RandomSource) throws(CryptoFailure) -> [UInt8] {
        var body = SSHWriter()
        body.write(SSHCertificate.type)
        body.write(random.bytes(32))
        body.writeNumber(key.exponent)
        body.writeNumber(key.modulus)
        body.write(random.bytes(8).reduce(0) { $0 << 8 | UInt64($1) })
        body.write(SSHCertificate.userType)
        body.write(keyID)
        body.write(SSHWriter.bytes { writer in for principal in principals { writer.write(principal) } })
        body.write(UInt64(clamping: validAfter.seconds))
        body.write(UInt64(clamping: validBefore.seconds))
        body.write([UInt8]())
        body.write(
            SSHWriter.bytes { writer in
                for name in SSHCertificate.extensions {
                    writer.write(name)
                    writer.write([UInt8]())
                }
            })
        body.write([UInt8]())
        body.write(try signer.sshPublicKey())
        let signature = try signer.signRS256(body.bytes)
        body.write(
            SSHWriter.bytes { writer in
                writer.write("rsa-sha2-256")
                writer.write(signature)
            })
        return body.bytes
    }
}

extension SigningKey {
    /// Returns the public key in SSH's format (RFC 4253 §6.6), for `TrustedUserCAKeys`.
    package func sshPublicKey() throws(CryptoFailure) -> [UInt8] {
        guard let n = privateKey.number(OSSL_PKEY_PARAM_RSA_N), let e = privateKey.number(OSSL_PKEY_PARAM_RSA_E) else {
            throw .openSSL("the RSA key cannot be read")
        }
        return SSHWriter.bytes { writer in
            writer.write("ssh-rsa")
            writer.writeNumber(e.minimalBytes)
            writer.writeNumber(n.minimalBytes)
        }
    }
}

/// Writes SSH's data types (RFC 4251 §5).
private struct SSHWriter {
    private(set) var bytes: [UInt8] = []

    static func bytes(_ body: (inout SSHWriter) -> Void) -> [UInt8] {
        var writer = SSHWriter()
        body(&writer)
        return writer.bytes
    }

    mutating func write(_ value: UInt32) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ value: UInt64) {
        withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ value: [UInt8]) {
        write(UInt32(clamping: value.count))
        bytes.append(contentsOf: value)
    }

    mutating func write(_ value: String) {
        write(Array(value.utf8))
    }

    /// Writes a positive number without leading zeros, except for a zero byte if the first bit would make the number negative.
    mutating func writeNumber(_ value: [UInt8]) {
        let digits = Array(value.drop { $0 == 0 })
        let isNegative = (digits.first ?? 0) & 0x80 != 0
        write(isNegative ? [0] + digits : digits)
    }
}
