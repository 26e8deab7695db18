/// The sign-in behind an access token, which the token carries as its opaque `aio` claim. On-behalf-of tokens that another API
/// obtains with the token belong to the same sign-in.
package struct TokenOrigin: SealedValue, Equatable {
    package static let kind = "token origin"
    package static let version: UInt8 = 4

    package let authentication: Authentication
    /// Whether the user already had a high risk level when the token was issued.
    package let isAtHighRisk: Bool

    package init(authentication: Authentication, isAtHighRisk: Bool) {
        self.authentication = authentication
        self.isAtHighRisk = isAtHighRisk
    }

    package func write(to writer: inout RecordWriter) {
        authentication.write(to: &writer)
        writer.write(isAtHighRisk)
    }

    package init?(from reader: inout RecordReader) {
        guard let authentication = Authentication(from: &reader), let isAtHighRisk = reader.bool() else { return nil }
        self.init(authentication: authentication, isAtHighRisk: isAtHighRisk)
    }
}
