/// Escapes text for the content and the quoted attributes of XML documents that are written as strings.
package enum XMLText {
    /// Returns the escaped text. Characters that XML 1.0 does not allow (most controls and two noncharacters) become U+FFFD.
    package static func escaped(_ text: String) -> String { escaping.escaped(text) }

    private static let escaping = Escaping(
        named: ["&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&#39;"]
    ) { scalar in
        switch scalar.value {
        case 0x9, 0xA, 0xD, 0x20..<0xFFFE, 0x10000...: "&#x\(String(scalar.value, radix: 16, uppercase: true));"
        default: "\u{FFFD}"
        }
    }
}
