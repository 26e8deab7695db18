import Formats
import Synchronization

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
