import Formats

/// A cache of parsed request heads, keyed by their bytes. Clients that repeat a request, such as one for metadata or keys, skip the
/// parser. The connections of one event loop, which have the same limits, share a cache.
///
/// A head is cached when it arrives for the second time. Most heads contain a unique ID and are never cached.
package final class RequestHeadCache {
    /// The maximum length of a cached head, in bytes.
    package static let longest = 1024
    /// The number of entries.
    package static let entryCount = 64

    /// The length of a head and a checksum of its bytes, which selects the entry.
    struct Mark: Equatable {
        let length: Int
        let sum: UInt64

        var index: Int { Int(sum >> 32) & (RequestHeadCache.entryCount - 1) }
    }

    private struct Known {
        let mark: Mark
        let bytes: [UInt8]
        let head: RequestHead
    }

    private var known = [Known?](repeating: nil, count: RequestHeadCache.entryCount)
    /// The checksums of heads that arrived once.
    private var seen = [UInt64](repeating: 0, count: RequestHeadCache.entryCount)

    package init() {}

    /// Returns the mark of the head at the start of `bytes`, or nil if the head is too long or incomplete.
    static func mark(_ bytes: Span<UInt8>) -> Mark? {
        bytes.withUnsafeBufferPointer { bytes in
            let start = UnsafeBufferPointer(rebasing: bytes[..<min(bytes.count, RequestHeadCache.longest)])
            var position = 0
            while let line = ByteWord.firstIndex(of: ASCII.carriageReturn, in: start, from: position) {
                guard start.count - line >= 4 else { return nil }
                if start[line + 1] == ASCII.lineFeed, start[line + 2] == ASCII.carriageReturn,
                    start[line + 3] == ASCII.lineFeed
                {
                    let head = UnsafeBufferPointer(rebasing: start[..<(line + 4)])
                    return Mark(length: head.count, sum: sum(UnsafeRawBufferPointer(head)))
                }
                position = line + 1
            }
            return nil
        }
    }

    /// Returns a checksum that suffices to select an entry. A comparison of the bytes decides whether the entry matches.
    private static func sum(_ bytes: UnsafeRawBufferPointer) -> UInt64 {
        var sum = UInt64(bytes.count)
        var position = 0
        while bytes.count - position >= 8 {
            sum = mixed(sum, bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self))
            position += 8
        }
        for byte in bytes[position...] { sum = mixed(sum, UInt64(byte)) }
        return sum
    }

    private static func mixed(_ sum: UInt64, _ word: UInt64) -> UInt64 {
        let product = (sum ^ word) &* 0x9E37_79B9_7F4A_7C15
        return product ^ product >> 29
    }

    /// Returns the cached head with the same bytes. The duration reveals nothing about secrets in the heads of other clients: bytes
    /// are compared only if the checksums are equal, which requires knowledge of the secrets.
    func head(_ mark: Mark, _ bytes: Span<UInt8>) -> RequestHead? {
        guard let known = known[mark.index], known.mark == mark, bytes.begins(with: known.bytes.span) else {
            return nil
        }
        return known.head
    }

    /// Records that a head was parsed from these bytes.
    func note(_ head: RequestHead, _ mark: Mark, _ bytes: Span<UInt8>) {
        guard seen[mark.index] == mark.sum else {
            seen[mark.index] = mark.sum
            return
        }
        known[mark.index] = Known(mark: mark, bytes: bytes.extracting(0..<mark.length).array, head: head)
    }
}
