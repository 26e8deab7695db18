/// The sign-in that an access token came from, which the token carries as its opaque `aio` claim: what another API gets on the
/// strength of the token belongs to the same sign-in.
package struct TokenOrigin: SealedValue, Equatable {
    package static let kind = "token origin"
    package static let version: UInt8 = 2

    package let authentication: Authentication

    package init(authentication: Authentication) {
        self.authentication = authentication
    }

    package func write(to writer: inout RecordWriter) {
        authentication.write(to: &writer)
    }

    package init?(from reader: inout RecordReader) {
        guard let authentication = Authentication(from: &reader) else { return nil }
        self.init(authentication: authentication)
    }
}
