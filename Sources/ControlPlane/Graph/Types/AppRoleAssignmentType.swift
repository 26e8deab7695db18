import Directory
import Entra
import Formats

/// The assignment of an app role, with the object IDs of its parties.
struct AppRoleAssignmentEntry: Sendable {
    var appRoleId = PermissionID("")
    var principalId = ObjectID("")
    var principalDisplayName: String?
    var principalType = ""
    var resourceId = ObjectID("")
    var resourceDisplayName: String?

    /// The ID: the principal's ID followed by a hash of the resource and the role.
    var id: String {
        let rest = GUID(derivedFrom: "appRoleAssignment", resourceId.description, appRoleId.description)
        return Base64.url(principalId.bytes + rest.bytes)
    }
}

extension GraphType where Entity == AppRoleAssignmentEntry {
    static let appRoleAssignment = GraphType(
        "appRoleAssignment", set: "appRoleAssignments", id: { $0.id },
        [
            .derived("id", .text) { $0.id },
            .derived("deletedDateTime", .text) { _ in nil as String? },
            .property("appRoleId", \.appRoleId, .guid).required.filterable,
            .derived("createdDateTime", .text) { _ in nil as String? },
            .derived("principalDisplayName", .text) { $0.principalDisplayName }.ignored,
            .property("principalId", \.principalId, .guid).required.filterable,
            .derived("principalType", .text) { $0.principalType }.ignored,
            .derived("resourceDisplayName", .text) { $0.resourceDisplayName }.ignored,
            .property("resourceId", \.resourceId, .guid).required.filterable,
        ])
}
