import Formats

/// Functions that fill the placeholders of a catalog message.
enum MessageTemplate {
    /// The maximum number of Unicode scalars of a value in a message. The rest of the value is cut off.
    static let maximumValueLength = 500

    /// Returns the template with values in place of placeholders. Filling takes one pass, so braces in a value remain text. A
    /// placeholder without a value is removed, and so are spaces at the end of the message.
    static func render(_ template: String, _ values: KeyValuePairs<AADSTS.Placeholder, String>) -> String {
        filled(template) { name in values.first { $0.key.rawValue.isExactly(name) }.map { harmless($0.value) } }
    }

    /// Returns the template with example values in place of placeholders, for a page that explains a code.
    static func example(_ template: String) -> String {
        filled(template) { AADSTS.Placeholder(rawValue: $0)?.example }
    }

    private static func filled(_ template: String, _ value: (String) -> String?) -> String {
        var message = ""
        for piece in pieces(of: template) {
            switch piece {
            case .text(let text): message += text
            case .placeholder(let name): message += value(name) ?? ""
            }
        }
        while message.utf8.last == UInt8(ascii: " ") { _ = message.unicodeScalars.popLast() }
        return message
    }

    private enum Piece {
        case text(String)
        case placeholder(String)
    }

    private static func pieces(of template: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = template.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            pieces.append(.text(String(rest[..<open]) ?? ""))
            pieces.append(.placeholder(String(rest[open..<close].dropFirst()) ?? ""))
            rest = rest[close...].dropFirst()
        }
        pieces.append(.text(String(rest) ?? ""))
        return pieces
    }

    /// Returns the value without control characters and line separators, and of limited length.
    private static func harmless(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars.prefix(maximumValueLength) {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: text.append(" ")
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}
