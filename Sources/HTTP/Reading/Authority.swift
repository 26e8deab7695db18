import Formats

/// The grammar of Host and of an absolute-form target's authority: `uri-host [ ":" port ]`, without user information (RFC 9110
/// §4.2.4, RFC 3986 §3.2).
enum Authority {
    /// Whether the bytes are a non-empty host with an optional port 0…65535.
    static func isValid(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard let first = bytes.first else { return false }
        if first == UInt8(ascii: "[") {
            guard let end = bytes.firstIndex(of: UInt8(ascii: "]")) else { return false }
            let inside = bytes[bytes.index(after: bytes.startIndex)..<end]
            return inside.count >= 2 && inside.allSatisfy(isAddressCharacter)
                && isPortSuffix(bytes[bytes.index(after: end)...])
        }
        let end = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        return end > bytes.startIndex && bytes[..<end].allSatisfy(isNameCharacter) && isPortSuffix(bytes[end...])
    }

    /// Whether the bytes are empty, or `:` and digits. The grammar allows an empty port.
    private static func isPortSuffix(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        guard let colon = bytes.first else { return true }
        guard colon == UInt8(ascii: ":") else { return false }
        let digits = UnsafeBufferPointer(rebasing: bytes.dropFirst())
        return digits.isEmpty || ASCII.decimal(digits).map { $0 <= 65_535 } ?? false
    }

    /// Whether a byte may occur in the text of an IPv6 address without a zone.
    private static func isAddressCharacter(_ byte: UInt8) -> Bool {
        ASCII.hexValue(byte) != nil || byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }

    /// Whether a byte may occur in a `reg-name` without percent-encoding, which no host name in practice needs.
    private static func isNameCharacter(_ byte: UInt8) -> Bool {
        if ASCII.isUnreserved(byte) { return true }
        switch byte {
        case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: return true
        default: return false
        }
    }
}
