/// A 128-bit identifier in the 8-4-4-4-12 form (RFC 9562), compared by value, written in lower case.
package struct GUID: Hashable, Sendable, CustomStringConvertible {
    /// 16 bytes in text order.
    package let bytes: [UInt8]

    /// From 16 bytes; nil for any other count.
    package init?(bytes: some Collection<UInt8>) {
        guard bytes.count == 16 else { return nil }
        self.bytes = Array(bytes)
    }

    /// From the first 16 of at least 16 bytes of a digest or of random bytes, marked as version 4, variant 1. Shorter
    /// input is filled with zeros.
    package init(version4From source: some Collection<UInt8>) {
        var bytes = Array(source.prefix(16))
        bytes.append(contentsOf: repeatElement(0, count: 16 - bytes.count))
        bytes[6] = bytes[6] & 0x0F | 0x40
        bytes[8] = bytes[8] & 0x3F | 0x80
        self.bytes = bytes
    }

    /// Parses the 36-character form in either case, without braces.
    package init?(_ text: String) {
        guard text.utf8.count == 36 else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(16)
        var high: UInt8?
        var position = 0
        for byte in text.utf8 {
            if position == 8 || position == 13 || position == 18 || position == 23 {
                guard byte == UInt8(ascii: "-") else { return nil }
            } else {
                guard let digit = ASCII.hexValue(byte) else { return nil }
                if let first = high {
                    bytes.append(first << 4 | digit)
                    high = nil
                } else {
                    high = digit
                }
            }
            position += 1
        }
        self.bytes = bytes
    }

    package var description: String {
        var out: [UInt8] = []
        out.reserveCapacity(36)
        for (index, byte) in bytes.enumerated() {
            if index == 4 || index == 6 || index == 8 || index == 10 { out.append(UInt8(ascii: "-")) }
            out.append(ASCII.lowerHexDigits[Int(byte >> 4)])
            out.append(ASCII.lowerHexDigits[Int(byte & 15)])
        }
        // Allowed (lossy-text): hexadecimal digits and hyphens are ASCII.
        return String(decoding: out, as: UTF8.self)
    }
}
