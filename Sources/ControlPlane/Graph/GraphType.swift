import Formats
import Protocol

/// A type of directory objects. Its table of properties defines creation, change, `$select` and `$filter`.
struct GraphType<Entity: Sendable>: Sendable {
    /// The name of the type, with which `@odata.type` ends, such as `application`.
    let name: String
    /// The name of the set in the service's metadata, such as `applications`.
    let set: String
    let id: @Sendable (Entity) -> String
    let table: GraphTable<Entity>

    init(
        _ name: String, set: String, id: @escaping @Sendable (Entity) -> String, _ properties: [GraphProperty<Entity>]
    ) {
        self.name = name
        self.set = set
        self.id = id
        table = GraphTable(properties, of: GraphType.resource(name))
    }

    /// Returns the type for callers whose permission covers only the named properties.
    func restricted(to names: [String]) -> GraphType {
        GraphType(
            name, set: set, id: id, table.properties.map { names.contains(where: $0.name.isExactly) ? $0 : $0.hidden })
    }

    /// The name of the type in messages, such as `Application`.
    var resource: String { GraphType.resource(name) }

    private static func resource(_ name: String) -> String {
        name.firstScalars(1).asciiUppercased + String(name.unicodeScalars.dropFirst())
    }

    /// Returns the members of an entity: the selected properties, or the default ones without a selection.
    func members(_ entity: Entity, select: [String] = []) -> [JSONValue.Member] {
        guard !select.isEmpty else {
            return table.properties.filter(\.isDefault).map { JSONValue.Member($0.name, $0.get(entity)) }
        }
        return select.compactMap { table[$0] }.map { JSONValue.Member($0.name, $0.get(entity)) }
    }

    /// Throws 400 if a query names an unknown property or uses an unsupported filter, and 403 for a filter on a hidden property.
    func check(_ query: ODataQuery) throws(GraphError) {
        for name in query.select where table[name] == nil { throw unknownProperty(name) }
        if let filter = query.filter { try check(filter) }
    }

    private func unknownProperty(_ name: String) -> GraphError {
        .malformed("The type 'microsoft.graph.\(self.name)' has no property '\(name)'.")
    }

    private func check(_ filter: ODataFilter) throws(GraphError) {
        switch filter {
        case .and(let terms), .or(let terms): for term in terms { try check(term) }
        case .not: throw .unsupportedQuery("The operator 'not' is not supported.")
        case .comparison(let path, .eq, let literal): try checkEquality(path, [literal])
        case .comparison(_, let comparison, _):
            throw .unsupportedQuery("The operator '\(comparison.rawValue)' is not supported.")
        case .within(let path, let literals): try checkEquality(path, literals)
        case .function(.startsWith, let path, .string):
            let property = try property(path)
            guard property.hasPrefixFilter, property.kind == .text else { throw unfilterable(property) }
        case .function(let function, _, _):
            throw .unsupportedQuery("The function '\(function.rawValue)' is not supported here.")
        case .any(let path, let element):
            let property = try property(path)
            guard property.isFilterable, property.kind == .list else { throw unfilterable(property) }
            guard case .comparison(let inner, .eq, .string) = element, inner.names.isEmpty else {
                throw .unsupportedQuery(
                    "Elements of '\(property.name)' can be compared only by 'eq' and only with a string.")
            }
        }
    }

    private func checkEquality(_ path: ODataPath, _ literals: [ODataLiteral]) throws(GraphError) {
        let property = try property(path)
        guard property.isFilterable else { throw unfilterable(property) }
        for literal in literals {
            switch (property.kind, literal) {
            case (.text, .string), (.boolean, .bool), (.guid, .string), (.guid, .word), (.dateTime, .word): continue
            case (_, .null), (.list, _), (.complex, _): throw unfilterable(property)
            default: throw .malformed("The property '\(property.name)' cannot be compared with a value of that type.")
            }
        }
    }

    private func property(_ path: ODataPath) throws(GraphError) -> GraphProperty<Entity> {
        guard path.names.count == 1, let property = path.names.first.flatMap({ table[$0] }) else {
            throw unknownProperty(path.names.joined(separator: "/"))
        }
        guard !property.isHidden else { throw .denied }
        return property
    }

    private func unfilterable(_ property: GraphProperty<Entity>) -> GraphError {
        .unsupportedQuery("A filter on the property '\(property.name)' of '\(name)' is not supported in this form.")
    }

    /// Returns the predicate for a filter that `check` accepted. The predicate reads each property once for each entity, and
    /// ignores the case of ASCII letters.
    func predicate(_ filter: ODataFilter) -> (Entity) -> Bool {
        var names: [String] = []
        let matches = filter.compiled(&names)
        let properties = names.map { table[$0] }
        return { entity in matches(properties.map { $0?.get(entity) ?? .null }) }
    }
}

extension ODataFilter {
    /// Returns a predicate on the values of the properties that this call adds to `names`, in the same order.
    fileprivate func compiled(_ names: inout [String]) -> ([JSONValue]) -> Bool {
        switch self {
        case .and(let terms):
            let predicates = terms.map { $0.compiled(&names) }
            return { values in predicates.allSatisfy { $0(values) } }
        case .or(let terms):
            let predicates = terms.map { $0.compiled(&names) }
            return { values in predicates.contains { $0(values) } }
        case .comparison(let path, .eq, let literal):
            let index = path.index(in: &names)
            return { literal.equals($0[index]) }
        case .within(let path, let literals):
            let index = path.index(in: &names)
            return { values in literals.contains { $0.equals(values[index]) } }
        case .function(.startsWith, let path, .string(let prefix)):
            let index = path.index(in: &names)
            return { values in
                values[index].string?.utf8.starts(with: prefix.utf8) { ASCII.lowercased($0) == ASCII.lowercased($1) }
                    ?? false
            }
        case .any(let path, .comparison(_, .eq, let literal)):
            let index = path.index(in: &names)
            return { $0[index].array?.contains(where: literal.equals) ?? false }
        case .not, .comparison, .function, .any:
            return { _ in false }
        }
    }
}

extension ODataPath {
    /// Returns the position of the property among the names, and appends the property if it is new.
    fileprivate func index(in names: inout [String]) -> Int {
        let own = self.names.first ?? ""
        if let known = names.firstIndex(where: own.isExactly) { return known }
        names.append(own)
        return names.count - 1
    }
}

extension ODataLiteral {
    fileprivate func equals(_ value: JSONValue) -> Bool {
        switch self {
        case .string(let text), .word(let text): value.string?.isExactlyIgnoringASCIICase(text) ?? false
        case .bool(let flag): value.bool == flag
        case .null: value == .null
        }
    }
}

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
        case .comparison, .within, .function, .any: []
        }
    }

    fileprivate var comparisons: Int {
        if case .within(_, let literals) = self { return literals.count }
        return parts.isEmpty ? 1 : parts.reduce(0) { $0 + $1.comparisons }
    }

    /// The largest number of alternatives in this filter or in one of its parts.
    fileprivate var mostAlternatives: Int { max(alternatives, parts.map(\.mostAlternatives).max() ?? 1) }

    private var alternatives: Int {
        switch self {
        case .or(let terms): terms.reduce(0) { $0 + $1.alternatives }
        case .within(_, let literals): literals.count
        case .and, .not, .comparison, .function, .any: 1
        }
    }

    /// The property that is compared with a string that is too long, or nil.
    fileprivate var nameOfLongLiteral: String? {
        switch self {
        case .comparison(let path, _, let literal), .function(_, let path, let literal):
            literal.isLong ? path.names.first : nil
        case .within(let path, let literals): literals.contains(where: \.isLong) ? path.names.first : nil
        case .any(let path, let element): element.hasLongLiteral ? path.names.first : nil
        case .and, .or, .not: parts.lazy.compactMap(\.nameOfLongLiteral).first
        }
    }

    private var hasLongLiteral: Bool {
        if case .comparison(_, _, let literal) = self { return literal.isLong }
        return false
    }
}

extension ODataLiteral {
    fileprivate var isLong: Bool {
        if case .string(let text) = self { return text.unicodeScalars.count > FilterBounds.maximumLiteral }
        return false
    }
}
