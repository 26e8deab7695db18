import Crypto
package import Directory
package import Entra
package import Formats
import Store

/// A token issued for a test of an API or a client: the token that the service would issue, with the requested changes and faults.
/// No user signs in, and no consent is checked or recorded.
package struct MintedToken: Sendable {
    package enum Kind: String, Sendable, CaseIterable {
        case access
        case id
    }

    package struct Request: Sendable {
        package var kind = Kind.access
        package var tenant: Tenant
        package var client: Application
        /// The user, or nil for the client's own token.
        package var user: User?
        /// The API of an access token, and the client's name for the API.
        package var resource: Application?
        package var resourceIdentifier = ""
        package var scopes: [String] = []
        /// The app roles. For a user, these roles replace the assigned roles, unless the list is empty.
        package var roles: [String] = []
        /// The version, or nil for the default: the API's choice for an access token, and 2 for an id_token.
        package var version: EndpointVersion?
        package var nonce: String?
        /// The claims that are added or replaced. A null value removes the claim.
        package var claims: [JSONValue.Member] = []
        /// The header members that are added or replaced. A null value removes the member.
        package var header: [JSONValue.Member] = []
        /// The time that overrides the clock's, in seconds since 1970-01-01 UTC.
        package var notBefore: Int64?
        package var expiresAt: Int64?
        /// The fault of the signature and its key, or nil.
        package var fault: TokenFault.Kind?

        package init(tenant: Tenant, client: Application) {
            self.tenant = tenant
            self.client = client
        }
    }

    package let text: String
    package let header: JSONValue
    package let claims: JSONValue

    /// Issues the token at the time of the tenant's clock. Throws AADSTS50000 if OpenSSL fails.
    package init(_ request: Request, services: Services) throws(EntraError) {
        let services = services.at(request.tenant.id)
        let sent = try MintedToken.issued(request, services)
        let issued = OpaqueAccessToken.jwt(in: sent, services.keys.sealing)
        guard let token = CompactJWS(issued, maximumBytes: issued.utf8.count),
            let issuedHeader = JSONValue(parsing: token.header), let issuedClaims = JSONValue(parsing: token.payload)
        else { throw EntraError(.serviceFailure) }
        var changes = request.claims
        if let time = request.notBefore { changes = MintedToken.times(["nbf", "iat"], time) + changes }
        if let time = request.expiresAt { changes = MintedToken.times(["exp"], time) + changes }
        guard !changes.isEmpty || !request.header.isEmpty || request.fault != nil else {
            text = sent
            header = issuedHeader
            claims = issuedClaims
            return
        }
        claims = MintedToken.changed(issuedClaims, changes)
        let current = try services.signingKeys(of: request.tenant).current
        do throws(CryptoFailure) {
            let key = request.fault?.hasUnknownKey == true ? try SigningKey.make(SystemRandom()) : current
            header = MintedToken.changed(
                issuedHeader, (request.fault?.replacedHeader(key.id) ?? []) + request.header)
            let changed = try MintedToken.signed(header, claims, key, request.fault)
            text =
                issued.isExactly(sent)
                ? changed : OpaqueAccessToken(jwt: changed).sealed(with: services.keys.sealing)
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

    /// Returns the object with each change applied: a known member is replaced, a new one is appended, and null removes a member.
    private static func changed(_ value: JSONValue, _ changes: [JSONValue.Member]) -> JSONValue {
        var members = value.object ?? []
        for change in changes {
            switch (members.firstIndex { $0.name.isExactly(change.name) }, change.value) {
            case (let index?, .null): members.remove(at: index)
            case (let index?, _): members[index] = change
            case (nil, .null): break
            case (nil, _): members.append(change)
            }
        }
        return .object(members)
    }

    private static func signed(
        _ header: JSONValue, _ claims: JSONValue, _ key: SigningKey, _ fault: TokenFault.Kind?
    ) throws(CryptoFailure) -> String {
        let payload = JSONWriter.value(claims)
        let sent = JSONWriter.value(header)
        if fault?.signature == .absent { return Base64.url(sent) + "." + Base64.url(payload) + "." }
        let token = try JWS.sign(header: GraphNonce.signed(header) ?? sent, payload: payload, key: key)
        let parts = token.pieces(separatedBy: ".")
        var signature = Base64.decodeURL(Array((parts.last ?? "").utf8)) ?? []
        if fault?.signature == .wrong, let first = signature.first { signature[0] = first ^ 1 }
        return Base64.url(sent) + "." + Base64.url(payload) + "." + Base64.url(signature)
    }
}
