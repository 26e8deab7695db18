package import Wire

/// What a person types to say which device is to be signed in (RFC 8628 §3.2, §6.1; docs/reference/protocol.md#device-code): nine
/// upper-case letters and digits, of which no two look alike. 26⁹ of them: 42 bits.
package struct UserCode: Hashable, Sendable, CustomStringConvertible {
    package static let length = 9
    /// Without 0 1 2 5 8 and what they are taken for: B I O S Z.
    private static let alphabet = Array("ACDEFGHJKLMNPQRTUVWXY34679".utf8)

    private let bytes: [UInt8]

    /// A new one. Two random bytes a character, so that the remainder favours none by more than one in two thousand.
    package init(random: any RandomSource) {
        let drawn = random.bytes(2 * UserCode.length)
        bytes = stride(from: 0, to: drawn.count - 1, by: 2).map { place in
            UserCode.alphabet[(Int(drawn[place]) << 8 | Int(drawn[place + 1])) % UserCode.alphabet.count]
        }
    }

    /// As a person typed it: in any case, with spaces and hyphens. Nil for what no code can be.
    package init?(typed text: String) {
        var bytes: [UInt8] = []
        for byte in text.utf8 where byte != ASCII.space && byte != UInt8(ascii: "-") {
            let upper = ASCII.isLetter(byte) ? byte & 0xDF : byte
            guard bytes.count < UserCode.length, UserCode.alphabet.contains(upper) else { return nil }
            bytes.append(upper)
        }
        guard bytes.count == UserCode.length else { return nil }
        self.bytes = bytes
    }

    package var description: String { String(decoding: bytes, as: UTF8.self) }
}
