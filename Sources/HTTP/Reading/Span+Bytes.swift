import Formats

extension Span<UInt8> {
    /// The bytes as text. The bytes must be valid UTF-8.
    var string: String {
        // Allowed (lossy-text): the parser of heads has validated the bytes, see above.
        withUnsafeBufferPointer { String(decoding: $0, as: UTF8.self) }
    }

    /// The bytes as an array.
    var array: [UInt8] {
        withUnsafeBufferPointer { Array($0) }
    }

    /// Whether the bytes equal a lower-case ASCII literal if the case of the span's letters is ignored.
    func isExactlyIgnoringASCIICase(_ lowercase: StaticString) -> Bool {
        guard count == lowercase.utf8CodeUnitCount else { return false }
        return lowercase.withUTF8Buffer { literal in
            for index in literal.indices where ASCII.lowercased(self[index]) != literal[index] { return false }
            return true
        }
    }

    func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
        withUnsafeBufferPointer { ByteWord.firstIndex(of: byte, in: $0, from: start) }
    }

    func allSatisfy(_ predicate: (UInt8) -> Bool) -> Bool {
        for index in indices where !predicate(self[index]) { return false }
        return true
    }
}
