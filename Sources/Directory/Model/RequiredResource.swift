package import Entra

/// Permissions of one API that a client lists statically (Graph `requiredResourceAccess`).
package struct RequiredResource: Sendable, Equatable {
    package var resourceAppId: ClientID
    /// `resourceAccess` entries of type `Scope`.
    package var scopes: [PermissionID]
    /// `resourceAccess` entries of type `Role`.
    package var roles: [PermissionID]

    package init(resourceAppId: ClientID, scopes: [PermissionID], roles: [PermissionID] = []) {
        self.resourceAppId = resourceAppId
        self.scopes = scopes
        self.roles = roles
    }
}
