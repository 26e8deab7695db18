package import Formats

/// The system query options of a request (OData 4.01 URL conventions §5.1). Other parameters are ignored.
package struct ODataQuery: Sendable, Equatable {
    package var filter: ODataFilter?
    package var search: ODataSearch?
    /// The properties by which the list is sorted, or an empty list for the order of the directory.
    package var order: [ODataOrder] = []
    /// The selected properties, or an empty list for the default properties.
    package var select: [String] = []
    package var expand: [ODataExpansion] = []
    package var top: Int?
    package var skipToken: String?
    package var deltaToken: String?
    package var count = false

    /// The reason why a query is rejected.
    package enum Problem: Error, Sendable, Equatable {
        /// The value of the option cannot be read.
        case malformed(String)
        /// The number of objects for a page is outside the range of the service.
        case pageSize(String)
        case twice(String)
        /// OData does not define the option.
        case unknown(String)
        /// OData defines the option, but directory objects or this server do not support it.
        case unsupported(String)
    }

    /// The largest number of objects in a response.
    package static let maximumTop = 999
    /// The largest number of properties that one option names.
    private static let maximumNames = 100
    private static let unsupported = ["$skip", "$format", "$apply", "$compute", "$index", "$schemaversion"]

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
        case "$search":
            guard let parsed = ODataSearchParser.parse(value) else { throw .malformed(name) }
            search = parsed
        case "$orderby":
            let parts = value.pieces(separatedBy: ",", keepingEmpty: true)
            guard parts.count <= ODataQuery.maximumNames else { throw .malformed(name) }
            for part in parts {
                guard let parsed = ODataOrder(part) else { throw .malformed(name) }
                order.append(parsed)
            }
        case "$select":
            guard let names = ODataQuery.names(value, separatedBy: ",") else { throw .malformed(name) }
            select = names
        case "$expand":
            guard let parsed = ODataExpansion.parse(value) else { throw .malformed(name) }
            expand = parsed
        case "$top":
            guard let number = ASCII.decimal(value.utf8) else { throw .malformed(name) }
            guard (1...ODataQuery.maximumTop).contains(number) else { throw .pageSize(value) }
            top = number
        case "$count":
            guard value.isExactlyIgnoringASCIICase("true") || value.isExactlyIgnoringASCIICase("false") else {
                throw .malformed(name)
            }
            count = value.isExactlyIgnoringASCIICase("true")
        case "$skiptoken": skipToken = value
        case "$deltatoken": deltaToken = value
        default: throw ODataQuery.unsupported.contains { $0.isExactly(name) } ? .unsupported(name) : .unknown(name)
        }
    }

    /// Returns the names in a list, or nil if a name is empty or there are too many.
    fileprivate static func names(_ list: String, separatedBy mark: Unicode.Scalar) -> [String]? {
        let names = list.pieces(separatedBy: mark, keepingEmpty: true).map(\.withoutOuterSpace)
        return names.contains(where: \.isEmpty) || names.count > maximumNames ? nil : names
    }
}

extension ODataQuery {
    /// The options as parameters of a query, without tokens.
    package var fields: Form {
        var fields = Form()
        if let filter { fields.append("$filter", filter.text) }
        if let search { fields.append("$search", search.text) }
        if !order.isEmpty { fields.append("$orderby", order.map(\.text).joined(separator: ",")) }
        if !select.isEmpty { fields.append("$select", select.joined(separator: ",")) }
        if !expand.isEmpty { fields.append("$expand", expand.map(\.text).joined(separator: ",")) }
        if let top { fields.append("$top", String(top)) }
        if count { fields.append("$count", "true") }
        return fields
    }
}

extension Form {
    /// The encoded options of a link. The service leaves the dollar sign of their names unchanged, which RFC 3986 §3.4 allows.
    var encodedOptions: String { encoded.replacingExactly("%24", with: "$") }
}

/// A property by which a list is sorted.
package struct ODataOrder: Sendable, Equatable {
    package let path: ODataPath
    package let isDescending: Bool

    /// Parses `displayName`, `displayName asc` or `displayName desc`. Returns nil for any other text.
    fileprivate init?(_ text: String) {
        let words = text.pieces(separatedBy: " ")
        guard (1...2).contains(words.count) else { return nil }
        let names = words[0].pieces(separatedBy: "/", keepingEmpty: true)
        guard names.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy(ODataOrder.isOfName) }) else { return nil }
        path = ODataPath(names)
        switch words.count == 2 ? words[1].asciiLowercased : "asc" {
        case "asc": isDescending = false
        case "desc": isDescending = true
        default: return nil
        }
    }

    fileprivate static func isOfName(_ byte: UInt8) -> Bool {
        ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_")
    }

    package var text: String { path.names.joined(separator: "/") + (isDescending ? " desc" : "") }
}

/// A relation whose objects the response contains: `owners` or `owners($select=id)`.
package struct ODataExpansion: Sendable, Equatable {
    package let relation: String
    package var select: [String] = []
    /// The name of a nested option that directory objects do not support, or nil.
    package var unsupportedOption: String?

    /// Parses a list of relations. Returns nil if the text is malformed.
    fileprivate static func parse(_ text: String) -> [ODataExpansion]? {
        var expansions: [ODataExpansion] = []
        var rest = Array(text.utf8)[...]
        repeat {
            rest = rest.trimmed
            let name = rest.prefix(while: ODataOrder.isOfName)
            guard !name.isEmpty, expansions.count < 100, let relation = String(utf8: name) else { return nil }
            rest = rest.dropFirst(name.count).trimmed
            var expansion = ODataExpansion(relation: relation)
            if rest.first == UInt8(ascii: "(") {
                guard let end = rest.firstIndex(of: UInt8(ascii: ")")) else { return nil }
                guard let options = String(utf8: rest[(rest.startIndex + 1)..<end]), expansion.read(options) else {
                    return nil
                }
                rest = rest[(end + 1)...].trimmed
            }
            expansions.append(expansion)
            guard !rest.isEmpty else { return expansions }
        } while rest.popFirst() == UInt8(ascii: ",")
        return nil
    }

    /// Reads the nested options. Returns false if they are malformed.
    private mutating func read(_ options: String) -> Bool {
        for option in options.pieces(separatedBy: ";", keepingEmpty: true) {
            let parts = option.withoutOuterSpace.pieces(separatedBy: "=", atMost: 2, keepingEmpty: true)
            guard parts.count == 2, let name = parts.first?.asciiLowercased else { return false }
            if name.isExactly("$select") {
                guard let names = ODataQuery.names(parts[1], separatedBy: ",") else { return false }
                select = names
            } else {
                unsupportedOption = name
            }
        }
        return true
    }

    package var text: String { select.isEmpty ? relation : "\(relation)($select=\(select.joined(separator: ",")))" }
}

extension String {
    fileprivate var withoutOuterSpace: String {
        String(Substring(utf8[...].trimmed))
    }
}
