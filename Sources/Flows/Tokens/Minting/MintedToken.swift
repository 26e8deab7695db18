import Crypto
package import Directory
package import Entra
import State
package import Wire

/// A token made to order for a test of an API or a client: one as the service issues it, with whatever is wished changed or
/// broken. Nobody signs in, no consent is asked for or recorded.
package struct MintedToken: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case access
        case id
    }

    /// What is wrong with the signature.
    package enum Flaw: String, Sendable, CaseIterable {
        /// A byte of the signature is changed.
        case badSignature
        /// `alg` is `none`, and there is no signature.
        case algNone
        /// Signed by a key that is published nowhere.
        case unknownKey
        /// Signed by the right key, whose id is missing.
        case noKeyID
    }

    package struct Request: Sendable {
        package var kind = Kind.access
        package var tenant: Tenant
        package var client: Application
        /// nil: the client's own token.
        package var user: User?
        /// The API, and how the client named it; access tokens only.
        package var resource: Application?
        package var resourceIdentifier = ""
        package var scopes: [String] = []
        /// Of a user they stand in place of those that are assigned, where there are any.
        package var roles: [String] = []
        /// nil: as the API asks; of an id_token, 2.
        package var version: EndpointVersion?
        package var nonce: String?
        /// Claims put in or over; null takes one out.
        package var claims: [JSONValue.Member] = []
        /// Header members likewise.
        package var header: [JSONValue.Member] = []
        /// Seconds since 1970 UTC, over what the clock says.
        package var notBefore: Int64?
        package var expiresAt: Int64?
        package var flaw: Flaw?

        package init(tenant: Tenant, client: Application) {
            self.tenant = tenant
            self.client = client
        }
    }

    package let text: String
    package let header: JSONValue
    package let claims: JSONValue

    /// Makes the token at the time of the tenant's clock. Throws AADSTS50000 when OpenSSL fails.
    package init(_ request: Request, services: Services) throws(EntraError) {
        let services = services.at(request.tenant.id)
        let issued = try MintedToken.issued(request, services)
        guard let token = CompactJWS(issued, maximumBytes: issued.utf8.count),
            let issuedHeader = JSONValue(parsing: token.header), let issuedClaims = JSONValue(parsing: token.payload)
        else { throw EntraError(.serviceFailure) }
        var changes = request.claims
        if let time = request.notBefore { changes = MintedToken.times(["nbf", "iat"], time) + changes }
        if let time = request.expiresAt { changes = MintedToken.times(["exp"], time) + changes }
        guard !changes.isEmpty || !request.header.isEmpty || request.flaw != nil else {
            text = issued
            header = issuedHeader
            claims = issuedClaims
            return
        }
        claims = MintedToken.changed(issuedClaims, changes)
        let current = try services.signingKeys(of: request.tenant).current
        do throws(CryptoFailure) {
            let key = request.flaw == .unknownKey ? try SigningKey.make(SystemRandom()) : current
            header = MintedToken.changed(issuedHeader, MintedToken.flawed(request.flaw, key) + request.header)
            text = try MintedToken.signed(header, claims, key, request.flaw)
        } catch {
            throw EntraError(.serviceFailure)
        }
    }

    private static func issued(_ request: Request, _ services: Services) throws(EntraError) -> String {
        let minter = TokenMinter(services)
        let settings = services.settings(tenant: request.tenant, application: request.client)
        let subject = request.user.map { user in
            TokenSubject(
                user: user, tenant: request.tenant,
                authentication: Authentication(
                    home: user.home, time: services.now.seconds, methods: ["pwd"],
                    sessionID: services.random.guid(), order: services.store.nextOrder()))
        }
        if request.kind == .id, let subject {
            var token = IDTokenRequest(
                client: request.client, endpoint: request.version ?? .v2, scopes: [.openid, .profile])
            token.nonce = request.nonce
            token.roles = request.roles.isEmpty ? nil : request.roles
            return try minter.idToken(token, for: subject, settings: settings)
        }
        var resource = request.resource ?? request.client
        if let version = request.version { resource.requestedAccessTokenVersion = version == .v2 ? 2 : 1 }
        var token = AccessTokenRequest(
            client: request.client, clientAuthentication: request.client.usualAuthentication, resource: resource,
            resourceIdentifier: request.resourceIdentifier, scopes: request.scopes)
        token.hasProfile = true
        token.roles = request.roles.isEmpty ? nil : request.roles
        if let subject { return try minter.accessToken(token, for: subject, settings: settings).token }
        return try minter.applicationToken(
            token, in: request.tenant, servicePrincipal: request.tenant.servicePrincipal(of: request.client),
            roles: request.roles, settings: settings
        ).token
    }

    private static func times(_ names: [String], _ time: Int64) -> [JSONValue.Member] {
        names.map { JSONValue.Member($0, .integer(time)) }
    }

    /// What the flaw does to the header.
    private static func flawed(_ flaw: Flaw?, _ key: SigningKey) -> [JSONValue.Member] {
        switch flaw {
        case nil, .badSignature: []
        case .algNone: [.init("alg", .string("none")), .init("kid", .null), .init("x5t", .null)]
        case .unknownKey: [.init("kid", .string(key.id))]
        case .noKeyID: [.init("kid", .null), .init("x5t", .null)]
        }
    }

    /// The object with each change in its place, or at the end; null takes a member out.
    private static func changed(_ value: JSONValue, _ changes: [JSONValue.Member]) -> JSONValue {
        var members = value.object ?? []
        for change in changes {
            switch (members.firstIndex { $0.name.isExactly(change.name) }, change.value) {
            case (let place?, .null): members.remove(at: place)
            case (let place?, _): members[place] = change
            case (nil, .null): break
            case (nil, _): members.append(change)
            }
        }
        return .object(members)
    }

    private static func signed(
        _ header: JSONValue, _ claims: JSONValue, _ key: SigningKey, _ flaw: Flaw?
    ) throws(CryptoFailure) -> String {
        let payload = JSONWriter.value(claims)
        let sent = JSONWriter.value(header)
        if flaw == .algNone { return Base64.url(sent) + "." + Base64.url(payload) + "." }
        let token = try JWS.sign(header: GraphNonce.signed(header) ?? sent, payload: payload, key: key)
        let parts = token.pieces(separatedBy: ".")
        var signature = Base64.decodeURL(Array((parts.last ?? "").utf8)) ?? []
        if flaw == .badSignature, let first = signature.first { signature[0] = first ^ 1 }
        return Base64.url(sent) + "." + Base64.url(payload) + "." + Base64.url(signature)
    }
}
