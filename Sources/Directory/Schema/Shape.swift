/// What a key's value looks like, without its Swift type: for messages and for the JSON Schema.
indirect enum Shape: Sendable {
    case text
    /// Text by a regular expression in the schema's dialect, called by a name.
    case pattern(String, called: String)
    case boolean
    case integer(ClosedRange<Int>)
    case number(ClosedRange<Double>)
    case words([String])
    case list(Shape)
    /// A mapping whose keys are names of the user's.
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
    /// The names of the keys of the object that a value may be; empty for any other shape.
    var keys: [String] {
        switch self {
        case .object(let object): object.keys.map(\.name)
        case .either(let shapes): shapes.flatMap(\.keys)
        default: []
        }
    }
}

/// A configuration object's keys, without the Swift type they are read into.
struct ObjectShape: Sendable {
    struct Key: Sendable {
        let name: String
        let help: String
        let shape: Shape
        let isRequired: Bool
        /// Whether it may stand without a value, which is the same as absence.
        let isNullable: Bool
    }

    /// The name of its definition in the schema.
    let name: String
    let help: String
    /// Whether only the listed keys may stand in it.
    let isClosed: Bool
    let keys: [Key]
}
