import Formats

/// The specification of a value: its shape, the function that reads the value or reports a problem, and the function that exports
/// the value.
struct ValueSpec<Value: Sendable>: Sendable {
    typealias Read = @Sendable (YAMLValue, ConfigurationLocation, inout Findings) -> Value?
    typealias Export = @Sendable (Value) -> JSONValue

    let shape: Shape
    /// The function that reads a value. A nil result means that a problem was reported.
    let read: Read
    /// The function that returns a value as the configuration has it.
    let export: Export

    init(_ shape: Shape, export: @escaping Export, _ read: @escaping Read) {
        self.shape = shape
        self.export = export
        self.read = read
    }

    /// Creates a specification for plain or quoted text. `text` returns the text of a value.
    init(
        text shape: Shape, of text: @escaping @Sendable (Value) -> String,
        _ parse: @escaping @Sendable (String) -> Value?
    ) {
        self.init(shape, export: { .string(text($0)) }) { input, location, findings in
            guard let text = ValueSpec<String>.text.read(input, location, &findings) else { return nil }
            if let value = parse(text) { return value }
            findings.error(location, "\"\(text)\" is not \(shape.expectation)")
            return nil
        }
    }

    /// Returns a specification of the value with its location.
    static func marked<Base>(_ base: ValueSpec<Base>) -> ValueSpec where Value == Marked<Base> {
        ValueSpec(base.shape, export: { base.export($0.value) }) { input, location, findings in
            base.read(input, location, &findings).map { Marked(value: $0, location: location) }
        }
    }

    static func list<Element>(_ element: ValueSpec<Element>) -> ValueSpec where Value == [Element] {
        ValueSpec(.list(element.shape), export: { .array($0.map(element.export)) }) { list, location, findings in
            guard case .sequence = list.kind else {
                findings.error(location, "must be a list, not \(list.description)")
                return nil
            }
            let path = location.path
            var values: [Element] = []
            var index = 0
            list.elements { input in
                if let value = element.read(input, .index(index, in: path, input.mark), &findings) {
                    values.append(value)
                }
                index += 1
            }
            return values
        }
    }
}

extension ValueSpec where Value == String {
    init(_ shape: Shape, _ read: @escaping Read) {
        self.init(shape, export: { .string($0) }, read)
    }

    init(text shape: Shape, _ parse: @escaping @Sendable (String) -> String?) {
        self.init(text: shape, of: { $0 }, parse)
    }

    /// Text. A plain number or boolean is rejected and not converted, because YAML would already have changed `010` or `1.0`.
    static let text = ValueSpec(.text) { input, location, findings in
        guard case .scalar(let scalar) = input.kind else {
            findings.error(location, "must be text, not \(input.description)")
            return nil
        }
        guard scalar.value == .string else {
            let hint = input.isNull ? nil : "write it in quotes: \"\(scalar.text)\""
            findings.error(location, "must be text, not \(input.description)", hint: hint)
            return nil
        }
        return scalar.text
    }

    static let nonEmptyText = ValueSpec(.pattern(".", called: "text")) { input, location, findings in
        guard let text = ValueSpec.text.read(input, location, &findings) else { return nil }
        guard !text.isEmpty else {
            findings.error(location, "must not be empty")
            return nil
        }
        return text
    }

    /// A GUID, in lower case.
    static let guid = ValueSpec(text: .pattern(guidPattern, called: "a GUID")) {
        GUID($0) == nil ? nil : $0.asciiLowercased
    }

    /// A country code of two letters (ISO 3166).
    static let countryCode = ValueSpec(text: .pattern("^[A-Za-z]{2}$", called: "a country code of two letters")) {
        CountryCode.isValid($0) ? $0 : nil
    }

    private static let guidPattern = "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$"
}

extension ValueSpec where Value == Bool {
    static let bool = ValueSpec(.boolean, export: { .bool($0) }) { input, location, findings in
        if case .scalar(let scalar) = input.kind, case .bool(let value) = scalar.value { return value }
        findings.error(location, "must be true or false, not \(input.description)")
        return nil
    }
}

extension ValueSpec where Value == Int {
    static func integer(_ range: ClosedRange<Int>) -> ValueSpec {
        ValueSpec(.integer(range), export: { .integer(Int64($0)) }) { input, location, findings in
            guard case .scalar(let scalar) = input.kind, case .integer(let number) = scalar.value else {
                findings.error(location, "must be a whole number, not \(input.description)")
                return nil
            }
            guard let value = Int(exactly: number), range.contains(value) else {
                let bounds = "from \(range.lowerBound) to \(range.upperBound)"
                findings.error(
                    location,
                    "must be \(range.lowerBound == range.upperBound ? "\(range.lowerBound)" : bounds), not \(number)")
                return nil
            }
            return value
        }
    }
}

extension ValueSpec where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
    /// A word of an enumeration, in the exact spelling.
    static var word: ValueSpec { word(of: Array(Value.allCases)) }

    static func word(of allowed: [Value]) -> ValueSpec {
        let words = allowed.map(\.rawValue)
        return ValueSpec(.words(words), export: { .string($0.rawValue) }) { input, location, findings in
            guard let text = ValueSpec<String>.text.read(input, location, &findings) else { return nil }
            if let value = allowed.first(where: { $0.rawValue.isExactly(text) }) { return value }
            findings.error(location, "unknown value \"\(text)\"", hint: "one of " + words.joined(separator: ", "))
            return nil
        }
    }
}

extension ValueSpec where Value == Timestamp {
    static let timestamp = ValueSpec(text: .pattern("^[0-9]{4}-", called: "an ISO 8601 time"), of: \.iso8601) {
        Timestamp(iso8601: $0)
    }
}

extension ValueSpec where Value == [UInt8] {
    /// A certificate as DER in base64. The check is only that the bytes begin with a SEQUENCE tag (0x30).
    static let derCertificate = ValueSpec(
        text: .pattern("^[A-Za-z0-9+/=]+$", called: "a certificate in base64"), of: { Base64.standard($0) }
    ) { text in
        guard let bytes = Base64.decodeStandard(text.utf8), bytes.first == 0x30 else { return nil }
        return bytes
    }
}

extension ValueSpec where Value == JSONValue {
    static let anything = ValueSpec(.anything, export: { $0 }) { input, _, _ in input.node.json }
}

/// The shape of a key's value without its Swift type, for messages and for the JSON Schema.
indirect enum Shape: Sendable {
    case text
    /// Text that matches a regular expression in the schema's dialect. `called` is its name in messages.
    case pattern(String, called: String)
    case boolean
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case words([String])
    case list(Shape)
    /// A mapping with any keys.
    case map(Shape)
    case object(ObjectShape)
    case either([Shape])
    case anything

    var expectation: String {
        switch self {
        case .text: "text"
        case .pattern(_, let name): name
        case .boolean: "true or false"
        case .integer(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
        case .words: "one of the allowed words"
        case .list: "a list"
        case .map: "a mapping"
        case .object: "a mapping"
        case .either(let shapes): shapes.map(\.expectation).joined(separator: " or ")
        case .anything: "any value"
        }
    }
}

extension Shape {
    /// The keys of the object that the value may be, or an empty list for any other shape.
    var keys: [String] {
        switch self {
        case .object(let object): object.keys.map(\.name)
        case .either(let shapes): shapes.flatMap(\.keys)
        default: []
        }
    }
}

/// The keys of a configuration object, without the Swift type of their values.
struct ObjectShape: Sendable {
    struct Key: Sendable {
        let name: String
        let help: String
        let shape: Shape
        let isRequired: Bool
        /// Whether the key may be without a value, which means the same as a missing key.
        let isNullable: Bool
    }

    /// The name of the definition in the schema.
    let name: String
    let help: String
    /// Whether the object may contain only the listed keys.
    let isClosed: Bool
    /// Whether keys that are not listed are kept.
    let isOpen: Bool
    private let listKeys: @Sendable () -> [Key]

    /// Creates a shape. Only the schema and some messages need the keys, so only they compute them.
    init(name: String, help: String, isClosed: Bool, isOpen: Bool, keys: @escaping @Sendable () -> [Key]) {
        self.name = name
        self.help = help
        self.isClosed = isClosed
        self.isOpen = isOpen
        listKeys = keys
    }

    var keys: [Key] { listKeys() }
}
