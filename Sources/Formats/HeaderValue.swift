/// The `Authorization` header: a scheme, compared without regard to letter case, and the credentials after it (RFC 9110 §11.1,
/// §11.4).
package enum AuthorizationHeader {
    /// Returns the credentials after the scheme, or nil if the header has another scheme or no credentials.
    package static func credentials(_ header: String?, scheme: String) -> String? {
        guard let header, header.utf8.count > scheme.utf8.count + 1 else { return nil }
        let start = header.utf8.index(header.utf8.startIndex, offsetBy: scheme.utf8.count)
        guard header.utf8[start] == ASCII.space,
            String(header[..<start]).isExactlyIgnoringASCIICase(scheme)
        else { return nil }
        return String(header[header.utf8.index(after: start)...])
    }
}

extension ArraySlice<UInt8> {
    /// The bytes without spaces and tabs around them (RFC 9110 §5.6.3 `OWS`).
    ///
    /// This property exists next to the generic one because other modules can call the generic one only unspecialized.
    package var trimmed: ArraySlice<UInt8> { withoutSpaces }
}

extension BidirectionalCollection<UInt8> {
    /// The bytes without spaces and tabs around them (RFC 9110 §5.6.3 `OWS`).
    package var trimmed: SubSequence { withoutSpaces }

    fileprivate var withoutSpaces: SubSequence {
        let tail = drop { $0 == ASCII.space || $0 == ASCII.tab }
        guard let last = tail.lastIndex(where: { $0 != ASCII.space && $0 != ASCII.tab }) else { return tail }
        return tail[...last]
    }
}
