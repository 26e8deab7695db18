/// Writes a JSON value as YAML in block style. Reading the result as YAML returns the same value.
package enum YAMLWriter {
    package static func text(_ value: JSONValue) -> String {
        var out = ""
        switch value {
        case .object(let members) where !members.isEmpty: write(members, at: 0, &out)
        case .array(let values) where !values.isEmpty: write(values, at: 0, &out)
        default: out += scalar(value) + "\n"
        }
        return out
    }

    /// Writes the members, each on lines of its own. The first line has no indentation after `- ` of a list.
    private static func write(
        _ members: [JSONValue.Member], at level: Int, afterDash: Bool = false, _ out: inout String
    ) {
        for (position, member) in members.enumerated() {
            if position > 0 || !afterDash { indent(level, &out) }
            out += "\(word(member.name)):"
            switch member.value {
            case .object(let inner) where !inner.isEmpty:
                out += "\n"
                write(inner, at: level + 1, &out)
            case .array(let values) where !values.isEmpty:
                out += "\n"
                write(values, at: level + 1, &out)
            default: out += " \(scalar(member.value))\n"
            }
        }
    }

    private static func write(_ values: [JSONValue], at level: Int, _ out: inout String) {
        for value in values {
            indent(level, &out)
            switch value {
            case .object(let members) where !members.isEmpty:
                out += "- "
                write(members, at: level + 1, afterDash: true, &out)
            case .array(let inner) where !inner.isEmpty:
                out += "-\n"
                write(inner, at: level + 1, &out)
            default: out += "- \(scalar(value))\n"
            }
        }
    }

    private static func indent(_ level: Int, _ out: inout String) { out += String(repeating: "  ", count: level) }

    /// Returns a value on one line: a text, a number, a word, or an empty list or mapping.
    private static func scalar(_ value: JSONValue) -> String {
        if case .string(let text) = value { return word(text) }
        // Allowed (lossy-text): the writer of JSON writes UTF-8.
        return String(decoding: JSONWriter.value(value), as: UTF8.self)
    }

    /// Returns the text as it is if YAML reads it as the same text, and as a JSON string otherwise.
    private static func word(_ text: String) -> String { isPlain(text) ? text : StringLiteral.json.quoted(text) }

    /// Whether the text begins with a letter, consists of harmless characters, and is not one of the words with a meaning in YAML.
    private static func isPlain(_ text: String) -> Bool {
        let bytes = Array(text.utf8)
        guard let first = bytes.first, let last = bytes.last, ASCII.isLetter(first), last != ASCII.space,
            last != UInt8(ascii: ":"), bytes.count <= 200
        else { return false }
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case ASCII.space where bytes[index - 1] == UInt8(ascii: ":"): return false
            case ASCII.space, UInt8(ascii: "."), UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: "@"),
                UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+"):
                continue
            default: guard ASCII.isLetter(byte) || ASCII.isDigit(byte) else { return false }
            }
        }
        return !reserved.containsExactly(text.asciiLowercased)
    }

    private static let reserved = ["true", "false", "null", "yes", "no", "on", "off", "y", "n"]
}
