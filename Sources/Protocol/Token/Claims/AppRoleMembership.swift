import Directory
import Entra

/// The app roles of an application that a user holds, in person or through a group.
enum AppRoleMembership {
    /// Returns the values of the roles in the order of the application, or an empty list if the user has none.
    static func roles(of user: User, in tenant: Tenant, for application: Application) -> [String] {
        let assigned = Set(assignments(of: user, in: tenant, for: application).map(\.appRole))
        guard !assigned.isEmpty else { return [] }
        return application.appRoles.filter { $0.isEnabled && $0.allowsUsers && assigned.contains($0.id) }.map(\.value)
    }

    /// Whether the user may use an application that requires assignment (AADSTS50105).
    static func isAssigned(
        _ user: User, in tenant: Tenant, to application: Application
    ) -> Bool {
        !assignments(of: user, in: tenant, for: application).isEmpty
    }

    private static func assignments(
        of user: User, in tenant: Tenant, for application: Application
    ) -> [AppRoleAssignment] {
        tenant.appRoleAssignments(for: application.clientID).filter { assignment in
            switch assignment.principal {
            case .user(let id): id == user.id
            case .group(let id): user.groups.contains(id)
            case .application: false
            }
        }
    }
}
