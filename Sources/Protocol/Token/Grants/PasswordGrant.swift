import Directory
import Entra
import Formats

/// The grant `password`, the resource owner password grant (RFC 6749 §4.3; docs/reference/protocol.md#password-grant). Work
/// accounts of a tenant sign in with the name and password that the client has.
struct PasswordGrant: Grant {
    func admit(_ request: TokenRequest) throws(EntraError) {
        try DirectSignIn.admit(request)
    }

    func scopes(of request: TokenRequest) throws(EntraError) -> ScopeRequest? {
        try request.namedScopes()
    }

    /// Issues tokens for the user. Throws AADSTS900144 for a missing parameter, 50059 if neither the authority nor the name
    /// identifies the tenant, 50034 for a user who does not exist or is no work account of this tenant, and the errors of
    /// `Credentials.check`, `GrantValidity` and `UserTokenIssue`.
    func exchange(
        _ request: TokenRequest, client: ResolvedClient, services: Services
    ) throws(EntraError) -> TokenResponse {
        let username = try request.required(Parameter.username)
        let password = try request.required(Parameter.password)
        let signIn = try DirectSignIn(request, client, services)
        guard case .found(let account) = AccountLookup.find(username, client: client, in: services.directory),
            account.user.home.tenantID != .consumers
        else { throw unknown(username, at: request.authority, services) }
        let settings = services.settings(tenant: account.tenant, application: client.application)
        try Credentials.check(password, of: account.user, settings: settings, services: services)
        return try signIn.tokens(
            for: account.user.home, in: account.tenant, methods: ["pwd"], time: services.now.seconds)
    }

    /// Returns the error for an unknown user. At `organizations`, the domain of the name must identify the tenant.
    private func unknown(_ username: String, at authority: Authority, _ services: Services) -> EntraError {
        guard authority.tenant != nil || AccountLookup.tenant(of: username, in: services.directory) != nil else {
            return EntraError(.noTenantInformation)
        }
        return EntraError(.userNotFound, [.user: username, .tenant: ClientLookup.name(of: authority)])
    }
}
