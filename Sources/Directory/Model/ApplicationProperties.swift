package import Entra
package import Wire

/// What an application registration says (Microsoft Graph `application`). Read and changed through `Application`.
package struct ApplicationProperties: Sendable {
    /// Spelled as in the configuration; compare by `clientID`.
    package var appId: String { didSet { clientID = ClientID(appId) } }
    package private(set) var clientID: ClientID
    /// The object id of the registration itself; of built-in APIs and managed identities it is empty, as they are none.
    package var id = ObjectID("")
    /// The object id of the service principal in the home tenant.
    package var servicePrincipalID: ObjectID
    /// Whether it was made in the home tenant with the registration. Where it was not, a consent still makes one.
    package var hasServicePrincipal = true
    /// Users and service principals that may change the registration, whatever their roles.
    package var owners: [ObjectID] = []
    /// When it was made at run time.
    package var createdDateTime: Timestamp?
    package var displayName: String
    package var signInAudience: SignInAudience = .myOrg
    package var identifierUris: [String] = []
    package var redirectURIs: [RegisteredRedirectURI] = []
    package var logoutUrl: String?
    /// Microsoft's id of the publisher whose name it verified; nil: nobody's was.
    package var verifiedPublisherId: String?
    package var enableIdTokenIssuance = false
    package var enableAccessTokenIssuance = false
    /// nil: decided by the redirect URIs (docs/reference/protocol.md#client-types).
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
    /// Tokens may carry what `claimsMappingPolicy` adds, though they are signed with the tenant's key.
    package var acceptMappedClaims = false
    package var claimsMappingPolicy: ClaimsMappingPolicy?
    package var groupMembershipClaims: GroupMembershipClaims = .none
    /// Of the service principal: only assigned users and clients get tokens.
    package var appRoleAssignmentRequired = false
    /// Of the service principal: false gives AADSTS7000112.
    package var accountEnabled = true
    /// Understudy's own: the native authentication API is open to this client.
    package var nativeAuthentication = false
    /// Understudy's own: the family of clients that share refresh tokens (`foci`); nil: none.
    package var familyId: String?
    /// Behaviour for this application alone.
    package var settings: SettingsOverrides {
        get { ownSettings?.value ?? SettingsOverrides() }
        set { ownSettings = OwnSettings(newValue) }
    }
    package private(set) var ownSettings: OwnSettings?
    /// Graph properties that Understudy does not act on, kept for export.
    package var otherProperties: [JSONValue.Member] = []
    package var otherPartProperties = OtherPartProperties()

    package init(appId: String, servicePrincipalID: ObjectID, displayName: String) {
        self.appId = appId
        clientID = ClientID(appId)
        self.servicePrincipalID = servicePrincipalID
        self.displayName = displayName
    }
}

/// Graph properties in the parts of an application that Understudy does not act on, kept for export.
package struct OtherPartProperties: Sendable {
    package var web: [JSONValue.Member] = []
    package var implicitGrantSettings: [JSONValue.Member] = []
    package var spa: [JSONValue.Member] = []
    package var publicClient: [JSONValue.Member] = []
    package var api: [JSONValue.Member] = []
    package var verifiedPublisher: [JSONValue.Member] = []
}
