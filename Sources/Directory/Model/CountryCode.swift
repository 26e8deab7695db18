import Formats

/// Functions for the country codes in tokens.
package enum CountryCode {
    /// Returns whether the text is two letters, as in ISO 3166.
    package static func isOne(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy(ASCII.isLetter)
    }
}
