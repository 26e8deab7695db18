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
}
