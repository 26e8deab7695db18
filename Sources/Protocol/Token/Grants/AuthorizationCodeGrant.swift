import Crypto
import Directory
import Entra
import Formats
import Store

/// The grant `authorization_code` (RFC 6749 §4.1.3, RFC 7636 §4.5; docs/reference/protocol.md#authorization-code).
struct AuthorizationCodeGrant: Grant {
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        let text = try request.required(Parameter.code)
        guard var code = AuthorizationCode(sealed: text, keys: services.keys.sealing) else {
            throw EntraError.unreadable("authorization code")
        }
        guard code.grant.client == client.application.clientID else {
            let failure = EntraError.grant("authorization code", of: code.grant.client, redeemedBy: client.application)
            throw ClientAuthentication.rejection(failure, of: client, request, services)
        }
        let isOpen = code.leavesScopeToRequest
        if isOpen { code.grant.scope = try request.required(Parameter.scope) }
        // A version 1 client may name the API for the first time in this request. A refresh that names no API is then for the same
        // API.
        if code.grant.scope == nil { code.grant.resource = code.grant.resource ?? request[Parameter.resource] }
        let grant = code.grant
        if grant.platform == .spa, code.codeChallenge == nil, !code.isFromTokenEndpoint {
            throw EntraError(.crossOriginWithoutPKCE)
        }
        try ClientAuthentication.checkBrowser(grant.platform, request)
        let method = try ClientAuthentication.authenticate(
            client, as: ClientAuthentication.type(of: grant.platform), with: request.credentials, services: services)
        let tenant = try tenant(of: code, request, services)
        try check(code, request, client, services)
        try SPACode.check(request, for: grant)
        let account = try GrantValidity.account(
            of: grant, in: tenant, client: client, endpoint: request.endpoint, services: services)
        let (offer, access) = try requestedAccess(code, request, client, tenant, services)
        let issue = UserTokenIssue(
            request: request, client: client, authenticatedBy: method, account: account, grant: grant, access: access,
            missing: isOpen ? .consentRequired : .declined(offer), services: services,
            evaluatedAtSignIn: isOpen ? nil : offer)
        let claims = try ClaimsRequest(parsing: request[Parameter.claims] ?? code.claims)
        let granted = try issue.granted(claims)
        // The code is used up last, so that a rejected request leaves the code for its rightful client.
        try redeem(code, services)
        var response = try issue.response(granted, extras(code, offer, services, client), claims: claims)
        if SPACode.isRequested(by: request) {
            response.spaCode = SPACode.issue(from: code, to: client, in: tenant, services: services)
        }
        return response
    }

    /// Returns the tenant of the code. Throws AADSTS700005 if the authority is another tenant, and the errors of
    /// `Authority.checkService(of:)`.
    private func tenant(
        of code: AuthorizationCode, _ request: TokenRequest, _ services: Services
    ) throws(EntraError) -> Tenant {
        guard let tenant = services.directory.tenant(code.grant.tenant) else { throw EntraError(.invalidGrant) }
        try request.authority.checkService(of: code.grant)
        // At a policy, a code of another tenant gets the same error as a code of another policy.
        guard request.authority.userFlow != nil || request.authority.admits(tenant) else {
            throw EntraError(.grantForOtherTenant)
        }
        try request.authority.checkPolicy(of: code.grant)
        return tenant
    }

    private func check(
        _ code: AuthorizationCode, _ request: TokenRequest, _ client: ResolvedClient, _ services: Services
    ) throws(EntraError) {
        guard services.now.seconds < code.expiresAt else { throw expired(code, client, services) }
        let sent = request[Parameter.redirectURI]
        if sent == nil, code.redirectURI != nil { throw EntraError(.redirectURIMissingAtToken) }
        guard ByteString(sent ?? "") == ByteString(code.redirectURI ?? "") else {
            throw EntraError(
                .redirectURIDiffersFromAuthorize,
                [
                    .redirectURI: sent ?? "", .expectedRedirectURI: code.redirectURI ?? "",
                    .clientID: client.requestedID,
                ])
        }
        let challenge = code.codeChallenge.flatMap { value in
            code.codeChallengeMethod.flatMap(CodeChallenge.Method.init(rawValue:)).map {
                CodeChallenge(value: value, method: $0)
            }
        }
        try PKCE.check(verifier: request[Parameter.codeVerifier], against: challenge, sha256: Digest.sha256)
    }

    private func expired(_ code: AuthorizationCode, _ client: ResolvedClient, _ services: Services) -> EntraError {
        let settings = services.settings(
            tenant: services.directory.tenant(code.grant.tenant), application: client.application)
        return EntraError(
            .grantExpired,
            [
                .currentTime: services.now.iso8601,
                .validFrom: Timestamp(seconds: code.expiresAt - Int64(settings.authorizationCodeLifetime)).iso8601,
                .validUntil: Timestamp(seconds: code.expiresAt).iso8601,
            ])
    }

    /// Returns the access that the authorize request named, and the part of that access that this request names.
    private func requestedAccess(
        _ code: AuthorizationCode, _ request: TokenRequest, _ client: ResolvedClient, _ tenant: Tenant,
        _ services: Services
    ) throws(EntraError) -> (offer: RequestedAccess, access: RequestedAccess) {
        let resolver = services.resolver(
            for: client.application, in: tenant, carried: code.grant.carriedGrants(in: tenant.id))
        if let scope = code.grant.scope {
            let offer = try RequestedAccess.resolve(try ScopeRequest.parse(scope), at: .authorizeForCode, by: resolver)
            if let access = try request.accessToRedeem(by: resolver) { return (offer, access) }
            let access = try offer.forFirstResource(of: scope)
            try request.checkResource(of: access, by: resolver)
            return (offer, access)
        }
        let resource = code.grant.resource
        if let requested = request[Parameter.resource], let resource, !requested.isExactly(resource) {
            throw EntraError(
                .invalidRequest, detail: "The resource differs from the resource of the authorization request.")
        }
        let offer = try RequestedAccess.fromResource(
            resource, oidc: [.openid, .profile], at: .codeRedemption, by: resolver)
        return (offer, try request.accessToRedeem(by: resolver) ?? offer)
    }

    private func redeem(_ code: AuthorizationCode, _ services: Services) throws(EntraError) {
        guard try services.isFirstUse(code.id, until: Timestamp(seconds: code.expiresAt)) else {
            throw EntraError(.authorizationCodeRedeemed)
        }
    }

    private func extras(
        _ code: AuthorizationCode, _ offer: RequestedAccess, _ services: Services, _ client: ResolvedClient
    ) -> UserTokenIssue.Extras {
        let isV1 = code.grant.endpoint == .v1
        var extras = UserTokenIssue.Extras()
        extras.nonce = code.nonce
        extras.includesAuthTime = code.requestsAuthTime
        extras.includesIDToken = isV1 || offer.oidc.contains(.openid)
        extras.idTokenScopes = offer.oidc
        if isV1 || offer.oidc.contains(.offlineAccess) {
            extras.refreshTokenExpiry = RefreshTokenGrant.expiry(of: code.grant, client: client, services: services)
        }
        return extras
    }
}

extension AuthorizationCode {
    /// Whether the token request must name the scope. Native authentication may end in a code without a scope; every other v2 code
    /// has a scope.
    fileprivate var leavesScopeToRequest: Bool { grant.endpoint == .v2 && grant.scope == nil }
}

/// The `spa_code`: a second code, which an application's server passes to its page. The page then gets its own tokens without
/// another interaction of the user (docs/reference/protocol.md#authorization-code).
enum SPACode {
    static func isRequested(by request: TokenRequest) -> Bool { request[Parameter.returnSPACode] == "1" }

    /// Checks the parameter `return_spa_code`. Throws AADSTS9000512 for a code of another redirect URI than one of type web, and
    /// for a code of a personal account (docs/reference/protocol.md#spa-code).
    static func check(_ request: TokenRequest, for grant: IssuedGrant) throws(EntraError) {
        guard isRequested(by: request), request.endpoint == .v2 else { return }
        guard grant.platform == .web, grant.tenant != .consumers else { throw EntraError(.hybridCodeUnavailable) }
    }

    /// Returns the code, or nil if the application has no single-page redirect URI or its server did not redeem the first code.
    static func issue(
        from code: AuthorizationCode, to client: ResolvedClient, in tenant: Tenant, services: Services
    ) -> String? {
        guard code.grant.platform == .web, code.grant.endpoint == .v2,
            client.application.redirectURIs.contains(where: { $0.platform == .spa })
        else { return nil }
        var grant = code.grant
        grant.platform = .spa
        let settings = services.settings(tenant: tenant, application: client.application)
        let second = AuthorizationCode(
            id: services.random.guid(), grant: grant, redirectURI: nil, nonce: nil, codeChallenge: nil,
            codeChallengeMethod: nil, claims: code.claims, requestsAuthTime: code.requestsAuthTime,
            isFromTokenEndpoint: true,
            expiresAt: services.now.seconds + Int64(settings.authorizationCodeLifetime))
        return second.sealed(with: services.keys.sealing)
    }
}
