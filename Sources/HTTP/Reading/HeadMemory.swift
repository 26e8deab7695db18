import Wire

/// The heads that came more than once of late, as they were read: who asks the same again and again, as for metadata and keys, is
/// not read anew each time. For the connections of one loop, which have the same limits.
///
/// A head is kept when it comes the second time; most carry an id of their own and never do.
package final class HeadMemory {
    /// Bytes; longer heads are not remembered.
    package static let longest = 1024
    /// Heads.
    package static let places = 64

    /// Where a head ends, and a sum over its bytes by which it is looked for.
    struct Mark: Equatable {
        let length: Int
        let sum: UInt64

        var place: Int { Int(sum >> 32) & (HeadMemory.places - 1) }
    }

    private struct Known {
        let mark: Mark
        let bytes: [UInt8]
        let head: RequestHead
    }

    private var known = [Known?](repeating: nil, count: HeadMemory.places)
    /// Sums of heads that came once.
    private var seen = [UInt64](repeating: 0, count: HeadMemory.places)

    package init() {}

    /// Of the head that `bytes` begin with; nil where it is long, or not whole.
    static func mark(_ bytes: Span<UInt8>) -> Mark? {
        bytes.withUnsafeBufferPointer { bytes in
            let start = UnsafeBufferPointer(rebasing: bytes[..<min(bytes.count, HeadMemory.longest)])
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

    /// Tells heads apart well enough to look where they would be; whether it is there, their bytes say.
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

    /// The head that came in the same bytes. How long it takes tells nothing of the secrets in other clients' heads: bytes are
    /// compared where the sums are the same, which takes knowing them.
    func head(_ mark: Mark, _ bytes: Span<UInt8>) -> RequestHead? {
        guard let known = known[mark.place], known.mark == mark, bytes.begins(with: known.bytes.span) else {
            return nil
        }
        return known.head
    }

    /// A head was read of these bytes.
    func note(_ head: RequestHead, _ mark: Mark, _ bytes: Span<UInt8>) {
        guard seen[mark.place] == mark.sum else {
            seen[mark.place] = mark.sum
            return
        }
        known[mark.place] = Known(mark: mark, bytes: bytes.extracting(0..<mark.length).array, head: head)
    }
}
