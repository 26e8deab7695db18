/// An `Authorization` header: a scheme, whose letter case does not count, and what follows it (RFC 9110 §11.1, §11.4).
package enum AuthorizationHeader {
    /// What follows the scheme; nil where the header is of another, or has nothing behind it.
    package static func credentials(_ header: String?, scheme: String) -> String? {
        guard let header, header.utf8.count > scheme.utf8.count + 1 else { return nil }
        let start = header.utf8.index(header.utf8.startIndex, offsetBy: scheme.utf8.count)
        guard header.utf8[start] == ASCII.space,
            String(header[..<start]).isExactlyIgnoringASCIICase(scheme)
        else { return nil }
        return String(header[header.utf8.index(after: start)...])
    }
}
