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

extension Application {
    /// Whether the application is one of Microsoft's own clients, to whose use of Microsoft's APIs nobody else can consent.
    package var isFirstPartyClient: Bool { self.preauthorizations != nil }
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
    /// The users and service principals that own the service principal in the home tenant.
    package var servicePrincipalOwners: [ObjectID] = []
    /// The time of creation at run time, or nil.
    package var createdDateTime: Timestamp?
    /// The time at which the registration was moved into the recycle bin, or nil.
    package var deletedDateTime: Timestamp?
    /// The time at which the service principal was moved into the recycle bin, or nil.
    package var servicePrincipalDeletedDateTime: Timestamp?
    package var displayName: String
    package var signInAudience: SignInAudience = .myOrg
    /// Microsoft's API with its cloud, if the application is one of them. `oauth2PermissionScopes` and `appRoles` then have the
    /// API's own permissions first, and a change applies to the added permissions alone.
    package internal(set) var microsoft: MicrosoftRegistration?
    /// The App ID URIs. Those of Microsoft's APIs do not change.
    package var identifierUris: [String] {
        get { microsoft.map { $0.api.names(in: $0.cloud) } ?? ownIdentifierUris }
        set { if microsoft == nil { ownIdentifierUris = newValue } }
    }
    private var ownIdentifierUris: [String] = []
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
    /// The directory extensions that the application defines.
    package var extensionProperties: [ExtensionProperty] = []
    package var federatedIdentityCredentials: [FederatedIdentityCredential] = []
    /// The version of access tokens, 1 or 2. A nil value counts as 1.
    package var requestedAccessTokenVersion: Int?
    package var oauth2PermissionScopes: [PermissionScope] {
        get { microsoft.map { $0.scopes(and: addedScopes) } ?? addedScopes }
        set { addedScopes = microsoft.map { $0.additions(in: newValue) } ?? newValue }
    }
    /// The delegated permissions without those that Microsoft's API has.
    private(set) var addedScopes: [PermissionScope] = []
    package var preAuthorizedApplications: [PreAuthorizedApplication] = []
    package var knownClientApplications: [ClientID] = []
    package var appRoles: [AppRole] {
        get { microsoft.map { $0.roles(and: addedRoles) } ?? addedRoles }
        set { addedRoles = microsoft.map { $0.additions(in: newValue) } ?? newValue }
    }
    /// The app roles without those that Microsoft's API has.
    private(set) var addedRoles: [AppRole] = []
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
    /// The permissions that Microsoft gives one of its own clients in every tenant, as consents for everyone, or nil for an
    /// application of anyone else (docs/reference/protocol.md#first-party-clients).
    package var preauthorizations: [PermissionGrant]?
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
    /// The properties of the service principal in the home tenant.
    package var servicePrincipal: [JSONValue.Member] = []
}
