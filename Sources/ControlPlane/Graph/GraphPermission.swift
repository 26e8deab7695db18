import Directory
import Entra
import Formats
import Protocol

/// The permissions that a caller needs for an operation, as in the service's reference. One entry of each list suffices. An entry
/// with several permissions, separated by spaces, requires all of them.
struct GraphPermission: Sendable {
    /// The kind of object whose owner needs no directory role, and to whose owner `applicationOwner` applies.
    enum Ownership: Sendable {
        case none
        case application
        case servicePrincipal
        case group
    }

    /// The users to whom a caller with the permission may do this. The path names the user.
    enum Reach: Sendable {
        case everyUser
        /// The users that `AdministratorReach` defines.
        case limited
        /// Every user for an application with the permission, and the users that `AdministratorReach` defines for others. The
        /// application permission for authentication methods covers those of every user.
        case limitedForOthers
    }

    /// The permissions that suffice in a user's token.
    var delegated: [String]
    /// The permissions that suffice in an application's token.
    var application: [String]
    /// The permissions that suffice in an application's token if the application owns the object.
    var applicationOwner: [String] = []
    /// The permissions that suffice in a user's token for the user's own account. The list is the whole table of the operation in
    /// the reference, because a permission over every user covers the user's own account, also the account of a guest.
    var own: [String] = []
    /// The directory roles of which the user needs one besides the delegated permission, or nil if every member may.
    var directoryRoles: [PermissionID]?
    var ownership = Ownership.none
    var reach = Reach.everyUser

    /// Throws 403 unless the caller has the permission, and 404 if the check needs an object that does not exist.
    func check(_ request: GraphRequest) throws(GraphError) {
        guard !request.caller.isUnrestricted else { return }
        switch request.caller.subject {
        case .controlPlane: return
        case .application(let id):
            if reach == .limitedForOthers, request.caller.holds(application) { return }
            if !request.caller.holds(application), !holdsRole(request.caller) {
                guard request.caller.holds(applicationOwner), try isOwner(id, request) else { throw .denied }
            }
        case .user(let user):
            if request.isAbout(user), request.caller.holds(own) { return }
            guard request.caller.holds(delegated), isMember(user, request) else { throw .denied }
            if let directoryRoles, request.caller.directoryRoles.isDisjoint(with: directoryRoles) {
                guard try isOwner(user.id, request) else { throw .denied }
            }
        }
        if reach != .everyUser { try checkReach(request) }
    }

    /// Whether the caller has a directory role that allows the operation. An application needs no other permission then.
    private func holdsRole(_ caller: GraphCaller) -> Bool {
        directoryRoles.map { !caller.directoryRoles.isDisjoint(with: $0) } ?? false
    }

    /// Whether `check` succeeds. Also false if the check needs an object that does not exist.
    func admits(_ request: GraphRequest) -> Bool { (try? check(request)) != nil }

    /// Throws 403 if the caller's directory roles do not cover the user of the path, and 404 if there is no such user.
    private func checkReach(_ request: GraphRequest) throws(GraphError) {
        let user = try request.user()
        guard AdministratorReach.covers(user, in: request.tenant, by: request.caller.directoryRoles) else {
            throw .denied
        }
    }

    /// Whether the user is not a guest, or holds a directory role. Other guests see only their own account in the directory.
    private func isMember(_ user: User, _ request: GraphRequest) -> Bool {
        !user.isGuest(in: request.tenant.id) || !request.tenant.directoryRoles(of: user).isEmpty
    }

    private func isOwner(_ id: ObjectID, of principal: ServicePrincipal, _ request: GraphRequest) -> Bool {
        principal.application.owners.contains(id) || request.owners(of: principal).contains(id)
    }

    /// Whether the caller owns the object of the path. Throws 404 if there is no such object, because permission is not the issue.
    private func isOwner(_ id: ObjectID, _ request: GraphRequest) throws(GraphError) -> Bool {
        switch ownership {
        case .none: false
        case .application: try request.application().owners.contains(id)
        case .servicePrincipal:
            try isOwner(id, of: request.servicePrincipal(), request)
        case .group: try request.group().owners.contains(id)
        }
    }
}

extension GraphCaller {
    fileprivate func holds(_ alternatives: [String]) -> Bool {
        alternatives.contains { alternative in
            alternative.pieces(separatedBy: " ").allSatisfy { needed in
                permissions.contains { $0.isExactlyIgnoringASCIICase(needed) }
            }
        }
    }
}

extension GraphCaller {
    /// Whether the caller may register applications, besides the permission. For users without a directory role that may, the
    /// authorization policy of the tenant decides.
    func mayCreateApplications(in tenant: Tenant) -> Bool {
        guard user != nil, !isUnrestricted, directoryRoles.isDisjoint(with: Administrators.developers) else {
            return true
        }
        return DefaultUserPermissions(of: tenant).mayCreateApplications
    }

    /// Whether the caller may create a service principal of the application, besides the permission. A user without an application
    /// administrator role may do so only for an application of the tenant that the user owns.
    func mayAdd(_ application: Application, of home: TenantID, to tenant: TenantID) -> Bool {
        guard let user, !isUnrestricted, directoryRoles.isDisjoint(with: Administrators.applications) else {
            return true
        }
        return home == tenant && application.owners.contains(user.id)
    }
}

extension GraphCaller {
    /// Whether the caller may assign app roles of the API to a service principal, besides the permission. A user needs a directory
    /// role that may consent to these permissions.
    func mayGrantRoles(of api: ClientID) -> Bool {
        guard user != nil, !isUnrestricted else { return true }
        return ConsentAuthority.covers(applicationPermissionsOf: [api], by: directoryRoles)
    }
}

/// The directory roles by the operations that they allow.
enum Administrators {
    static let applications = roles("Application Administrator", "Cloud Application Administrator")
    static let developers = applications + roles("Application Developer")
    static let grants = ConsentAuthority.roles
    static let users = roles("User Administrator")
    static let passwords =
        users + roles("Helpdesk Administrator", "Password Administrator", "Authentication Administrator")
        + roles("Privileged Authentication Administrator")
    static let groups = roles("Groups Administrator", "User Administrator", "Directory Writers")

    static func roles(_ names: String...) -> [PermissionID] {
        [User.globalAdministrator] + names.compactMap(DirectoryRoles.id(named:))
    }
}

extension GraphPermission {
    static let readApplications = GraphPermission(
        delegated: [
            "Application.Read.All", "Application.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All",
        ],
        application: [
            "Application.Read.All", "Application.ReadWrite.OwnedBy", "Application.ReadWrite.All", "Directory.Read.All",
        ])
    /// The permission to register applications. Every member may do so, and becomes the owner.
    static let createApplications = GraphPermission(
        delegated: ["Application.ReadWrite.All"],
        application: ["Application.ReadWrite.OwnedBy", "Application.ReadWrite.All"])
    static let manageApplications = GraphPermission(
        delegated: ["Application.ReadWrite.All"], application: ["Application.ReadWrite.All"],
        applicationOwner: ["Application.ReadWrite.OwnedBy"], directoryRoles: Administrators.applications,
        ownership: .application)
    static let createServicePrincipals = GraphPermission(
        delegated: ["Application.ReadWrite.All"],
        application: ["Application.ReadWrite.OwnedBy", "Application.ReadWrite.All"])
    static let manageServicePrincipals = GraphPermission(
        delegated: ["Application.ReadWrite.All"], application: ["Application.ReadWrite.All"],
        applicationOwner: ["Application.ReadWrite.OwnedBy"], directoryRoles: Administrators.applications,
        ownership: .servicePrincipal)

    private static let everyProfile = [
        "User.Read.All", "User.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All",
    ]
    /// The permission to read all properties of a user (user-get in the reference). `User.ReadBasic.All` suffices for all
    /// properties of the user's own account.
    static let readProfiles = GraphPermission(
        delegated: everyProfile, application: everyProfile,
        own: ["User.Read", "User.ReadWrite", "User.ReadBasic.All"] + everyProfile)
    /// The permission to read at least the basic properties of users.
    static let readUsers: GraphPermission = {
        var permission = readProfiles
        permission.delegated.append("User.ReadBasic.All")
        permission.application.append("User.ReadBasic.All")
        return permission
    }()
    static let createUsers = GraphPermission(
        delegated: ["User.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["User.ReadWrite.All", "Directory.ReadWrite.All"], directoryRoles: Administrators.users)
    static let updateUsers = GraphPermission(
        delegated: [
            "User.ReadWrite.All", "Directory.ReadWrite.All", "User-PasswordProfile.ReadWrite.All",
            "Directory.AccessAsUser.All",
        ],
        application: ["User.ReadWrite.All", "Directory.ReadWrite.All", "User-PasswordProfile.ReadWrite.All"],
        own: ["User.ReadWrite", "User.ReadWrite.All", "Directory.ReadWrite.All"],
        directoryRoles: Administrators.passwords)

    /// Returns the permission that a change of the property needs besides `updateUsers`.
    static func updateUsers(_ property: String) -> GraphPermission {
        propertiesOfUsers.first { $0.names.contains(where: property.isExactly) }?.permission ?? updateProfiles
    }

    private static let propertiesOfUsers: [(names: [String], permission: GraphPermission)] = [
        (["passwordProfile"], resetPasswords), (["mobilePhone"], updatePhones),
        (
            ["accountEnabled", "businessPhones", "onPremisesImmutableId", "otherMails", "userPrincipalName"],
            updateAccounts
        ),
    ]
    private static let updateProfiles = GraphPermission(
        delegated: ["User.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["User.ReadWrite.All", "Directory.ReadWrite.All"], directoryRoles: Administrators.users)
    private static let updateAccounts: GraphPermission = {
        var permission = updateProfiles
        permission.reach = .limited
        return permission
    }()
    /// The permission to change phone numbers, the only properties on this server that users may change of their own account.
    private static let updatePhones: GraphPermission = {
        var permission = updateAccounts
        permission.own = updateUsers.own
        return permission
    }()
    private static let resetPasswords = GraphPermission(
        delegated: ["User-PasswordProfile.ReadWrite.All", "Directory.AccessAsUser.All"],
        application: ["User-PasswordProfile.ReadWrite.All"], directoryRoles: Administrators.passwords,
        reach: .limited)
    static let deleteUsers = GraphPermission(
        delegated: ["User.ReadWrite.All"], application: ["User.ReadWrite.All"], directoryRoles: Administrators.users,
        reach: .limited)
    static let revokeSessions = GraphPermission(
        delegated: ["User.RevokeSessions.All", "User.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["User.RevokeSessions.All", "User.ReadWrite.All"],
        own: ["User.RevokeSessions.All", "User.ReadWrite.All", "Directory.ReadWrite.All"],
        directoryRoles: Administrators.passwords, reach: .limited)
    private static let everyMembership = [
        "Directory.Read.All", "Directory.ReadWrite.All", "GroupMember.Read.All", "Group.Read.All",
        "Group.ReadWrite.All",
    ]
    /// The permission to read a user's groups (user-list-memberof and user-list-transitivememberof in the reference).
    static let readMemberships = GraphPermission(
        delegated: everyMembership, application: everyMembership,
        own: ["User.Read", "User.ReadWrite", "User.Read.All"] + everyMembership)

    static let readGroups = GraphPermission(
        delegated: [
            "GroupMember.Read.All", "Group.Read.All", "Group.ReadWrite.All", "Directory.Read.All",
            "Directory.ReadWrite.All",
        ],
        application: [
            "GroupMember.Read.All", "Group.Read.All", "Group.ReadWrite.All", "Directory.Read.All",
            "Directory.ReadWrite.All",
        ])
    static let createGroups = GraphPermission(
        delegated: ["Group.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["Group.Create", "Group.ReadWrite.All", "Directory.ReadWrite.All"],
        directoryRoles: Administrators.groups)
    static let updateGroups = GraphPermission(
        delegated: ["Group.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["Group.ReadWrite.All", "Directory.ReadWrite.All"], directoryRoles: Administrators.groups,
        ownership: .group)
    static let deleteGroups = GraphPermission(
        delegated: ["Group.ReadWrite.All"], application: ["Group.ReadWrite.All"],
        directoryRoles: Administrators.groups, ownership: .group)
    static let manageMembers = GraphPermission(
        delegated: ["GroupMember.ReadWrite.All", "Group.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["GroupMember.ReadWrite.All", "Group.ReadWrite.All", "Directory.ReadWrite.All"],
        directoryRoles: Administrators.groups, ownership: .group)

    static let readGrants = GraphPermission(
        delegated: ["Directory.Read.All", "DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["Directory.Read.All", "DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All"])
    static let manageGrants = GraphPermission(
        delegated: ["DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All"],
        directoryRoles: Administrators.grants)

    private static let everyContext = [
        "AuthenticationContext.Read.All", "AuthenticationContext.ReadWrite.All", "Policy.Read.ConditionalAccess",
        "Policy.ReadWrite.ConditionalAccess",
    ]
    static let readAuthenticationContexts = GraphPermission(delegated: everyContext, application: everyContext)

    static let readAssignments = GraphPermission(
        delegated: [
            "Application.Read.All", "Application.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All",
        ],
        application: [
            "Application.Read.All", "Application.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All",
        ])
    static let manageAssignments = GraphPermission(
        delegated: assigning, application: assigning, directoryRoles: Administrators.grants)
    static let removeAssignments = GraphPermission(
        delegated: ["AppRoleAssignment.ReadWrite.All"], application: ["AppRoleAssignment.ReadWrite.All"],
        directoryRoles: Administrators.grants)

    private static let assigning = [
        "AppRoleAssignment.ReadWrite.All Application.Read.All",
        "AppRoleAssignment.ReadWrite.All Application.ReadWrite.All",
        "AppRoleAssignment.ReadWrite.All Directory.Read.All",
        "AppRoleAssignment.ReadWrite.All Directory.ReadWrite.All",
    ]
}

/// The rules for sensitive actions on a user: setting the password, revoking sessions, disabling, renaming or deleting the user,
/// and changing phone numbers. The source is Entra's tables "Who can reset passwords" and "Who can perform sensitive actions".
enum AdministratorReach {
    /// The roles whose holders may act on every user.
    private static let unlimited: Set<PermissionID> = ids(
        ["Global Administrator", "Privileged Authentication Administrator"])

    /// The roles that a user may hold, by the role of the administrator who acts on the user.
    private static let limited: [PermissionID: Set<PermissionID>] = Dictionary(
        [
            ("Password Administrator", []),
            ("Helpdesk Administrator", ["Helpdesk Administrator", "Reports Reader"]),
            ("Authentication Administrator", ["Authentication Administrator", "Reports Reader"]),
            (
                "User Administrator",
                ["Groups Administrator", "Helpdesk Administrator", "Reports Reader", "User Administrator"]
            ),
        ].flatMap { (name: String, more: [String]) in
            ids([name]).map { ($0, ids(["Directory Readers", "Guest Inviter", "Password Administrator"] + more)) }
        }, uniquingKeysWith: { first, _ in first })

    /// Whether a holder of `roles` may act on the user. A member of a role-assignable group counts as a holder of an administrator
    /// role.
    static func covers(_ user: User, in tenant: Tenant, by roles: Set<PermissionID>) -> Bool {
        guard roles.isDisjoint(with: unlimited) else { return true }
        guard !user.groups.contains(where: { tenant.group($0)?.isAssignableToRole == true }) else { return false }
        let held = tenant.directoryRoles(of: user)
        return held.isEmpty || roles.contains { limited[$0]?.isSuperset(of: held) == true }
    }

    private static func ids(_ names: [String]) -> Set<PermissionID> {
        Set(names.compactMap(DirectoryRoles.id(named:)))
    }
}
