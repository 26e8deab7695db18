package import Entra
import Formats

/// The built-in directory roles: their names, and their template IDs, which are the same in every tenant.
package enum DirectoryRoles {
    static let all: [(name: String, id: PermissionID)] = [
        ("Global Administrator", User.globalAdministrator),
        ("Application Administrator", PermissionID("9b895d92-2cd3-44c7-9d02-a6ac2d5ea5c3")),
        ("Application Developer", PermissionID("cf1c38e5-3621-4004-a7cb-879624dced7c")),
        ("Authentication Administrator", PermissionID("c4e39bd9-1100-46d3-8c65-fb160da0071f")),
        ("Billing Administrator", PermissionID("b0f54661-2d74-4c50-afa3-1ec803f12efe")),
        ("Cloud Application Administrator", PermissionID("158c047a-c907-4556-b7ef-446551a6b5f7")),
        ("Conditional Access Administrator", PermissionID("b1be1c3e-b65d-4f19-8427-f6fa0d97feb9")),
        ("Directory Readers", PermissionID("88d8e3e3-8f55-4a1e-953a-9b9898b8876b")),
        ("Directory Writers", PermissionID("9360feb5-f418-4baa-8175-e2a00bac4301")),
        ("Exchange Administrator", PermissionID("29232cdf-9323-42fd-ade2-1d097af3e4de")),
        ("Global Reader", PermissionID("f2ef992c-3afb-46b9-b7cf-a126ee74c451")),
        ("Groups Administrator", PermissionID("fdd7a751-b60b-444a-984c-02652fe8fa1c")),
        ("Guest Inviter", PermissionID("95e79109-95c0-4d8e-aee3-d01accf2d47b")),
        ("Helpdesk Administrator", PermissionID("729827e3-9c14-49f7-bb1b-9608f156bbb8")),
        ("Intune Administrator", PermissionID("3a2c62db-5318-420d-8d74-23affee5d9d5")),
        ("Password Administrator", PermissionID("966707d0-3269-4727-9be2-8c3a10f19b9d")),
        ("Privileged Authentication Administrator", PermissionID("7be44c8a-adaf-4e2a-84d6-ab2649e08a13")),
        ("Privileged Role Administrator", PermissionID("e8611ab8-c189-46e8-94e1-60213ab1f814")),
        ("Reports Reader", PermissionID("4a5d8f65-41da-4de4-8968-e035b65339cf")),
        ("Security Administrator", PermissionID("194ae4cb-b126-40b2-bd5b-6091b380977d")),
        ("Security Reader", PermissionID("5d6b6bb7-de71-4623-b4af-96380a352509")),
        ("SharePoint Administrator", PermissionID("f28a1f50-f6e7-4571-818b-6a12f2af6b6c")),
        ("Teams Administrator", PermissionID("69091246-20e8-4a56-aa4d-066075b2a7a8")),
        ("User Administrator", PermissionID("fe930be7-5e62-47db-91af-98c3a49a38b1")),
    ]

    static let names = all.map(\.name)

    /// Returns the ID of the role with the name, ignoring ASCII case.
    package static func id(named name: String) -> PermissionID? {
        all.first { $0.name.isExactlyIgnoringASCIICase(name) }?.id
    }
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
