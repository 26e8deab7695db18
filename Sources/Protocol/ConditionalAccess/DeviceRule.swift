import Directory
import Entra
import Formats

/// The rule of a device filter (Microsoft Graph `conditionalAccessFilter`): comparisons of properties of the device, joined by
/// `-and`, `-or`, `-not` and parentheses (docs/reference/protocol.md#device-filter).
indirect enum DeviceRule: Sendable {
    case any([DeviceRule])
    case all([DeviceRule])
    case not(DeviceRule)
    case comparison(property: String, DeviceComparison, operands: [String])

    /// Parses a rule. Returns nil for a malformed one.
    init?(_ text: String) {
        guard var parser = DeviceRuleParser(text), let rule = parser.disjunction(), parser.isAtEnd else { return nil }
        self = rule
    }

    /// Returns whether the device matches. A sign-in without a registered device has no values.
    func matches(_ device: Device?) -> Bool {
        switch self {
        case .any(let rules): rules.contains { $0.matches(device) }
        case .all(let rules): rules.allSatisfy { $0.matches(device) }
        case .not(let rule): !rule.matches(device)
        case .comparison(let property, let comparison, let operands):
            comparison.isMet(by: device?.value(inFilter: property), operands)
        }
    }
}

/// The operators of the rules. Letter case and the hyphen before an operator do not matter (`terraform-provider-azuread` has rules
/// with `eq`).
enum DeviceComparison: String, Sendable, CaseIterable {
    case equals = "eq"
    case differs = "ne"
    case isIn = "in"
    case isNotIn = "notIn"
    case startsWith
    case notStartsWith
    case endsWith
    case notEndsWith
    case contains
    case notContains

    /// Returns whether a value meets the comparison. An absent value meets the negative comparisons only.
    func isMet(by value: String?, _ operands: [String]) -> Bool {
        func meets(_ test: (String, String) -> Bool) -> Bool {
            guard let value = value?.asciiLowercased else { return false }
            return operands.contains { test(value, $0.asciiLowercased) }
        }
        return switch self {
        case .equals, .isIn: meets { $0.isExactly($1) }
        case .differs, .isNotIn: !meets { $0.isExactly($1) }
        case .startsWith: meets { $0.hasExactPrefix($1) }
        case .notStartsWith: !meets { $0.hasExactPrefix($1) }
        case .endsWith: meets { $0.hasExactSuffix($1) }
        case .notEndsWith: !meets { $0.hasExactSuffix($1) }
        case .contains: meets { $0.containsExactly($1) }
        case .notContains: !meets { $0.containsExactly($1) }
        }
    }
}

extension Device {
    /// Returns the value of a property in rules, or nil if the server does not know the property of devices.
    fileprivate func value(inFilter property: String) -> String? {
        switch property.asciiLowercased {
        case "deviceid": deviceId.description
        case "displayname": displayName
        case "iscompliant": String(isCompliant)
        case "operatingsystem": operatingSystem
        case "trusttype": trustType?.rawValue
        default: nil
        }
    }
}

/// Reads a rule from left to right.
private struct DeviceRuleParser {
    private enum Token {
        case open
        case close
        case openList
        case closeList
        case comma
        case text(String)
        case word(String)
    }

    /// The largest length of a rule, in bytes.
    static let maximumLength = 3_072
    private static let maximumDepth = 32
    private var tokens: ArraySlice<Token>
    private var depth = 0

    init?(_ text: String) {
        guard text.utf8.count <= DeviceRuleParser.maximumLength else { return nil }
        var tokens: [Token] = []
        var bytes = Array(text.utf8)[...]
        while let byte = bytes.first {
            if let mark = DeviceRuleParser.mark(byte) {
                tokens.append(mark)
                _ = bytes.popFirst()
            } else if DeviceRuleParser.isSpace(byte) {
                _ = bytes.popFirst()
            } else if DeviceRuleParser.isQuote(byte) {
                _ = bytes.popFirst()
                let quoted = bytes.prefix { $0 != byte }
                guard quoted.endIndex < bytes.endIndex else { return nil }
                tokens.append(.text(String(decoding: quoted, as: UTF8.self)))
                bytes = bytes[(quoted.endIndex + 1)...]
            } else {
                let word = bytes.prefix(while: DeviceRuleParser.isOfWord)
                tokens.append(.word(String(decoding: word, as: UTF8.self)))
                bytes = bytes[word.endIndex...]
            }
        }
        self.tokens = tokens[...]
    }

    private static func mark(_ byte: UInt8) -> Token? {
        switch byte {
        case UInt8(ascii: "("): .open
        case UInt8(ascii: ")"): .close
        case UInt8(ascii: "["): .openList
        case UInt8(ascii: "]"): .closeList
        case UInt8(ascii: ","): .comma
        default: nil
        }
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == ASCII.space || (0x09...0x0D).contains(byte) }
    private static func isQuote(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
    private static func isOfWord(_ byte: UInt8) -> Bool { !isSpace(byte) && !isQuote(byte) && mark(byte) == nil }

    var isAtEnd: Bool { tokens.isEmpty }

    mutating func disjunction() -> DeviceRule? { joined(by: "or") { $0.conjunction() }.map { DeviceRule.any($0) } }

    private mutating func conjunction() -> DeviceRule? { joined(by: "and") { $0.term() }.map { DeviceRule.all($0) } }

    private mutating func term() -> DeviceRule? {
        if takes("not") { return nested { $0.term() }.map { DeviceRule.not($0) } }
        guard case .open? = tokens.first else { return comparison() }
        _ = tokens.popFirst()
        guard let rule = nested({ $0.disjunction() }), case .close? = tokens.popFirst() else { return nil }
        return rule
    }

    private mutating func comparison() -> DeviceRule? {
        guard case .word(let path)? = tokens.popFirst(), case .word(let sign)? = tokens.popFirst() else { return nil }
        let names = path.pieces(separatedBy: ".", atMost: 2)
        let name = sign.dropping(prefix: "-") ?? sign
        let known = DeviceComparison.allCases.first { name.isExactlyIgnoringASCIICase($0.rawValue) }
        guard names.count == 2, names[0].isExactlyIgnoringASCIICase("device"), let known, let values = operands() else {
            return nil
        }
        return .comparison(property: names[1], known, operands: values)
    }

    /// Reads one operand, or a list of operands in brackets.
    private mutating func operands() -> [String]? {
        switch tokens.popFirst() {
        case .text(let operand)?, .word(let operand)?: return [operand]
        case .openList?: break
        default: return nil
        }
        var values: [String] = []
        while let token = tokens.popFirst() {
            switch token {
            case .text(let operand), .word(let operand): values.append(operand)
            case .comma: continue
            case .closeList: return values
            case .open, .close, .openList: return nil
            }
        }
        return nil
    }

    private mutating func joined(
        by word: String, _ next: (inout DeviceRuleParser) -> DeviceRule?
    ) -> [DeviceRule]? {
        guard let first = next(&self) else { return nil }
        var rules = [first]
        while takes(word) {
            guard let rule = next(&self) else { return nil }
            rules.append(rule)
        }
        return rules
    }

    private mutating func nested(_ next: (inout DeviceRuleParser) -> DeviceRule?) -> DeviceRule? {
        guard depth < DeviceRuleParser.maximumDepth else { return nil }
        depth += 1
        defer { depth -= 1 }
        return next(&self)
    }

    private mutating func takes(_ word: String) -> Bool {
        guard case .word(let text)? = tokens.first,
            (text.dropping(prefix: "-") ?? text).isExactlyIgnoringASCIICase(word)
        else { return false }
        _ = tokens.popFirst()
        return true
    }
}
