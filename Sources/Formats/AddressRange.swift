/// A range of IPv4 or IPv6 addresses in the notation `address/prefix` (RFC 4632, RFC 4291 §2.3).
package struct AddressRange: Sendable {
    private let network: [UInt8]
    private let prefix: Int

    /// Parses a range. Returns nil for any other text.
    package init?(_ text: String) {
        let parts = text.pieces(separatedBy: "/", keepingEmpty: true)
        guard parts.count == 2, let network = AddressRange.bytes(of: parts[0]), !parts[1].isEmpty,
            let prefix = ASCII.decimal(parts[1].utf8), prefix <= network.count * 8
        else { return nil }
        self.network = network
        self.prefix = prefix
    }

    package var isIPv4: Bool { network.count == 4 }

    /// Returns whether the range contains the address. An IPv4 address in IPv6 form (`::ffff:`) is an IPv4 address.
    package func contains(_ address: String) -> Bool {
        guard let bytes = AddressRange.bytes(of: address), bytes.count == network.count else { return false }
        return (0..<prefix).allSatisfy { bit in
            let mask: UInt8 = 0x80 >> (bit % 8)
            return bytes[bit / 8] & mask == network[bit / 8] & mask
        }
    }

    /// Returns the 4 or 16 bytes of an address, or nil for any other text.
    private static func bytes(of text: String) -> [UInt8]? {
        if let octets = IPv4Literal.octets(text) { return Array(octets) }
        guard let bytes = ipv6(text) else { return nil }
        let mapped: [UInt8] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF]
        return bytes.starts(with: mapped) ? Array(bytes.suffix(4)) : bytes
    }

    private static func ipv6(_ text: String) -> [UInt8]? {
        guard text.utf8.count <= 45 else { return nil }
        let pieces = text.pieces(separatedBy: ":", keepingEmpty: true)
        guard pieces.count > 2 else { return nil }
        // Two colons at the start or at the end leave two empty groups, and in the middle one.
        let isOpen = (start: pieces.prefix(2).allSatisfy(\.isEmpty), end: pieces.suffix(2).allSatisfy(\.isEmpty))
        guard isOpen.start || pieces.first?.isEmpty == false, isOpen.end || pieces.last?.isEmpty == false else {
            return nil
        }
        let groups = Array(pieces.dropFirst(isOpen.start ? 1 : 0).dropLast(isOpen.end ? 1 : 0))
        guard let gap = groups.firstIndex(where: \.isEmpty) else { return bytes(of: groups, count: 16) }
        guard let head = bytes(of: Array(groups[..<gap])), let tail = bytes(of: Array(groups[(gap + 1)...])),
            head.count + tail.count <= 14
        else { return nil }
        return head + Array(repeating: 0, count: 16 - head.count - tail.count) + tail
    }

    /// Returns the bytes of groups, of which the last may be an IPv4 address. `count` is the expected number of bytes, or nil.
    private static func bytes(of groups: [String], count: Int? = nil) -> [UInt8]? {
        var bytes: [UInt8] = []
        for (index, group) in groups.enumerated() {
            if index == groups.count - 1, let octets = IPv4Literal.octets(group) {
                bytes += octets
            } else if let value = hexadecimal(group) {
                bytes += [UInt8(truncatingIfNeeded: value >> 8), UInt8(truncatingIfNeeded: value)]
            } else {
                return nil
            }
        }
        return count == nil || bytes.count == count ? bytes : nil
    }

    private static func hexadecimal(_ text: String) -> Int? {
        guard (1...4).contains(text.utf8.count) else { return nil }
        var value = 0
        for byte in text.utf8 {
            switch ASCII.lowercased(byte) {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): value = value << 4 | Int(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                value = value << 4 | Int(ASCII.lowercased(byte) - UInt8(ascii: "a") + 10)
            default: return nil
            }
        }
        return value
    }
}
