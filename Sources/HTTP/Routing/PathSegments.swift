import Wire

/// A path split at `/` and each piece decoded; the split comes first, so that no escape can make a segment.
struct PathSegments {
    /// The decoded segments, one behind the other.
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []

    /// The segments behind the leading `/`; `*` for `*`. Nil for broken escapes, encoded `/` and NUL, and for a segment whose
    /// escapes are not UTF-8 by themselves: a character does not go on behind a `/`.
    ///
    /// Empty segments between others are skipped, as the service does: client libraries ask for
    /// `/common//v2.0/.well-known/openid-configuration`. An empty last segment is kept, so `/a/` is not `/a`.
    init?(_ path: String) {
        guard path.withBytes({ split($0) }) else { return nil }
    }

    var count: Int { ranges.count }

    func isEmpty(_ index: Int) -> Bool { ranges[index].isEmpty }

    // Allowed (lossy-text): a path is UTF-8, and every segment with an escape in it has been validated.
    func text(_ index: Int) -> String { String(decoding: bytes[ranges[index]], as: UTF8.self) }

    /// Whether the segment is that text; with `.folded`, the text has small letters only.
    func isSegment(_ index: Int, _ text: [UInt8], _ letters: PathLetters) -> Bool {
        let range = ranges[index]
        guard range.count == text.count else { return false }
        for (position, byte) in zip(range, text) {
            let own = bytes[position]
            guard own == byte || letters == .folded && ASCII.lowercased(own) == byte else { return false }
        }
        return true
    }

    private mutating func split(_ path: UnsafeBufferPointer<UInt8>) -> Bool {
        bytes.reserveCapacity(path.count)
        ranges.reserveCapacity(8)
        var start = 0
        var isEscaped = false
        var index = path.first == UInt8(ascii: "/") ? 1 : 0
        while true {
            let end =
                ByteWord.firstIndex(in: path, from: index) { word in
                    word.equal(to: UInt8(ascii: "/")) | word.equal(to: UInt8(ascii: "%"))
                } ?? path.count
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: path[index..<end]))
            if end < path.count, path[end] == UInt8(ascii: "%") {
                guard let byte = PathSegments.escaped(path[(end + 1)...]) else { return false }
                bytes.append(byte)
                isEscaped = true
                index = end + 3
                continue
            }
            guard !isEscaped || String(utf8: bytes[start...]) != nil else { return false }
            isEscaped = false
            guard end < path.count else { break }
            if bytes.count > start { ranges.append(start..<bytes.count) }
            start = bytes.count
            index = end + 1
        }
        ranges.append(start..<bytes.count)
        return true
    }

    /// What two hexadecimal digits stand for; nil where they are none, and for NUL and `/`.
    private static func escaped(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
        var digits = digits
        guard let high = digits.popFirst().flatMap(ASCII.hexValue), let low = digits.popFirst().flatMap(ASCII.hexValue)
        else { return nil }
        let byte = high << 4 | low
        return byte == 0 || byte == UInt8(ascii: "/") ? nil : byte
    }
}
