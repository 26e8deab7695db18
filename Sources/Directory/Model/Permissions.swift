package import Entra
import Formats

/// A delegated permission that an API exposes (Graph `permissionScope`).
package struct PermissionScope: Sendable, Hashable {
    /// The users who may consent (`type`).
    package enum Kind: String, Sendable, CaseIterable {
        /// Users may consent.
        case user = "User"
        /// Administrators alone may consent.
        case admin = "Admin"
    }

    package var id: PermissionID
    package var value: String
    package var kind: Kind = .user
    package var isEnabled = true
    private var texts = PermissionScope.noTexts

    /// The texts of consent pages. The texts are stored apart, because no decision about permissions needs them.
    private struct Texts: Sendable, Equatable {
        var adminConsentDisplayName: String?
        var adminConsentDescription: String?
        var userConsentDisplayName: String?
        var userConsentDescription: String?
    }

    private static let noTexts = Shared(Texts())

    package var adminConsentDisplayName: String? {
        get { texts.adminConsentDisplayName }
        set { texts.adminConsentDisplayName = newValue }
    }
    package var adminConsentDescription: String? {
        get { texts.adminConsentDescription }
        set { texts.adminConsentDescription = newValue }
    }
    package var userConsentDisplayName: String? {
        get { texts.userConsentDisplayName }
        set { texts.userConsentDisplayName = newValue }
    }
    package var userConsentDescription: String? {
        get { texts.userConsentDescription }
        set { texts.userConsentDescription = newValue }
    }

    package init(id: PermissionID, value: String) {
        self.id = id
        self.value = value
    }

    /// Hashes the values that usually distinguish permissions.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(value)
    }

    package static func == (left: PermissionScope, right: PermissionScope) -> Bool {
        left.id == right.id && left.value.isExactly(right.value) && left.kind == right.kind
            && left.isEnabled == right.isEnabled && left.texts.properties == right.texts.properties
    }
}

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

    /// The values of `allowedMemberTypes`.
    package enum MemberType: String, Sendable, CaseIterable {
        case user = "User"
        case application = "Application"
    }

    package var memberTypes: [MemberType] {
        get { (allowsUsers ? [.user] : []) + (allowsApplications ? [.application] : []) }
        set {
            allowsUsers = newValue.contains(.user)
            allowsApplications = newValue.contains(.application)
        }
    }

    package init(id: PermissionID, value: String, displayName: String) {
        self.id = id
        self.value = value
        self.displayName = displayName
    }
}

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

/// A client that needs no consent for the listed permissions of an API.
package struct PreAuthorizedApplication: Sendable, Equatable {
    package var appId: ClientID
    package var delegatedPermissionIds: [PermissionID]

    package init(appId: ClientID, delegatedPermissionIds: [PermissionID]) {
        self.appId = appId
        self.delegatedPermissionIds = delegatedPermissionIds
    }
}
