package import Formats

/// An authorization code (RFC 6749 §4.1.2). The code is single-use: the store keeps its ID from redemption until expiry.
package struct AuthorizationCode: SealedValue, Equatable {
    package static let kind = "code"
    package static let prefix = "1.A"
    package static let version: UInt8 = 4
    /// The maximum length in characters, well below the limits of sealed values and forms.
    package static let maximumLength = 16_384

    package var id: GUID
    package var grant: IssuedGrant
    /// The redirect URI as sent to the authorize endpoint, or nil if the request had none. The token request must repeat it
    /// byte for byte.
    package var redirectURI: String?
    package var nonce: String?
    package var codeChallenge: String?
    /// The PKCE method: `S256` or `plain`.
    package var codeChallengeMethod: String?
    /// The `claims` parameter.
    package var claims: String?
    /// Whether the request had a `max_age`, so that the ID token contains `auth_time`.
    package var wantsAuthTime: Bool
    /// Whether the token endpoint issued the code to an application's server for the application's page (`spa_code`). Such a
    /// code has no verifier, because no browser requested it.
    package var isFromTokenEndpoint: Bool
    /// The expiry time, in seconds since 1970 UTC.
    package var expiresAt: Int64

    package init(
        id: GUID, grant: IssuedGrant, redirectURI: String?, nonce: String?, codeChallenge: String?,
        codeChallengeMethod: String?, claims: String?, wantsAuthTime: Bool, isFromTokenEndpoint: Bool = false,
        expiresAt: Int64
    ) {
        self.id = id
        self.grant = grant
        self.redirectURI = redirectURI
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.codeChallengeMethod = codeChallengeMethod
        self.claims = claims
        self.wantsAuthTime = wantsAuthTime
        self.isFromTokenEndpoint = isFromTokenEndpoint
        self.expiresAt = expiresAt
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        grant.write(to: &writer)
        writer.write(redirectURI)
        writer.write(nonce)
        writer.write(codeChallenge)
        writer.write(codeChallengeMethod)
        writer.write(claims)
        writer.write(wantsAuthTime)
        writer.write(isFromTokenEndpoint)
        writer.write(expiresAt)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let grant = IssuedGrant(from: &reader),
            let redirectURI = reader.optionalString(), let nonce = reader.optionalString(),
            let challenge = reader.optionalString(), let method = reader.optionalString(),
            let claims = reader.optionalString(), let wantsAuthTime = reader.bool(),
            let isFromTokenEndpoint = reader.bool(), let expiresAt = reader.integer()
        else { return nil }
        self.init(
            id: id, grant: grant, redirectURI: redirectURI, nonce: nonce, codeChallenge: challenge,
            codeChallengeMethod: method, claims: claims, wantsAuthTime: wantsAuthTime,
            isFromTokenEndpoint: isFromTokenEndpoint, expiresAt: expiresAt)
    }
}
