import Wire

/// Splits a path at `/` and decodes each piece; the split comes first, so that no escape can make a segment.
enum PathSegments {
    /// The segments behind the leading `/`, empty ones kept; `["*"]` for `*`. Nil for broken escapes, encoded `/` and NUL.
    static func parse(_ path: String) -> [String]? {
        let text = path.utf8.first == UInt8(ascii: "/") ? path.utf8.dropFirst() : path.utf8[...]
        var segments: [String] = []
        for piece in text.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
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
