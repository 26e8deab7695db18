import Formats

/// Checks two-letter country codes.
package enum CountryCode {
    /// Returns whether the text is two letters, as in ISO 3166.
    package static func isValid(_ text: String) -> Bool {
        text.utf8.count == 2 && text.utf8.allSatisfy(ASCII.isLetter)
    }
}
