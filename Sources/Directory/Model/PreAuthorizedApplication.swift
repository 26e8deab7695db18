package import Entra

/// A client that needs no consent for the listed permissions of an API.
package struct PreAuthorizedApplication: Sendable, Equatable {
    package var appId: ClientID
    package var delegatedPermissionIds: [PermissionID]

    package init(appId: ClientID, delegatedPermissionIds: [PermissionID]) {
        self.appId = appId
        self.delegatedPermissionIds = delegatedPermissionIds
    }
}
