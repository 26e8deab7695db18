package import Formats

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
