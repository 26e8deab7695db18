import Formats

/// A registered method of multi-factor authentication.
package enum MFAMethod: Sendable, Hashable {
    /// The code is always the same.
    case code(String)
    /// An authenticator app has this secret (RFC 6238).
    case authenticator([UInt8])
    /// A code is sent to the mail address.
    case email(String)
    /// A code is sent to the telephone number.
    case sms(String)

    /// Parses a method: a code of 6 to 10 digits, `totp:` and a secret in base32, a mail address, or a telephone number with `+`.
    /// Returns nil for any other text.
    package init?(_ text: String) {
        let bytes = text.utf8
        if bytes.starts(with: "totp:".utf8) {
            guard let secret = Base32.decode(bytes.dropFirst(5)), secret.count >= 10 else { return nil }
            self = .authenticator(secret)
        } else if bytes.first == UInt8(ascii: "+") {
            let digits = bytes.dropFirst().filter { $0 != ASCII.space }
            guard (5...15).contains(digits.count), digits.allSatisfy(ASCII.isDigit) else { return nil }
            self = .sms(text)
        } else if bytes.contains(UInt8(ascii: "@")) {
            guard bytes.first != UInt8(ascii: "@"), bytes.last != UInt8(ascii: "@"),
                bytes.allSatisfy({ $0 > ASCII.space && $0 != 0x7F })
            else { return nil }
            self = .email(text)
        } else {
            guard (6...10).contains(bytes.count), bytes.allSatisfy(ASCII.isDigit) else { return nil }
            self = .code(text)
        }
    }
}
