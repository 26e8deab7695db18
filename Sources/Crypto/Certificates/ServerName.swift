import Formats
import Platform

/// A DNS name that a certificate may be issued for: lower-case ASCII letters, digits, hyphens and underscores in labels of 1…63, at
/// most 253 bytes in total (RFC 1035 §2.3.4; underscores because container networks use them).
///
/// The check prevents a client from writing into the certificate: commas, colons and wildcards are rejected.
package struct ServerName: Hashable, Sendable {
    package let text: String

    /// Creates a name, or returns nil if the bytes are not such a name or are an IPv4 address.
    package init?(_ bytes: some Collection<UInt8>) {
        guard (1...253).contains(bytes.count) else { return nil }
        let name = bytes.map(ASCII.lowercased)
        let labels = name.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard labels.allSatisfy(ServerName.isLabel), labels.last?.allSatisfy(ASCII.isDigit) == false else { return nil }
        // Allowed (lossy-text): every byte was checked above to be ASCII.
        text = String(decoding: name, as: UTF8.self)
    }

    /// Whether the text is an IPv4 or IPv6 address.
    package static func isAddress(_ text: String) -> Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, text, &address) == 1 || inet_pton(AF_INET6, text, &address) == 1
    }

    private static func isLabel(_ label: ArraySlice<UInt8>) -> Bool {
        let hyphen = UInt8(ascii: "-")
        guard (1...63).contains(label.count), label.first != hyphen, label.last != hyphen else { return false }
        return label.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == hyphen || $0 == UInt8(ascii: "_") }
    }
}
