import Directory
import Entra
import Wire

/// Upon whom an administrator may do what could give an account away: set its password, revoke its sessions, disable, rename or
/// delete it, change its phone numbers (Entra's tables "Who can reset passwords" and "Who can perform sensitive actions").
enum AdministratorReach {
    /// May do so upon everyone, also upon holders of roles that stand nowhere below.
    private static let unlimited: Set<PermissionID> = ids(
        ["Global Administrator", "Privileged Authentication Administrator"])

    /// Upon the holders of which roles, by the administrator's own.
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

    /// Whether who holds `roles`, or none, may act upon the user. Members of a group that roles can be assigned to count as
    /// holders of such a role.
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
