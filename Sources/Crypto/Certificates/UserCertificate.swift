import Formats

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
