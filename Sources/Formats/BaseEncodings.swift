/// Base64 in both alphabets (RFC 4648 §4 and §5). Decoding is strict: no white space, no character outside the alphabet, no
/// leftover bits.
package enum Base64 {
    private static let urlAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let standardAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let urlPairs = pairs(of: urlAlphabet)
    private static let standardPairs = pairs(of: standardAlphabet)

    private static let urlValues = values(of: urlAlphabet)
    private static let standardValues = values(of: standardAlphabet)

    /// Returns the two characters of each 12-bit value, in memory order.
    private static func pairs(of alphabet: [UInt8]) -> [UInt16] {
        alphabet.flatMap { first in
            alphabet.map { second in
                withUnsafeBytes(of: (first, second)) { $0.loadUnaligned(as: UInt16.self) }
            }
        }
    }

    private static func values(of alphabet: [UInt8]) -> [UInt8] {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(truncatingIfNeeded: value) }
        return table
    }

    /// Returns base64url without padding, as JWS and PKCE use it (RFC 7515 §2).
    package static func url(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: size(bytes.count)) { encode(bytes, urlPairs, padded: false, to: $0) }
    }

    package static func url(_ bytes: some Collection<UInt8>) -> String { url(Array(bytes)) }

    /// Returns the bytes of base64url text without padding.
    package static func urlBytes(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: size(bytes.count)) { out, count in
            count = encode(bytes, urlPairs, padded: false, to: out)
        }
    }

    /// Returns standard base64 with padding, as PEM, `x5c` and Basic use it.
    package static func standard(_ bytes: [UInt8]) -> String {
        String(unsafeUninitializedCapacity: size(bytes.count)) { encode(bytes, standardPairs, padded: true, to: $0) }
    }

    package static func standard(_ bytes: some Collection<UInt8>) -> String { standard(Array(bytes)) }

    /// Returns the number of characters for `count` bytes, with padding.
    private static func size(_ count: Int) -> Int { (count + 2) / 3 * 4 }

    /// Decodes base64url, or returns nil for anything that is not canonical. `padding` decides whether `=` at the end is rejected
    /// or tolerated, because some client libraries pad thumbprints and signatures.
    package static func decodeURL(_ text: some Collection<UInt8>, padding: Padding = .rejected) -> [UInt8]? {
        decode(text, urlValues, padding)
    }

    /// Decodes standard base64, or returns nil for anything that is not canonical. Padding is optional, but must be correct if
    /// present.
    package static func decodeStandard(_ text: some Collection<UInt8>) -> [UInt8]? {
        decode(text, standardValues, .tolerated)
    }

    /// Whether a decoder accepts `=` at the end of base64url.
    package enum Padding: Sendable {
        case rejected
        case tolerated
    }

    /// Writes four characters for each three bytes and returns the number of characters. Six bytes are encoded at a time while
    /// eight bytes remain, then three at a time, then the rest.
    private static func encode(
        _ bytes: [UInt8], _ pairs: [UInt16], padded: Bool, to out: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        bytes.withUnsafeBufferPointer { bytes in
            pairs.withUnsafeBufferPointer { pairs in
                let out = UnsafeMutableRawBufferPointer(out)
                let groups = bytes.count / 3
                var done = 0
                while bytes.count - done * 3 >= 8 {
                    let word = UInt64(
                        bigEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(
                            fromByteOffset: done * 3, as: UInt64.self))
                    for pair in 0..<4 {
                        let bits = Int(truncatingIfNeeded: word >> (52 - 12 * pair)) & 0xFFF
                        out.storeBytes(of: pairs[bits], toByteOffset: done * 4 + pair * 2, as: UInt16.self)
                    }
                    done += 2
                }
                for group in done..<groups {
                    let triple =
                        Int(bytes[group * 3]) << 16 | Int(bytes[group * 3 + 1]) << 8 | Int(bytes[group * 3 + 2])
                    out.storeBytes(of: pairs[triple >> 12], toByteOffset: group * 4, as: UInt16.self)
                    out.storeBytes(of: pairs[triple & 0xFFF], toByteOffset: group * 4 + 2, as: UInt16.self)
                }
                let rest = bytes.count - groups * 3
                guard rest > 0 else { return groups * 4 }
                let last = Int(bytes[groups * 3]) << 16 | (rest == 2 ? Int(bytes[groups * 3 + 1]) << 8 : 0)
                out.storeBytes(of: pairs[last >> 12], toByteOffset: groups * 4, as: UInt16.self)
                out.storeBytes(of: pairs[last & 0xFFF], toByteOffset: groups * 4 + 2, as: UInt16.self)
                let pad = UInt8(ascii: "=")
                if rest == 1 { out[groups * 4 + 2] = pad }
                out[groups * 4 + 3] = pad
                return groups * 4 + (padded ? 4 : rest + 1)
            }
        }
    }

    /// Decodes text of any collection. The generic code ends here, because other modules call it unspecialized, which cost 27 ns
    /// per byte.
    private static func decode(_ text: some Collection<UInt8>, _ values: [UInt8], _ padding: Padding) -> [UInt8]? {
        text.withContiguousStorageIfAvailable { decode(contiguous: $0, values, padding) }
            ?? decode(Array(text), values, padding)
    }

    private static func decode(contiguous text: UnsafeBufferPointer<UInt8>, _ values: [UInt8], _ padding: Padding)
        -> [UInt8]?
    {
        let pads = text.reversed().prefix { $0 == UInt8(ascii: "=") }.count
        let groups = (text.count - pads) / 4
        let rest = (text.count - pads) % 4
        guard rest != 1, pads == 0 || (padding == .tolerated && rest > 0 && pads == 4 - rest) else { return nil }
        // The bits that no valid character has, and the leftover bits at the end, which must be zero.
        var invalidBits: UInt8 = 0
        var leftoverBits: UInt8 = 0
        let out = [UInt8](unsafeUninitializedCapacity: groups * 3 + 2) { out, count in
            values.withUnsafeBufferPointer { values in
                for group in 0..<groups {
                    let (one, two) = (values[Int(text[group * 4])], values[Int(text[group * 4 + 1])])
                    let (three, four) = (values[Int(text[group * 4 + 2])], values[Int(text[group * 4 + 3])])
                    invalidBits |= one | two | three | four
                    out[group * 3] = one << 2 | two >> 4
                    out[group * 3 + 1] = two << 4 | three >> 2
                    out[group * 3 + 2] = three << 6 | four
                }
                count = groups * 3
                guard rest > 0 else { return }
                let (one, two) = (values[Int(text[groups * 4])], values[Int(text[groups * 4 + 1])])
                let three = rest == 3 ? values[Int(text[groups * 4 + 2])] : 0
                invalidBits |= one | two | three
                leftoverBits = rest == 3 ? three & 3 : two & 15
                out[count] = one << 2 | two >> 4
                out[count + 1] = two << 4 | three >> 2
                count += rest - 1
            }
        }
        return invalidBits < 64 && leftoverBits == 0 ? out : nil
    }
}

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
