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
    let keys: [Key]
}
