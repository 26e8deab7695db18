import Wire

/// One AES-256 key, and the id that tells which key sealed a value.
struct SealingKey: Sendable, Equatable {
    static let idSize = 4

    /// 32 bytes.
    let bytes: [UInt8]
    /// 4 bytes that follow from the key.
    let id: [UInt8]
    /// The key at work.
    let cipher: AES256GCM

    /// Nil unless there are 32 bytes.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == AES256GCM.keySize else { return nil }
        self.init(derivedFrom: bytes)
    }

    static func make(_ random: some RandomSource) -> SealingKey {
        SealingKey(derivedFrom: Digest.sha256(random.bytes(AES256GCM.keySize)))
    }

    private init(derivedFrom bytes: [UInt8]) {
        self.bytes = bytes
        cipher = AES256GCM(key: bytes)
        id = Array(Digest.hmacSHA256(key: bytes, Array("key id".utf8)).prefix(SealingKey.idSize))
    }

    static func == (left: SealingKey, right: SealingKey) -> Bool { ConstantTime.equal(left.bytes, right.bytes) }
}
