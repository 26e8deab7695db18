import Directory
import Entra
import Formats
import Store

/// A user and the tenant in which the user signs in.
final class Account: Sendable {
    let user: User
    let tenant: Tenant

    init(user: User, tenant: Tenant) {
        self.user = user
        self.tenant = tenant
    }

    var isPersonal: Bool { tenant.kind == .consumers }

    /// Whether the user's home account is a personal account. A guest may have one too.
    var isPersonalAtHome: Bool { user.home.tenantID == .consumers }
}

struct AccountKinds: OptionSet, Sendable {
    let rawValue: Int
    init(rawValue: Int) { self.rawValue = rawValue }

    /// Work or school accounts, including guests and external customers.
    static let work = AccountKinds(rawValue: 1)
    /// Personal Microsoft accounts.
    static let personal = AccountKinds(rawValue: 2)
}

/// Finds the account of a user name or of a session at an authority (docs/reference/protocol.md#sign-in-audience).
enum AccountLookup {
    enum Outcome: Sendable {
        case found(Account)
        case unknown
        /// A personal account where only work accounts may sign in, or the reverse.
        case wrongKind
        /// A user of another tenant who is not a guest of the addressed tenant (AADSTS50020).
        case foreign(home: Tenant)
    }

    /// Finds the account of a user name.
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

    /// Returns the personal account of a user name at an authority for several tenants, or nil if there is none that may sign in.
    static func personal(_ username: String, client: ResolvedClient, in directory: Directory) -> Account? {
        guard client.authority.tenant == nil, client.accounts.contains(.personal),
            let tenant = directory.tenant(.consumers), client.authority.admits(tenant),
            let user = tenant.user(named: username)
        else { return nil }
        return Account(user: user, tenant: tenant)
    }

    /// Returns the account of a session, or nil if the account cannot be used at this authority.
    static func find(_ home: User.Home, client: ResolvedClient, in directory: Directory) -> Account? {
        guard let tenant = client.authority.tenant ?? directory.tenant(home.tenantID),
            client.accounts.contains(tenant.accounts),
            client.authority.tenant != nil || isShared(tenant),
            let user = tenant.user(home: home), directory.isEnabled(user),
            user.isAdmitted(to: tenant, at: client.authority)
        else { return nil }
        return Account(user: user, tenant: tenant)
    }

    /// Returns the account of the only user at this authority, or nil if there is no user or more than one. At `common` and
    /// `organizations`, only users in their home tenants count.
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

    /// Whether the tenant's users can sign in through `common` and `organizations`. External tenants have their own authorities.
    private static func isShared(_ tenant: Tenant) -> Bool {
        tenant.kind == .workforce || tenant.kind == .consumers
    }

    /// Returns the tenant that owns the domain of a user name, or else the tenant of personal accounts.
    private static func homeTenant(of username: String, in directory: Directory) -> Tenant? {
        guard username.utf8.contains(UInt8(ascii: "@")) else { return nil }
        return tenant(of: username, in: directory) ?? directory.consumers
    }

    /// Returns the tenant that owns the domain of a user name, or nil if there is none.
    static func tenant(of username: String, in directory: Directory) -> Tenant? {
        guard let at = username.utf8.lastIndex(of: UInt8(ascii: "@")) else { return nil }
        return directory.tenant(named: String(username[username.utf8.index(after: at)...]))
    }
}

extension Directory {
    /// Returns the user's home account, which has the password. Returns `user` if the home tenant is not on this server, and nil
    /// if a guest's home account was deleted.
    func homeAccount(of user: User) -> User? {
        guard let home = tenant(user.home.tenantID) else { return user }
        return home.user(user.home.objectID)
    }

    /// Whether the account may sign in. A guest's home account must be enabled too.
    func isEnabled(_ user: User) -> Bool {
        user.accountEnabled && homeAccount(of: user)?.accountEnabled == true
    }
}

extension Tenant {
    /// The kind of the accounts of the tenant's users.
    var accounts: AccountKinds { kind == .consumers ? .personal : .work }
}

extension User {
    /// Whether the user may sign in at the authority. Customers of a b2c tenant sign in through its policies, so that only
    /// administrators and guests may sign in at the tenant's own authority.
    fileprivate func isAdmitted(to tenant: Tenant, at authority: Authority) -> Bool {
        tenant.kind != .b2c || authority.userFlow != nil || !self.directoryRoles.isEmpty || isGuest(in: tenant.id)
    }

    /// Whether the user signs in with the name. Members of a workforce tenant have one name, their user principal name. Guests
    /// have their home address; customers and personal accounts have each recorded address.
    fileprivate func signsIn(as name: String, to tenant: Tenant) -> Bool {
        tenant.kind != .workforce || self.signInName.isExactlyIgnoringASCIICase(name)
    }
}

/// The conditions that an account must meet in addition to being signed in, at sign-in and again at each use of
/// the account's grants.
extension Account {
    /// Throws AADSTS500201 for a personal account at version 1 (docs/reference/protocol.md#sign-in-audience).
    func checkVersion(_ endpoint: EndpointVersion) throws(EntraError) {
        if isPersonal, endpoint == .v1 { throw EntraError(.personalAccountUnsupportedByAPIVersion) }
    }

    /// Checks the conditions of an API. Throws AADSTS500201 for a personal account if the API accepts version 1 tokens, which
    /// personal accounts get for Microsoft Graph alone (docs/reference/protocol.md#sign-in-audience). Throws 50105 without a
    /// required assignment.
    func checkAdmission(to resource: Application) throws(EntraError) {
        if isPersonal, resource.requestedAccessTokenVersion != 2, resource.clientID != .microsoftGraph {
            throw EntraError(.personalAccountUnsupportedByAPIVersion)
        }
        try checkAssignment(to: resource)
    }

    /// Checks the client of the request in the account's tenant, which a request to `common` does not name. Throws AADSTS7000112 if
    /// the tenant has disabled the client's service principal, and 50105 without a required assignment.
    func checkClient(_ client: ResolvedClient) throws(EntraError) {
        let application = tenant.inTenant(client.application)
        guard application.accountEnabled else {
            throw EntraError(
                .clientDisabled,
                [.clientID: client.requestedID, .clientName: application.displayName, .tenant: tenant.displayName])
        }
        try checkAssignment(to: application)
    }

    /// Throws AADSTS50105 if the application, a client or an API, requires assignment and the user is not assigned.
    func checkAssignment(to application: Application) throws(EntraError) {
        guard application.appRoleAssignmentRequired, !AppRoleMembership.isAssigned(user, in: tenant, to: application)
        else { return }
        throw EntraError(
            .assignmentRequired,
            [.clientID: application.appId, .clientName: application.displayName, .user: user.signInName])
    }
}
