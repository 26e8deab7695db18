import Formats

/// A set of known secrets to find in any text. The search time hardly depends on the number of secrets: at each position, a table
/// lookup tests the next six bytes.
package struct KnownSecrets: Sendable {
    /// The shortest text to search for, in bytes. Shorter texts would match by chance.
    package static let minimumLength = 6
    /// The shortest text that matches inside of a word, in bytes. Shorter texts and numbers match only as whole words.
    private static let freeLength = 8

    /// The secrets with the same first bytes.
    private struct Group {
        var lengths: Set<Int> = []
        var secrets: Set<[UInt8]> = []
    }

    private var byStart: [UInt64: Group] = [:]
    /// A bit set of the hashes of all first bytes, which rules out most positions of a text.
    private var filter: [UInt64] = []
    private var shift: UInt64 = 0

    package init(_ texts: some Sequence<String>) {
        for text in texts where text.utf8.count >= KnownSecrets.minimumLength && !SecretNames.isWord(text) {
            let bytes = Array(text.utf8)
            let start = bytes.prefix(KnownSecrets.minimumLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            byStart[start, default: Group()].lengths.insert(bytes.count)
            byStart[start, default: Group()].secrets.insert(bytes)
        }
        guard !byStart.isEmpty else { return }
        // The filter has about sixteen bits for each start, between 256 and 65,536 bits in all.
        let bits = min(max(Int.bitWidth - (byStart.count * 16).leadingZeroBitCount, 8), 16)
        shift = UInt64(64 - bits)
        filter = Array(repeating: 0, count: (1 << bits) / 64)
        for start in byStart.keys {
            let hash = KnownSecrets.hash(start, shift)
            filter[hash / 64] |= 1 << UInt64(hash % 64)
        }
    }

    var isEmpty: Bool { byStart.isEmpty }

    /// Returns the ranges of a text that are known secrets.
    func ranges(in text: [UInt8]) -> [Range<Int>] {
        guard !byStart.isEmpty, text.count >= KnownSecrets.minimumLength else { return [] }
        var found: [Range<Int>] = []
        var start: UInt64 = 0
        for (end, byte) in text.enumerated() {
            start = (start << 8 | UInt64(byte)) & 0xFFFF_FFFF_FFFF
            let position = end + 1 - KnownSecrets.minimumLength
            guard position >= 0 else { continue }
            let hash = KnownSecrets.hash(start, shift)
            guard filter[hash / 64] & (1 << UInt64(hash % 64)) != 0, let group = byStart[start] else { continue }
            for length in group.lengths where position + length <= text.count {
                let range = position..<(position + length)
                guard group.secrets.contains(Array(text[range])) else { continue }
                if KnownSecrets.isFree(text[range]) || text.isWord(range) { found.append(range) }
            }
        }
        return found
    }

    private static func isFree(_ secret: ArraySlice<UInt8>) -> Bool {
        secret.count >= freeLength && !secret.allSatisfy(ASCII.isDigit)
    }

    private static func hash(_ start: UInt64, _ shift: UInt64) -> Int {
        Int(truncatingIfNeeded: (start &* 0x9E37_79B9_7F4A_7C15) >> shift)
    }
}

extension [UInt8] {
    /// Whether a range is a whole word: no letter, digit, `-` or `_` is next to the range.
    func isWord(_ range: Range<Int>) -> Bool {
        let isPart = { (byte: UInt8) in
            ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
        }
        return !(range.lowerBound > 0 && isPart(self[range.lowerBound - 1]))
            && !(range.upperBound < count && isPart(self[range.upperBound]))
    }
}
