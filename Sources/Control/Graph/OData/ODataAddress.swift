import Wire

/// A path of the service, every key in a segment of its own and nothing empty between its slashes.
package struct ODataAddress: Sendable, Equatable {
    /// `/applications/appId='…'`, still percent-encoded.
    package var path: String

    /// Keys may stand in parentheses: `users('…')` and `users/…` are the same, `applications(appId='…')` names another key.
    /// Empty segments between others say nothing: Microsoft's libraries ask for `/v1.0//me`. A slash at the end is kept.
    package init(_ path: String) {
        let pieces = path.pieces(separatedBy: "/", keepingEmpty: true)
        let segments = pieces.enumerated().filter { place, segment in
            !segment.isEmpty || place == 0 || place == pieces.count - 1
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

/// A key as a segment has it, percent-decoded.
package struct ODataKey: Sendable, Equatable {
    /// The property that it is a value of; nil for the one that identifies the type's objects.
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

    /// A quote within it is doubled.
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
