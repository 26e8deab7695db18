import Crypto
import Directory
import Entra
import Formats
import Store

/// The grant `refresh_token` (RFC 6749 §6; docs/reference/protocol.md#refresh-token). A refresh may request any consented scope of
/// any resource, in any tenant that has the user.
struct RefreshTokenGrant: Grant {
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        let text = try request.required(Parameter.refreshToken)
        guard let token = RefreshToken(sealed: text, keys: services.keys.sealing) else {
            throw EntraError.unreadable("refresh token")
        }
        let grant: IssuedGrant
        do {
            if let shared = try NestedApplication.grant(token.grant, for: client, request, services) {
                grant = shared
            } else {
                grant = try ClientFamily.grant(token.grant, for: client.application, in: services.directory)
            }
        } catch {
            throw ClientAuthentication.rejection(error, of: client, request, services)
        }
        try ClientAuthentication.checkBrowser(grant.platform, request)
        let method = try ClientAuthentication.authenticate(
            client, as: ClientAuthentication.type(of: grant.platform), with: request.credentials, services: services)
        try request.authority.checkService(of: grant)
        try checkLifetime(token, client, services)
        guard let tenant = request.authority.tenant ?? services.directory.tenant(grant.tenant) else {
            throw EntraError(.invalidGrant)
        }
        guard request.authority.admits(tenant) else {
            throw GrantValidity.foreign(grant.authentication.home, at: request.authority, client, services)
        }
        try request.authority.checkPolicy(of: grant)
        // The check uses the token as issued, because the revocation for one application of a family applies to the whole family.
        let account = try GrantValidity.account(
            of: token.grant, in: tenant, client: client, endpoint: request.endpoint, services: services)
        let access = try requestedAccess(grant, request, client, tenant, services)
        if request.endpoint == .v2, request.authority.userFlow == nil {
            try rejectSelfRequest(access, request, grant, client.application, in: tenant, services)
        }
        var extras = UserTokenIssue.Extras()
        extras.idTokenScopes = access.oidc
        extras.includesIDToken = request.endpoint == .v1 || access.oidc.contains(.openid)
        extras.refreshTokenExpiry =
            grant.platform == .spa
            ? token.expiresAt
            : RefreshTokenGrant.expiry(of: grant, begunAt: token.begunAt, client: client, services: services)
        extras.refreshTokenBegin = token.begunAt
        extras.signInClaims = token.signInClaims.flatMap { JSONValue(parsing: Array($0.utf8)) }
        let issue = UserTokenIssue(
            request: request, client: client, authenticatedBy: method, account: account,
            grant: grant, access: access, missing: namesAccess(request) ? .consentRequired : .declined(access),
            services: services)
        let claims = try ClaimsRequest(parsing: request[Parameter.claims])
        return try issue.response(try issue.granted(claims), extras, claims: claims)
    }

    /// Whether the request names its access. Without names, the refresh requests the access of the previous response, which
    /// excludes declined permissions.
    private func namesAccess(_ request: TokenRequest) -> Bool {
        switch request.endpoint {
        case .v1: request[Parameter.resource] != nil
        case .v2: request[Parameter.scope] != nil
        }
    }

    /// Rejects a refresh of an application that signed in to its own API with AADSTS90009, unless the request names an API. Such a
    /// refresh must name the scope each time; OpenID Connect scopes name no API (docs/reference/protocol.md#refresh-own-api).
    private func rejectSelfRequest(
        _ access: RequestedAccess, _ request: TokenRequest, _ grant: IssuedGrant, _ client: Application,
        in tenant: Tenant, _ services: Services
    ) throws(EntraError) {
        let isForItself: Bool
        if !namesAccess(request) {
            isForItself = access.resource.application.clientID == client.clientID
        } else if !access.namesAPI, let scope = grant.scope {
            let resolver = services.resolver(
                for: client, in: tenant, carried: grant.carriedGrants(in: tenant.id))
            let signedIn = try? RequestedAccess.resolve(ScopeRequest.parse(scope), at: .authorizeForCode, by: resolver)
            isForItself = signedIn?.resources.contains { $0.application.clientID == client.clientID } ?? false
        } else {
            isForItself = false
        }
        guard !isForItself else {
            throw EntraError(.tokenForItself, [.clientID: client.appId, .clientName: client.displayName])
        }
    }

    /// Returns the expiry of a refresh token that is issued now, in seconds since 1970 UTC. For a single-page application the
    /// lifetime is fixed; for other clients the lifetime is a limit on inactivity. Under a b2c policy, the token also expires at
    /// the end of a window that begins with the first refresh token of the sign-in (docs/reference/protocol.md#b2c).
    static func expiry(
        of grant: IssuedGrant, begunAt: Int64? = nil, client: ResolvedClient, services: Services
    ) -> Int64 {
        let settings = services.settings(of: client)
        let isSPA = grant.platform == .spa
        let lifetime = isSPA ? settings.singlePageRefreshTokenLifetime : settings.refreshTokenLifetime
        let end = services.now.seconds + Int64(lifetime)
        guard grant.policy != nil else { return end }
        return min(end, (begunAt ?? services.now.seconds) + Int64(settings.userFlowRefreshTokenWindow))
    }

    private func checkLifetime(
        _ token: RefreshToken, _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) {
        guard services.now.seconds >= token.expiresAt else { return }
        let isSPA = token.grant.platform == .spa
        let lifetime = RefreshTokenGrant.expiry(of: token.grant, client: client, services: services)
        let seconds = isSPA ? lifetime - services.now.seconds : token.expiresAt - token.issuedAt
        throw EntraError(
            isSPA ? .spaRefreshTokenExpired : .refreshTokenInactive,
            [
                .validFrom: Timestamp(seconds: token.issuedAt).iso8601,
                .currentTime: services.now.iso8601, .validUntil: Timestamp(seconds: token.expiresAt).iso8601,
                .duration: "\(seconds / 86_400).\(Timestamp(seconds: seconds % 86_400).timeOfDay)",
            ])
    }

    private func requestedAccess(
        _ grant: IssuedGrant, _ request: TokenRequest, _ client: ResolvedClient, _ tenant: Tenant, _ services: Services
    ) throws(EntraError) -> RequestedAccess {
        let settings = services.settings(tenant: tenant, application: client.application)
        // A policy issues no token for scopes of several APIs, whatever the grant (docs/reference/protocol.md#b2c-several-apis).
        let rule = grant.policy == nil ? settings.refreshWithSeveralResources : .error
        let scopeEndpoint = ScopeEndpoint.refresh(rule)
        let resolver = services.resolver(
            for: client.application, in: tenant, carried: grant.carriedGrants(in: tenant.id))
        let resource = request.endpoint == .v1 ? request[Parameter.resource] : nil
        if resource == nil, let scopes = try scopes(request, grant) {
            return try RequestedAccess.resolve(scopes, at: scopeEndpoint, by: resolver)
        }
        return try RequestedAccess.fromResource(
            resource ?? grant.resource, oidc: [.openid, .profile], at: scopeEndpoint, by: resolver)
    }

    /// Returns the scopes that the request names, or else the scopes of the grant. Returns nil if the grant is for a resource.
    private func scopes(_ request: TokenRequest, _ grant: IssuedGrant) throws(EntraError) -> ScopeRequest? {
        if let scopes = request.scopes { return scopes }
        guard let scope = grant.scope else { return nil }
        return try ScopeRequest.parse(scope)
    }
}

/// The rules of client families (`foci`). Applications of one family use each other's refresh tokens, each with its own ID and its
/// own consents (docs/reference/protocol.md#token-response, docs/reference/wire.md#accounts). Only public clients have a family.
enum ClientFamily {
    /// Returns the family that an application's refresh tokens of a platform belong to, or nil if there is none.
    static func id(of application: Application, on platform: ClientPlatform) -> String? {
        platform == .publicClient ? application.familyId : nil
    }

    /// Returns the grant of one application as a grant of another application of the same family. Throws AADSTS700007 if the
    /// grant belongs to no family, and AADSTS70000 with the suberror `client_mismatch`, after which clients leave the family, if
    /// it belongs to another family.
    static func grant(_ grant: IssuedGrant, for client: Application, in directory: Directory) throws(EntraError)
        -> IssuedGrant
    {
        guard grant.client != client.clientID else { return grant }
        let failure = EntraError.grant("refresh token", of: grant.client, redeemedBy: client)
        guard let issuer = directory.registration(of: grant.client, in: directory.tenant(grant.tenant))?.application,
            let family = id(of: issuer, on: grant.platform)
        else { throw failure }
        guard let own = id(of: client, on: grant.platform), own.isExactly(family) else {
            throw EntraError(.invalidGrant, suberror: .clientMismatch, detail: failure.detail)
        }
        return grant.inherited(by: client)
    }
}

/// A hub application and the applications nested in it use each other's refresh tokens, because libraries store the tokens of
/// nested requests under the hub's ID (docs/reference/wire.md#nested-app-authentication).
extension NestedApplication {
    /// Returns the grant of the other application as a grant of the client. Returns nil if the client is neither the hub for
    /// which the token was issued, nor an application nested in the hub that owns the token. Throws the errors of
    /// `check(brokerID:brokerRedirectURI:at:in:)`, and AADSTS700046 for the redirect URI of a nested request.
    static func grant(
        _ grant: IssuedGrant, for client: ResolvedClient, _ request: TokenRequest, _ services: Services
    ) throws(EntraError) -> IssuedGrant? {
        let brokerID = request[Parameter.brokerClientID]
        if let brokerID, let uri = request[Parameter.redirectURI] {
            try checkScheme(of: try redirectTarget(uri, of: client, brokerID: brokerID), brokerID: brokerID)
        }
        guard grant.client != client.application.clientID else { return nil }
        try check(
            brokerID: brokerID, brokerRedirectURI: request[Parameter.brokerRedirectURI], at: request.authority,
            in: services.directory)
        if grant.hub == client.application.clientID {
            var own = grant.inherited(by: client.application)
            // The hub is no page, so the rules of a page's redirect URI do not apply to its requests.
            own.platform = .publicClient
            return own
        }
        guard let hub = brokerID.map({ ClientID($0) }), hub == grant.client else { return nil }
        var nested = grant.inherited(by: client.application)
        nested.hub = hub
        return nested
    }
}

extension IssuedGrant {
    /// Returns the grant for another application that may use it, which has its own consents.
    fileprivate func inherited(by client: Application) -> IssuedGrant {
        var inherited = self
        inherited.client = client.clientID
        inherited.consents = []
        inherited.hub = nil
        return inherited
    }
}
