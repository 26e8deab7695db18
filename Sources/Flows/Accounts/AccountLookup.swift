import Directory
import Entra
import State
import Wire

/// Finds who a user name or a session account stands for at an authority (docs/reference/protocol.md#sign-in-audience).
enum AccountLookup {
    enum Outcome: Sendable {
        case found(Account)
        case unknown
        /// A personal account where only work accounts may sign in, or the reverse.
        case wrongKind
        /// A person of another tenant who is not a guest of the addressed one (AADSTS50020).
        case foreign(home: Tenant)
    }

    /// By the name typed.
    static func find(_ username: String, client: ResolvedClient, in directory: Directory) -> Outcome {
        let home = homeTenant(of: username, in: directory)
        guard let tenant = client.authority.tenant ?? home else { return .unknown }
        if let user = tenant.user(named: username), user.signsIn(as: username, to: tenant),
            user.isAdmitted(to: tenant, at: client.authority), directory.homeAccount(of: user) != nil
        {
            guard client.accounts.contains(tenant.accounts) else { return .wrongKind }
            guard client.authority.tenant != nil || isShared(tenant) else { return .unknown }
            return .found(Account(user: user, tenant: tenant))
        }
        guard let home, home.id != tenant.id, let user = home.user(named: username),
            user.signsIn(as: username, to: home)
        else { return .unknown }
        if case .consumers = client.authority { return .wrongKind }
        return .foreign(home: home)
    }

    /// The account of a session, nil where it cannot be used at this authority.
    static func find(_ home: User.Home, client: ResolvedClient, in directory: Directory) -> Account? {
        guard let tenant = client.authority.tenant ?? directory.tenant(home.tenantID),
            client.accounts.contains(tenant.accounts),
            client.authority.tenant != nil || isShared(tenant),
            let user = tenant.user(home: home), directory.isEnabled(user),
            user.isAdmitted(to: tenant, at: client.authority)
        else { return nil }
        return Account(user: user, tenant: tenant)
    }

    /// The account of the only user at this authority; nil where there is none, or several. Through `common` and `organizations`
    /// users count where they are at home.
    static func only(client: ResolvedClient, in directory: Directory) -> Account? {
        let users: [User]
        if let tenant = client.authority.tenant {
            users = tenant.userCount == 1 ? tenant.users : []
        } else {
            let tenants = directory.tenants.lazy.filter { tenant in
                client.authority.admits(tenant) && isShared(tenant) && client.accounts.contains(tenant.accounts)
            }
            users = Array(tenants.flatMap(\.ownUsers).prefix(2))
        }
        guard users.count == 1, let user = users.first else { return nil }
        return find(user.home, client: client, in: directory)
    }

    /// Through `common` and `organizations` only workforce tenants and personal accounts are found; external tenants have
    /// authorities of their own.
    private static func isShared(_ tenant: Tenant) -> Bool {
        tenant.kind == .workforce || tenant.kind == .consumers
    }

    /// The tenant that owns the domain of a user name; where none does, it can only be a personal account's.
    private static func homeTenant(of username: String, in directory: Directory) -> Tenant? {
        guard username.utf8.contains(UInt8(ascii: "@")) else { return nil }
        return tenant(of: username, in: directory) ?? directory.consumers
    }

    /// The tenant that owns the domain of a user name; nil where none does.
    static func tenant(of username: String, in directory: Directory) -> Tenant? {
        guard let at = username.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        return directory.tenant(named: String(username[username.utf8.index(after: at)...]))
    }
}

extension Directory {
    /// The person's account at home, where the password is; that here where the home tenant is none of this server's. Nil for a
    /// guest who is gone from home.
    func homeAccount(of user: User) -> User? {
        guard let home = tenant(user.home.tenantID) else { return user }
        return home.user(user.home.objectID)
    }

    /// Whether the account may sign in: a guest has to be enabled at home too.
    func isEnabled(_ user: User) -> Bool {
        user.accountEnabled && homeAccount(of: user)?.accountEnabled == true
    }
}

extension Tenant {
    /// The kind of its users' accounts.
    var accounts: AccountKinds { kind == .consumers ? .personal : .work }
}

extension User {
    /// Customers of a b2c tenant sign in by its policies; at the tenant's own authority who administers it does, and guests.
    fileprivate func isAdmitted(to tenant: Tenant, at authority: Authority) -> Bool {
        tenant.kind != .b2c || authority.userFlow != nil || !self.directoryRoles.isEmpty || isGuest(in: tenant.id)
    }

    /// Whether the name signs the person in. Members of a workforce tenant have one, their user principal name; guests have
    /// the address at home, and customers and personal accounts any address on record.
    fileprivate func signsIn(as name: String, to tenant: Tenant) -> Bool {
        tenant.kind != .workforce || self.signInName.isExactlyIgnoringASCIICase(name)
    }
}
