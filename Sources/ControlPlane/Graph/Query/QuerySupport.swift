import Formats

/// The operators of queries that a property supports (Microsoft Learn, "Advanced query capabilities on Microsoft Entra ID
/// objects").
struct QuerySupport: Sendable, Equatable {
    /// The kind of query that an operator needs. An advanced query has `ConsistencyLevel: eventual` and a count.
    enum Level: Sendable, Comparable {
        case plain
        case advanced
    }

    /// `eq` and `in`.
    var equality: Level?
    /// `ne`. `not` has the highest level of the negated conditions, and at least this one.
    var inequality: Level?
    var prefix: Level?
    var suffix: Level?
    var containment: Level?
    /// `ge` and `le`. `gt` and `lt` are always advanced.
    var order: Level?
    /// The comparison with null.
    var null: Level?
    /// The number of elements, `/$count eq 0`.
    var count: Level?
    var sorting: Level?

    init() {}

    /// Creates the support from the words `eq`, `ne`, `startsWith`, `endsWith`, `contains`, `ge`, `null`, `count` and `sort`. A
    /// word with `+` at the end is for advanced queries only. A property with `eq` has `ne` in advanced queries.
    init(_ words: String) {
        for word in words.pieces(separatedBy: " ") {
            let plain = word.dropping(suffix: "+")
            let level: Level = plain == nil ? .plain : .advanced
            guard let path = QuerySupport.words.first(where: { $0.word.isExactly(plain ?? word) })?.path else {
                continue
            }
            self[keyPath: path] = level
        }
        if equality != nil, inequality == nil { inequality = .advanced }
    }

    private static let words: [(word: String, path: any WritableKeyPath<QuerySupport, Level?> & Sendable)] = [
        ("eq", \.equality), ("ne", \.inequality), ("startsWith", \.prefix), ("endsWith", \.suffix),
        ("contains", \.containment), ("ge", \.order), ("null", \.null), ("count", \.count), ("sort", \.sorting),
    ]

    /// Returns the same operators, for advanced queries only.
    var advanced: QuerySupport {
        QuerySupport.words.reduce(into: self) { support, word in
            if support[keyPath: word.path] != nil { support[keyPath: word.path] = .advanced }
        }
    }

    /// The operators in words, for the reference. An advanced operator has `+` at the end.
    var text: String {
        QuerySupport.words.compactMap { word, path in
            self[keyPath: path].map { $0 == .plain ? word : word + "+" }
        }.joined(separator: " ")
    }

    /// Returns the level of a comparison, or nil if the comparison is not supported.
    func level(of comparison: ODataFilter.Operator, with literal: ODataLiteral) -> Level? {
        if literal == .null {
            guard let null, comparison == .eq || comparison == .ne else { return nil }
            return comparison == .eq ? null : .advanced
        }
        return switch comparison {
        case .eq: equality
        case .ne: inequality
        case .ge, .le: order
        case .gt, .lt: order.map { _ in .advanced }
        }
    }

    func level(of function: ODataFilter.Function) -> Level? {
        switch function {
        case .startsWith: prefix
        case .endsWith: suffix
        case .contains: containment
        }
    }
}

/// A property as a `$filter` sees it: its kind, its operators, and the properties inside a complex value or list.
struct GraphPart: Sendable {
    let name: String
    let kind: GraphKind
    var support: QuerySupport
    var parts: [GraphPart] = []
}
