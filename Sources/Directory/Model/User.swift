package import Entra

/// A user in one tenant (Microsoft Graph `user`). A guest has a `User` of its own in the inviting tenant. Copies share their
/// properties, because every request passes a user on many times.
package typealias User = Shared<UserProperties>

extension User {
    package typealias Home = UserProperties.Home

    package init(id: ObjectID, userPrincipalName: String, displayName: String, tenantID: TenantID) {
        self.init(
            UserProperties(id: id, userPrincipalName: userPrincipalName, displayName: displayName, tenantID: tenantID))
    }

    package static var globalAdministrator: PermissionID { UserProperties.globalAdministrator }

    package var isGlobalAdministrator: Bool { self.directoryRoles.contains(UserProperties.globalAdministrator) }

    /// The name that the person types to sign in. A guest types the address at home and not the `#EXT#` name in this tenant.
    package var signInName: String {
        self.userPrincipalName.utf8.contains(UInt8(ascii: "#"))
            ? self.mail ?? self.userPrincipalName : self.userPrincipalName
    }

    /// Whether this server stores a password of the user. The password of an account at another provider is stored there.
    package var hasPassword: Bool { self.identityProvider == nil && self.password != nil }

    /// Returns whether the user's account is in another tenant.
    package func isGuest(in tenant: TenantID) -> Bool { self.home.tenantID != tenant }
}
