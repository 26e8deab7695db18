import Formats
import Protocol

/// The check of a `$filter` against the operators that the properties support.
extension GraphType {
    /// Throws 400 for an unknown property, for a value of another type, and for an operator that the property does not support in
    /// this kind of query.
    func check(_ filter: ODataFilter, isAdvanced: Bool) throws(GraphError) {
        try FilterCheck(type: self, isAdvanced: isAdvanced, element: nil).check(filter)
    }

    /// Returns the property that a clause of a `$search` names. Throws 400 unless a filter can compare the property.
    func searchable(_ name: String) throws(GraphError) -> GraphPart {
        let part = try part(ODataPath([name]))
        guard part.kind == .text || part.kind == .list, part.support.equality != nil || part.support.prefix != nil
        else {
            throw unsupported(name)
        }
        return part
    }
}

/// The check of one filter. `element` is the list whose elements the condition of `any` compares.
private struct FilterCheck<Entity: Sendable> {
    let type: GraphType<Entity>
    let isAdvanced: Bool
    var element: GraphPart?

    func check(_ filter: ODataFilter) throws(GraphError) {
        switch filter {
        case .and(let terms), .or(let terms): for term in terms { try check(term) }
        case .not(let term):
            try check(term)
            try require(term.lowestLevel { try? self.part($0) }, "not")
        case .comparison(let path, let comparison, let literal):
            if path.isCount {
                try checkCount(path, comparison, literal)
            } else {
                let part = try part(path)
                try checkType(of: literal, for: part)
                let level = part.support.level(of: comparison, with: literal)
                guard let level else { throw type.unsupported(part.name) }
                if comparison == .ne || comparison == .gt || comparison == .lt {
                    try require(level, comparison.rawValue)
                } else {
                    try require(level, of: part)
                }
            }
        case .within(let path, let literals):
            let part = try part(path)
            for literal in literals { try checkType(of: literal, for: part) }
            guard let level = part.support.equality, !literals.contains(.null) else {
                throw type.unsupported(part.name)
            }
            try require(level, of: part)
        case .function(let function, let path, let literal):
            let part = try part(path)
            guard case .string = literal, let level = part.support.level(of: function) else {
                throw type.unsupported(part.name)
            }
            if function == .endsWith { try require(level, "endsWith") } else { try require(level, of: part) }
        case .lambda(let quantifier, let path, let condition):
            let list = try part(path)
            guard list.kind == .list, element == nil else { throw type.unsupported(list.name) }
            try FilterCheck(type: type, isAdvanced: isAdvanced, element: list).check(condition)
            if quantifier == .all { try require(.advanced, "all") }
        case .isOf:
            guard type.table[ODataFilter.typeName] != nil else {
                throw .unsupportedQuery("The function 'isof' is not supported for resource '\(type.resource)'.")
            }
        }
    }

    /// Returns the property at a path, or the element itself for the empty path in a condition of `any`.
    private func part(_ path: ODataPath) throws(GraphError) -> GraphPart {
        guard let element else { return try type.part(path.isCount ? ODataPath(path.names.dropLast()) : path) }
        guard path.names.isEmpty else { return try type.part(path.names, of: element) }
        return GraphPart(name: element.name, kind: .text, support: element.support)
    }

    /// The service compares the number of elements only with 0 and 1.
    private func checkCount(
        _ path: ODataPath, _ comparison: ODataFilter.Operator, _ literal: ODataLiteral
    ) throws(GraphError) {
        let list = try part(path)
        guard list.kind == .list, let level = list.support.count, comparison == .eq || comparison == .ne,
            case .word(let number) = literal, number.isExactly("0") || number.isExactly("1")
        else { throw type.unsupported(list.name) }
        try require(level, "$count")
    }

    private func checkType(of literal: ODataLiteral, for part: GraphPart) throws(GraphError) {
        let matches: Bool =
            switch (part.kind, literal) {
            case (.text, .string), (.boolean, .bool), (.guid, .string), (.guid, .word), (_, .null): true
            case (.dateTime, .word(let time)): Timestamp(iso8601: time) != nil
            case (.number, .word(let number)): ODataLiteral.number(number) != nil
            default: false
            }
        guard part.kind != .list, part.kind != .complex else { throw type.unsupported(part.name) }
        guard matches else {
            throw .malformed(
                "Invalid filter clause: A binary operator with incompatible types was detected. "
                    + "The value does not have the type of the property '\(part.name)'.")
        }
    }

    private func require(_ level: QuerySupport.Level, of part: GraphPart) throws(GraphError) {
        guard level == .plain || isAdvanced else { throw type.unsupported(part.name) }
    }

    private func require(_ level: QuerySupport.Level, _ word: String) throws(GraphError) {
        guard level == .plain || isAdvanced else { throw .needsAdvancedQuery("Operator '\(word)'") }
    }
}

extension ODataFilter {
    /// The property that names the type of an object in a list with objects of several types, such as named locations.
    static let typeName = "@odata.type"

    /// The level of `not` before this filter: plain only if every comparison supports `ne` in plain queries.
    fileprivate func lowestLevel(_ part: (ODataPath) -> GraphPart?) -> QuerySupport.Level {
        switch self {
        case .and(let terms), .or(let terms): terms.map { $0.lowestLevel(part) }.max() ?? .plain
        case .not(let term): term.lowestLevel(part)
        case .comparison(let path, _, _), .within(let path, _), .function(_, let path, _), .lambda(_, let path, _):
            part(path)?.support.inequality ?? .advanced
        case .isOf: .plain
        }
    }
}

extension GraphError {
    /// Returns the error for a query that needs the parameters of advanced queries.
    static func needsAdvancedQuery(_ subject: String) -> GraphError {
        .unsupportedQuery(
            "\(subject) is not supported because the required parameters might be missing. Try adding $count=true "
                + "query parameter and ConsistencyLevel:eventual header. "
                + "Refer to https://aka.ms/graph-docs/advanced-queries for more information")
    }
}
