/// A position in a YAML text. Line and column are counted from 1; a column counts characters, not bytes.
package struct YAMLMark: Sendable, Hashable, Comparable {
    // Stored in 32 bits each, because every value of a document has a mark.
    private let packedLine: UInt32
    private let packedColumn: UInt32

    package init(line: Int, column: Int) {
        packedLine = UInt32(clamping: line)
        packedColumn = UInt32(clamping: column)
    }

    package var line: Int { Int(packedLine) }
    package var column: Int { Int(packedColumn) }

    package static let start = YAMLMark(line: 1, column: 1)

    package static func < (left: YAMLMark, right: YAMLMark) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}

/// A value of a YAML document and its position. At most `YAMLLimits.depth` levels deep.
package struct YAMLNode: Sendable {
    /// The content of a value.
    package enum Content: Sendable {
        case scalar(YAMLScalar)
        case sequence([YAMLNode])
        /// The members in document order. The reader rejects a duplicate name.
        case mapping([Member])
    }

    /// The name and the value of a member.
    package struct Member: Sendable {
        package let name: String
        /// The position of the name.
        package let mark: YAMLMark
        package let value: YAMLNode

        package init(name: String, mark: YAMLMark, value: YAMLNode) {
            self.name = name
            self.mark = mark
            self.value = value
        }
    }

    package let content: Content
    package let mark: YAMLMark

    package init(_ content: Content, mark: YAMLMark) {
        self.content = content
        self.mark = mark
    }

    /// Creates a node from a JSON value. All parts of the node have the position of the start of a text.
    package init(_ json: JSONValue) {
        let content: Content =
            switch json {
            case .string(let text): .scalar(YAMLScalar(text: text, isPlain: false))
            case .array(let values): .sequence(values.map(YAMLNode.init))
            case .object(let members):
                .mapping(members.map { Member(name: $0.name, mark: .start, value: YAMLNode($0.value)) })
            // Allowed (lossy-text): null, a boolean or a number, all of them ASCII.
            default: .scalar(YAMLScalar(text: String(decoding: JSONWriter.value(json), as: UTF8.self), isPlain: true))
            }
        self.init(content, mark: .start)
    }

    /// Reads the only document of a YAML or JSON text and expands its aliases. An empty text is null.
    package static func parse(_ bytes: [UInt8], limits: YAMLLimits = YAMLLimits()) throws(YAMLError) -> YAMLNode {
        try YAMLValue.read(bytes, limits: limits) { $0.node }
    }

    /// The value as JSON, with members in document order.
    package var json: JSONValue {
        switch content {
        case .scalar(let scalar): scalar.json
        case .sequence(let nodes): .array(nodes.map(\.json))
        case .mapping(let members): .object(members.map { JSONValue.Member($0.name, $0.value.json) })
        }
    }
}

/// A YAML scalar: its text, and whether the text was unquoted. Only an unquoted scalar can be a number, a boolean or null.
package struct YAMLScalar: Sendable, Equatable {
    package let text: String
    package let isPlain: Bool

    package init(text: String, isPlain: Bool) {
        self.text = text
        self.isPlain = isPlain
    }

    /// The meaning of a scalar in the core schema.
    package enum Value: Sendable, Equatable {
        case null
        case bool(Bool)
        case integer(Int64)
        case number(Double)
        case string
    }

    /// The meaning of the scalar in the core schema (YAML 1.2.2 §10.3.2). `yes` and `12:30` are text, and `0777` is a decimal
    /// number.
    package var value: Value {
        guard isPlain, text.utf8.first.map(YAMLScalar.mayBeginValue) ?? true else { return .string }
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: return YAMLNumber.parse(text) ?? .string
        }
    }

    /// Whether a value other than text may begin with this byte. This check alone decides for most texts.
    private static func mayBeginValue(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "~"), UInt8(ascii: "+"), UInt8(ascii: "-"),
            UInt8(ascii: "."),
            UInt8(ascii: "n"), UInt8(ascii: "N"), UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"),
            UInt8(ascii: "F"):
            true
        default: false
        }
    }

    package var json: JSONValue {
        switch value {
        case .null: .null
        case .bool(let value): .bool(value)
        case .integer(let value): .integer(value)
        case .number(let value): .number(value)
        case .string: .string(text)
        }
    }
}

/// The numbers of the core schema.
private enum YAMLNumber {
    static func parse(_ text: String) -> YAMLScalar.Value? {
        guard let first = text.utf8.first, ASCII.isDigit(first) || first == 0x2B || first == 0x2D || first == 0x2E
        else { return nil }
        if let digits = text.dropping(prefix: "0x") { return radix(digits, 16) }
        if let digits = text.dropping(prefix: "0o") { return radix(digits, 8) }
        if let special = special(text) { return .number(special) }
        guard let shape = shape(text.utf8) else { return nil }
        if shape == .integer, let value = Int64(text) { return .integer(value) }
        return Double(text).map { .number($0) }
    }

    private static func radix(_ digits: String, _ radix: Int) -> YAMLScalar.Value? {
        guard digits.utf8.first.map({ ASCII.hexValue($0) != nil }) == true else { return nil }
        return Int64(digits, radix: radix).map { .integer($0) }
    }

    private static func special(_ text: String) -> Double? {
        switch text {
        case ".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF": .infinity
        case "-.inf", "-.Inf", "-.INF": -.infinity
        case ".nan", ".NaN", ".NAN": .nan
        default: nil
        }
    }

    private enum Shape {
        case integer
        case float
    }

    /// Matches `[-+]? ( \. [0-9]+ | [0-9]+ ( \. [0-9]* )? ) ( [eE] [-+]? [0-9]+ )?` and returns the kind of number.
    private static func shape(_ text: String.UTF8View) -> Shape? {
        var rest = text[...]
        func digits() -> Int {
            let count = rest.prefix(while: ASCII.isDigit).count
            rest = rest.dropFirst(count)
            return count
        }
        if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
        let integerDigits = digits()
        var shape = Shape.integer
        if rest.first == 0x2E {
            rest = rest.dropFirst()
            shape = .float
            guard digits() + integerDigits > 0 else { return nil }
        } else if integerDigits == 0 {
            return nil
        }
        if let mark = rest.first, mark | 0x20 == 0x65 {
            rest = rest.dropFirst()
            shape = .float
            if rest.first == 0x2B || rest.first == 0x2D { rest = rest.dropFirst() }
            guard digits() > 0 else { return nil }
        }
        return rest.isEmpty ? shape : nil
    }
}
