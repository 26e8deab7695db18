import Formats

/// The evaluation of queries that `check` accepted. Texts are compared without the case of ASCII letters.
extension GraphType {
    /// Returns the predicate for the filter and the search of a query, or nil if the query has neither.
    func predicate(of query: ODataQuery) -> ((Entity) -> Bool)? {
        var values = PropertyReader(table)
        let conditions = [
            query.filter.map { $0.compiled(&values) }, query.search.map { $0.compiled(&values) },
        ].compactMap(\.self)
        guard !conditions.isEmpty else { return nil }
        let read = values.read
        return { entity in
            let properties = read(entity)
            return conditions.allSatisfy { $0(properties) }
        }
    }

    /// Returns the predicate for a filter.
    func predicate(_ filter: ODataFilter) -> (Entity) -> Bool {
        var query = ODataQuery()
        query.filter = filter
        return predicate(of: query) ?? { _ in true }
    }

    /// Returns the entities in the order that the query demands. Equal entities keep their order.
    func sorted(_ entities: [Entity], by order: [ODataOrder]) -> [Entity] {
        guard !order.isEmpty else { return entities }
        var values = PropertyReader(table)
        let paths = order.map { ($0, values.index(of: $0.path)) }
        let read = values.read
        let keys = entities.map { entity in
            let properties = read(entity)
            return paths.map { order, index in
                ComparableValue(properties[index].value(at: Array(order.path.names.dropFirst())))
            }
        }
        let positions = entities.indices.sorted { left, right in
            for (index, (order, _)) in paths.enumerated() {
                let (one, other) = (keys[left][index], keys[right][index])
                if one.precedes(other) { return !order.isDescending }
                if other.precedes(one) { return order.isDescending }
            }
            return left < right
        }
        return positions.map { entities[$0] }
    }
}

/// Reads the properties that a query names, each once for each entity.
private struct PropertyReader<Entity: Sendable>: Sendable {
    private let table: GraphTable<Entity>
    private var names: [String] = []

    init(_ table: GraphTable<Entity>) {
        self.table = table
    }

    /// Returns the position of the property that the path begins with, and adds the property if it is new.
    mutating func index(of path: ODataPath) -> Int {
        let own = path.names.first ?? ""
        if let known = names.firstIndex(where: own.isExactly) { return known }
        names.append(own)
        return names.count - 1
    }

    var read: @Sendable (Entity) -> [JSONValue] {
        let properties = names.map { table[$0] }
        return { entity in properties.map { $0?.get(entity) ?? .null } }
    }
}

extension ODataFilter {
    fileprivate typealias Predicate = ([JSONValue]) -> Bool

    /// Returns a predicate on the values of the properties of `reader`.
    fileprivate func compiled<Entity: Sendable>(_ reader: inout PropertyReader<Entity>) -> Predicate {
        switch self {
        case .and(let terms):
            let predicates = terms.map { $0.compiled(&reader) }
            return { values in predicates.allSatisfy { $0(values) } }
        case .or(let terms):
            let predicates = terms.map { $0.compiled(&reader) }
            return { values in predicates.contains { $0(values) } }
        case .not(let term):
            let predicate = term.compiled(&reader)
            return { !predicate($0) }
        case .comparison(let path, _, _), .within(let path, _), .function(_, let path, _):
            let index = reader.index(of: path)
            let test = test
            let names = Array(path.names.dropFirst())
            return { test($0[index].value(at: names)) }
        case .lambda(let quantifier, let path, let condition):
            let index = reader.index(of: path)
            let names = Array(path.names.dropFirst())
            let test = condition.elementTest
            return { values in
                let elements = values[index].value(at: names).array ?? []
                return quantifier == .any ? elements.contains(where: test) : elements.allSatisfy(test)
            }
        case .isOf(let type):
            let index = reader.index(of: ODataPath([ODataFilter.typeName]))
            return { $0[index] == .string("#\(type)") }
        }
    }

    /// The condition on one element of a list.
    private var elementTest: (JSONValue) -> Bool {
        switch self {
        case .and(let terms):
            let tests = terms.map(\.elementTest)
            return { value in tests.allSatisfy { $0(value) } }
        case .or(let terms):
            let tests = terms.map(\.elementTest)
            return { value in tests.contains { $0(value) } }
        case .not(let term):
            let test = term.elementTest
            return { !test($0) }
        case .comparison(let path, _, _), .within(let path, _), .function(_, let path, _):
            let test = test
            return { test($0.value(at: path.names)) }
        case .lambda, .isOf: return { _ in false }
        }
    }

    /// The condition on the value at the path of a comparison.
    private var test: (JSONValue) -> Bool {
        switch self {
        case .comparison(let path, let comparison, let literal) where path.isCount:
            let number = ComparableValue(literal)
            return { comparison.holds(ComparableValue(.integer(Int64($0.array?.count ?? 0))), number) }
        case .comparison(_, .eq, let literal): return literal.equals
        case .comparison(_, .ne, let literal): return { !literal.equals($0) }
        case .comparison(_, let comparison, let literal):
            let bound = ComparableValue(literal)
            return { comparison.holds(ComparableValue($0), bound) }
        case .within(_, let literals): return { value in literals.contains { $0.equals(value) } }
        case .function(let function, _, .string(let text)):
            let folded = Array(text.asciiLowercased.utf8)
            return { $0.string.map { function.holds($0, folded) } ?? false }
        case .function, .and, .or, .not, .lambda, .isOf: return { _ in false }
        }
    }
}

extension ODataFilter.Function {
    /// Whether the function is true. `part` is in ASCII lower case.
    fileprivate func holds(_ text: String, _ part: [UInt8]) -> Bool {
        guard text.utf8.count >= part.count else { return false }
        return switch self {
        case .startsWith: text.utf8.starts(with: part) { ASCII.lowercased($0) == $1 }
        case .endsWith: text.utf8.suffix(part.count).elementsEqual(part) { ASCII.lowercased($0) == $1 }
        case .contains:
            // Allowed (lossy-text): the bytes of a string, in which only ASCII letters changed.
            text.asciiLowercased.containsExactly(String(decoding: part, as: UTF8.self))
        }
    }
}

extension ODataFilter.Operator {
    /// Whether the comparison is true. A value that cannot be compared makes every comparison but `ne` false.
    fileprivate func holds(_ left: ComparableValue, _ right: ComparableValue) -> Bool {
        guard left.isComparable(with: right) else { return self == .ne }
        let (isLess, isGreater) = (left.precedes(right), right.precedes(left))
        return switch self {
        case .eq: !isLess && !isGreater
        case .ne: isLess || isGreater
        case .gt: isGreater
        case .ge: !isLess
        case .lt: isLess
        case .le: !isGreater
        }
    }
}

/// A value that has an order among the values of its kind. Null comes first.
private enum ComparableValue {
    case null
    case bool(Bool)
    case number(Double)
    case time(Timestamp)
    case text(String)

    init(_ value: JSONValue) {
        self =
            switch value {
            case .bool(let flag): .bool(flag)
            case .integer(let number): .number(Double(number))
            case .number(let number): .number(number)
            case .string(let text): Timestamp(iso8601: text).map { .time($0) } ?? .text(text.asciiLowercased)
            case .null, .array, .object: .null
            }
    }

    init(_ literal: ODataLiteral) {
        self =
            switch literal {
            case .string(let text): ComparableValue(JSONValue.string(text))
            case .word(let word):
                ODataLiteral.number(word).map { .number($0) } ?? ComparableValue(JSONValue.string(word))
            case .bool(let flag): .bool(flag)
            case .null: .null
            }
    }

    func isComparable(with other: ComparableValue) -> Bool {
        switch (self, other) {
        case (.bool, .bool), (.number, .number), (.time, .time), (.text, .text): true
        default: false
        }
    }

    func precedes(_ other: ComparableValue) -> Bool {
        switch (self, other) {
        case (.bool(let one), .bool(let two)): !one && two
        case (.number(let one), .number(let two)): one < two
        case (.time(let one), .time(let two)): one < two
        case (.text(let one), .text(let two)): one.precedes(two)
        default: rank < other.rank
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .bool: 1
        case .number: 2
        case .time: 3
        case .text: 4
        }
    }
}

extension ODataSearch {
    /// Returns a predicate on the values of the properties of `reader`. `displayName` and `description` are compared by tokens, and
    /// other properties by their beginning.
    fileprivate func compiled<Entity: Sendable>(_ reader: inout PropertyReader<Entity>) -> ODataFilter.Predicate {
        switch self {
        case .and(let terms):
            let predicates = terms.map { $0.compiled(&reader) }
            return { values in predicates.allSatisfy { $0(values) } }
        case .or(let terms):
            let predicates = terms.map { $0.compiled(&reader) }
            return { values in predicates.contains { $0(values) } }
        case .clause(let property, let text):
            let index = reader.index(of: ODataPath([property]))
            let isTokenized = ["displayName", "description"].containsExactly(property)
            let requested = SearchTokens.requested(text)
            let prefix = Array(text.asciiLowercased.utf8)
            return { values in
                let texts = values[index].array?.compactMap(\.string) ?? [values[index].string].compactMap(\.self)
                return texts.contains {
                    isTokenized
                        ? SearchTokens($0).contain(requested) : ODataFilter.Function.startsWith.holds($0, prefix)
                }
            }
        }
    }
}

extension JSONValue {
    /// Returns the value at a path of member names, or null if there is none. `$count` leaves a list as it is.
    fileprivate func value(at names: [String]) -> JSONValue {
        var value = self
        for name in names where !name.isExactly(ODataPath.count) { value = value[name] ?? .null }
        return value
    }
}

extension ODataLiteral {
    /// Returns the number that a literal without quotes is, or nil if it is none.
    static func number(_ word: String) -> Double? {
        guard word.utf8.allSatisfy({ ASCII.isDigit($0) || "+-.eE".utf8.contains($0) }) else { return nil }
        return Double(word)
    }

    fileprivate func equals(_ value: JSONValue) -> Bool {
        switch (self, value) {
        case (.string(let text), .string(let other)): other.isExactlyIgnoringASCIICase(text)
        case (.word(let word), .string(let other)):
            other.isExactlyIgnoringASCIICase(word)
                || Timestamp(iso8601: word).map { Timestamp(iso8601: other) == $0 } ?? false
        case (.word(let word), .integer(let number)): ODataLiteral.number(word) == Double(number)
        case (.word(let word), .number(let number)): ODataLiteral.number(word) == number
        case (.bool(let flag), .bool(let other)): flag == other
        case (.null, .null): true
        default: false
        }
    }
}
