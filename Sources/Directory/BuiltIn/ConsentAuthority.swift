package import Entra

/// Which directory roles may consent for the whole organization, and to what (Entra, "Grant tenant-wide admin consent to an
/// application"). The one rule of the consent pages and of Microsoft Graph.
package enum ConsentAuthority {
    /// To every permission of every API.
    private static let unlimited: Set<PermissionID> = ids(["Global Administrator", "Privileged Role Administrator"])
    /// To everything but the application permissions of Microsoft's own directory APIs.
    private static let limited: Set<PermissionID> = ids(
        ["Application Administrator", "Cloud Application Administrator"])
    private static let guarded: Set<ClientID> = [.microsoftGraph, .azureADGraph]

    /// All roles that may consent to delegated permissions.
    package static let roles: [PermissionID] = Array(unlimited.union(limited))

    /// Whether who holds `roles` may consent to delegated permissions, and to application permissions of those APIs.
    package static func covers(applicationPermissionsOf apis: [ClientID], by roles: Set<PermissionID>) -> Bool {
        guard roles.isDisjoint(with: unlimited) else { return true }
        return !roles.isDisjoint(with: limited) && guarded.isDisjoint(with: apis)
    }

    private static func ids(_ names: [String]) -> Set<PermissionID> {
        Set(names.compactMap(DirectoryRoles.id(named:)))
    }
}

extension User {
    /// Whether the user may consent for the organization to delegated permissions, and to application permissions of those APIs.
    package func mayConsentForOrganization(applicationPermissionsOf apis: [ClientID] = []) -> Bool {
        ConsentAuthority.covers(applicationPermissionsOf: apis, by: Set(self.directoryRoles))
    }
}
