/// Text in the content and the quoted attributes of an XML document that is written by hand.
package enum XMLText {
    /// What XML 1.0 cannot hold, most controls and two noncharacters, becomes U+FFFD.
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
