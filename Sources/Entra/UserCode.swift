package import Formats

/// The code that a person types to select the device for a sign-in (RFC 8628 §3.2, §6.1; docs/reference/protocol.md#device-code).
/// A code is nine upper-case letters and digits, no two of which look alike. There are 26⁹ codes, which is 42 bits.
package struct UserCode: Hashable, Sendable, CustomStringConvertible {
    package static let length = 9
    /// The characters of a code. The digits 0 1 2 5 8 are missing, and so are B I O S Z, which look like them.
    private static let alphabet = Array("ACDEFGHJKLMNPQRTUVWXY34679".utf8)

    private let bytes: [UInt8]

    /// Creates a random code. Each character takes two random bytes, so that the remainder favors no character by more than one
    /// in two thousand.
    package init(random: any RandomSource) {
        let drawn = random.bytes(2 * UserCode.length)
        bytes = stride(from: 0, to: drawn.count - 1, by: 2).map { index in
            UserCode.alphabet[(Int(drawn[index]) << 8 | Int(drawn[index + 1])) % UserCode.alphabet.count]
        }
    }

    /// Parses a code as a person typed it: in any case, with spaces and hyphens. Returns nil if the text cannot be a code.
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

/// The addresses at which people enter user codes (docs/reference/protocol.md#endpoints,
/// docs/reference/protocol.md#device-code).
extension Origin {
    /// The path of the page within the URLs of an authority.
    package static let deviceLogin = "oauth2/deviceauth"

    /// The path of the page that accepts the user codes of all tenants.
    package static let deviceLoginPath = "/common/\(deviceLogin)"

    /// The address that devices show: on Microsoft's host names the real short address, otherwise the page itself.
    package var verificationURI: String {
        cloud == .global ? "https://microsoft.com/devicelogin" : deviceLoginPage
    }

    /// The page that the short address redirects to.
    package var deviceLoginPage: String {
        let isShort = ["microsoft.com", "www.microsoft.com"].contains { $0.isExactly(host) }
        return "\(isShort ? with(host: CloudInstance.publicHost) : canonical)\(Origin.deviceLoginPath)"
    }
}
