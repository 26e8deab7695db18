/// Byte classes of US-ASCII. Parsers classify bytes with these functions and never use `Character`. Most functions run for each
/// byte that a client sends, so they are public: Swift inlines only public functions in other modules.
public enum ASCII {
    @inlinable public static var tab: UInt8 { UInt8(ascii: "\t") }
    @inlinable public static var lineFeed: UInt8 { UInt8(ascii: "\n") }
    @inlinable public static var carriageReturn: UInt8 { UInt8(ascii: "\r") }
    @inlinable public static var space: UInt8 { UInt8(ascii: " ") }

    @inlinable
    public static func isDigit(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10
    }

    @inlinable
    public static func isUppercase(_ byte: UInt8) -> Bool {
        byte &- 0x41 < 26
    }

    /// Whether a text contains an upper-case letter. Reads every byte, because stopping at the first upper-case letter is slower.
    static func hasUppercase(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        text.reduce(UInt8(0)) { $0 | (isUppercase($1) ? 1 : 0) } != 0
    }

    @inlinable
    public static func isLetter(_ byte: UInt8) -> Bool {
        (byte | 0x20) &- 0x61 < 26
    }

    /// Returns the lower-case form of an upper-case letter, and every other byte unchanged.
    @inlinable
    public static func lowercased(_ byte: UInt8) -> UInt8 {
        isUppercase(byte) ? byte | 0x20 : byte
    }

    /// Returns the value of a hexadecimal digit, 0…15, or nil for any other byte.
    @inlinable
    public static func hexValue(_ byte: UInt8) -> UInt8? {
        if isDigit(byte) { return byte &- 0x30 }
        let lower = (byte | 0x20) &- 0x61
        return lower < 6 ? lower &+ 10 : nil
    }

    /// Whether a byte is in the `unreserved` set of RFC 3986 §2.3: letters, digits, `-`, `.`, `_`, `~`.
    @inlinable
    public static func isUnreserved(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == 0x2D || byte == 0x2E || byte == 0x5F || byte == 0x7E
    }

    /// Whether a byte is a `tchar` (RFC 9110 §5.6.2), a character of methods and field names.
    @inlinable
    public static func isTokenCharacter(_ byte: UInt8) -> Bool {
        if isLetter(byte) || isDigit(byte) { return true }
        switch byte {
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: return true
        default: return false
        }
    }

    static let lowerHexDigits: [UInt8] = Array("0123456789abcdef".utf8)
    static let upperHexDigits: [UInt8] = Array("0123456789ABCDEF".utf8)

    /// Returns the bytes in lower-case hexadecimal, two digits per byte.
    package static func hex(_ bytes: some Sequence<UInt8>) -> String {
        var out: [UInt8] = []
        for byte in bytes {
            out.append(lowerHexDigits[Int(byte >> 4)])
            out.append(lowerHexDigits[Int(byte & 15)])
        }
        // Allowed (lossy-text): hexadecimal digits are ASCII.
        return String(decoding: out, as: UTF8.self)
    }

    /// Returns the value of `1*DIGIT`, or nil if the text is empty, has another character, or exceeds `Int.max`. Unlike
    /// `Int("+5")`, this function rejects a sign.
    package static func decimal(_ bytes: some Sequence<UInt8>) -> Int? {
        bytes.withContiguousStorageIfAvailable { decimal($0) }
            ?? Array(bytes).withUnsafeBufferPointer { decimal($0) }
    }

    package static func decimal(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
        var value = 0
        for byte in bytes {
            guard isDigit(byte) else { return nil }
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int(byte &- 0x30))
            guard !overflow, !carry else { return nil }
            value = sum
        }
        return bytes.isEmpty ? nil : value
    }
}
