import Wire

extension HTTPRequest {
    /// Whether the body is of that media type (RFC 9110 §8.3.1), its parameters aside.
    package func hasMediaType(_ name: String) -> Bool {
        guard let type = headers["Content-Type"] else { return false }
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmed
        // Allowed (lossy-text): of a string, cut at ASCII.
        return String(decoding: essence, as: UTF8.self).isExactlyIgnoringASCIICase(name)
    }
}
