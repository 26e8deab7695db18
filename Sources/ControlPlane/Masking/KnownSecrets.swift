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

/// The server's own credentials, which are masked even if a client requests secrets.
struct ServerSecrets: Sendable {
    /// The shortest credential that matches inside of a word, in bytes. Shorter credentials match only as whole words.
    private static let freeLength = 8

    private let controlToken: [UInt8]?
    private let others: [[UInt8]]

    init(controlToken: String? = nil, others: [String] = []) {
        self.controlToken = controlToken.map { Array($0.utf8) }.flatMap { $0.isEmpty ? nil : $0 }
        self.others = others.map { Array($0.utf8) }.filter { !$0.isEmpty }
    }

    var isEmpty: Bool { controlToken == nil && others.isEmpty }

    /// Whether a text equals the control token.
    func isControlToken(_ text: some Collection<UInt8>) -> Bool {
        controlToken.map { $0.elementsEqual(text) } ?? false
    }

    /// Returns the ranges of a text that are credentials of the server, each with whether it is the control token.
    func ranges(in text: [UInt8]) -> [(range: Range<Int>, isControlToken: Bool)] {
        (controlToken.map { ServerSecrets.ranges(of: $0, in: text) } ?? []).map { ($0, true) }
            + others.flatMap { ServerSecrets.ranges(of: $0, in: text) }.map { ($0, false) }
    }

    private static func ranges(of secret: [UInt8], in text: [UInt8]) -> [Range<Int>] {
        var ranges: [Range<Int>] = []
        var start = 0
        while let range = text.firstRange(of: secret, from: start) {
            if secret.count >= freeLength || text.isWord(range) { ranges.append(range) }
            start = range.lowerBound + 1
        }
        return ranges
    }
}
