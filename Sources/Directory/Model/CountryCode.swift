import Wire

/// Countries as tokens tell of them.
package enum CountryCode {
    /// Whether the text is two letters, as ISO 3166 has them.
    package static func isOne(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy(ASCII.isLetter)
    }
}
