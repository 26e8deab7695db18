import Formats

/// A JSON value, for data without a type of its own: a claim, a Microsoft Graph object or a directory.
///
/// Write a value as a literal, `["displayName": "Orders", "isFallbackPublicClient": true]`, and read its parts with subscripts,
/// `value["keys"]?[0]?["kid"]?.string`. The members of an object have no order.
public enum JSON: Sendable, Hashable {
    /// `null`.
    case null
    /// `true` or `false`.
    case bool(Bool)
    /// A number without fraction and exponent that fits into 64 bits.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A string.
    case string(String)
    /// A list.
    case array([JSON])
    /// An object, with its members by name.
    case object([String: JSON])
}

extension JSON {
    /// Parses JSON text strictly by RFC 8259. Returns nil if the text is not valid JSON, has more than 64 levels, or has an object
    /// with a duplicate name.
    public init?(parsing text: String) {
        guard let value = JSONValue(parsing: Array(text.utf8)) else { return nil }
        self.init(value)
    }

    /// Returns the member with this name, or nil if there is none or the value is not an object.
    public subscript(_ name: String) -> JSON? {
        // Allowed (character): the program of the test, not a client, chooses the keys of the public type.
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// Returns the element at a position, counted from 0, or nil if there is none or the value is not a list.
    public subscript(_ position: Int) -> JSON? {
        guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
        return elements[position]
    }

    /// The string, or nil for any other value.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The integer, or nil for any other value.
    public var integer: Int? {
        if case .integer(let number) = self { Int(exactly: number) } else { nil }
    }

    /// The number, or nil for any other value.
    public var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// The Boolean value, or nil for any other value.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements of a list, or nil for any other value.
    public var array: [JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object by name, or nil for any other value.
    public var object: [String: JSON]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension JSON: CustomStringConvertible {
    /// The value as JSON text, with the members of objects sorted by name.
    public var description: String {
        String(validating: JSONWriter.value(value), as: UTF8.self) ?? ""
    }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// Creates `null`.
    public init(nilLiteral: ()) { self = .null }

    /// Creates `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// Creates an integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// Creates a number with a fraction.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Creates a string.
    public init(stringLiteral value: String) { self = .string(value) }

    /// Creates a list.
    public init(arrayLiteral elements: JSON...) { self = .array(elements) }

    /// Creates an object. If a name occurs twice, the last member is kept.
    public init(dictionaryLiteral elements: (String, JSON)...) {
        // Allowed (character): the program of the test, not a client, chooses the keys of the public type.
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension JSON {
    init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .number(let value): .number(value)
            case .string(let value): .string(value)
            case .array(let values): .array(values.map(JSON.init))
            case .object(let members):
                // Allowed (character): the program of the test, not a client, chooses the keys of the public type.
                .object(Dictionary(members.map { ($0.name, JSON($0.value)) }) { _, last in last })
            }
    }

    var value: JSONValue {
        switch self {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string(let value): .string(value)
        case .array(let values): .array(values.map(\.value))
        case .object(let members):
            .object(members.sorted { $0.key.precedes($1.key) }.map { JSONValue.Member($0.key, $0.value.value) })
        }
    }

    /// Creates an object with the members that are not nil.
    static func members(_ members: KeyValuePairs<String, JSON?>) -> JSON {
        // Allowed (character): the program of the test, not a client, chooses the keys of the public type.
        .object(Dictionary(members.compactMap { name, value in value.map { (name, $0) } }) { _, last in last })
    }

    /// Creates an object whose members are strings.
    static func texts(_ texts: [String: String]) -> JSON { .object(texts.mapValues { .string($0) }) }

    /// Creates a list of strings.
    static func list(_ texts: [String]) -> JSON { .array(texts.map { .string($0) }) }

    /// The strings of a list. Other elements are left out.
    var strings: [String] { array?.compactMap(\.string) ?? [] }

    /// The members of an object that are strings.
    var texts: [String: String] { object?.compactMapValues(\.string) ?? [:] }
}
