/// How a language writes what text cannot hold as it is. Each language is one value; all share one walk over the scalars.
///
/// Three kinds of scalars are replaced: those that mean something to the language, those that are hidden from a reader
/// (`isHidden`), and marks that would be drawn onto a delimiter or an escape (`isMark`).
package struct Escaping: Sendable {
    /// The replacements of scalars that mean something to the language, or have an escape with a name.
    private let named: [Unicode.Scalar: String]
    /// The escape of any other scalar.
    private let numbered: @Sendable (Unicode.Scalar) -> String

    init(named: [Unicode.Scalar: String], numbered: @escaping @Sendable (Unicode.Scalar) -> String) {
        self.named = named
        self.numbered = numbered
    }

    /// The text with its escapes, to stand between delimiters.
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
    /// Text for a terminal or a log: lines and tabs stay, and nothing else can move the cursor or turn the direction of
    /// text. A JSON document remains the same document, as only its strings hold what is escaped.
    package static let terminal = Escaping(named: ["\n": "\n", "\t": "\t"], numbered: StringLiteral.utf16)

    /// Text on one line of a terminal or a log.
    package static let line = Escaping(named: [:], numbered: StringLiteral.utf16)
}
