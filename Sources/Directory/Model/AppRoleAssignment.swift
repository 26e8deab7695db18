package import Entra

/// The assignment of a role to a user, group or client application (Graph `appRoleAssignment`).
package struct AppRoleAssignment: Sendable, Hashable {
    /// The holder of the role.
    package enum Principal: Sendable, Hashable {
        case user(ObjectID)
        case group(ObjectID)
        case application(ClientID)
    }

    package var principal: Principal
    package var resource: ClientID
    /// The ID of the role. The all-zero ID is the default assignment: access without a role.
    package var appRole: PermissionID

    package init(principal: Principal, resource: ClientID, appRole: PermissionID) {
        self.principal = principal
        self.resource = resource
        self.appRole = appRole
    }
}
