package import Entra
package import Formats

/// An application registration with its service principal in its home tenant (Microsoft Graph `application`). Copies share their
/// properties, because every request passes an application on many times.
package typealias Application = Shared<ApplicationProperties>

extension Application {
    package init(appId: String, servicePrincipalID: ObjectID, displayName: String) {
        self.init(
            ApplicationProperties(appId: appId, servicePrincipalID: servicePrincipalID, displayName: displayName))
    }
}

/// The properties of an application registration (Microsoft Graph `application`). `Application` reads and changes them.
package struct ApplicationProperties: Sendable {
    /// The application's ID, spelled as in the configuration. Comparisons use `clientID`.
    package var appId: String { didSet { clientID = ClientID(appId) } }
    package private(set) var clientID: ClientID
    /// The object ID of the registration. Empty for built-in APIs and managed identities, which have no registration.
    package var id = ObjectID("")
    /// The object id of the service principal in the home tenant.
    package var servicePrincipalID: ObjectID
    /// Whether the registration created the service principal in the home tenant. If not, a consent creates one.
    package var hasServicePrincipal = true
    /// The users and service principals that may change the registration, regardless of their roles.
    package var owners: [ObjectID] = []
    /// The time of creation at run time, or nil.
    package var createdDateTime: Timestamp?
    package var displayName: String
    package var signInAudience: SignInAudience = .myOrg
    package var identifierUris: [String] = []
    package var redirectURIs: [RegisteredRedirectURI] = []
    package var logoutUrl: String?
    /// Microsoft's ID of the verified publisher, or nil if no publisher is verified.
    package var verifiedPublisherId: String?
    package var enableIdTokenIssuance = false
    package var enableAccessTokenIssuance = false
    /// Whether the application is a public client if nothing else decides. If nil, the redirect URIs decide
    /// (docs/reference/protocol.md#client-types).
    package var isFallbackPublicClient: Bool?
    package var passwordCredentials: [PasswordCredential] = []
    /// The secrets that an export lists without their text. Such secrets are kept for display and never match.
    package var undisclosedPasswords: [RedactedPassword] = []
    package var keyCredentials: [KeyCredential] = []
    package var federatedIdentityCredentials: [FederatedIdentityCredential] = []
    /// The version of access tokens, 1 or 2. A nil value counts as 1.
    package var requestedAccessTokenVersion: Int?
    package var oauth2PermissionScopes: [PermissionScope] = []
    package var preAuthorizedApplications: [PreAuthorizedApplication] = []
    package var knownClientApplications: [ClientID] = []
    package var appRoles: [AppRole] = []
    package var requiredResourceAccess: [RequiredResource] = []
    package var optionalClaims = OptionalClaims()
    /// Whether sign-in pages separate a popup from the page that opened it, or nil for the default of the service
    /// (`authenticationBehaviors`).
    package var coopEnforcement: Bool?
    /// Whether tokens may contain the claims of `claimsMappingPolicy` although the tenant's key signs them.
    package var acceptMappedClaims = false
    package var claimsMappingPolicy: ClaimsMappingPolicy?
    package var groupMembershipClaims: GroupMembershipClaims = .none
    /// Whether only assigned users and clients get tokens. The property belongs to the service principal.
    package var appRoleAssignmentRequired = false
    /// Whether the service principal is enabled. A disabled client is rejected with AADSTS7000112.
    package var accountEnabled = true
    /// Whether the client may use the native authentication API. The property is an extension of Understudy.
    package var nativeAuthentication = false
    /// The family of clients that share refresh tokens (`foci`), or nil. The property is an extension of Understudy.
    package var familyId: String?
    /// The settings of this application alone.
    package var settings: SettingsOverrides {
        get { settingsReference?.value ?? SettingsOverrides() }
        set { settingsReference = SettingsReference(newValue) }
    }
    package private(set) var settingsReference: SettingsReference?
    /// The Graph properties that have no effect in Understudy, kept for export.
    package var otherProperties: [JSONValue.Member] = []
    package var otherPartProperties = OtherPartProperties()

    package init(appId: String, servicePrincipalID: ObjectID, displayName: String) {
        self.appId = appId
        clientID = ClientID(appId)
        self.servicePrincipalID = servicePrincipalID
        self.displayName = displayName
    }
}

/// The Graph properties in the parts of an application that have no effect in Understudy, kept for export.
package struct OtherPartProperties: Sendable {
    package var web: [JSONValue.Member] = []
    package var implicitGrantSettings: [JSONValue.Member] = []
    package var spa: [JSONValue.Member] = []
    package var publicClient: [JSONValue.Member] = []
    package var api: [JSONValue.Member] = []
    package var verifiedPublisher: [JSONValue.Member] = []
    package var authenticationBehaviors: [JSONValue.Member] = []
}
