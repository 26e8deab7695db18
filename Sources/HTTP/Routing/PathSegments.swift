import Formats

/// A path, split at `/` and then decoded. The split comes first, so that an escape cannot create a segment.
struct PathSegments {
    /// The decoded segments, one after another.
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []

    /// Splits a path into the segments after the leading `/`; the path `*` has the segment `*`. Returns nil for an invalid escape,
    /// for an encoded `/` or NUL, and for a segment whose escapes are not valid UTF-8 on their own: a character cannot continue
    /// after a `/`.
    ///
    /// Empty segments between others are skipped, as Entra does: client libraries request
    /// `/common//v2.0/.well-known/openid-configuration`. An empty last segment is kept, so `/a/` differs from `/a`.
    init?(_ path: String) {
        guard path.withBytes({ split($0) }) else { return nil }
    }

    var count: Int { ranges.count }

    func isEmpty(_ index: Int) -> Bool { ranges[index].isEmpty }

    // Allowed (lossy-text): a path is UTF-8, and every segment with an escape was validated.
    func text(_ index: Int) -> String { String(decoding: bytes[ranges[index]], as: UTF8.self) }

    /// Whether the segment equals `text`. With `.folded`, `text` must be in lower case.
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

    /// Returns the byte that two hexadecimal digits encode, or nil if they are not digits or encode NUL or `/`.
    private static func escaped(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt8? {
        var digits = digits
        guard let high = digits.popFirst().flatMap(ASCII.hexValue), let low = digits.popFirst().flatMap(ASCII.hexValue)
        else { return nil }
        let byte = high << 4 | low
        return byte == 0 || byte == UInt8(ascii: "/") ? nil : byte
    }
}
