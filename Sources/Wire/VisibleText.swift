/// Escapes what a reader of a terminal, a log or an editor does not see, and what a terminal obeys.
package enum VisibleText {
    /// The text with every invisible character as `\uXXXX`, the escape of JSON: a document stays one, with the same meaning. The
    /// scalars of `kept` stay as they are.
    package static func escaped(_ text: String, keeping kept: Set<Unicode.Scalar> = []) -> String {
        guard text.unicodeScalars.contains(where: { $0.isInvisible && !kept.contains($0) }) else { return text }
        var visible = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            if scalar.isInvisible, !kept.contains(scalar) {
                visible.append(contentsOf: escape(scalar).unicodeScalars)
            } else {
                visible.append(scalar)
            }
        }
        return String(visible)
    }

    /// Invisible characters have four digits at the most.
    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(4 - digits.utf8.count, 0)) + digits
    }
}

extension Unicode.Scalar {
    /// Whether the character shows nothing and may act on what is around it: C0 and C1 controls, DEL, zero-width and direction
    /// marks, line and paragraph separators, bidirectional embeddings and isolates, the byte order mark.
    var isInvisible: Bool {
        switch value {
        case 0x00...0x1F, 0x7F...0x9F, 0x061C, 0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0xFEFF: true
        default: false
        }
    }
}
