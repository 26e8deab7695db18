package import Entra

/// The rule by which directory roles may consent for the whole organization (Entra, "Grant tenant-wide admin consent to an
/// application"). The consent pages and Microsoft Graph share the rule.
package enum ConsentAuthority {
    /// The roles that may consent to every permission of every API.
    private static let unlimited: Set<PermissionID> = ids(["Global Administrator", "Privileged Role Administrator"])
    /// The roles that may consent to every permission except the application permissions of Microsoft's own directory APIs.
    private static let limited: Set<PermissionID> = ids(
        ["Application Administrator", "Cloud Application Administrator"])
    private static let guarded: Set<ClientID> = [.microsoftGraph, .azureADGraph]

    /// All roles that may consent to delegated permissions.
    package static let roles: [PermissionID] = Array(unlimited.union(limited))

    /// Returns whether a user with `roles` may consent to delegated permissions, and to application permissions of the APIs.
    package static func covers(applicationPermissionsOf apis: [ClientID], by roles: Set<PermissionID>) -> Bool {
        guard roles.isDisjoint(with: unlimited) else { return true }
        return !roles.isDisjoint(with: limited) && guarded.isDisjoint(with: apis)
    }

    private static func ids(_ names: [String]) -> Set<PermissionID> {
        Set(names.compactMap(DirectoryRoles.id(named:)))
    }
}

extension User {
    /// Returns whether the user may consent for the organization to delegated permissions, and to application permissions of the
    /// APIs.
    package func mayConsentForOrganization(applicationPermissionsOf apis: [ClientID] = []) -> Bool {
        ConsentAuthority.covers(applicationPermissionsOf: apis, by: Set(self.directoryRoles))
    }
}
