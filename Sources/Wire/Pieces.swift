extension [UInt8] {
    /// What stands between separators, where anything does.
    package func pieces(separatedBy separator: UInt8) -> [ArraySlice<UInt8>] {
        var pieces: [ArraySlice<UInt8>] = []
        var start = 0
        while start < count {
            let end = withUnsafeBufferPointer { ByteWord.firstIndex(of: separator, in: $0, from: start) } ?? count
            if end > start { pieces.append(self[start..<end]) }
            start = end + 1
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
        withBytes { bytes in
            var pieces: [String] = []
            var start = 0
            while pieces.count < limit - 1,
                let end = ByteWord.firstIndex(of: UInt8(ascii: separator), in: bytes, from: start)
            {
                if keepingEmpty || end > start { pieces.append(String(bytes, start..<end)) }
                start = end + 1
            }
            if keepingEmpty || start < bytes.count { pieces.append(String(bytes, start..<bytes.count)) }
            return pieces
        }
    }

    /// What stands before the first such mark: all, where there is none.
    package func upTo(_ mark: Unicode.Scalar) -> String {
        withBytes { bytes in
            ByteWord.firstIndex(of: UInt8(ascii: mark), in: bytes).map { String(bytes, 0..<$0) } ?? self
        }
    }

    // Of a string, cut at ASCII characters: nothing is lost.
    private init(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) {
        self.init(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    }
}
