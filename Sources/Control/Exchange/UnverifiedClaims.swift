import Crypto
package import Wire

/// The claims of a JSON Web Token, its signature not looked at: enough to tell whom a request is about.
package struct UnverifiedClaims: Sendable {
    /// Longer texts are not looked at.
    private static let maximumBytes = 32_768

    package let header: JSONValue
    package let claims: JSONValue

    /// Nil for what is no compact JWS of JSON objects.
    package init?(_ text: String?) {
        guard let text, let token = CompactJWS(text, maximumBytes: UnverifiedClaims.maximumBytes, padding: .tolerated),
            let header = JSONValue(parsing: token.header), header.object != nil,
            let claims = JSONValue(parsing: token.payload), claims.object != nil
        else { return nil }
        self.header = header
        self.claims = claims
    }

    /// A claim that is text.
    package subscript(_ name: String) -> String? { claims[name]?.string }
}
