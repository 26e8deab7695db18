package import Entra

/// A role given to a user, group or client application (Graph `appRoleAssignment`).
package struct AppRoleAssignment: Sendable, Hashable {
    /// Who holds the role.
    package enum Principal: Sendable, Hashable {
        case user(ObjectID)
        case group(ObjectID)
        case application(ClientID)
    }

    package var principal: Principal
    package var resource: ClientID
    /// The all-zero id is the default assignment: access without a role.
    package var appRole: PermissionID

    package init(principal: Principal, resource: ClientID, appRole: PermissionID) {
        self.principal = principal
        self.resource = resource
        self.appRole = appRole
    }
}
