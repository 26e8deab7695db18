/// The surrogate pairs of JSON. JSON writes a character beyond U+FFFF as two escapes, `\uD83D\uDE00`; YAML accepts only one escape,
/// `\U0001F600`.
enum JSONSurrogates {
    /// Returns a JSON text (a text that begins with a brace or bracket) with each surrogate pair rewritten for YAML, and any other
    /// text unchanged.
    static func joined(_ text: [UInt8]) -> [UInt8] {
        guard let first = text.first(where: { $0 > ASCII.space }),
            first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
            text.contains(UInt8(ascii: "\\"))
        else { return text }
        var out: [UInt8] = []
        out.reserveCapacity(text.count)
        var position = 0
        while position < text.count {
            if text[position] == UInt8(ascii: "\\") {
                if let code = pair(text, at: position) {
                    out.append(contentsOf: escape(code))
                    position += 12
                } else {
                    // The byte after the backslash is copied too, so that the second of two backslashes does not begin an escape.
                    out.append(contentsOf: text[position..<min(position + 2, text.count)])
                    position += 2
                }
            } else {
                out.append(text[position])
                position += 1
            }
        }
        return out
    }

    /// Returns the code point of the surrogate pair at a position, or nil if there is no pair.
    static func pair(_ text: [UInt8], at position: Int) -> UInt32? {
        guard let high = unit(text, at: position), 0xD800..<0xDC00 ~= high,
            let low = unit(text, at: position + 6), 0xDC00..<0xE000 ~= low
        else { return nil }
        return 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)
    }

    /// Returns the value of `\uXXXX` at a position, or nil if there is no such escape.
    static func unit(_ text: [UInt8], at position: Int) -> UInt32? {
        guard position + 6 <= text.count, text[position] == UInt8(ascii: "\\"), text[position + 1] == UInt8(ascii: "u")
        else { return nil }
        var value: UInt32 = 0
        for byte in text[position + 2..<position + 6] {
            guard let digit = ASCII.hexValue(byte) else { return nil }
            value = value << 4 | UInt32(digit)
        }
        return value
    }

    private static func escape(_ code: UInt32) -> [UInt8] {
        var out = Array("\\U".utf8)
        for shift in stride(from: UInt32(28), through: 0, by: -4) {
            out.append(ASCII.lowerHexDigits[Int(code >> shift & 15)])
        }
        return out
    }
}
