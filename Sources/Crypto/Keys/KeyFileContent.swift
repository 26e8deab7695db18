import Formats

/// The content of a key file, as PEM blocks. Parsing is strict: an extra block, or a block with an unknown label, is an error.
protocol KeyFileContent {
    init(blocks: [PEMBlock]) throws(CryptoFailure)
    func blocks() throws(CryptoFailure) -> [PEMBlock]
}

extension CertificateAuthority: KeyFileContent {
    func blocks() throws(CryptoFailure) -> [PEMBlock] {
        [PEMBlock(label: PEMBlock.privateKey, bytes: try key.pkcs8()), certificate.pemBlock]
    }

    init(blocks: [PEMBlock]) throws(CryptoFailure) {
        let pairs = try KeyPair.pairs(blocks, .p256)
        guard pairs.count == 1, let pair = pairs.first else { throw CryptoFailure("must contain exactly one key") }
        try self.init(key: pair.key, certificate: pair.certificate)
    }
}

extension KeyRing: KeyFileContent {
    /// Returns the blocks of all keys, the current key first.
    func blocks() throws(CryptoFailure) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        for key in [current] + others {
            blocks.append(PEMBlock(label: PEMBlock.privateKey, bytes: try key.privateKey.pkcs8()))
            blocks.append(key.certificate.pemBlock)
        }
        return blocks
    }

    init(blocks: [PEMBlock]) throws(CryptoFailure) {
        var keys: [SigningKey] = []
        for pair in try KeyPair.pairs(blocks, .rsa) {
            keys.append(try SigningKey(privateKey: pair.key, certificate: pair.certificate))
        }
        guard let current = keys.first else { throw CryptoFailure("contains no key") }
        self.init(current: current, others: Array(keys.dropFirst()))
    }
}

extension SealingKeys: KeyFileContent {
    private static let label = "UNDERSTUDY SEALING KEY"

    /// Returns the blocks of all keys, the current key first.
    func blocks() -> [PEMBlock] {
        keys.map { PEMBlock(label: SealingKeys.label, bytes: $0.bytes) }
    }

    init(blocks: [PEMBlock]) throws(CryptoFailure) {
        let keys = blocks.compactMap { $0.label.isExactly(SealingKeys.label) ? SealingKey($0.bytes) : nil }
        guard keys.count == blocks.count, let current = keys.first else {
            throw CryptoFailure("must contain sealing keys of 32 bytes")
        }
        self.init(current: current, previous: keys.dropFirst())
    }
}

/// The salt of pairwise subjects, as the content of its file.
struct PairwiseSalt: KeyFileContent {
    private static let label = "UNDERSTUDY PAIRWISE SALT"

    let bytes: [UInt8]

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    func blocks() -> [PEMBlock] {
        [PEMBlock(label: PairwiseSalt.label, bytes: bytes)]
    }

    init(blocks: [PEMBlock]) throws(CryptoFailure) {
        guard blocks.count == 1, let block = blocks.first, block.label.isExactly(PairwiseSalt.label),
            block.bytes.count == KeyMaterial.pairwiseSaltSize
        else { throw CryptoFailure("must contain exactly one salt of 32 bytes") }
        bytes = block.bytes
    }
}

/// A private key and the certificate that follows it.
private struct KeyPair {
    let key: PrivateKey
    let certificate: Certificate

    static func pairs(_ blocks: [PEMBlock], _ kind: PrivateKey.Kind) throws(CryptoFailure) -> [KeyPair] {
        var pairs: [KeyPair] = []
        for start in stride(from: 0, to: blocks.count, by: 2) {
            guard start + 1 < blocks.count, blocks[start].label.isExactly(PEMBlock.privateKey),
                blocks[start + 1].label.isExactly(PEMBlock.certificate)
            else { throw CryptoFailure("must contain keys, each followed by its certificate") }
            let key = try PrivateKey(der: blocks[start].bytes, kind)
            pairs.append(KeyPair(key: key, certificate: try Certificate(der: blocks[start + 1].bytes)))
        }
        return pairs
    }
}
