import Directory
import Entra
import Flows
import Wire

/// What a caller needs for an operation, as the service's reference has it. Of each list one entry is enough; an entry of
/// several permissions, separated by spaces, needs all of them.
struct GraphPermission: Sendable {
    /// Whose owners need no directory role, and suffice for permissions over what one owns.
    enum Ownership: Sendable {
        case none
        case application
        case servicePrincipal
    }

    /// For a user's token.
    var delegated: [String]
    /// For an application's token.
    var application: [String]
    /// For an application's token, where the application owns the object.
    var applicationOwner: [String] = []
    /// For a user's token, where the user asks about their own account: the reference's table of the operation whole, since a
    /// permission over every user covers the user's own account, a guest's too.
    var own: [String] = []
    /// Directory roles that the user needs beside the delegated permission; nil where every member may.
    var directoryRoles: [PermissionID]?
    var ownership = Ownership.none
    /// Administrators may do it to some users only, as `AdministratorReach` tells; the path names the user.
    var isSensitive = false

    /// Throws 403 unless the caller may.
    func check(_ request: GraphRequest) throws(GraphError) {
        guard !request.caller.isUnrestricted else { return }
        switch request.caller.subject {
        case .controlPlane: return
        case .application(let id):
            if !request.caller.holds(application) {
                guard request.caller.holds(applicationOwner), try isOwner(id, request) else { throw .denied }
            }
        case .user(let user):
            if request.isAbout(user), request.caller.holds(own) { return }
            guard request.caller.holds(delegated), isMember(user, request) else { throw .denied }
            if let directoryRoles, request.caller.directoryRoles.isDisjoint(with: directoryRoles) {
                guard try isOwner(user.id, request) else { throw .denied }
            }
        }
        if isSensitive { try checkReach(request) }
    }

    /// Whether the caller may, so far as what is asked for is there.
    func admits(_ request: GraphRequest) -> Bool { (try? check(request)) != nil }

    /// Applications hold no directory roles here. Throws 404 where the user is not there.
    private func checkReach(_ request: GraphRequest) throws(GraphError) {
        let user = try request.user()
        guard AdministratorReach.covers(user, in: request.tenant, by: request.caller.directoryRoles) else {
            throw .denied
        }
    }

    /// Guests see nothing of the directory but themselves, unless they hold a role in it.
    private func isMember(_ user: User, _ request: GraphRequest) -> Bool {
        !user.isGuest(in: request.tenant.id) || !user.directoryRoles.isEmpty
    }

    /// Throws 404 where the object is not there: that is no question of permission.
    private func isOwner(_ id: ObjectID, _ request: GraphRequest) throws(GraphError) -> Bool {
        switch ownership {
        case .none: false
        case .application: try request.application().owners.contains(id)
        case .servicePrincipal: try request.servicePrincipal().application.owners.contains(id)
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
    /// Whether the caller may make a service principal of the application, beside the permission: a user who holds no role
    /// for it only of an application of the tenant that he owns.
    func mayAdd(_ application: Application, of home: TenantID, to tenant: TenantID) -> Bool {
        guard let user, !isUnrestricted, directoryRoles.isDisjoint(with: Administrators.applications) else {
            return true
        }
        return home == tenant && application.owners.contains(user.id)
    }
}

extension GraphCaller {
    /// Whether the caller may give a service principal roles of the API, beside the permission: a user by the roles that may
    /// consent to that.
    func mayGrantRoles(of api: ClientID) -> Bool {
        guard user != nil, !isUnrestricted else { return true }
        return ConsentAuthority.covers(applicationPermissionsOf: [api], by: directoryRoles)
    }
}

/// Directory roles by what they may do.
private enum Administrators {
    static let applications = roles("Application Administrator", "Cloud Application Administrator")
    static let grants = ConsentAuthority.roles
    static let users = roles("User Administrator")
    static let passwords =
        users + roles("Helpdesk Administrator", "Password Administrator", "Authentication Administrator")
        + roles("Privileged Authentication Administrator")
    static let groups = roles("Groups Administrator", "User Administrator", "Directory Writers")

    private static func roles(_ names: String...) -> [PermissionID] {
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
    /// Every member may register applications, and owns them then.
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
    /// Everything of a user (user-get in the reference). Of the user's own account, `User.ReadBasic.All` gives everything, too.
    static let readProfiles = GraphPermission(
        delegated: everyProfile, application: everyProfile,
        own: ["User.Read", "User.ReadWrite", "User.ReadBasic.All"] + everyProfile)
    /// At least the basic properties.
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

    /// What a property of a user needs beside `updateUsers`.
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
        permission.isSensitive = true
        return permission
    }()
    /// Of what this server has it is all that a user may change of himself.
    private static let updatePhones: GraphPermission = {
        var permission = updateAccounts
        permission.own = updateUsers.own
        return permission
    }()
    private static let resetPasswords = GraphPermission(
        delegated: ["User-PasswordProfile.ReadWrite.All", "Directory.AccessAsUser.All"],
        application: ["User-PasswordProfile.ReadWrite.All"], directoryRoles: Administrators.passwords,
        isSensitive: true)
    static let deleteUsers = GraphPermission(
        delegated: ["User.ReadWrite.All"], application: ["User.ReadWrite.All"], directoryRoles: Administrators.users,
        isSensitive: true)
    static let revokeSessions = GraphPermission(
        delegated: ["User.RevokeSessions.All", "User.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["User.RevokeSessions.All", "User.ReadWrite.All"],
        own: ["User.RevokeSessions.All", "User.ReadWrite.All", "Directory.ReadWrite.All"],
        directoryRoles: Administrators.passwords, isSensitive: true)
    private static let everyMembership = [
        "Directory.Read.All", "Directory.ReadWrite.All", "GroupMember.Read.All", "Group.Read.All",
    ]
    /// The groups of a user (user-list-memberof and user-list-transitivememberof in the reference).
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
        application: ["Group.ReadWrite.All", "Directory.ReadWrite.All"], directoryRoles: Administrators.groups)
    static let deleteGroups = GraphPermission(
        delegated: ["Group.ReadWrite.All"], application: ["Group.ReadWrite.All"],
        directoryRoles: Administrators.groups)
    static let manageMembers = GraphPermission(
        delegated: ["GroupMember.ReadWrite.All", "Group.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["GroupMember.ReadWrite.All", "Group.ReadWrite.All", "Directory.ReadWrite.All"],
        directoryRoles: Administrators.groups)

    static let readGrants = GraphPermission(
        delegated: ["Directory.Read.All", "DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["Directory.Read.All", "DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All"])
    static let manageGrants = GraphPermission(
        delegated: ["DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["DelegatedPermissionGrant.ReadWrite.All", "Directory.ReadWrite.All"],
        directoryRoles: Administrators.grants)

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
