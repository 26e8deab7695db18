package import Formats

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

/// The system query options of a request (OData 4.01 URL conventions §5.1). Other parameters are ignored.
package struct ODataQuery: Sendable, Equatable {
    package var filter: ODataFilter?
    /// The selected properties, or an empty list for the default properties.
    package var select: [String] = []
    package var top: Int?
    package var skipToken: String?
    package var count = false

    /// The reason why a query is rejected.
    package enum Problem: Error, Sendable, Equatable {
        /// The value of the option cannot be read.
        case malformed(String)
        case twice(String)
        /// OData does not define the option.
        case unknown(String)
        /// OData defines the option, but directory objects or this server do not support it.
        case unsupported(String)
    }

    /// The largest number of objects in a response.
    package static let maximumTop = 999
    private static let unsupported = [
        "$orderby", "$expand", "$search", "$skip", "$format", "$apply", "$compute", "$deltatoken", "$index",
        "$schemaversion",
    ]

    package init() {}

    package init(_ form: Form) throws(Problem) {
        var seen: [String] = []
        for field in form.fields where field.name.utf8.first == UInt8(ascii: "$") {
            let name = field.name.asciiLowercased
            guard !seen.contains(where: { $0.isExactly(name) }) else { throw .twice(name) }
            seen.append(name)
            try read(name, field.value)
        }
    }

    private mutating func read(_ name: String, _ value: String) throws(Problem) {
        switch name {
        case "$filter":
            guard let parsed = ODataFilterParser.parse(value) else { throw .malformed(name) }
            filter = parsed
        case "$select":
            select = value.pieces(separatedBy: ",", keepingEmpty: true).map(ODataQuery.trimmed)
            guard !select.contains(where: \.isEmpty), select.count <= 100 else { throw .malformed(name) }
        case "$top":
            guard let number = ASCII.decimal(value.utf8), (1...ODataQuery.maximumTop).contains(number) else {
                throw .malformed(name)
            }
            top = number
        case "$count":
            guard value.isExactly("true") || value.isExactly("false") else { throw .malformed(name) }
            count = value.isExactly("true")
        case "$skiptoken": skipToken = value
        default: throw ODataQuery.unsupported.contains { $0.isExactly(name) } ? .unsupported(name) : .unknown(name)
        }
    }

    private static func trimmed(_ text: String) -> String {
        var bytes = text.utf8[...]
        while bytes.first == ASCII.space { bytes = bytes.dropFirst() }
        while bytes.last == ASCII.space { bytes = bytes.dropLast() }
        return String(Substring(bytes))
    }
}
