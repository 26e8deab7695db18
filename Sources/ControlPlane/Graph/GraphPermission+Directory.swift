import Directory

/// The permissions of the resources around the directory: roles, organization and domains.
extension GraphPermission {
    private static let roleReaders = [
        "RoleManagement.Read.Directory", "RoleManagement.Read.All", "Directory.Read.All",
        "RoleManagement.ReadWrite.Directory", "Directory.ReadWrite.All",
    ]
    private static let roleAdministrators = Administrators.roles("Privileged Role Administrator")

    static let readRoles = GraphPermission(delegated: roleReaders, application: roleReaders)
    static let activateRoles = GraphPermission(
        delegated: ["RoleManagement.ReadWrite.Directory", "Directory.ReadWrite.All"],
        application: ["RoleManagement.ReadWrite.Directory", "Directory.ReadWrite.All"],
        directoryRoles: roleAdministrators)
    static let manageRoles = GraphPermission(
        delegated: ["RoleManagement.ReadWrite.Directory"], application: ["RoleManagement.ReadWrite.Directory"],
        directoryRoles: roleAdministrators)

    static let readOrganization = GraphPermission(
        delegated: [
            "User.Read", "Organization.Read.All", "Organization.ReadWrite.All", "Directory.Read.All",
            "Directory.ReadWrite.All",
        ],
        application: [
            "Organization.Read.All", "Organization.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All",
        ])
    static let updateOrganization = GraphPermission(
        delegated: ["Organization.ReadWrite.All"], application: ["Organization.ReadWrite.All"],
        directoryRoles: Administrators.roles())

    /// The permissions to read and to restore deleted objects, by type (directory-deleteditems-list in the reference).
    static func readDeleted(_ kind: DeletedItem.Kind) -> GraphPermission {
        switch kind {
        case .user:
            GraphPermission(
                delegated: ["User.Read.All", "User.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All"],
                application: ["User.Read.All", "User.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All"])
        case .group: readGroups
        case .application, .servicePrincipal: readApplications
        }
    }

    static func restore(_ kind: DeletedItem.Kind) -> GraphPermission {
        switch kind {
        case .user:
            GraphPermission(
                delegated: ["User.DeleteRestore.All", "User.ReadWrite.All"],
                application: ["User.DeleteRestore.All", "User.ReadWrite.All"], directoryRoles: Administrators.users)
        case .group: deleteGroups
        case .application, .servicePrincipal:
            GraphPermission(
                delegated: ["Application.ReadWrite.All"],
                application: ["Application.ReadWrite.All", "Application.ReadWrite.OwnedBy"],
                directoryRoles: Administrators.applications)
        }
    }

    /// The permission to read or restore some deleted object. The type of the object decides further.
    static let readAnyDeleted = GraphPermission(
        delegated: DeletedItem.Kind.allCases.flatMap { readDeleted($0).delegated },
        application: DeletedItem.Kind.allCases.flatMap { readDeleted($0).application })
    static let restoreAny = GraphPermission(
        delegated: DeletedItem.Kind.allCases.flatMap { restore($0).delegated },
        application: DeletedItem.Kind.allCases.flatMap { restore($0).application })

    static let readAuditLogs = GraphPermission(
        delegated: ["AuditLog.Read.All"], application: ["AuditLog.Read.All"],
        directoryRoles: Administrators.roles(
            "Global Reader", "Reports Reader", "Security Administrator", "Security Operator", "Security Reader"))

    private static let photoReaders = [
        "ProfilePhoto.Read.All", "ProfilePhoto.ReadWrite.All", "User.ReadBasic.All", "User.Read.All",
        "User.ReadWrite.All",
    ]
    private static let photoWriters = ["ProfilePhoto.ReadWrite.All", "User.ReadWrite.All"]
    private static let groupPhotoReaders = [
        "ProfilePhoto.Read.All", "ProfilePhoto.ReadWrite.All", "Group.Read.All", "Group.ReadWrite.All",
    ]
    private static let groupPhotoWriters = ["ProfilePhoto.ReadWrite.All", "Group.ReadWrite.All"]

    static let readUserPhotos = GraphPermission(
        delegated: photoReaders, application: photoReaders, own: ["User.Read", "User.ReadWrite"] + photoReaders)
    static let manageUserPhotos = GraphPermission(
        delegated: photoWriters, application: photoWriters, own: ["User.ReadWrite"] + photoWriters,
        directoryRoles: Administrators.users)
    static let readGroupPhotos = GraphPermission(delegated: groupPhotoReaders, application: groupPhotoReaders)
    static let manageGroupPhotos = GraphPermission(
        delegated: groupPhotoWriters, application: groupPhotoWriters, directoryRoles: Administrators.groups)

    /// The permission to invite guests. Every member may do so by the default of a tenant (invitation-post in the reference).
    static let invite = GraphPermission(
        delegated: ["User.Invite.All", "User.ReadWrite.All", "Directory.ReadWrite.All"],
        application: ["User.Invite.All", "User.ReadWrite.All", "Directory.ReadWrite.All"])

    private static let methodAdministrators = Administrators.roles(
        "Authentication Administrator", "Privileged Authentication Administrator")
    private static let methodWriters = ["UserAuthenticationMethod.ReadWrite.All"]
    private static let methodReaders = ["UserAuthenticationMethod.Read.All"] + methodWriters

    static let readMethods = GraphPermission(
        delegated: methodReaders, application: methodReaders,
        own: ["UserAuthenticationMethod.Read", "UserAuthenticationMethod.ReadWrite"] + methodReaders,
        directoryRoles: methodAdministrators + Administrators.roles("Global Reader"))
    private static let writeMethods = GraphPermission(
        delegated: methodWriters, application: methodWriters,
        own: ["UserAuthenticationMethod.ReadWrite"] + methodWriters, directoryRoles: methodAdministrators,
        reach: .limitedForOthers)
    /// The permission to make changes to the methods of a kind that no user can make for the own account without a directory role:
    /// to create and update phones, to update mail addresses, and to create temporary access passes.
    static func administerMethods(_ kind: AuthenticationMethod.Kind) -> GraphPermission {
        var permission = manageMethods(kind)
        permission.own = []
        return permission
    }

    /// The permission to reset a password by its method, which applications cannot do
    /// (authenticationmethod-resetpassword in the reference).
    static let resetPasswordMethod: GraphPermission = {
        var permission = administerMethods(.password)
        permission.application = []
        permission.reach = .limited
        return permission
    }()

    /// The permission to read the methods of a kind.
    static func readMethods(_ kind: AuthenticationMethod.Kind) -> GraphPermission {
        readMethods.adding(["Read", "ReadWrite"], of: kind)
    }

    /// The permission to change the methods of a kind.
    static func manageMethods(_ kind: AuthenticationMethod.Kind) -> GraphPermission {
        writeMethods.adding(["ReadWrite"], of: kind)
    }

    /// Returns the permission with the permissions for one kind of methods as alternatives.
    private func adding(_ rights: [String], of kind: AuthenticationMethod.Kind) -> GraphPermission {
        let names = rights.map { "UserAuthMethod-\(kind.permission).\($0)" }
        let ofEveryone = names.map { "\($0).All" }
        var permission = self
        permission.delegated += ofEveryone
        permission.application += ofEveryone
        permission.own += names + ofEveryone
        return permission
    }

    /// The permission to change the own password (user-changepassword in the reference).
    static let changePassword = GraphPermission(
        delegated: ["Directory.AccessAsUser.All"], application: [], own: ["Directory.AccessAsUser.All"])

    private static let domainReaders = [
        "Domain.Read.All", "Domain.ReadWrite.All", "Directory.Read.All", "Directory.ReadWrite.All",
    ]
    static let readDomains = GraphPermission(delegated: domainReaders, application: domainReaders)
    static let manageDomains = GraphPermission(
        delegated: ["Domain.ReadWrite.All"], application: ["Domain.ReadWrite.All"],
        directoryRoles: Administrators.roles("Domain Name Administrator"))
}
