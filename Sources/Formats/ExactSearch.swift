/// Text search by UTF-8 bytes. The standard library's `hasPrefix`, `contains` and `replacing` compare by `Character`: a combining
/// mark after a match hides the match, and other spellings of the same characters match.
extension String {
    /// Whether the text begins with the bytes of `prefix`.
    package func hasExactPrefix(_ prefix: String) -> Bool {
        withBytes { bytes in prefix.withBytes { bytes.starts(with: $0) } }
    }

    /// Whether the text ends with the bytes of `suffix`.
    package func hasExactSuffix(_ suffix: String) -> Bool {
        withBytes { bytes in suffix.withBytes { bytes.suffix($0.count).elementsEqual($0) } }
    }

    /// Whether the text contains the bytes of `part`.
    package func containsExactly(_ part: String) -> Bool {
        withBytes { bytes in part.withBytes { bytes.firstIndex(of: $0) != nil } }
    }

    /// Returns the text after a prefix, or nil if the text does not begin with the prefix.
    package func dropping(prefix: String) -> String? {
        hasExactPrefix(prefix) ? String(Substring(utf8.dropFirst(prefix.utf8.count))) : nil
    }

    /// Returns the text before a suffix, or nil if the text does not end with the suffix.
    package func dropping(suffix: String) -> String? {
        hasExactSuffix(suffix) ? String(Substring(utf8.dropLast(suffix.utf8.count))) : nil
    }

    /// Returns the first `count` scalars of the text, or all if there are fewer.
    package func firstScalars(_ count: Int) -> String { String(unicodeScalars.prefix(count)) }

    /// Returns the last `count` scalars of the text, or all if there are fewer.
    package func lastScalars(_ count: Int) -> String { String(unicodeScalars.suffix(count)) }

    /// Returns the text with `other` in place of each occurrence of `part`, from the start, up to `limit` times. Occurrences do not
    /// overlap.
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
        // Allowed (lossy-text): the parts and their replacements are whole, valid UTF-8, so that no match begins inside a
        // character.
        return String(decoding: out, as: UTF8.self)
    }
}

extension Sequence<String> {
    /// Whether one of the texts has the same bytes.
    package func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }
}

extension UnsafeBufferPointer<UInt8> {
    /// Returns the first index of `part` at or after `start`. An empty part is found at `start`.
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

/// The number of pieces for which memory is reserved initially.
private let initialCapacity = 4

extension [UInt8] {
    /// Returns the pieces between separators, without the empty ones.
    package func pieces(separatedBy separator: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        pieces.reserveCapacity(initialCapacity)
        withUnsafeBufferPointer { bytes in
            bytes.forEachPiece(separatedBy: separator) { pieces.append(self[$0]) }
        }
        return pieces
    }
}

/// Texts are split at ASCII characters, by their bytes. A `Character` includes the combining mark after a separator, so a search by
/// `Character` would miss that separator. A search by `Character` also costs a hundred times as much.
extension String {
    /// Returns the pieces between separators, without the empty ones unless `keepingEmpty` is true. If `limit` pieces are reached,
    /// the last piece contains the rest of the text.
    package func pieces(
        separatedBy separator: Unicode.Scalar, atMost limit: Int = .max, keepingEmpty: Bool = false
    ) -> [String] {
        var pieces: [String] = []
        pieces.reserveCapacity(initialCapacity)
        withBytes { bytes in
            bytes.forEachPiece(separatedBy: UInt8(ascii: separator), atMost: limit, keepingEmpty: keepingEmpty) {
                range in
                pieces.append(String(bytes, range))
            }
        }
        return pieces
    }

    /// Returns the text before the first occurrence of `mark`, or the whole text if there is none.
    package func upTo(_ mark: Unicode.Scalar) -> String {
        withBytes { bytes in
            ByteWord.firstIndex(of: UInt8(ascii: mark), in: bytes).map { String(bytes, 0..<$0) } ?? self
        }
    }

    /// Returns the text before and after the last occurrence of `mark`, or nil if there is none.
    package func splitAtLast(_ mark: Unicode.Scalar) -> (before: String, after: String)? {
        withBytes { bytes in
            bytes.lastIndex(of: UInt8(ascii: mark)).map {
                (String(bytes, 0..<$0), String(bytes, $0 + 1..<bytes.count))
            }
        }
    }

    // A string that is cut at ASCII characters stays valid UTF-8, so nothing is lost.
    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.init(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Calls `body` with the range of each piece, by the rules of `String.pieces`.
    @inline(__always)
    fileprivate func forEachPiece(
        separatedBy separator: UInt8, atMost limit: Int = .max, keepingEmpty: Bool = false,
        _ body: (Range<Int>) -> Void
    ) {
        var pieceCount = 0
        var start = 0
        while start <= count {
            let end =
                pieceCount < limit - 1 ? ByteWord.firstIndex(of: separator, in: self, from: start) ?? count : count
            if keepingEmpty || end > start {
                body(start..<end)
                pieceCount += 1
            }
            start = end + 1
        }
    }
}
