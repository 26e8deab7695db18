/// A source of unpredictable bytes. `Crypto.SystemRandom` uses OpenSSL's generator; tests use a fixed source.
package protocol RandomSource: Sendable {
    /// Returns `count` random bytes.
    func bytes(_ count: Int) -> [UInt8]
    /// Returns a random version 4 GUID.
    func guid() -> GUID
}

extension RandomSource {
    package func guid() -> GUID { GUID(version4From: bytes(16)) }
}
