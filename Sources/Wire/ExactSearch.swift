/// Search in text by its UTF-8 bytes. The standard library's `hasPrefix`, `contains` and `replacing` work on `Character`: a
/// combining mark behind the text that is searched for hides it, and other spellings of the same characters are found.
extension String {
    /// Whether the text begins with those bytes.
    package func hasExactPrefix(_ prefix: String) -> Bool {
        withBytes { bytes in prefix.withBytes { bytes.starts(with: $0) } }
    }

    /// Whether the text ends with those bytes.
    package func hasExactSuffix(_ suffix: String) -> Bool {
        withBytes { bytes in suffix.withBytes { bytes.suffix($0.count).elementsEqual($0) } }
    }

    /// Whether those bytes stand anywhere in the text.
    package func containsExactly(_ part: String) -> Bool {
        withBytes { bytes in part.withBytes { bytes.firstIndex(of: $0) != nil } }
    }

    /// What stands behind a prefix; nil where the text does not begin with it.
    package func behind(_ prefix: String) -> String? {
        hasExactPrefix(prefix) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
    }

    /// What stands before a suffix; nil where the text does not end with it.
    package func before(_ suffix: String) -> String? {
        hasExactSuffix(suffix) ? String(Substring(utf8.dropLast(suffix.utf8.count))) : nil
    }

    /// The text's first scalars, so many at most.
    package func firstScalars(_ count: Int) -> String { String(unicodeScalars.prefix(count)) }

    /// The text's last scalars, so many at most.
    package func lastScalars(_ count: Int) -> String { String(unicodeScalars.suffix(count)) }

    /// The text with another in place of those bytes, as often as they occur one behind the other.
    package func replacingExactly(_ part: String, with other: String, atMost limit: Int = .max) -> String {
        var out: [UInt8] = []
        withBytes { bytes in
            part.withBytes { part in
                var start = 0
                var count = 0
                while !part.isEmpty, count < limit, let next = bytes.firstIndex(of: part, from: start) {
                    out += bytes[start..<next]
                    out += other.utf8
                    start = next + part.count
                    count += 1
                }
                out += bytes[start...]
            }
        }
        // Allowed (lossy-text): whole texts in place of a whole text, each valid UTF-8, which no other boundary can match.
        return String(decoding: out, as: UTF8.self)
    }
}

extension Sequence<String> {
    /// Whether one of the texts has those bytes.
    package func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where a text first stands, from a place on. Of nothing, that place.
    fileprivate func firstIndex(of part: UnsafeBufferPointer<UInt8>, from start: Int = 0) -> Int? {
        guard let first = part.first else { return start }
        var start = start
        while let index = ByteWord.firstIndex(of: first, in: self, from: start) {
            guard count - index >= part.count else { return nil }
            if self[index..<index + part.count].elementsEqual(part) { return index }
            start = index + 1
        }
        return nil
    }
}
