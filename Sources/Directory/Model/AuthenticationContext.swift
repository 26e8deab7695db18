import Formats

/// A condition of a sign-in that an API can demand in a claims challenge (Microsoft Graph `authenticationContextClassReference`).
package struct AuthenticationContext: Sendable {
    /// The ID, `c1` to `c99`, which is the value of `acrs`.
    package var id: String
    package var displayName = ""
    /// Whether applications may use the context.
    package var isAvailable = true

    package init(id: String) {
        self.id = id
    }

    /// Returns whether the text is one of the 99 valid IDs.
    package static func isID(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "c"), digits.first != UInt8(ascii: "0"),
            let number = ASCII.decimal(digits)
        else { return false }
        return (1...99).contains(number)
    }
}
