import Wire

extension Understudy {
    /// Any JSON value, for what has no shape of its own: a claim, a Microsoft Graph object, a directory.
    ///
    /// It is written as a literal, `["displayName": "Orders", "isFallbackPublicClient": true]`, and read by subscripts:
    /// `value["keys"]?[0]?["kid"]?.string`. The members of an object have no order.
    public enum JSON: Sendable, Hashable {
        /// `null`.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// A number that is written without fraction and exponent and fits 64 bits.
        case integer(Int64)
        /// Any other number.
        case number(Double)
        /// Text.
        case string(String)
        /// A list.
        case array([JSON])
        /// Members by name.
        case object([String: JSON])
    }
}

extension Understudy.JSON {
    /// Reads JSON text strictly by RFC 8259; nil when it is anything else, is more than 64 levels deep, or has an object that
    /// names a member twice.
    public init?(parsing text: String) {
        guard let value = JSONValue(parsing: Array(text.utf8)) else { return nil }
        self.init(value)
    }

    /// The member of that name; nil where there is none, and for what is no object.
    public subscript(_ name: String) -> Understudy.JSON? {
        // Allowed (character): the public type has keys that the program of the test chooses, and no client.
        if case .object(let members) = self { members[name] } else { nil }
    }

    /// The element at that position, counted from 0; nil where there is none, and for what is no list.
    public subscript(_ position: Int) -> Understudy.JSON? {
        guard case .array(let elements) = self, elements.indices.contains(position) else { return nil }
        return elements[position]
    }

    /// The text; nil for what is none.
    public var string: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The number, where it is a whole one; nil for anything else.
    public var integer: Int? {
        if case .integer(let number) = self { Int(exactly: number) } else { nil }
    }

    /// The number; nil for what is none.
    public var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        default: nil
        }
    }

    /// The truth value; nil for what is none.
    public var bool: Bool? {
        if case .bool(let value) = self { value } else { nil }
    }

    /// The elements of a list; nil for what is none.
    public var array: [Understudy.JSON]? {
        if case .array(let elements) = self { elements } else { nil }
    }

    /// The members of an object by name; nil for what is none.
    public var object: [String: Understudy.JSON]? {
        if case .object(let members) = self { members } else { nil }
    }
}

extension Understudy.JSON: CustomStringConvertible {
    /// JSON text, members in the order of their names.
    public var description: String {
        String(validating: JSONWriter.value(value), as: UTF8.self) ?? ""
    }
}

extension Understudy.JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
    ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self = .null }

    /// `true` or `false`.
    public init(booleanLiteral value: Bool) { self = .bool(value) }

    /// A whole number.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A number with a fraction.
    public init(floatLiteral value: Double) { self = .number(value) }

    /// Text.
    public init(stringLiteral value: String) { self = .string(value) }

    /// A list.
    public init(arrayLiteral elements: Understudy.JSON...) { self = .array(elements) }

    /// An object; of two members of one name the last one stays.
    public init(dictionaryLiteral elements: (String, Understudy.JSON)...) {
        // Allowed (character): the public type has keys that the program of the test chooses, and no client.
        self = .object(Dictionary(elements) { _, last in last })
    }
}

extension Understudy.JSON {
    init(_ value: JSONValue) {
        self =
            switch value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .number(let value): .number(value)
            case .string(let value): .string(value)
            case .array(let values): .array(values.map(Understudy.JSON.init))
            case .object(let members):
                // Allowed (character): the public type has keys that the program of the test chooses, and no client.
                .object(Dictionary(members.map { ($0.name, Understudy.JSON($0.value)) }) { _, last in last })
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

    /// An object of the members that are there.
    static func members(_ members: KeyValuePairs<String, Understudy.JSON?>) -> Understudy.JSON {
        // Allowed (character): the public type has keys that the program of the test chooses, and no client.
        .object(Dictionary(members.compactMap { name, value in value.map { (name, $0) } }) { _, last in last })
    }

    /// The object whose members are all text.
    static func texts(_ texts: [String: String]) -> Understudy.JSON { .object(texts.mapValues { .string($0) }) }

    /// A list of texts.
    static func list(_ texts: [String]) -> Understudy.JSON { .array(texts.map { .string($0) }) }

    /// The texts of a list, what is none left out.
    var strings: [String] { array?.compactMap(\.string) ?? [] }

    /// The members that are texts.
    var texts: [String: String] { object?.compactMapValues(\.string) ?? [:] }
}
