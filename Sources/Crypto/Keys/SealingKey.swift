import Formats

/// An AES-256 key with the ID that a sealed value names.
struct SealingKey: Sendable, Equatable {
    static let idSize = 4

    /// The key, 32 bytes.
    let bytes: [UInt8]
    /// The ID, 4 bytes that derive from the key.
    let id: [UInt8]
    /// The cipher that is initialized with the key.
    let cipher: AES256GCM

    /// Creates a key, or returns nil unless there are 32 bytes.
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
