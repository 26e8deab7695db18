import COpenSSL
package import Formats
import Synchronization

/// OpenSSL's random generator, which the operating system seeds.
package struct SystemRandom: RandomSource {
    private static let reserve = Mutex(RandomReserve())

    package init() {}

    package func bytes(_ count: Int) -> [UInt8] {
        guard count > 0, count <= Int(Int32.max) else { return [] }
        guard count <= RandomReserve.largestDraw else { return SystemRandom.generated(count) }
        return SystemRandom.reserve.withLock { $0.draw(count) { Array($0) } }
    }

    /// Returns a random GUID without an intermediate array.
    package func guid() -> GUID {
        SystemRandom.reserve.withLock { reserve in
            reserve.draw(16) { bytes in GUID(version4From: bytes.reduce(UInt128(0)) { $0 << 8 | UInt128($1) }) }
        }
    }

    fileprivate static func generated(_ count: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: count)
        guard RAND_bytes(&out, Int32(clamping: count)) == 1 else {
            // OpenSSL cannot reach its entropy source. The kernel's generator is used instead, never zeros.
            ERR_clear_error()
            var generator = SystemRandomNumberGenerator()
            return out.map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        }
        return out
    }
}

/// A buffer of random bytes. A request needs a few bytes at a time, and each call of OpenSSL costs more than the bytes.
private struct RandomReserve {
    static let largestDraw = 64
    private static let size = 4096

    private var bytes: [UInt8] = []
    private var unusedCount = 0

    /// Passes `count` unused bytes to `body`.
    mutating func draw<Result>(_ count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result) -> Result {
        if unusedCount < count {
            bytes = SystemRandom.generated(RandomReserve.size)
            unusedCount = bytes.count
        }
        let range = (unusedCount - count)..<unusedCount
        unusedCount -= count
        return bytes.withUnsafeMutableBufferPointer { bytes in
            let drawn = UnsafeMutableBufferPointer(rebasing: bytes[range])
            // Used bytes are erased from the buffer.
            defer { drawn.update(repeating: 0) }
            return body(drawn)
        }
    }
}

/// A stream of bytes derived from a seed and a label: the same in every process, different for each label.
///
/// Block i is HMAC-SHA256(key, i as 8 bytes big-endian) with key = SHA-256(length of the seed as 8 bytes ‖ seed ‖ label). Each call
/// starts on a fresh block. Any change here changes every seeded key, so treat this definition as a file format.
package final class SeededStream: RandomSource {
    private let key: [UInt8]
    private let nextBlock = Atomic<UInt64>(0)

    package init(seed: String, label: String) {
        let text = Array(seed.utf8)
        key = Digest.sha256(SeededStream.bigEndian(UInt64(text.count)) + text + Array(label.utf8))
    }

    package func bytes(_ count: Int) -> [UInt8] {
        guard count > 0 else { return [] }
        let blocks = UInt64((count - 1) / 32 + 1)
        // Relaxed, because each call has its own blocks and no other memory depends on the counter.
        let first = nextBlock.wrappingAdd(blocks, ordering: .relaxed).oldValue
        let out = (0..<blocks).flatMap { Digest.hmacSHA256(key: key, SeededStream.bigEndian(first &+ $0)) }
        return Array(out.prefix(count))
    }

    private static func bigEndian(_ number: UInt64) -> [UInt8] {
        withUnsafeBytes(of: number.bigEndian) { Array($0) }
    }
}
