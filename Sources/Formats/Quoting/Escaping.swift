/// The rules by which a language escapes text. Each language is one value; all share one loop over the scalars.
///
/// Three kinds of scalars are replaced: scalars with a meaning in the language, scalars that a reader cannot see (`isHidden`), and
/// marks that would combine with a delimiter or an escape (`isMark`).
package struct Escaping: Sendable {
    /// The replacements of scalars that have a meaning in the language or an escape with a name.
    private let named: [Unicode.Scalar: String]
    /// Returns the escape of any other scalar.
    private let numbered: @Sendable (Unicode.Scalar) -> String

    init(named: [Unicode.Scalar: String], numbered: @escaping @Sendable (Unicode.Scalar) -> String) {
        self.named = named
        self.numbered = numbered
    }

    /// Returns the text with its escapes, without delimiters.
    package func escaped(_ text: String) -> String { escaped(text.unicodeScalars) }

    func escaped(_ scalars: some Sequence<Unicode.Scalar>) -> String {
        var out = String.UnicodeScalarView()
        var carriesMarks = false
        for scalar in scalars {
            let replacement = named[scalar] ?? (isPlain(scalar, behindLetter: carriesMarks) ? nil : numbered(scalar))
            carriesMarks = replacement == nil && scalar.carriesMarks
            if let replacement {
                out.append(contentsOf: replacement.unicodeScalars)
            } else {
                out.append(scalar)
            }
        }
        return String(out)
    }

    private func isPlain(_ scalar: Unicode.Scalar, behindLetter: Bool) -> Bool {
        !scalar.isHidden && (behindLetter || !scalar.isMark)
    }
}

extension Escaping {
    /// The rules for text in a terminal or a log. Line feeds and tabs are kept; nothing else can move the cursor or change the
    /// direction of the text. A JSON document keeps its meaning, because only its strings contain characters that are escaped.
    package static let terminal = Escaping(named: ["\n": "\n", "\t": "\t"], numbered: StringLiteral.utf16)

    /// The rules for text on one line of a terminal or a log.
    package static let line = Escaping(named: [:], numbered: StringLiteral.utf16)
}
