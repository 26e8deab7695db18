import Directory
import Entra
import Formats
import Protocol

/// The conversion of a value to JSON and back.
struct GraphValue<Value: Sendable>: Sendable {
    typealias Read = @Sendable (JSONValue, String) throws(GraphError) -> Value

    let kind: GraphKind
    let json: @Sendable (Value) -> JSONValue
    /// Reads a value. `path` names the property in an error message.
    let read: Read

    init(_ kind: GraphKind, _ json: @escaping @Sendable (Value) -> JSONValue, _ read: @escaping Read) {
        self.kind = kind
        self.json = json
        self.read = read
    }

    /// Creates a value. `parse` returns nil for an invalid value.
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

/// The kind of a property, which decides the values that a `$filter` may compare it with.
enum GraphKind: String, Sendable {
    case text
    case boolean
    case guid
    case dateTime
    case number
    /// Several values, for `any`.
    case list
    case complex
}

extension GraphValue where Value == String {
    static let text = GraphValue.text(upTo: GraphLimits.text)
    static let nonEmptyText = GraphValue.nonEmptyText(upTo: GraphLimits.text)

    /// Returns a string of limited length. Like the service, the limit counts UTF-16 units.
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
        .parsed(.number, { .integer(Int64($0)) }) { value in
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

    /// An identifier that may be other than a GUID, because application IDs in tests may be any text.
    static var identifier: GraphValue {
        .parsed(.guid, { .string($0.description) }) { value in
            value.text(upTo: GraphLimits.identifier).flatMap { $0.isEmpty ? nil : Value($0) }
        }
    }
}

extension GraphValue where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// A raw value of an enumeration.
    static var word: GraphValue {
        .parsed(.text, { .string($0.rawValue) }) { value in
            Value.allCases.first { word in value.string.map { word.rawValue.isExactly($0) } ?? false }
        }
    }
}

extension GraphValue where Value == JSONValue {
    static let anyText = GraphValue.anyText(upTo: GraphLimits.text)

    /// Returns a string or null, for a property that the server only stores.
    static func anyText(upTo maximum: Int) -> GraphValue {
        .parsed(.text, { $0 }) { $0 == .null || $0.text(upTo: maximum) != nil ? $0 : nil }
    }

    /// Returns one of the words, or null.
    static func anyWord(_ words: String...) -> GraphValue {
        .parsed(.text, { $0 }) { value in
            value == .null || value.string.map { words.contains(where: $0.isExactly) } ?? false ? value : nil
        }
    }

    /// Returns some of the words separated by commas, or null.
    static func anyWords(_ words: String...) -> GraphValue {
        .parsed(.text, { $0 }) { value in
            guard let text = value.string else { return value == .null ? value : nil }
            let parts = text.pieces(separatedBy: ",", keepingEmpty: true).map { part in
                String(Substring(part.utf8.drop { $0 == ASCII.space }))
            }
            return parts.allSatisfy { words.contains(where: $0.isExactly) } ? value : nil
        }
    }

    /// Returns a list of some of the words.
    static func anyList(of words: String...) -> GraphValue {
        .parsed(.list, { $0 }) { value in
            let isValid = value.array.map { list in
                list.count <= words.count
                    && list.allSatisfy { $0.string.map { words.contains(where: $0.isExactly) } ?? false }
            }
            return isValid ?? false ? value : nil
        }
    }

    static let nullableBoolean = GraphValue.parsed(.boolean, { $0 }) { $0 == .null || $0.bool != nil ? $0 : nil }

    /// A time or null.
    static let anyTime = GraphValue.parsed(.dateTime, { $0 }) { value in
        value == .null || value.string.flatMap { Timestamp(iso8601: $0) } != nil ? value : nil
    }

    /// A number or null.
    static let anyNumber = GraphValue.parsed(.number, { $0 }) { value in
        switch value {
        case .null, .integer, .number: value
        default: nil
        }
    }

    /// A list of any values.
    static let smallList = GraphValue.parsed(.list, { $0 }) { value in
        guard let elements = value.array, elements.count <= GraphLimits.entries, value.isSmall else { return nil }
        return value
    }

    static let anyBoolean = GraphValue.parsed(.boolean, { $0 }) { $0.bool == nil ? nil : $0 }

    static let anyTexts = GraphValue.anyTexts(GraphLimits.entries, of: GraphLimits.text)

    static func anyTexts(_ count: Int, of length: Int) -> GraphValue {
        .parsed(.list, { $0 }) { value in
            let isValid = value.array.map { texts in
                texts.count <= count && texts.allSatisfy { $0.text(upTo: length) != nil }
            }
            return isValid ?? false ? value : nil
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

    /// Returns a complex value with a table of properties. Reading starts with `blank`.
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
