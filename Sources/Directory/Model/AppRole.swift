package import Entra

/// A role that an API or application defines (Graph `appRole`).
package struct AppRole: Sendable, Equatable {
    package var id: PermissionID
    package var value: String
    package var displayName: String
    package var description: String?
    /// Whether `allowedMemberTypes` contains `User`.
    package var allowsUsers = false
    /// Whether `allowedMemberTypes` contains `Application`.
    package var allowsApplications = false
    package var isEnabled = true

    package init(id: PermissionID, value: String, displayName: String) {
        self.id = id
        self.value = value
        self.displayName = displayName
    }
}
