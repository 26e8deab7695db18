import COpenSSL

/// Encodes OpenSSL objects and values as DER.
enum DER {
    /// Returns the DER of `object`, written by one of OpenSSL's `i2d` functions.
    static func bytes(
        of object: OpaquePointer,
        _ write: (OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<UInt8>?>?) -> Int32
    ) throws(CryptoFailure) -> [UInt8] {
        var buffer: UnsafeMutablePointer<UInt8>?
        let count = write(object, &buffer)
        guard count > 0, let start = buffer else { throw .openSSL("DER cannot be written") }
        defer { CRYPTO_free(start, #file, #line) }
        return Array(UnsafeBufferPointer(start: start, count: Int(count)))
    }

    /// Returns a tag, the length of the contents, and the contents (X.690 §8.1).
    static func element(_ tag: UInt8, _ contents: [UInt8]) -> [UInt8] {
        [tag] + length(contents.count) + contents
    }

    private static func length(_ count: Int) -> [UInt8] {
        guard count >= 0x80 else { return [UInt8(truncatingIfNeeded: count)] }
        var digits: [UInt8] = []
        var rest = count
        while rest > 0 {
            digits.insert(UInt8(truncatingIfNeeded: rest), at: 0)
            rest >>= 8
        }
        return [0x80 | UInt8(truncatingIfNeeded: digits.count)] + digits
    }
}
