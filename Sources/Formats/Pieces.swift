/// The number of pieces for which memory is reserved initially.
private let usualPieces = 4

extension [UInt8] {
    /// Returns the pieces between separators, without the empty ones.
    package func pieces(separatedBy separator: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        pieces.reserveCapacity(usualPieces)
        withUnsafeBufferPointer { bytes in
            bytes.eachPiece(separatedBy: separator) { pieces.append(self[$0]) }
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
        pieces.reserveCapacity(usualPieces)
        withBytes { bytes in
            bytes.eachPiece(separatedBy: UInt8(ascii: separator), atMost: limit, keepingEmpty: keepingEmpty) { range in
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
    package func cutAtLast(_ mark: Unicode.Scalar) -> (before: String, after: String)? {
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
    /// Calls `take` with the range of each piece, by the rules of `String.pieces`.
    @inline(__always)
    fileprivate func eachPiece(
        separatedBy separator: UInt8, atMost limit: Int = .max, keepingEmpty: Bool = false,
        _ take: (Range<Int>) -> Void
    ) {
        var taken = 0
        var start = 0
        while start <= count {
            let end = taken < limit - 1 ? ByteWord.firstIndex(of: separator, in: self, from: start) ?? count : count
            if keepingEmpty || end > start {
                take(start..<end)
                taken += 1
            }
            start = end + 1
        }
    }
}
