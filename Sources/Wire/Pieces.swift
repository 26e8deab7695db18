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
