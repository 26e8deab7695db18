import Crypto
import Directory
import Entra
import Formats
import Store

/// Issues the tokens of a user to a client. All grants that act for a user share this type.
struct UserTokenIssue {
    let request: TokenRequest
    let client: ResolvedClient
    let authenticatedBy: ClientAuthenticationMethod
    let account: Account
    let grant: IssuedGrant
    let access: RequestedAccess
    let missing: GrantedAccess.MissingScopes
    let services: Services
    /// The access of the authorization request, or nil without an authorization request. Conditional Access was evaluated for that
    /// access at sign-in, with its enrollment.
    var evaluatedAtSignIn: RequestedAccess?

    /// The sign-in, on the device that proved itself with the request.
    var authentication: Authentication {
        guard let proved = request.deviceID, let device = services.directory.device(proved, in: account.tenant) else {
            return grant.authentication
        }
        return grant.authentication.on(device.deviceId)
    }

    /// The input of the tokens in addition to the access token.
    struct Extras {
        /// The expiry of the refresh token, in seconds since 1970 UTC, or nil for no refresh token.
        var refreshTokenExpiry: Int64?
        /// The time of issue of the first refresh token of this sign-in, or nil if the first token is issued now.
        var refreshTokenBegin: Int64?
        var idTokenScopes: OIDCScopes = []
        var includesIDToken = false
        var nonce: String?
        var includesAuthTime = false
        /// The claims of the sign-in at a B2C policy, which a refresh repeats.
        var signInClaims: JSONValue?

        init() {}

        /// Creates the input for the sign-in scopes of a grant: an id_token for `openid`, and a refresh token for `offline_access`.
        /// Version 1, which has no such scope, always issues a refresh token.
        init(_ scopes: OIDCScopes, of grant: IssuedGrant, client: ResolvedClient, services: Services) {
            includesIDToken = scopes.contains(.openid)
            idTokenScopes = scopes
            if grant.endpoint == .v1 || scopes.contains(.offlineAccess) {
                refreshTokenExpiry = RefreshTokenGrant.expiry(of: grant, client: client, services: services)
            }
        }
    }

    /// Returns the access that the user's recorded consents grant. Throws AADSTS9010010 for a `resource` that does not belong to
    /// the scopes, 500201 and 50105 if the resource does not admit the account, 65001 without consent, and the errors of
    /// Conditional Access. `claims` is the parameter of this request or of
    /// the authorization request.
    func granted(_ claims: ClaimsRequest) throws(EntraError) -> GrantedAccess {
        try request.checkResourceIndicator(of: access.resource.application, services)
        try account.checkAdmission(to: access.resource.application)
        let granted = try GrantedAccess.issue(
            access, to: client.application, for: account.user.id,
            on: services.grants(
                to: client.application, in: account.tenant, carried: grant.carriedGrants(in: account.tenant.id)),
            missing: request.authority.userFlow == nil ? missing : .omitted, at: request.endpoint)
        try checkPolicies(claims)
        return granted
    }

    func response(
        _ granted: GrantedAccess, _ extras: Extras, claims: ClaimsRequest
    ) throws(EntraError) -> TokenResponse {
        let application = client.application
        let settings = services.settings(tenant: account.tenant, application: application)
        let subject = TokenSubject(
            user: account.user, tenant: account.tenant, authentication: authentication,
            signInClaims: extras.signInClaims)
        let userFlow = request.authority.userFlow
        let minter = TokenMinter(services, userFlow)
        var token = AccessTokenRequest(
            client: application, clientAuthentication: authenticatedBy, resource: granted.resource,
            resourceIdentifier: granted.audience, scopes: granted.scopes)
        token.requestedResource = access.resource.name.identifier
        token.hasProfile = access.oidc.contains(.profile)
        token.clientCapabilities = claims.clientCapabilities
        token.confirmation = request.binding.confirmation
        token.authenticationContexts = authenticationContexts(of: granted.resource, claims)
        token.notBefore = claims.notBefore
        token.nonce = extras.nonce ?? extras.signInClaims?["nonce"]?.string
        var response = TokenResponse(accessToken: try accessToken(token, for: subject, by: minter, settings))
        response.tokenType = request.binding.tokenType
        response.issuedTokenType = request.binding.issuedTokenType
        response.extendedLifetime = settings.extendedAccessTokenLifetime.map(Int64.init)
        response.ring = settings.speInfo
        if !granted.responseScopes.isEmpty { response.scope = granted.responseScope }
        if request.endpoint == .v1 || response.issuedTokenType != nil || services.isOnPremises {
            response.resource = access.resource.name.identifier
        }
        if services.isOnPremises {
            if token.isForGraph {
                response.resource = OnPremisesAudience.userInfo
                response.scope = OnPremisesAudience.signInScope
            } else if request.endpoint == .v2 {
                response.scope = (access.oidc.namesInResponse + granted.responseScopes).joined(separator: " ")
            }
        }
        if response.issuedTokenType != nil {
            response.expiresOn = services.now.seconds + response.accessToken.lifetime
        }
        if let expiry = extras.refreshTokenExpiry {
            response.refreshToken = refreshToken(
                extras.refreshTokenBegin, expiry, userFlow.map { subject.repeatedClaims(of: $0, nonce: token.nonce) })
            response.family = ClientFamily.id(of: application, on: grant.platform)
            if grant.platform == .spa || userFlow != nil || services.isOnPremises {
                response.refreshTokenLifetime = max(expiry - services.now.seconds, 0)
            }
        }
        let hasAccess = access.namesAPI
        if hasAccess { response.userFlowResource = granted.resource.appId }
        if extras.includesIDToken {
            var idToken = IDTokenRequest(
                client: application, endpoint: request.endpoint, scopes: extras.idTokenScopes, nonce: extras.nonce)
            idToken.isFromTokenEndpoint = true
            idToken.includesAuthTime = extras.includesAuthTime || claims.requestsAuthTime
            idToken.authenticationContexts = authenticationContextsOfIDToken(claims)
            if userFlow != nil, hasAccess { idToken.accessToken = response.accessToken.token }
            response.idToken = try minter.idToken(idToken, for: subject, settings: settings)
        }
        if ClientInfo.isRequested(request[Parameter.clientInfo]) {
            let pairwise = minter.pairwiseSubject(account.user, in: account.tenant, for: application.clientID)
            response.clientInfo = ClientInfo.encoded(
                for: subject, pairwiseSubject: pairwise, userFlow: userFlow)
        } else if let userFlow {
            response.profileInfo = ProfileInfo.encoded(for: subject, of: userFlow)
            if response.idToken != nil { response.idTokenLifetime = Int64(settings.idTokenLifetime) }
        }
        return response
    }

    private func accessToken(
        _ token: AccessTokenRequest, for subject: TokenSubject, by minter: TokenMinter, _ settings: Settings
    ) throws(EntraError) -> IssuedAccessToken {
        switch request.binding {
        case .bearer, .proofOfPossession, .certificate: try minter.accessToken(token, for: subject, settings: settings)
        case .sshCertificate(let key): try minter.sshCertificate(key, for: subject)
        case .saml(let version):
            // The audience of an assertion is the name that the API uses for itself, whatever the version of the API's other
            // tokens.
            try minter.samlToken(
                version, for: subject, audience: token.resource.identifierUris.first ?? token.resource.appId,
                resource: token.resource, client: token.client, settings: settings)
        }
    }

    private func refreshToken(_ begin: Int64?, _ expiry: Int64, _ signInClaims: String?) -> String {
        var grant = grant
        grant.consents = services.consents(of: grant.user, to: grant.client, in: grant.tenant).merged(
            with: grant.consents)
        grant.authentication = authentication
        let token = RefreshToken(
            id: services.random.guid(), grant: grant, issuedAt: services.now.seconds,
            begunAt: begin ?? services.now.seconds, expiresAt: expiry, signInClaims: signInClaims)
        return token.sealed(with: services.keys.sealing)
    }
}

extension IssuedGrant {
    /// Returns the carried consents in the form of recorded grants. Carried consents are valid only in the tenant where the user
    /// gave them.
    func carriedGrants(in tenant: TenantID) -> [PermissionGrant] {
        guard tenant == self.tenant else { return [] }
        return consents.map {
            PermissionGrant(client: client, resource: $0.resource, consentType: .principal(user), scopes: $0.scopes)
        }
    }
}

extension [IssuedGrant.Consent] {
    /// Returns both lists merged, with one entry for each resource.
    fileprivate func merged(with others: [IssuedGrant.Consent]) -> [IssuedGrant.Consent] {
        var merged = self
        for other in others {
            guard let position = merged.firstIndex(where: { $0.resource == other.resource }) else {
                merged.append(other)
                continue
            }
            let known = merged[position].scopes
            let names = SmallSet(known.map(CaseInsensitiveString.init))
            let added = other.scopes.filter { !names.contains(CaseInsensitiveString($0)) }
            guard !added.isEmpty else { continue }
            merged[position] = IssuedGrant.Consent(resource: other.resource, scopes: known + added)
        }
        return merged
    }
}
