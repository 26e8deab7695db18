import Directory
import Entra
import State
import Wire

/// Whether what was issued to a person is still good for that person now.
enum GrantValidity {
    /// The person as an account of the tenant. Throws AADSTS50057 when the account is disabled, here or at home, which ends all
    /// that was issued, too, 50173 when everything issued before was revoked, 50020 where the person is not known in the tenant,
    /// 500341 when the account is gone, here or at home, and what is thrown for a person who is there.
    static func account(
        of grant: IssuedGrant, in tenant: Tenant, client: ResolvedClient, endpoint: EndpointVersion, services: Services
    ) throws(EntraError) -> Account {
        let authentication = grant.authentication
        let home = authentication.home
        let user = tenant.user(home: home).flatMap { services.directory.homeAccount(of: $0) == nil ? nil : $0 }
        if let user { try checkEnabled(user, services) }
        // A password that the user changed ends what public clients hold; confidential clients keep theirs (§3.4).
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

    /// A person who is there, as an account that may use the client. Throws AADSTS50057 when it is disabled, 50055 when its
    /// password has expired, 50144 when that is kept on premises, and as at sign-in 500208, 500201 and 50105.
    static func account(
        of user: User, in tenant: Tenant, client: ResolvedClient, endpoint: EndpointVersion, services: Services
    ) throws(EntraError) -> Account {
        try checkEnabled(user, services)
        return try usable(user, in: tenant, client: client, endpoint: endpoint, services: services)
    }

    /// The same of a person whose account is known to be enabled.
    private static func usable(
        _ user: User, in tenant: Tenant, client: ResolvedClient, endpoint: EndpointVersion, services: Services
    ) throws(EntraError) -> Account {
        guard services.knows(user) else { throw EntraError(.invalidGrant, detail: "The user is not on premises.") }
        // The application may have been for other kinds of accounts when this one signed in.
        guard client.accounts.contains(tenant.accounts) else {
            throw EntraError(.wrongLoginDomain, [.user: user.signInName])
        }
        guard !services.homeUser(of: user).mustChangePassword else {
            throw EntraError(services.expiredPassword(of: user))
        }
        let account = Account(user: user, tenant: tenant)
        try account.checkVersion(endpoint)
        try tenant.checkCloud(services.origin)
        try account.checkAssignment(to: client.application)
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

    /// AADSTS50020 for a person whom an authority without tenant does not take.
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
