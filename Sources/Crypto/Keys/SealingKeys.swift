package import Wire

/// Seals the values that clients carry for the server: codes, refresh tokens, sessions, continuation tokens.
///
/// A sealed value is version (1 byte) ‖ key id (4) ‖ nonce (12) ‖ AES-256-GCM ciphertext ‖ tag (16). Version, key id and
/// the kind are associated data: a value sealed as one kind never opens as another.
package struct SealingKeys: Sendable {
    private static let version: UInt8 = 1
    private static let headerSize = 1 + SealingKey.idSize + AES256GCM.nonceSize
    /// How many bytes longer a sealed value is than its payload.
    package static let overhead = headerSize + AES256GCM.tagSize
    /// Keys kept for opening beside the current one.
    private static let previousKept = 3

    /// The key that seals.
    let current: SealingKey
    /// Keys that only open, newest first.
    let previous: [SealingKey]

    init(current: SealingKey, previous: some Sequence<SealingKey> = []) {
        self.current = current
        self.previous = Array(previous.prefix(SealingKeys.previousKept))
    }

    var keys: [SealingKey] { [current] + previous }

    /// One new key.
    package static func make(_ random: some RandomSource) -> SealingKeys {
        SealingKeys(current: SealingKey.make(random))
    }

    /// The payload, encrypted and bound to `kind`. Two calls never give the same bytes.
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

    /// The payload, or nil: another kind, an unknown key, or one bit changed.
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

    /// `seal` as base64url text.
    package func sealText(_ payload: [UInt8], kind: String) -> String {
        Base64.url(seal(payload, kind: kind))
    }

    /// `open` of base64url text of at most `maximumBytes` characters; nil for anything else.
    package func openText(_ text: Substring.UTF8View, kind: String, maximumBytes: Int) -> [UInt8]? {
        guard text.count <= maximumBytes, let sealed = Base64.decodeURL(text) else { return nil }
        return open(sealed, kind: kind)
    }

    /// Whether base64url text begins as sealed values do; nothing is opened.
    package static func haveForm(_ text: ArraySlice<UInt8>) -> Bool {
        Base64.decodeURL(text.prefix(8))?.first == version
    }

    /// Whether base64url text names one of these keys as the one that sealed it; nothing is opened.
    package func haveSealed(_ text: ArraySlice<UInt8>) -> Bool {
        guard let start = Base64.decodeURL(text.prefix(8)), start.first == SealingKeys.version else { return false }
        return key(of: start[1...SealingKey.idSize]) != nil
    }
}
