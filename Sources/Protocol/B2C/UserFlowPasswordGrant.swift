import Directory
import Entra
import Formats
import Store

/// The `password` grant at a policy of kind `resourceOwner` (RFC 6749 §4.3; docs/reference/protocol.md#b2c-and-ciam-urls). Only
/// public clients may use the grant.
struct UserFlowPasswordGrant: Grant {
    /// Returns the tokens of the user. Throws AADB2C90224 at a policy of another kind. Throws AADB2C90225 for a wrong username
    /// or password, and for every password of a user who is locked out or may not sign in. Throws AADB2C90205, as the sign-in
    /// does, for a user who is not assigned.
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
        extras.wantsIDToken = access.oidc.contains(.openid)
        if access.oidc.contains(.offlineAccess) {
            extras.refreshTokenExpiry = RefreshTokenGrant.expiry(of: grant, client: client, services: services)
        }
        return try issue.response(try issue.granted(.none), extras, claims: .none)
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
