import Formats

/// A path of the service in normal form: every key is a segment of its own, and no inner segment is empty.
package struct ODataAddress: Sendable, Equatable {
    /// The percent-encoded path, such as `/applications/appId='…'`.
    package var path: String

    /// Creates the normal form of a path. Keys may be in parentheses: `users('…')` equals `users/…`, and `applications(appId='…')`
    /// names an alternate key. Empty inner segments are dropped, because Microsoft's libraries request `/v1.0//me`. A trailing
    /// slash is kept.
    package init(_ path: String) {
        let pieces = path.pieces(separatedBy: "/", keepingEmpty: true)
        let segments = pieces.enumerated().filter { index, segment in
            !segment.isEmpty || index == 0 || index == pieces.count - 1
        }
        self.path = segments.map { _, segment in
            guard segment.utf8.last == UInt8(ascii: ")"), let open = segment.utf8.firstIndex(of: UInt8(ascii: "("))
            else { return segment }
            let name = segment[..<open]
            let key = segment.utf8[segment.utf8.index(after: open)...].dropLast()
            return key.isEmpty ? String(name) : "\(name)/\(Substring(key))"
        }.joined(separator: "/")
    }
}

/// A percent-decoded key in a path segment.
package struct ODataKey: Sendable, Equatable {
    /// The property of an alternate key, or nil for the object's ID.
    package let property: String?
    package let value: String

    package init(_ segment: String) {
        let parts = segment.pieces(separatedBy: "=", atMost: 2, keepingEmpty: true)
        if parts.count == 2, let quoted = ODataKey.unquoted(parts[1]) {
            property = parts[0]
            value = quoted
        } else {
            property = nil
            value = ODataKey.unquoted(segment) ?? segment
        }
    }

    /// Returns the text of a quoted string, or nil if the text is not quoted. A quote inside the string is doubled.
    private static func unquoted(_ text: String) -> String? {
        var bytes = Array(text.utf8)[...]
        guard bytes.count >= 2, bytes.popFirst() == UInt8(ascii: "'"), bytes.popLast() == UInt8(ascii: "'") else {
            return nil
        }
        var plain: [UInt8] = []
        while let byte = bytes.popFirst() {
            plain.append(byte)
            if byte == UInt8(ascii: "'"), bytes.first == byte { _ = bytes.popFirst() }
        }
        return String(utf8: plain)
    }
}
