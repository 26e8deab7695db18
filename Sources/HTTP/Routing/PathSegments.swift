import Wire

/// Splits a path at `/` and decodes each piece; the split comes first, so that no escape can make a segment.
enum PathSegments {
    /// The segments behind the leading `/`; `["*"]` for `*`. Nil for broken escapes, encoded `/` and NUL.
    ///
    /// Empty segments between others are skipped, as the service does: client libraries ask for
    /// `/common//v2.0/.well-known/openid-configuration`. An empty last segment is kept, so `/a/` is not `/a`.
    static func parse(_ path: String) -> [String]? {
        let text = path.utf8.first == UInt8(ascii: "/") ? path.utf8.dropFirst() : path.utf8[...]
        var segments: [String] = []
        let pieces = text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        for (index, piece) in pieces.enumerated() where !piece.isEmpty || index == pieces.count - 1 {
            guard piece.contains(UInt8(ascii: "%")) else {
                segments.append(String(Substring(piece)))
                continue
            }
            guard let decoded = Percent.decode(piece),
                !decoded.utf8.contains(where: { $0 == 0 || $0 == UInt8(ascii: "/") })
            else { return nil }
            segments.append(decoded)
        }
        return segments
    }
}
