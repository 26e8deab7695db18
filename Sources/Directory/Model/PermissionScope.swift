package import Entra

/// A delegated permission that an API exposes (Graph `permissionScope`).
package struct PermissionScope: Sendable, Hashable {
    /// Who may consent (`type`).
    package enum Kind: String, Sendable, CaseIterable {
        /// Users may consent.
        case user = "User"
        /// Only administrators may consent.
        case admin = "Admin"
    }

    package var id: PermissionID
    package var value: String
    package var kind: Kind = .user
    package var isEnabled = true
    package var adminConsentDisplayName: String?
    package var adminConsentDescription: String?
    package var userConsentDisplayName: String?
    package var userConsentDescription: String?

    package init(id: PermissionID, value: String) {
        self.id = id
        self.value = value
    }

    /// What tells permissions apart, as a rule.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(value)
    }
}
