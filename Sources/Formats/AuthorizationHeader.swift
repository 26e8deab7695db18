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
