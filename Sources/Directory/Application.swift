package import Entra
package import Wire

/// An application registration with its service principal in its home tenant (Microsoft Graph `application`).
package struct Application: Sendable {
    /// Spelled as in the configuration; compare by `clientID`.
    package var appId: String
    /// The object id of the service principal in the home tenant.
    package var servicePrincipalID: ObjectID
    package var displayName: String
    package var signInAudience: SignInAudience = .myOrg
    package var identifierUris: [String] = []
    package var redirectURIs: [RegisteredRedirectURI] = []
    package var logoutUrl: String?
    package var enableIdTokenIssuance = false
    package var enableAccessTokenIssuance = false
    /// nil: decided by the redirect URIs (entra-protocol §3.2).
    package var isFallbackPublicClient: Bool?
    package var passwordCredentials: [PasswordCredential] = []
    /// Secrets that an export lists without their text. None of them can ever match; kept for display.
    package var undisclosedPasswords: [UndisclosedPassword] = []
    package var keyCredentials: [KeyCredential] = []
    package var federatedIdentityCredentials: [FederatedIdentityCredential] = []
    /// 1 or 2; nil counts as 1.
    package var requestedAccessTokenVersion: Int?
    package var oauth2PermissionScopes: [PermissionScope] = []
    package var preAuthorizedApplications: [PreAuthorizedApplication] = []
    package var knownClientApplications: [ClientID] = []
    package var appRoles: [AppRole] = []
    package var requiredResourceAccess: [RequiredResource] = []
    package var optionalClaims = OptionalClaims()
    package var groupMembershipClaims: GroupMembershipClaims = .none
    /// Of the service principal: only assigned users and clients get tokens.
    package var appRoleAssignmentRequired = false
    /// Of the service principal: false gives AADSTS7000112.
    package var accountEnabled = true
    /// Understudy's own: the native authentication API is open to this client.
    package var nativeAuthentication = false
    package var settings = SettingsOverrides()
    /// Graph properties that Understudy does not act on, kept for export.
    package var otherProperties: [JSONValue.Member] = []

    package var clientID: ClientID { ClientID(appId) }

    package init(appId: String, servicePrincipalID: ObjectID, displayName: String) {
        self.appId = appId
        self.servicePrincipalID = servicePrincipalID
        self.displayName = displayName
    }
}

/// A client secret (Graph `passwordCredential`; `secretText` is the value itself, as a test double must know it).
package struct PasswordCredential: Sendable {
    package var keyId: String?
    package var displayName: String?
    package var secretText: String
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    package init(secretText: String) {
        self.secretText = secretText
    }
}

/// What an exported manifest tells of a client secret: everything but the secret.
package struct UndisclosedPassword: Sendable, Equatable {
    package var keyId: String?
    package var displayName: String?
    /// The first characters of the secret.
    package var hint: String?
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    package init() {}
}

/// A client certificate (Graph `keyCredential`).
package struct KeyCredential: Sendable {
    package var keyId: String?
    package var displayName: String?
    /// DER of the certificate, from `key` (base64) or from the PEM file that `certificate` names.
    package var certificate: [UInt8]?
    package var startDateTime: Timestamp?
    package var endDateTime: Timestamp?

    package init() {}
}

/// Trust in a token of another issuer (Graph `federatedIdentityCredential`).
package struct FederatedIdentityCredential: Sendable {
    package var name: String
    package var issuer: String
    package var subject: String
    package var audiences: [String]

    package init(name: String, issuer: String, subject: String, audiences: [String]) {
        self.name = name
        self.issuer = issuer
        self.subject = subject
        self.audiences = audiences
    }
}

/// A delegated permission that an API exposes (Graph `permissionScope`).
package struct PermissionScope: Sendable, Equatable {
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
}

/// A role that an API or application defines (Graph `appRole`).
package struct AppRole: Sendable, Equatable {
    package var id: PermissionID
    package var value: String
    package var displayName: String
    package var description: String?
    /// `allowedMemberTypes` holds "User".
    package var allowsUsers = false
    /// `allowedMemberTypes` holds "Application".
    package var allowsApplications = false
    package var isEnabled = true

    package init(id: PermissionID, value: String, displayName: String) {
        self.id = id
        self.value = value
        self.displayName = displayName
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

/// Graph `optionalClaims`.
package struct OptionalClaims: Sendable, Equatable {
    package struct Claim: Sendable, Equatable {
        package var name: String
        package var source: String?
        package var essential: Bool
        package var additionalProperties: [String]

        package init(name: String, source: String? = nil, essential: Bool = false, additionalProperties: [String] = [])
        {
            self.name = name
            self.source = source
            self.essential = essential
            self.additionalProperties = additionalProperties
        }
    }

    package var idToken: [Claim] = []
    package var accessToken: [Claim] = []
    package var saml2Token: [Claim] = []

    package init() {}
}

/// Graph `groupMembershipClaims`, a set of words joined by commas.
package struct GroupMembershipClaims: OptionSet, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let none: GroupMembershipClaims = []
    package static let securityGroup = GroupMembershipClaims(rawValue: 1)
    package static let directoryRole = GroupMembershipClaims(rawValue: 2)
    package static let applicationGroup = GroupMembershipClaims(rawValue: 4)
    package static let all: GroupMembershipClaims = [.securityGroup, .directoryRole]
}
