/// A certificate with its chain and key, as a user hands them over in PEM files.
struct UserCertificate {
    let leaf: Certificate
    let chain: [Certificate]
    let key: PrivateKey

    /// Throws when a file is damaged, the key is encrypted, or the key is not the certificate's.
    init(certificatePEM: [UInt8], keyPEM: [UInt8]) throws(CryptoFailure) {
        var certificates: [Certificate] = []
        for block in try PEM.blocks(certificatePEM) where block.label == PEMBlock.certificate {
            certificates.append(try Certificate(der: block.bytes))
        }
        let keyBlock = try PEM.blocks(keyPEM).first { PEMBlock.privateKeyLabels.contains($0.label) }
        guard let first = certificates.first else { throw CryptoFailure("there is no certificate in the file") }
        guard let keyBlock else { throw CryptoFailure("there is no unencrypted private key in the file") }
        leaf = first
        chain = Array(certificates.dropFirst())
        key = try PrivateKey(der: keyBlock.bytes)
        guard leaf.belongs(to: key) else { throw CryptoFailure("the private key is not the certificate's") }
    }
}
