import Formats

/// The lists of all rows, and searches in them. The server does not need the lists to raise an error.
extension AADSTS {
    /// All AADSTS rows, by subject. The rows are created at the first use of the catalog and not at start.
    package static let catalog: [AADSTS] =
        requestRows + tenantRows + clientRows + redirectRows + resourceRows + userRows + policyRows + consentRows
        + grantRows + assertionRows + nativeRows + stubOnlyRows

    /// All rows: AADSTS codes in the order of their numbers, then AADB2C codes.
    package static let all = [catalog, AADB2C.catalog].flatMap { $0.sorted { $0.number < $1.number } }

    /// Returns the AADSTS row with the number, or nil if the catalog does not contain the number.
    package static func lookup(_ number: Int) -> AADSTS? {
        byNumber[number]
    }

    private static let byNumber = Dictionary(catalog.map { ($0.number, $0) }) { first, _ in first }

    /// Returns the row of a code by its name, such as `AADSTS50011`, ignoring letter case.
    package static func named(_ name: String) -> AADSTS? {
        byName[CaseInsensitiveString(name)]
    }

    private static let byName = Dictionary(all.map { (CaseInsensitiveString($0.name), $0) }) { first, _ in first }

    /// Returns the row for a text: digits, or digits after `AADSTS` or `AADB2C`. Digits alone are an AADSTS code.
    package static func lookup(_ text: String) -> AADSTS? {
        ASCII.decimal(text.utf8).flatMap(lookup) ?? named(text)
    }

    /// Returns the rows that contain each word of the text. The search includes the name, the OAuth error, the message and the
    /// explanation of the row.
    package static func search(_ text: String) -> [AADSTS] {
        let words = Set(exactly: text.asciiLowercased.pieces(separatedBy: " "))
        return searchIndex.filter { row in words.allSatisfy { row.texts.containsExactly($0.string) } }.map(\.row)
    }

    /// The rows with their texts in lower case.
    private static let searchIndex = all.map { row in
        let texts = [row.name, row.error.rawValue, row.template, row.meaning, row.fix, row.cause ?? ""]
        return (row: row, texts: texts.joined(separator: "\n").asciiLowercased)
    }
}
