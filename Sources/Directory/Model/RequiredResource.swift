package import Entra

/// The permissions of one API that a client lists statically (Graph `requiredResourceAccess`).
package struct RequiredResource: Sendable, Equatable {
    package var resourceAppId: ClientID
    /// The entries of `resourceAccess` with type `Scope`.
    package var scopes: [PermissionID]
    /// The entries of `resourceAccess` with type `Role`.
    package var roles: [PermissionID]

    package init(resourceAppId: ClientID, scopes: [PermissionID], roles: [PermissionID] = []) {
        self.resourceAppId = resourceAppId
        self.scopes = scopes
        self.roles = roles
    }
}
