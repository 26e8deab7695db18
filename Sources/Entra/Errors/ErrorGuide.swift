import Wire

/// What a code means in plain English, when this server raises the code, and what to do about it. The catalog page, the control
/// plane and the journal show the same texts.
///
/// The rows are in the `ErrorGuide+….swift` files, by subject; every code of `AADSTS.catalog` and `AADB2C.catalog` has one.
package struct ErrorGuide: Sendable {
    package let code: AADSTS
    /// One sentence.
    package let meaning: String
    /// When this server raises the code by itself; empty for a code that only a stub raises.
    package let causes: [String]
    /// What makes the request succeed.
    package let fix: String

    init(_ code: AADSTS, _ meaning: String, when causes: String..., fix: String) {
        self.code = code
        self.meaning = meaning
        self.causes = causes
        self.fix = fix
    }

    /// Every row: AADSTS codes in the order of their numbers, then AADB2C codes.
    package static let all: [ErrorGuide] =
        (requests + applications + grants + native + signIns).sorted { $0.code.number < $1.code.number }
        + userFlows.sorted { $0.code.number < $1.code.number }

    /// The row of a code by its name, `AADSTS50011`; letter case does not count.
    package static func named(_ name: String) -> ErrorGuide? {
        byName[FoldedString(name)]
    }

    private static let byName = Dictionary(all.map { (FoldedString($0.code.name), $0) }) { first, _ in first }

    /// The row that digits, or digits after `AADSTS` or `AADB2C`, name. Digits alone are an AADSTS code.
    package static func lookup(_ text: String) -> ErrorGuide? {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit)
        return named(isNumber ? AADSTS.Family.aadsts.rawValue + text : text)
    }

    /// The rows in which each word of a text occurs: in the name, in the OAuth error, in the message or in the texts here.
    package static func search(_ text: String) -> [ErrorGuide] {
        let words = Set(exactly: text.asciiLowercased.pieces(separatedBy: " "))
        return searched.filter { row in words.allSatisfy { row.texts.containsExactly($0.string) } }.map(\.row)
    }

    /// Each row with its texts in lower case.
    private static let searched = all.map { row in
        let texts =
            [row.code.name, row.code.error.rawValue, row.code.template, row.meaning, row.fix] + row.causes
        return (row: row, texts: texts.joined(separator: "\n").asciiLowercased)
    }
}

extension AADSTS {
    /// The message as a failed request could have it, with example values.
    package var exampleMessage: String { MessageTemplate.example(template) }
}
