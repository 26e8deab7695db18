import Wire

/// A demand that an API can name in a claims challenge (Microsoft Graph `authenticationContextClassReference`).
package struct AuthenticationContext: Sendable {
    /// `c1`…`c99`, the value of `acrs`.
    package var id: String
    package var displayName = ""
    /// Whether applications may use it.
    package var isAvailable = true

    package init(id: String) {
        self.id = id
    }

    /// Whether it is one of the 99 names there are.
    package static func isID(_ text: String) -> Bool {
        let digits = text.utf8.dropFirst()
        guard text.utf8.first == UInt8(ascii: "c"), digits.first != UInt8(ascii: "0"),
            let number = ASCII.decimal(digits)
        else { return false }
        return (1...99).contains(number)
    }
}
