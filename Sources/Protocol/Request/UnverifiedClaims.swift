import Crypto
package import Formats

/// The header and the claims of a JSON Web Token whose signature is not verified. Only stub matching and the journal use the
/// claims.
package struct UnverifiedClaims: Sendable {
    /// The maximum size of a token, in bytes. Longer texts are ignored.
    private static let maximumBytes = 32_768

    package let header: JSONValue
    package let claims: JSONValue

    /// Parses a token. Returns nil unless the text is a compact JWS with two JSON objects.
    package init?(_ text: String?) {
        guard let text, let token = CompactJWS(text, maximumBytes: UnverifiedClaims.maximumBytes, padding: .tolerated),
            let header = JSONValue(parsing: token.header), header.object != nil,
            let claims = JSONValue(parsing: token.payload), claims.object != nil
        else { return nil }
        self.header = header
        self.claims = claims
    }

    /// Returns the value of a claim, or nil if the value is no string.
    package subscript(_ name: String) -> String? { claims[name]?.string }
}
