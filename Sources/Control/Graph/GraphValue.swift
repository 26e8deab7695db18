import Entra
import Flows
import Wire

/// How a value stands in JSON, and how it is read from there.
struct GraphValue<Value: Sendable>: Sendable {
    typealias Read = @Sendable (JSONValue, String) throws(GraphError) -> Value

    let kind: GraphKind
    let json: @Sendable (Value) -> JSONValue
    /// `path` names the property in a message.
    let read: Read

    init(_ kind: GraphKind, _ json: @escaping @Sendable (Value) -> JSONValue, _ read: @escaping Read) {
        self.kind = kind
        self.json = json
        self.read = read
    }

    /// `parse` gives nil for what is not such a value.
    static func parsed(
        _ kind: GraphKind, _ json: @escaping @Sendable (Value) -> JSONValue,
        _ parse: @escaping @Sendable (JSONValue) -> Value?
    ) -> GraphValue {
        GraphValue(kind, json) { (value, path) throws(GraphError) in
            guard let parsed = parse(value) else { throw .invalidValue(path) }
            return parsed
        }
    }
}

/// What a `$filter` may compare a property with.
enum GraphKind: Sendable {
    case text
    case boolean
    case guid
    case dateTime
    /// Several values, of which `any` asks.
    case list
    case complex
}

/// How long a value may be where the service's reference does not say.
enum GraphLimits {
    static let text = 1_024
    /// Of a name, an address, a URI.
    static let name = 1_024
    /// Entries of a list that is only kept.
    static let entries = 100
    /// Bytes of a complex value that is only kept, as JSON.
    static let complex = 8_192
}

extension GraphValue where Value == String {
    static let text = GraphValue.text(upTo: GraphLimits.text)
    static let nonEmptyText = GraphValue.nonEmptyText(upTo: GraphLimits.name)

    /// Of at most so many characters, counted as the service does: in UTF-16.
    static func text(upTo maximum: Int) -> GraphValue {
        .parsed(.text, { .string($0) }) { value in value.text(upTo: maximum) }
    }

    static func nonEmptyText(upTo maximum: Int) -> GraphValue {
        .parsed(.text, { .string($0) }) { value in value.text(upTo: maximum).flatMap { $0.isEmpty ? nil : $0 } }
    }
}

extension JSONValue {
    fileprivate func text(upTo maximum: Int) -> String? {
        string.flatMap { $0.utf16.count <= maximum ? $0 : nil }
    }
}

extension GraphValue where Value == Bool {
    static let boolean = GraphValue.parsed(.boolean, { .bool($0) }) { $0.bool }
}

extension GraphValue where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> GraphValue {
        .parsed(.text, { .integer(Int64($0)) }) { value in
            value.integer.flatMap { Int(exactly: $0) }.flatMap { range.contains($0) ? $0 : nil }
        }
    }
}

extension GraphValue where Value == Timestamp {
    static let dateTime = GraphValue.parsed(.dateTime, { .string($0.iso8601) }) { value in
        value.string.flatMap { Timestamp(iso8601: $0) }
    }
}

extension GraphValue where Value: Identifier {
    static var guid: GraphValue {
        .parsed(.guid, { .string($0.description) }) { value in
            value.string.flatMap { GUID($0) }.map { Value(folded: .guid($0)) }
        }
    }

    /// Also one that is no GUID, as application ids of tests are.
    static var identifier: GraphValue {
        .parsed(.guid, { .string($0.description) }) { value in
            value.string.flatMap { $0.isEmpty || $0.utf8.count > 256 ? nil : Value($0) }
        }
    }
}

extension GraphValue where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// One of an enumeration's words.
    static var word: GraphValue {
        .parsed(.text, { .string($0.rawValue) }) { value in
            Value.allCases.first { word in value.string.map { word.rawValue.isExactly($0) } ?? false }
        }
    }
}

extension GraphValue where Value == JSONValue {
    static let anyText = GraphValue.anyText(upTo: GraphLimits.text)

    /// Text, or null, for what is only kept.
    static func anyText(upTo maximum: Int) -> GraphValue {
        .parsed(.text, { $0 }) { $0 == .null || $0.text(upTo: maximum) != nil ? $0 : nil }
    }

    /// One of the words, or null.
    static func anyWord(_ words: String...) -> GraphValue {
        .parsed(.text, { $0 }) { value in
            value == .null || value.string.map { words.contains(where: $0.isExactly) } ?? false ? value : nil
        }
    }

    /// Some of the words, joined by commas, or null.
    static func anyWords(_ words: String...) -> GraphValue {
        .parsed(.text, { $0 }) { value in
            guard let text = value.string else { return value == .null ? value : nil }
            let parts = text.pieces(separatedBy: ",", keepingEmpty: true).map { part in
                String(Substring(part.utf8.drop { $0 == ASCII.space }))
            }
            return parts.allSatisfy { words.contains(where: $0.isExactly) } ? value : nil
        }
    }

    /// A list of some of the words.
    static func anyList(of words: String...) -> GraphValue {
        .parsed(.list, { $0 }) { value in
            let isFitting = value.array.map { list in
                list.count <= words.count
                    && list.allSatisfy { $0.string.map { words.contains(where: $0.isExactly) } ?? false }
            }
            return isFitting ?? false ? value : nil
        }
    }

    static let anyBoolean = GraphValue.parsed(.boolean, { $0 }) { $0.bool == nil ? nil : $0 }

    static let anyTexts = GraphValue.anyTexts(GraphLimits.entries, of: GraphLimits.text)

    static func anyTexts(_ count: Int, of length: Int) -> GraphValue {
        .parsed(.list, { $0 }) { value in
            let isFitting = value.array.map { texts in
                texts.count <= count && texts.allSatisfy { $0.text(upTo: length) != nil }
            }
            return isFitting ?? false ? value : nil
        }
    }

    static let anyObject = GraphValue.parsed(.complex, { $0 }) { value in
        value == .null || value.object != nil && value.isSmall ? value : nil
    }

    static let anyList = GraphValue.parsed(.complex, { $0 }) { $0.array != nil && $0.isSmall ? $0 : nil }
}

extension JSONValue {
    fileprivate var isSmall: Bool { JSONWriter.value(self).count <= GraphLimits.complex }
}

extension GraphValue {
    static func optional<Wrapped>(_ wrapped: GraphValue<Wrapped>) -> GraphValue where Value == Wrapped? {
        GraphValue(wrapped.kind, { $0.map(wrapped.json) ?? .null }) { (value, path) throws(GraphError) in
            value == .null ? nil : try wrapped.read(value, path)
        }
    }

    static func list<Element>(_ element: GraphValue<Element>) -> GraphValue where Value == [Element] {
        GraphValue(.list, { .array($0.map(element.json)) }) { (value, path) throws(GraphError) in
            guard let values = value.array else { throw .invalidValue(path) }
            var elements: [Element] = []
            for (index, value) in values.enumerated() { elements.append(try element.read(value, "\(path)[\(index)]")) }
            return elements
        }
    }

    /// A complex value, by the table of its properties, starting from `blank`.
    static func complex(
        _ blank: @escaping @autoclosure @Sendable () -> Value, _ properties: [GraphProperty<Value>]
    ) -> GraphValue {
        let table = GraphTable(properties)
        return GraphValue(.complex, { table.json($0) }) { (value, path) throws(GraphError) in
            guard let members = value.object else { throw .invalidValue(path) }
            var result = blank()
            try table.write(members, into: &result, at: path, .creation)
            return result
        }
    }
}
