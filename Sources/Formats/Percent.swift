/// Percent-encoding (RFC 3986 §2.1).
package enum Percent {
    /// Encodes every byte outside `unreserved`, in upper-case hexadecimal. The result is valid in any query or fragment value.
    package static func encode(_ text: String) -> String {
        var out: [UInt8] = []
        out.reserveCapacity(text.utf8.count + 16)
        append(text, to: &out)
        // Allowed (lossy-text): percent-encoded text is ASCII.
        return String(decoding: out, as: UTF8.self)
    }

    /// Appends the encoded text to `out`. Runs of bytes that need no escape are copied whole.
    package static func append(_ text: String, to out: inout [UInt8]) {
        text.withBytes { bytes in
            var start = 0
            while true {
                let end = ByteWord.firstIndex(in: bytes, from: start, where: \.reserved) ?? bytes.count
                out.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[start..<end]))
                guard end < bytes.count else { return }
                let byte = bytes[end]
                out.append(UInt8(ascii: "%"))
                out.append(ASCII.upperHexDigits[Int(byte >> 4)])
                out.append(ASCII.upperHexDigits[Int(byte & 15)])
                start = end + 1
            }
        }
    }

    /// Appends the text in the form of .NET's `HttpUtility.UrlEncode`: a space as `+`, hexadecimal digits in lower case, and
    /// letters, digits and `-_.!*()` as they are.
    package static func appendForm(_ text: String, to out: inout [UInt8]) {
        for byte in text.utf8 {
            switch byte {
            case ASCII.space: out.append(UInt8(ascii: "+"))
            case _ where isPlainInForm(byte): out.append(byte)
            default:
                out.append(UInt8(ascii: "%"))
                out.append(ASCII.lowercased(ASCII.upperHexDigits[Int(byte >> 4)]))
                out.append(ASCII.lowercased(ASCII.upperHexDigits[Int(byte & 15)]))
            }
        }
    }

    private static func isPlainInForm(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "!"), UInt8(ascii: "*"),
            UInt8(ascii: "("), UInt8(ascii: ")"):
            true
        default: ASCII.isLetter(byte) || ASCII.isDigit(byte)
        }
    }

    /// Decodes `%XX` and, with `plusIsSpace`, `+`. Returns nil if an escape is invalid or the result is not valid UTF-8.
    package static func decode(_ bytes: some Collection<UInt8>, plusIsSpace: Bool = false) -> String? {
        bytes.withContiguousStorageIfAvailable { decode($0, plusIsSpace: plusIsSpace) }
            ?? Array(bytes).withUnsafeBufferPointer { decode($0, plusIsSpace: plusIsSpace) }
    }

    /// Decodes `%XX` and, with `plusIsSpace`, `+`. With `rejectsNUL`, returns nil for text with a NUL as well.
    static func decode(
        _ bytes: UnsafeBufferPointer<UInt8>, plusIsSpace: Bool, rejectsNUL: Bool = false
    ) -> String? {
        let isEncoded = ByteWord.any(bytes) {
            $0.equal(to: UInt8(ascii: "%")) | $0.equal(to: UInt8(ascii: "+")) | $0.equal(to: 0)
        }
        guard isEncoded else { return String(utf8: bytes) }
        var out: [UInt8] = []
        out.reserveCapacity(bytes.count)
        var iterator = bytes.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(ASCII.hexValue),
                    let low = iterator.next().flatMap(ASCII.hexValue)
                else { return nil }
                out.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsSpace: out.append(ASCII.space)
            default: out.append(byte)
            }
        }
        guard !rejectsNUL || !out.contains(0) else { return nil }
        return String(utf8: out)
    }
}
