/// Base64 in both alphabets (RFC 4648 §4 and §5), strict on reading: no white space, no foreign character, no stray bits.
package enum Base64 {
    private static let urlAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
    private static let standardAlphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

    private static let urlValues = values(of: urlAlphabet)
    private static let standardValues = values(of: standardAlphabet)

    private static func values(of alphabet: [UInt8]) -> [UInt8] {
        var table = [UInt8](repeating: 0xFF, count: 256)
        for (value, character) in alphabet.enumerated() { table[Int(character)] = UInt8(truncatingIfNeeded: value) }
        return table
    }

    /// base64url without padding, as JWS and PKCE use it (RFC 7515 §2).
    package static func url(_ bytes: some Collection<UInt8>) -> String {
        // Allowed (lossy-text): letters of the alphabet are ASCII.
        String(decoding: encode(bytes, urlAlphabet, padded: false), as: UTF8.self)
    }

    /// base64url without padding, as bytes.
    package static func urlBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
        encode(bytes, urlAlphabet, padded: false)
    }

    /// Standard base64 with padding, as PEM, `x5c` and Basic use it.
    package static func standard(_ bytes: some Collection<UInt8>) -> String {
        // Allowed (lossy-text): letters of the alphabet are ASCII.
        String(decoding: encode(bytes, standardAlphabet, padded: true), as: UTF8.self)
    }

    /// Decodes base64url. `padding` tells whether `=` at the end is refused or tolerated (some client libraries pad
    /// thumbprints and signatures). Nil for anything that is not canonical.
    package static func decodeURL(_ text: some Collection<UInt8>, padding: Padding = .refused) -> [UInt8]? {
        decode(text, urlValues, padding)
    }

    /// Decodes standard base64; padding must be right when present.
    package static func decodeStandard(_ text: some Collection<UInt8>) -> [UInt8]? {
        decode(text, standardValues, .tolerated)
    }

    /// What `=` at the end means to a reader.
    package enum Padding: Sendable {
        case refused
        case tolerated
    }

    /// The generic entrances stop here: other modules call them unspecialised, which made each byte cost 27 ns.
    private static func encode(_ bytes: some Collection<UInt8>, _ alphabet: [UInt8], padded: Bool) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { encode($0, alphabet, padded) }
            ?? encode(Array(bytes), alphabet, padded: padded)
    }

    /// Writes four characters for each three bytes, then what is left: into memory that is not cleared first, as every
    /// token passes here three times.
    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>, _ alphabet: [UInt8], _ padded: Bool) -> [UInt8] {
        let whole = bytes.count / 3
        return [UInt8](unsafeUninitializedCapacity: (whole + 1) * 4) { out, count in
            alphabet.withUnsafeBufferPointer { letters in
                for group in 0..<whole {
                    let triple =
                        UInt32(bytes[group * 3]) << 16 | UInt32(bytes[group * 3 + 1]) << 8
                        | UInt32(bytes[group * 3 + 2])
                    out[group * 4] = letters[Int(triple >> 18)]
                    out[group * 4 + 1] = letters[Int(triple >> 12 & 63)]
                    out[group * 4 + 2] = letters[Int(triple >> 6 & 63)]
                    out[group * 4 + 3] = letters[Int(triple & 63)]
                }
                count = whole * 4
                let rest = bytes.count - whole * 3
                guard rest > 0 else { return }
                let first = UInt32(bytes[whole * 3]) << 16
                let last = first | (rest == 2 ? UInt32(bytes[whole * 3 + 1]) << 8 : 0)
                let pad = UInt8(ascii: "=")
                out[count] = letters[Int(last >> 18)]
                out[count + 1] = letters[Int(last >> 12 & 63)]
                out[count + 2] = rest == 2 ? letters[Int(last >> 6 & 63)] : pad
                out[count + 3] = pad
                count += padded ? 4 : rest + 1
            }
        }
    }

    private static func decode(_ text: some Collection<UInt8>, _ values: [UInt8], _ padding: Padding) -> [UInt8]? {
        text.withContiguousStorageIfAvailable { decode(contiguous: $0, values, padding) }
            ?? decode(Array(text), values, padding)
    }

    private static func decode(contiguous text: UnsafeBufferPointer<UInt8>, _ values: [UInt8], _ padding: Padding)
        -> [UInt8]?
    {
        var out: [UInt8] = []
        out.reserveCapacity(text.count / 4 * 3 + 2)
        var accumulator: UInt32 = 0
        var held = 0
        var pads = 0
        var position = 0
        // Four good characters at a time; what stands at the end, or is not good, is looked at one by one.
        while position + 4 <= text.count {
            let (one, two) = (values[Int(text[position])], values[Int(text[position + 1])])
            let (three, four) = (values[Int(text[position + 2])], values[Int(text[position + 3])])
            guard one | two | three | four < 64 else { break }
            out.append(one << 2 | two >> 4)
            out.append(two << 4 | three >> 2)
            out.append(three << 6 | four)
            position += 4
        }
        for character in text[position...] {
            if character == UInt8(ascii: "=") {
                pads += 1
                continue
            }
            let value = values[Int(character)]
            guard value != 0xFF, pads == 0 else { return nil }
            accumulator = accumulator << 6 | UInt32(value)
            held += 1
            if held == 4 {
                out.append(UInt8(truncatingIfNeeded: accumulator >> 16))
                out.append(UInt8(truncatingIfNeeded: accumulator >> 8))
                out.append(UInt8(truncatingIfNeeded: accumulator))
                accumulator = 0
                held = 0
            }
        }
        switch held {
        case 0: guard pads == 0 else { return nil }
        case 2:
            guard accumulator & 15 == 0 else { return nil }
            out.append(UInt8(truncatingIfNeeded: accumulator >> 4))
        case 3:
            guard accumulator & 3 == 0 else { return nil }
            out.append(UInt8(truncatingIfNeeded: accumulator >> 10))
            out.append(UInt8(truncatingIfNeeded: accumulator >> 2))
        default: return nil
        }
        guard pads == 0 || (padding == .tolerated && pads == 4 - held) else { return nil }
        return out
    }
}
