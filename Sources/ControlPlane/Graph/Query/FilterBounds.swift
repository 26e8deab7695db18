import Formats
import Protocol

/// The limits of a `$filter`: the limits of Microsoft Graph, and a limit on the number of comparisons for one request.
struct FilterBounds: Sendable {
    /// The largest number of alternatives of one `or` or `in` (Microsoft Graph, known issues with query parameters).
    static let maximumAlternatives = 15
    /// The largest number of characters in a string literal.
    static let maximumLiteral = 120
    /// The largest length of the address of an advanced query, in characters. This limit replaces the limits on alternatives and
    /// literals.
    static let maximumAddress = 2_048
    /// The largest number of comparisons in a filter: the usual `MaxNodeCount` of OData services.
    static let maximumComparisons = 100

    /// Whether the query is advanced: the request has `ConsistencyLevel: eventual` and a count.
    let isAdvanced: Bool
    /// The length of the request's host, path and query, in characters.
    let addressLength: Int

    func check(_ filter: ODataFilter, of type: String) throws(GraphError) {
        guard filter.comparisons <= FilterBounds.maximumComparisons else {
            throw .malformed("The node count limit of '\(FilterBounds.maximumComparisons)' has been exceeded.")
        }
        guard !isAdvanced else {
            guard addressLength <= FilterBounds.maximumAddress else {
                throw .unsupportedQuery(
                    "The address of an advanced query has at most \(FilterBounds.maximumAddress) characters.")
            }
            return
        }
        let alternatives = filter.mostAlternatives
        guard alternatives <= FilterBounds.maximumAlternatives else {
            throw .unsupportedQuery(
                "Too many child clauses specified in search filter expression containing 'OR' operators: "
                    + "\(alternatives). Max allowed: \(FilterBounds.maximumAlternatives).")
        }
        if let name = filter.nameOfLongLiteral {
            throw .unsupportedQuery(
                "Unsupported or invalid query filter clause specified for property '\(name)' of resource '\(type)'.")
        }
    }
}

extension ODataFilter {
    /// The filters that this filter combines. A comparison has none.
    private var parts: [ODataFilter] {
        switch self {
        case .and(let terms), .or(let terms): terms
        case .not(let term): [term]
        case .comparison, .within, .function, .lambda, .isOf: []
        }
    }

    fileprivate var comparisons: Int {
        if case .within(_, let literals) = self { return literals.count }
        if case .lambda(_, _, let element) = self { return element.comparisons }
        return parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.comparisons }
    }

    /// The largest number of alternatives in this filter or in one of its parts.
    fileprivate var mostAlternatives: Int { max(alternatives, parts.map(\.mostAlternatives).max() ?? 1) }

    private var alternatives: Int {
        switch self {
        case .or(let terms): terms.reduce(0) { $0 + $1.alternatives }
        case .within(_, let literals): literals.count
        case .and, .not, .comparison, .function, .lambda, .isOf: 1
        }
    }

    /// The property that is compared with a string that is too long, or nil.
    fileprivate var nameOfLongLiteral: String? {
        switch self {
        case .comparison(let path, _, let literal), .function(_, let path, let literal):
            literal.isLong ? path.names.first ?? "" : nil
        case .within(let path, let literals): literals.contains(where: \.isLong) ? path.names.first ?? "" : nil
        case .lambda(_, let path, let element): element.nameOfLongLiteral.map { _ in path.names.first ?? "" }
        case .and, .or, .not, .isOf: parts.lazy.compactMap(\.nameOfLongLiteral).first
        }
    }
}

extension ODataLiteral {
    fileprivate var isLong: Bool {
        if case .string(let text) = self { return text.unicodeScalars.count > FilterBounds.maximumLiteral }
        return false
    }
}
