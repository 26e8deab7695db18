package import Wire

/// An authorization code (RFC 6749 §4.1.2). Single use: its id is kept from redemption until it expires.
package struct AuthorizationCode: SealedValue, Equatable {
    package static let kind = "code"
    package static let prefix = "1.A"
    package static let version: UInt8 = 4
    /// Characters; well below what a sealed value and a form may have.
    package static let maximumLength = 16_384

    package var id: GUID
    package var grant: IssuedGrant
    /// As sent to the authorize endpoint, to be repeated byte for byte; nil when the request left it out.
    package var redirectURI: String?
    package var nonce: String?
    package var codeChallenge: String?
    /// `S256` or `plain`.
    package var codeChallengeMethod: String?
    /// The `claims` parameter.
    package var claims: String?
    /// A `max_age` was sent, so the id_token carries `auth_time`.
    package var wantsAuthTime: Bool
    /// Issued by the token endpoint to an application's server for its page (`spa_code`): there is no verifier, as no
    /// browser carried it.
    package var isFromTokenEndpoint: Bool
    /// Seconds since 1970 UTC.
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
