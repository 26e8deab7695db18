/// Base32 (RFC 4648 §6), the encoding of authenticator app secrets: either case, with or without padding.
package enum Base32 {
    /// Returns the decoded bytes, or nil for a character outside the alphabet, an impossible length, or leftover bits that are not
    /// zero.
    package static func decode(_ text: some Collection<UInt8>) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer: UInt32 = 0
        var bits = 0
        let digits = Array(text)
        let end = digits.lastIndex { $0 != UInt8(ascii: "=") }.map { $0 + 1 } ?? 0
        for digit in digits[..<end] {
            guard let value = value(of: digit) else { return nil }
            buffer = buffer << 5 | UInt32(value)
            bits += 5
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
                buffer &= (1 << UInt32(bits)) - 1
            }
        }
        return bits < 5 && buffer == 0 ? bytes : nil
    }

    /// Returns the bytes in upper-case base32, without padding.
    package static func encode(_ bytes: some Collection<UInt8>) -> String {
        let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
        var out: [UInt8] = []
        var buffer: UInt32 = 0
        var bits: UInt32 = 0
        for byte in bytes {
            buffer = buffer << 8 | UInt32(byte)
            bits += 8
            while bits >= 5 {
                bits -= 5
                out.append(alphabet[Int(buffer >> bits & 31)])
            }
            buffer &= (1 << bits) - 1
        }
        if bits > 0 { out.append(alphabet[Int(buffer << (5 - bits) & 31)]) }
        // Allowed (lossy-text): the letters of the alphabet are ASCII.
        return String(decoding: out, as: UTF8.self)
    }

    private static func value(of digit: UInt8) -> UInt8? {
        switch ASCII.lowercased(digit) {
        case UInt8(ascii: "a")...UInt8(ascii: "z"): ASCII.lowercased(digit) - UInt8(ascii: "a")
        case UInt8(ascii: "2")...UInt8(ascii: "7"): digit - UInt8(ascii: "2") + 26
        default: nil
        }
    }
}
