import CConfig
package import Entra
import Formats

/// The built-in directory roles of `Config/microsoft/roles.jsonl`: their names, and their template IDs, which are the same in every
/// tenant. The file is decoded at the first use.
package enum DirectoryRoles {
    /// All built-in roles in the order of their names.
    package static let all = EmbeddedText.bytes(of: cconfig_directory_roles).split(separator: ASCII.lineFeed)
        .compactMap { JSONValue(parsing: Array($0)).flatMap(RoleDefinition.init(builtIn:)) }

    /// The names of the roles that can be assigned.
    static let names = all.filter(\.isAssignable).map(\.displayName)

    private static let byName = Dictionary(
        all.map { (ByteString($0.displayName.asciiLowercased), $0) }, uniquingKeysWith: { first, _ in first })
    private static let byID = Dictionary(all.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })

    /// Returns the ID of the assignable role with the name, ignoring ASCII case.
    package static func id(named name: String) -> PermissionID? {
        // Most configurations name this role alone, and need no table.
        if name.isExactlyIgnoringASCIICase("Global Administrator") { return User.globalAdministrator }
        return byName[ByteString(name.asciiLowercased)].flatMap { $0.isAssignable ? $0.id : nil }
    }

    /// Returns the built-in role with the template ID.
    package static func role(_ id: PermissionID) -> RoleDefinition? { byID[id] }
}

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

    /// Returns whether the consent page of a sign-in offers consent for the organization to a user with `roles`. The limited roles
    /// consent at the admin consent endpoint and in the portal (Entra, "Consent experience for applications").
    package static func isOfferedAtSignIn(to roles: Set<PermissionID>) -> Bool {
        !roles.isDisjoint(with: unlimited)
    }

    private static func ids(_ names: [String]) -> Set<PermissionID> {
        Set(names.compactMap(DirectoryRoles.id(named:)))
    }
}

extension User {
    /// Returns whether the user may consent for the organization to delegated permissions, and to application permissions of the
    /// APIs.
    package func mayConsentForOrganization(in tenant: Tenant, applicationPermissionsOf apis: [ClientID] = []) -> Bool {
        ConsentAuthority.covers(applicationPermissionsOf: apis, by: Set(tenant.directoryRoles(of: self)))
    }

    /// Returns whether the consent page of a sign-in offers the user consent for the organization.
    package func isOfferedOrganizationConsent(in tenant: Tenant) -> Bool {
        ConsentAuthority.isOfferedAtSignIn(to: Set(tenant.directoryRoles(of: self)))
    }
}
