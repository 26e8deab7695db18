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
        String(decoding: encode(bytes, urlAlphabet, padded: false), as: UTF8.self)
    }

    /// base64url without padding, as bytes.
    package static func urlBytes(_ bytes: some Collection<UInt8>) -> [UInt8] {
        encode(bytes, urlAlphabet, padded: false)
    }

    /// Standard base64 with padding, as PEM, `x5c` and Basic use it.
    package static func standard(_ bytes: some Collection<UInt8>) -> String {
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

    package enum Padding: Sendable {
        case refused
        case tolerated
    }

    /// The generic entrances stop here: other modules call them unspecialised, which made each byte cost 27 ns.
    private static func encode(_ bytes: some Collection<UInt8>, _ alphabet: [UInt8], padded: Bool) -> [UInt8] {
        bytes.withContiguousStorageIfAvailable { encode($0, alphabet, padded) }
            ?? encode(Array(bytes), alphabet, padded: padded)
    }

    private static func encode(_ bytes: UnsafeBufferPointer<UInt8>, _ alphabet: [UInt8], _ padded: Bool) -> [UInt8] {
        var out: [UInt8] = []
        out.reserveCapacity((bytes.count + 2) / 3 * 4)
        var accumulator: UInt32 = 0
        var held = 0
        for byte in bytes {
            accumulator = accumulator << 8 | UInt32(byte)
            held += 1
            if held == 3 {
                out.append(alphabet[Int(accumulator >> 18 & 63)])
                out.append(alphabet[Int(accumulator >> 12 & 63)])
                out.append(alphabet[Int(accumulator >> 6 & 63)])
                out.append(alphabet[Int(accumulator & 63)])
                accumulator = 0
                held = 0
            }
        }
        if held == 1 {
            out.append(alphabet[Int(accumulator >> 2 & 63)])
            out.append(alphabet[Int(accumulator << 4 & 63)])
        } else if held == 2 {
            out.append(alphabet[Int(accumulator >> 10 & 63)])
            out.append(alphabet[Int(accumulator >> 4 & 63)])
            out.append(alphabet[Int(accumulator << 2 & 63)])
        }
        if padded, held > 0 {
            out.append(contentsOf: repeatElement(UInt8(ascii: "="), count: 3 - held))
        }
        return out
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
        for character in text {
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
