package import Entra
package import Formats

/// The common content of authorization codes and refresh tokens: the user, the client, and the parameters of the request.
package struct IssuedGrant: Sendable, Hashable {
    /// The delegated permissions of one resource that the user had consented to.
    package struct Consent: Sendable, Hashable {
        package let resource: ClientID
        /// The permission values, without a resource prefix.
        package let scopes: [String]

        package init(resource: ClientID, scopes: [String]) {
            self.resource = resource
            self.scopes = scopes
        }

        fileprivate func write(to writer: inout RecordWriter) {
            writer.write(resource)
            writer.write(scopes)
        }

        fileprivate init?(from reader: inout RecordReader) {
            guard let resource: ClientID = reader.identifier(), let scopes = reader.strings() else { return nil }
            self.init(resource: resource, scopes: scopes)
        }
    }

    package var client: ClientID
    /// The tenant that the user signed in to and that issues the tokens.
    package var tenant: TenantID
    /// The object ID of the user in that tenant.
    package var user: ObjectID
    package var authentication: Authentication
    /// The platform of the redirect URI. The platform determines the client type from then on
    /// (docs/reference/protocol.md#client-types).
    package var platform: ClientPlatform
    package var endpoint: EndpointVersion
    /// The `scope` parameter as sent to the v2 endpoint, or nil.
    package var scope: String?
    /// The `resource` parameter as sent to the v1 endpoint, or nil.
    package var resource: String?
    /// The user's own consents to this client at the time of sealing. A restarted server with the same keys, or a replica, can
    /// thereby honor them.
    package var consents: [Consent]
    /// The B2C policy that the grant was issued under and is bound to, in lower case.
    package var policy: String?
    /// The application that signed in for this one, in nested app authentication.
    package var hub: ClientID?
    /// The sequence number of the grant (`Store.nextOrder`). Tokens that are derived from the grant keep it.
    package var order: Int64

    package init(
        client: ClientID, tenant: TenantID, user: ObjectID, authentication: Authentication,
        platform: ClientPlatform, endpoint: EndpointVersion, scope: String?, resource: String?,
        consents: [Consent], policy: String? = nil, hub: ClientID? = nil, order: Int64
    ) {
        self.client = client
        self.tenant = tenant
        self.user = user
        self.authentication = authentication
        self.platform = platform
        self.endpoint = endpoint
        self.scope = scope
        self.resource = resource
        self.consents = consents
        self.policy = policy
        self.hub = hub
        self.order = order
    }

    func write(to writer: inout RecordWriter) {
        writer.write(client)
        writer.write(tenant)
        writer.write(user)
        authentication.write(to: &writer)
        writer.write(platform.rawValue)
        writer.write(endpoint == .v2)
        writer.write(scope)
        writer.write(resource)
        writer.write(consents) { writer, consent in consent.write(to: &writer) }
        writer.write(policy)
        writer.write(hub?.description)
        writer.write(order)
    }

    init?(from reader: inout RecordReader) {
        guard let client: ClientID = reader.identifier(), let tenant: TenantID = reader.identifier(),
            let user: ObjectID = reader.identifier(), let authentication = Authentication(from: &reader),
            let platform = reader.string().flatMap({ ClientPlatform(rawValue: $0) }), let isV2 = reader.bool(),
            let scope = reader.optionalString(), let resource = reader.optionalString(),
            let consents = reader.list({ Consent(from: &$0) }), let policy = reader.optionalString(),
            let hub = reader.optionalString(), let order = reader.integer()
        else { return nil }
        self.init(
            client: client, tenant: tenant, user: user, authentication: authentication,
            platform: platform, endpoint: isV2 ? .v2 : .v1, scope: scope, resource: resource, consents: consents,
            policy: policy, hub: hub.map { ClientID($0) }, order: order)
    }
}

/// An authorization code (RFC 6749 §4.1.2). The code is single-use: the store keeps its ID from redemption until expiry.
package struct AuthorizationCode: SealedValue, Equatable {
    package static let kind = "code"
    package static let prefix = "1.A"
    package static let version: UInt8 = 5
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
    package var requestsAuthTime: Bool
    /// Whether the token endpoint issued the code to an application's server for the application's page (`spa_code`). Such a
    /// code has no verifier, because no browser requested it.
    package var isFromTokenEndpoint: Bool
    /// The expiry time, in seconds since 1970 UTC.
    package var expiresAt: Int64

    package init(
        id: GUID, grant: IssuedGrant, redirectURI: String?, nonce: String?, codeChallenge: String?,
        codeChallengeMethod: String?, claims: String?, requestsAuthTime: Bool, isFromTokenEndpoint: Bool = false,
        expiresAt: Int64
    ) {
        self.id = id
        self.grant = grant
        self.redirectURI = redirectURI
        self.nonce = nonce
        self.codeChallenge = codeChallenge
        self.codeChallengeMethod = codeChallengeMethod
        self.claims = claims
        self.requestsAuthTime = requestsAuthTime
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
        writer.write(requestsAuthTime)
        writer.write(isFromTokenEndpoint)
        writer.write(expiresAt)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let grant = IssuedGrant(from: &reader),
            let redirectURI = reader.optionalString(), let nonce = reader.optionalString(),
            let challenge = reader.optionalString(), let method = reader.optionalString(),
            let claims = reader.optionalString(), let requestsAuthTime = reader.bool(),
            let isFromTokenEndpoint = reader.bool(), let expiresAt = reader.integer()
        else { return nil }
        self.init(
            id: id, grant: grant, redirectURI: redirectURI, nonce: nonce, codeChallenge: challenge,
            codeChallengeMethod: method, claims: claims, requestsAuthTime: requestsAuthTime,
            isFromTokenEndpoint: isFromTokenEndpoint, expiresAt: expiresAt)
    }
}

/// A refresh token (RFC 6749 §1.5). The token is bound to a user and a client, not to a resource. The old token stays valid
/// when a new one is issued, as in Entra (docs/reference/protocol.md#refresh-token).
package struct RefreshToken: SealedValue, Equatable {
    package static let kind = "refresh"
    package static let prefix = "1.A"
    package static let version: UInt8 = 7

    package var id: GUID
    package var grant: IssuedGrant
    /// The time of issue, in seconds since 1970 UTC.
    package var issuedAt: Int64
    /// The time of issue of the first token in the chain of refreshes, in seconds since 1970 UTC.
    package var begunAt: Int64
    /// The expiry time, in seconds since 1970 UTC. Refresh tokens of single-page applications inherit the time from the first
    /// token.
    package var expiresAt: Int64
    /// The claims of the sign-in that a B2C policy repeats in every token, as a JSON object, or nil elsewhere
    /// (docs/reference/protocol.md#b2c-refresh-claims).
    package var signInClaims: String?

    package init(
        id: GUID, grant: IssuedGrant, issuedAt: Int64, begunAt: Int64, expiresAt: Int64, signInClaims: String? = nil
    ) {
        self.id = id
        self.grant = grant
        self.issuedAt = issuedAt
        self.begunAt = begunAt
        self.expiresAt = expiresAt
        self.signInClaims = signInClaims
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        grant.write(to: &writer)
        writer.write(issuedAt)
        writer.write(begunAt)
        writer.write(expiresAt)
        writer.write(signInClaims)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let grant = IssuedGrant(from: &reader),
            let issuedAt = reader.integer(), let begunAt = reader.integer(), let expiresAt = reader.integer(),
            let signInClaims = reader.optionalString()
        else { return nil }
        self.init(
            id: id, grant: grant, issuedAt: issuedAt, begunAt: begunAt, expiresAt: expiresAt,
            signInClaims: signInClaims)
    }
}
