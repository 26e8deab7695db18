/// IPv4 addresses in text form.
package enum IPv4Literal {
    /// Returns the four numbers of an address in dotted decimal (RFC 3986 §3.2.2, `IPv4address`: no leading zeros), or nil for any
    /// other text. A name such as `127.evil.test` is not an address: anyone can own that name.
    package static func octets(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let octets = parts.compactMap { part -> UInt8? in
            guard part.count <= 3, part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            return ASCII.decimal(part).flatMap { UInt8(exactly: $0) }
        }
        return octets.count == 4 ? octets : nil
    }

    /// Whether the text is a loopback address, in 127.0.0.0/8 (RFC 1122 §3.2.1.3).
    package static func isLoopback(_ text: some StringProtocol) -> Bool { octets(text)?.first == 127 }
}
