package import Entra

/// A user in one tenant (Microsoft Graph `user`). A guest has a `User` of its own in the tenant that invited it. Every request of
/// a user hands it on many times.
package typealias User = Shared<UserProperties>

extension User {
    package typealias Home = UserProperties.Home

    package init(id: ObjectID, userPrincipalName: String, displayName: String, tenantID: TenantID) {
        self.init(
            UserProperties(id: id, userPrincipalName: userPrincipalName, displayName: displayName, tenantID: tenantID))
    }

    package static var globalAdministrator: PermissionID { UserProperties.globalAdministrator }

    package var isGlobalAdministrator: Bool { self.directoryRoles.contains(UserProperties.globalAdministrator) }

    /// The name the person types to sign in: a guest's is the address at home, not the `#EXT#` name of this tenant.
    package var signInName: String {
        self.userPrincipalName.utf8.contains(UInt8(ascii: "#"))
            ? self.mail ?? self.userPrincipalName : self.userPrincipalName
    }

    /// Whether a password of this user's own is kept here. That of an account of another provider is there.
    package var hasPassword: Bool { self.identityProvider == nil && self.password != nil }

    /// Whether the account lives in another tenant than this one.
    package func isGuest(in tenant: TenantID) -> Bool { self.home.tenantID != tenant }
}
