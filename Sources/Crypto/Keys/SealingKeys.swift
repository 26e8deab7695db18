package import Formats

/// Encrypts the values that clients hold for the server: codes, refresh tokens, sessions, continuation tokens.
///
/// A sealed value is version (1 byte) ‖ key ID (4) ‖ nonce (12) ‖ AES-256-GCM ciphertext ‖ tag (16). Version, key ID and kind are
/// associated data: a value that was sealed as one kind does not open as another kind.
package struct SealingKeys: Sendable {
    private static let version: UInt8 = 1
    private static let headerSize = 1 + SealingKey.idSize + AES256GCM.nonceSize
    /// The number of bytes by which a sealed value is longer than its payload.
    package static let overhead = headerSize + AES256GCM.tagSize
    /// The number of previous keys that are kept for opening, in addition to the current key.
    private static let maximumPrevious = 3

    /// The key that seals.
    let current: SealingKey
    /// The keys that only open, newest first.
    let previous: [SealingKey]

    init(current: SealingKey, previous: some Sequence<SealingKey> = []) {
        self.current = current
        self.previous = Array(previous.prefix(SealingKeys.maximumPrevious))
    }

    var keys: [SealingKey] { [current] + previous }

    /// Creates a set with one new key.
    package static func make(_ random: some RandomSource) -> SealingKeys {
        SealingKeys(current: SealingKey.make(random))
    }

    /// Returns the payload, encrypted and bound to `kind`. The result differs on every call.
    package func seal(_ payload: [UInt8], kind: String) -> [UInt8] {
        let nonce = SystemRandom().bytes(AES256GCM.nonceSize)
        var sealed: [UInt8] = []
        sealed.reserveCapacity(payload.count + SealingKeys.overhead)
        sealed.append(SealingKeys.version)
        sealed.append(contentsOf: current.id)
        let associated = sealed + kind.utf8
        sealed.append(contentsOf: nonce)
        current.cipher.seal(payload, nonce: nonce, associated: associated, to: &sealed)
        return sealed
    }

    /// Returns the payload, or nil if the kind differs, the key is unknown, or any bit was changed.
    package func open(_ sealed: [UInt8], kind: String) -> [UInt8]? {
        guard sealed.count >= SealingKeys.overhead, sealed[0] == SealingKeys.version,
            let key = key(of: sealed[1...SealingKey.idSize])
        else { return nil }
        return key.cipher.open(
            sealed[SealingKeys.headerSize...], nonce: sealed[(1 + SealingKey.idSize)..<SealingKeys.headerSize],
            associated: Array(sealed[...SealingKey.idSize]) + kind.utf8)
    }

    private func key(of id: ArraySlice<UInt8>) -> SealingKey? {
        current.id.elementsEqual(id) ? current : previous.first { $0.id.elementsEqual(id) }
    }

    /// Seals a payload and returns base64url text.
    package func sealText(_ payload: [UInt8], kind: String) -> String {
        Base64.url(seal(payload, kind: kind))
    }

    /// Opens base64url text of at most `maximumBytes` characters. Returns nil for anything else.
    package func openText(_ text: Substring.UTF8View, kind: String, maximumBytes: Int) -> [UInt8]? {
        guard text.count <= maximumBytes, let sealed = Base64.decodeURL(text) else { return nil }
        return open(sealed, kind: kind)
    }

    /// Whether base64url text begins like a sealed value. The value is not decrypted.
    package static func isSealedValue(_ text: ArraySlice<UInt8>) -> Bool {
        Base64.decodeURL(text.prefix(8))?.first == version
    }

    /// Whether base64url text names one of these keys as its sealing key. The value is not decrypted.
    package func canOpen(_ text: ArraySlice<UInt8>) -> Bool {
        guard let start = Base64.decodeURL(text.prefix(8)), start.first == SealingKeys.version else { return false }
        return key(of: start[1...SealingKey.idSize]) != nil
    }
}

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
