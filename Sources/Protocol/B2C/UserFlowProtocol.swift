import Directory
import Entra
import Formats
import Store

/// The checks of B2C endpoints beyond those of other authorities (docs/reference/protocol.md#b2c).
extension Authority {
    /// Checks that a grant belongs to this policy, the only one at which the grant is valid. Throws AADB2C90088 at another
    /// policy, and AADSTS70000 at an authority without a policy.
    func checkPolicy(of grant: IssuedGrant) throws(EntraError) {
        guard case .userFlow(let tenant, let flow) = self else {
            guard let policy = grant.policy else { return }
            throw EntraError(.invalidGrant, detail: "The grant was issued by the policy \(policy).")
        }
        let home = grant.tenant.description
        guard grant.tenant == tenant.id else {
            throw EntraError(AADB2C.grantOfOtherPolicy, [.value: home, .expected: tenant.id.description])
        }
        guard grant.policy.isExactly(flow.name) else {
            throw EntraError(AADB2C.grantOfOtherPolicy, [.value: grant.policy ?? home, .expected: flow.name])
        }
    }

    /// Checks the scopes of a request. Throws AADB2C90117 for a scope that names no API. The client's own ID names one.
    func checkScope(_ text: String?, of client: Application) throws(EntraError) {
        guard userFlow != nil, let text else { return }
        let scopeWithoutAPI = try ScopeRequest.parse(text).permissions.first {
            $0.resource == .microsoftGraph && ClientID($0.permission) != client.clientID
        }
        if let scopeWithoutAPI { throw EntraError(AADB2C.unsupportedScope, [.scope: scopeWithoutAPI.text]) }
    }

    /// Throws AADB2C90110 at a policy, for a request for an id_token without the scope `openid`.
    func rejectMissingOpenID() throws(EntraError) {
        if userFlow != nil { throw EntraError(AADB2C.openIDRequired) }
    }

    /// Checks the parameters of an authorization request at a policy: `max_age`, and what the scopes request. Throws AADB2C90120
    /// for a `max_age` that is not a number, and 90115 for a code that would give neither an access token nor an id_token.
    func checkParameters(_ request: AuthorizeParameters, maxAge: String?) throws(EntraError) {
        guard userFlow != nil else { return }
        if let maxAge, ASCII.decimal(maxAge.utf8).flatMap({ Int32(exactly: $0) }) == nil {
            throw EntraError(AADB2C.invalidMaxAge, [.value: maxAge])
        }
        guard request.responseType.contains(.code), let scopes = request.scopes, scopes.permissions.isEmpty,
            !scopes.oidc.contains(.openid)
        else { return }
        throw EntraError(AADB2C.codeWithoutResource)
    }

    /// Checks the requested access of an authorization request. Throws AADB2C90146 for several APIs, and 90055 if the response type
    /// requests an access token without an API: a policy issues no access token for sign-in alone.
    func checkAccess(_ access: RequestedAccess, for type: ResponseType, as scope: String?) throws(EntraError) {
        guard userFlow != nil else { return }
        guard access.furtherResources.isEmpty else {
            throw EntraError(AADB2C.severalResources, [.scope: scope ?? ""])
        }
        guard type.contains(.token), !access.namesAPI else { return }
        throw EntraError(AADB2C.scopeWithoutResource, [.scope: scope ?? ""])
    }

    /// Checks the credentials of a token request. Policies accept only secrets. Throws AADB2C99027 for an assertion.
    func checkCredentials(_ credentials: ClientCredentials) throws(EntraError) {
        guard let userFlow, credentials.assertion != nil else { return }
        throw EntraError(AADB2C.assertionUnsupported, [.value: userFlow.id])
    }

    /// Checks the `resource` of a token request. Throws AADB2C90122 at a policy, unless a refresh names the client itself, as the
    /// documented refresh of the password flow does (docs/reference/protocol.md#b2c-ropc).
    func checkResource(_ resource: String?, of client: Application, for grant: String?) throws(EntraError) {
        guard userFlow != nil, let resource else { return }
        guard grant.isExactly(Parameter.refreshToken), ClientID(resource) == client.clientID else {
            throw .resourceAtPolicy
        }
    }

    /// Checks the address after sign-out. Throws AADB2C90067 at a policy, for a text that is no absolute URI, or has a fragment.
    func checkPostLogoutRedirect(_ uri: String?) throws(EntraError) {
        guard userFlow != nil, let uri, RequestedRedirectURI(uri)?.hasFragment ?? true else { return }
        throw EntraError(AADB2C.invalidPostLogoutRedirectURI, [.value: uri])
    }
}

extension EntraError {
    /// Returns the failure with the codes of the authority.
    func asUserFlowError(at address: AuthorityAddress, _ directory: Directory) -> EntraError {
        let authority = try? Authority(address, directory: directory)
        return authority?.userFlow == nil ? self : ofUserFlow()
    }
}

/// The `password` grant at a policy of kind `resourceOwner` (RFC 6749 §4.3; docs/reference/protocol.md#b2c-and-ciam-urls). Only
/// public clients may use the grant.
struct UserFlowPasswordGrant: Grant {
    /// Returns the tokens of the user. Throws AADB2C90224 at a policy of another kind. Throws AADB2C90225 for a wrong username
    /// or password, and for every password of a user who is locked out or may not sign in. Throws AADB2C90205, as the sign-in
    /// does, for a user who is not assigned. Throws AADB2C90057 for an application without the implicit flow, and 90058 for one
    /// that is not a public client.
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        guard case .userFlow(let tenant, let flow) = request.authority, flow.kind == .resourceOwner else {
            throw EntraError(AADB2C.passwordGrantNotEnabled)
        }
        let username = try request.required(Parameter.username)
        let password = try request.required(Parameter.password)
        let scope = try request.requiredScope()
        try ClientAuthentication.checkBrowser(nil, request)
        guard client.application.enableAccessTokenIssuance else { throw EntraError(AADB2C.implicitNotAllowed) }
        guard ClientAuthentication.typeWithoutRedirect(of: client.application) == .publicClient else {
            throw EntraError(AADB2C.publicClientNotAllowed)
        }
        let method = try ClientAuthentication.authenticate(
            client, as: .publicClient, with: request.credentials, services: services)
        guard case .found(let found) = AccountLookup.find(username, client: client, in: services.directory) else {
            throw EntraError(AADB2C.wrongCredentials)
        }
        let settings = services.settings(tenant: tenant, application: client.application)
        try Credentials.check(password, of: found.user, settings: settings, services: services)
        let account = try admitted(found.user, in: tenant, client: client, request, services)
        let access = try RequestedAccess.resolve(
            try ScopeRequest.parse(scope), at: .directGrant,
            by: services.resolver(for: client.application, in: tenant))
        let order = services.store.nextOrder()
        let grant = IssuedGrant(
            client: client.application.clientID, tenant: tenant.id, user: account.user.id,
            authentication: Authentication(
                home: account.user.home, time: services.now.seconds, methods: ["pwd"],
                sessionID: services.random.guid(), order: order),
            platform: .publicClient, endpoint: request.endpoint, scope: scope, resource: nil, consents: [],
            policy: flow.name, order: order)
        let issue = UserTokenIssue(
            request: request, client: client, authenticatedBy: method, account: account, grant: grant, access: access,
            missing: .consentRequired, services: services)
        var extras = UserTokenIssue.Extras()
        extras.idTokenScopes = access.oidc
        extras.includesIDToken = access.oidc.contains(.openid)
        if access.oidc.contains(.offlineAccess) {
            extras.refreshTokenExpiry = RefreshTokenGrant.expiry(of: grant, client: client, services: services)
        }
        var response = try issue.response(try issue.granted(.none), extras, claims: .none)
        response.hasTextExpiry = true
        return response
    }

    /// The account errors that are reported as a wrong password, because the grant has no page on which the user could resolve
    /// them.
    private static let hidden: Set<AADSTS> = [.userDisabled, .passwordExpired, .passwordChangeRequired]

    private func admitted(
        _ user: User, in tenant: Tenant, client: ResolvedClient, _ request: TokenRequest, _ services: Services
    ) throws(EntraError) -> Account {
        do {
            return try GrantValidity.account(
                of: user, in: tenant, client: client, endpoint: request.endpoint, services: services)
        } catch {
            throw UserFlowPasswordGrant.hidden.contains(error.code) ? EntraError(AADB2C.wrongCredentials) : error
        }
    }
}
