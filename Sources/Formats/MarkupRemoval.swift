/// The removal of HTML tags from a text that a response repeats.
package enum MarkupRemoval {
    /// Returns the text without its tags. A tag begins with `<`, unless a digit, white space or `=` follows, and ends with the next
    /// `>` or with the text. The content between tags stays.
    package static func withoutTags(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "<")) else { return text }
        var kept = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "<", let next = rest.first, opensTag(next) {
                rest = rest.drop { $0 != ">" }.dropFirst()
            } else {
                kept.append(scalar)
            }
        }
        return String(kept)
    }

    private static func opensTag(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        case "0"..."9", " ", "\t", "\n", "\r", "=": false
        default: true
        }
    }
}
