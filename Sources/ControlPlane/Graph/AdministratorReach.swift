import Directory
import Entra
import Formats

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
        return user.directoryRoles.isEmpty
            || roles.contains { limited[$0]?.isSuperset(of: user.directoryRoles) == true }
    }

    private static func ids(_ names: [String]) -> Set<PermissionID> {
        Set(names.compactMap(DirectoryRoles.id(named:)))
    }
}

extension Group {
    fileprivate var isAssignableToRole: Bool {
        otherProperties.first { $0.name.isExactly("isAssignableToRole") }?.value.bool == true
    }
}
