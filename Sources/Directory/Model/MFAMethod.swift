import Wire

/// A registered multi-factor method.
package enum MFAMethod: Sendable, Hashable {
    /// Always the same code.
    case code(String)
    /// An authenticator app with this secret (RFC 6238).
    case authenticator([UInt8])
    /// A code sent to the mail address.
    case email(String)
    /// A code sent to the telephone number.
    case sms(String)

    /// Six digits or more, `totp:` and the secret in base32, a mail address, or a telephone number with its `+`. Nil for
    /// anything else.
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
