import Formats

extension HTTPRequest {
    /// Whether the body has that media type (RFC 9110 §8.3.1), regardless of parameters.
    package func hasMediaType(_ name: String) -> Bool {
        guard let type = headers["Content-Type"] else { return false }
        let essence = type.utf8.prefix { $0 != UInt8(ascii: ";") }.trimmed
        // Allowed (lossy-text): part of a string, cut at ASCII characters.
        return String(decoding: essence, as: UTF8.self).isExactlyIgnoringASCIICase(name)
    }
}
