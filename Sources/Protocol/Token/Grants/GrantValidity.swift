import Directory
import Entra
import Formats
import Store

/// Checks whether a grant that was issued to a user is still valid.
enum GrantValidity {
    /// Returns the user of the grant as an account of the tenant. Throws AADSTS50057 if the account is disabled in the tenant or
    /// at home, 50173 if everything issued before was revoked, 50020 if the user is not known in the tenant, 500341 if the account
    /// is deleted in the tenant or at home, and the errors of the other overload. A disabled account takes precedence over a
    /// revocation.
    static func account(
        of grant: IssuedGrant, in tenant: Tenant, client: ResolvedClient, endpoint: EndpointVersion, services: Services
    ) throws(EntraError) -> Account {
        let authentication = grant.authentication
        let home = authentication.home
        let user = tenant.user(home: home).flatMap { services.directory.homeAccount(of: $0) == nil ? nil : $0 }
        if let user { try checkEnabled(user, services) }
        // A changed password ends the grants of public clients; confidential clients keep their grants
        // (docs/reference/protocol.md#refresh-revocation).
        let change = grant.platform == .web ? nil : services.passwordChange(since: authentication)
        let revoked = services.revocation(of: grant, usedBy: client.application.clientID, in: tenant.id) ?? change
        if let revoked {
            throw EntraError(
                .grantRevoked,
                [
                    .validFrom: Timestamp(seconds: grant.authentication.time).iso8601,
                    .validUntil: revoked.iso8601,
                ])
        }
        guard let user else { throw missing(home, tenant, client, services) }
        return try usable(user, in: tenant, client: client, endpoint: endpoint, services: services)
    }

    /// Returns the user as an account that may use the client. Throws AADSTS50057 if the account is disabled, 70000 if an
    /// on-premises service does not know the user, 50055 if the password has expired, 50144 if that password is kept on premises,
    /// 90038 for a tenant of another cloud, and as at sign-in 500208, 500201 and 50105.
    static func account(
        of user: User, in tenant: Tenant, client: ResolvedClient, endpoint: EndpointVersion, services: Services
    ) throws(EntraError) -> Account {
        try checkEnabled(user, services)
        return try usable(user, in: tenant, client: client, endpoint: endpoint, services: services)
    }

    /// Returns the user as an account that may use the client. The caller has checked that the account is enabled.
    private static func usable(
        _ user: User, in tenant: Tenant, client: ResolvedClient, endpoint: EndpointVersion, services: Services
    ) throws(EntraError) -> Account {
        guard services.knows(user) else { throw EntraError(.invalidGrant, detail: "The user is not on premises.") }
        // The application may have accepted other kinds of accounts when this user signed in.
        guard client.accounts.contains(tenant.accounts) else {
            throw EntraError(.wrongLoginDomain, [.user: user.signInName])
        }
        guard !services.homeUser(of: user).mustChangePassword else {
            throw EntraError(services.expiredPassword(of: user))
        }
        let account = Account(user: user, tenant: tenant)
        try account.checkVersion(endpoint)
        try tenant.checkCloud(services.origin)
        try services.tenantRestrictions?.check(tenant)
        try account.checkClient(client)
        return account
    }

    private static func checkEnabled(_ user: User, _ services: Services) throws(EntraError) {
        guard services.directory.isEnabled(user) else { throw EntraError(.userDisabled) }
    }

    private static func missing(
        _ home: User.Home, _ tenant: Tenant, _ client: ResolvedClient, _ services: Services
    ) -> EntraError {
        guard home.tenantID != tenant.id, let user = services.directory.tenant(home.tenantID)?.user(home.objectID)
        else {
            return EntraError(
                .userDeleted, [.user: home.objectID.description, .tenant: tenant.displayName],
                suberror: .userAccountDeleted)
        }
        return foreign(user.signInName, of: home, in: tenant.displayName, client, services)
    }

    /// Returns AADSTS50020, for a user whom an authority without a tenant does not accept.
    static func foreign(
        _ home: User.Home, at authority: Authority, _ client: ResolvedClient, _ services: Services
    ) -> EntraError {
        let name = services.directory.tenant(home.tenantID)?.user(home.objectID)?.signInName
        return foreign(name ?? "", of: home, in: ClientLookup.name(of: authority), client, services)
    }

    private static func foreign(
        _ username: String, of home: User.Home, in tenant: String, _ client: ResolvedClient, _ services: Services
    ) -> EntraError {
        EntraError(
            .foreignAccount,
            [
                .user: username, .tenant: tenant, .clientID: client.requestedID,
                .clientName: client.application.displayName,
                .identityProvider: services.identityProvider(of: home.tenantID),
            ])
    }
}
