/// For which room is made at once.
private let usualPieces = 4

extension [UInt8] {
    /// What stands between separators, where anything does.
    package func pieces(separatedBy separator: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        pieces.reserveCapacity(usualPieces)
        withUnsafeBufferPointer { bytes in
            bytes.eachPiece(separatedBy: separator) { pieces.append(self[$0]) }
        }
        return pieces
    }
}

/// Texts are cut at ASCII characters, and by their bytes: a `Character` takes in the combining mark that follows a separator, so
/// that no separator would be seen there, and to find each costs a hundred times as much.
extension String {
    /// What stands between separators, where anything does, unless what is empty is kept. Of so many pieces the last one is
    /// all that is left.
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

    /// What stands before the first such mark: all, where there is none.
    package func upTo(_ mark: Unicode.Scalar) -> String {
        withBytes { bytes in
            ByteWord.firstIndex(of: UInt8(ascii: mark), in: bytes).map { String(bytes, 0..<$0) } ?? self
        }
    }

    /// What stands before and after the last such mark; nil where there is none.
    package func cutAtLast(_ mark: Unicode.Scalar) -> (before: String, after: String)? {
        withBytes { bytes in
            bytes.lastIndex(of: UInt8(ascii: mark)).map {
                (String(bytes, 0..<$0), String(bytes, $0 + 1..<bytes.count))
            }
        }
    }

    // Of a string, cut at ASCII characters: nothing is lost.
    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.init(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Where each piece stands, as `String.pieces` has them.
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
