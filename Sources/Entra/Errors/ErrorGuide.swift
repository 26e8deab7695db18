import Formats

/// The explanation of a code: the meaning in plain English, the causes for which this server raises the code, and the fix. The
/// catalog page, the control plane and the journal show the same texts.
///
/// The rows are in the `ErrorGuide+….swift` files, by subject. Every code of `AADSTS.catalog` and `AADB2C.catalog` has a row.
package struct ErrorGuide: Sendable {
    package let code: AADSTS
    /// The meaning of the code, in one sentence.
    package let meaning: String
    /// The causes for which this server raises the code. Empty for a code that only a stub raises.
    package let causes: [String]
    /// The change that makes the request succeed.
    package let fix: String

    init(_ code: AADSTS, _ meaning: String, when causes: String..., fix: String) {
        self.code = code
        self.meaning = meaning
        self.causes = causes
        self.fix = fix
    }

    /// All rows: AADSTS codes in the order of their numbers, then AADB2C codes.
    package static let all: [ErrorGuide] =
        (requests + applications + grants + native + signIns).sorted { $0.code.number < $1.code.number }
        + userFlows.sorted { $0.code.number < $1.code.number }

    /// Returns the row of a code by its name, such as `AADSTS50011`, ignoring letter case.
    package static func named(_ name: String) -> ErrorGuide? {
        byName[CaseInsensitiveString(name)]
    }

    private static let byName = Dictionary(all.map { (CaseInsensitiveString($0.code.name), $0) }) { first, _ in first }

    /// Returns the row for a text: digits, or digits after `AADSTS` or `AADB2C`. Digits alone are an AADSTS code.
    package static func lookup(_ text: String) -> ErrorGuide? {
        let isNumber = !text.isEmpty && text.utf8.allSatisfy(ASCII.isDigit)
        return named(isNumber ? AADSTS.Family.aadsts.rawValue + text : text)
    }

    /// Returns the rows that contain each word of the text. The search includes the name, the OAuth error, the message and the
    /// texts of the row.
    package static func search(_ text: String) -> [ErrorGuide] {
        let words = Set(exactly: text.asciiLowercased.pieces(separatedBy: " "))
        return searchIndex.filter { row in words.allSatisfy { row.texts.containsExactly($0.string) } }.map(\.row)
    }

    /// The rows with their texts in lower case.
    private static let searchIndex = all.map { row in
        let texts =
            [row.code.name, row.code.error.rawValue, row.code.template, row.meaning, row.fix] + row.causes
        return (row: row, texts: texts.joined(separator: "\n").asciiLowercased)
    }
}

extension AADSTS {
    /// The message as it could appear in a response, with example values.
    package var exampleMessage: String { MessageTemplate.example(template) }
}
