/// IPv4 addresses as text.
package enum IPv4Literal {
    /// The four numbers of an address in dotted decimal (RFC 3986 §3.2.2, `IPv4address`: no leading zeros); nil for any other text,
    /// such as `127.evil.test`, which is a name that anyone may own.
    package static func octets(_ text: some StringProtocol) -> [UInt8]? {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count == 4 else { return nil }
        let octets = parts.compactMap { part -> UInt8? in
            guard part.count <= 3, part.count == 1 || part.first != UInt8(ascii: "0") else { return nil }
            return ASCII.decimal(part).flatMap { UInt8(exactly: $0) }
        }
        return octets.count == 4 ? octets : nil
    }

    /// Whether the text is an address of this machine, 127.0.0.0/8 (RFC 1122 §3.2.1.3).
    package static func isLoopback(_ text: some StringProtocol) -> Bool { octets(text)?.first == 127 }
}
