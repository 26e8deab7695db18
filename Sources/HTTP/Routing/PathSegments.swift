import Wire

/// A path split at `/` and each piece decoded; the split comes first, so that no escape can make a segment.
struct PathSegments {
    /// The decoded segments, one behind the other.
    private var bytes: [UInt8] = []
    private var ranges: [Range<Int>] = []

    /// The segments behind the leading `/`; `*` for `*`. Nil for broken escapes, encoded `/` and NUL.
    ///
    /// Empty segments between others are skipped, as the service does: client libraries ask for
    /// `/common//v2.0/.well-known/openid-configuration`. An empty last segment is kept, so `/a/` is not `/a`.
    init?(_ path: String) {
        guard path.withBytes({ split($0) }) else { return nil }
    }

    var count: Int { ranges.count }

    func isEmpty(_ index: Int) -> Bool { ranges[index].isEmpty }

    // Allowed (lossy-text): a path is UTF-8, and what was escaped in it has been validated.
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
        var rest = path.first == UInt8(ascii: "/") ? path.dropFirst() : path[...]
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "/"):
                if bytes.count > start { ranges.append(start..<bytes.count) }
                start = bytes.count
            case UInt8(ascii: "%"):
                guard let high = rest.popFirst().flatMap(ASCII.hexValue),
                    let low = rest.popFirst().flatMap(ASCII.hexValue), high | low != 0,
                    high << 4 | low != UInt8(ascii: "/")
                else { return false }
                bytes.append(high << 4 | low)
                isEscaped = true
            default: bytes.append(byte)
            }
        }
        ranges.append(start..<bytes.count)
        return !isEscaped || String(utf8: bytes) != nil
    }
}
