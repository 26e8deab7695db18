import Formats

/// A URI split at its delimiters as in RFC 3986 appendix B, without checks or decoding. Apple's SDKs split a URI in the same way.
package struct URIText: Sendable, Equatable {
    package let text: String
    /// The scheme as written, or nil.
    package let scheme: String?
    /// The text between `//` and the path, including user information and port. Nil without `//`.
    package let authority: String?
    package let path: String
    /// The query without the `?`, or nil.
    package let query: String?
    /// The fragment without the `#`, or nil.
    package let fragment: String?

    package init(_ text: String) {
        self.text = text
        var rest = Array(text.utf8)[...]
        fragment = URIText.cut(&rest, from: UInt8(ascii: "#"))
        query = URIText.cut(&rest, from: UInt8(ascii: "?"))
        let end = rest.firstIndex { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
        if let end, rest[end] == UInt8(ascii: ":"), URIText.isScheme(rest[..<end]) {
            scheme = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[(end + 1)...]
        } else {
            scheme = nil
        }
        if rest.starts(with: "//".utf8) {
            rest = rest.dropFirst(2)
            let end = rest.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = String(decoding: rest[..<end], as: UTF8.self)
            rest = rest[end...]
        } else {
            authority = nil
        }
        path = String(decoding: rest, as: UTF8.self)
    }

    /// The host as written, without user information and port. Nil if the URI has no host or an empty one.
    package var host: String? {
        guard let authority else { return nil }
        let bytes = Array(authority.utf8)
        let named = bytes.lastIndex(of: UInt8(ascii: "@")).map { bytes[($0 + 1)...] } ?? bytes[...]
        let host =
            named.first == UInt8(ascii: "[")
            ? named.prefix { $0 != UInt8(ascii: "]") } + [UInt8(ascii: "]")]
            : named.prefix { $0 != UInt8(ascii: ":") }
        return host.isEmpty ? nil : String(decoding: host, as: UTF8.self)
    }

    /// The non-empty segments of the path.
    package var segments: [String] { path.pieces(separatedBy: "/") }

    package var isWeb: Bool {
        guard let scheme else { return false }
        return scheme.isExactlyIgnoringASCIICase("https") || scheme.isExactlyIgnoringASCIICase("http")
    }

    /// Returns whether both URIs have the same scheme, authority and path, regardless of query and fragment. The comparison
    /// ignores the letter case of scheme and authority, and a missing path after an authority is `/` (RFC 3986 §6.2.2.1, §6.2.3).
    package func hasSameLocation(as other: URIText) -> Bool {
        location.isExactly(other.location)
    }

    private var location: String {
        let head = (scheme.map { "\($0):" } ?? "") + (authority.map { "//\($0)" } ?? "")
        return head.asciiLowercased + (path.isEmpty && authority != nil ? "/" : path)
    }

    private static func cut(_ rest: inout ArraySlice<UInt8>, from mark: UInt8) -> String? {
        guard let index = rest.firstIndex(of: mark) else { return nil }
        defer { rest = rest[..<index] }
        return String(decoding: rest[(index + 1)...], as: UTF8.self)
    }

    private static func isScheme(_ bytes: ArraySlice<UInt8>) -> Bool {
        guard let first = bytes.first, ASCII.isLetter(first) else { return false }
        return bytes.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "+-.".utf8.contains($0) }
    }
}
