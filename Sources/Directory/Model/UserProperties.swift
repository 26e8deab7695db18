package import Entra
package import Formats

/// The properties of a user (Microsoft Graph `user`). `User` reads and changes them.
package struct UserProperties: Sendable {
    package var id: ObjectID
    package var userPrincipalName: String
    package var displayName: String
    package var givenName: String?
    package var surname: String?
    package var mail: String?
    package var jobTitle: String?
    package var preferredLanguage: String?
    package var country: String?
    package var usageLocation: String?
    package var onPremisesSecurityIdentifier: String?
    package var onPremisesSamAccountName: String?
    package var onPremisesImmutableId: String?
    package var accountEnabled = true
    /// The password. If nil, no password signs the user in, unless the setting `passwords: any` applies.
    package var password: String?
    /// Whether no password signs a user without `password` in, regardless of the settings. In an external tenant, a code by mail
    /// signs the user in.
    package var isPasswordless = false
    /// The value of every one-time code for the user, or nil for random codes.
    package var oneTimeCode: String?
    package var groups: [ObjectID] = []
    /// The template IDs of the directory roles, such as Global Administrator.
    package var directoryRoles: [PermissionID] = []
    /// The provider at which the person signs in, such as `google.com`, or nil for a local account.
    package var identityProvider: String?
    /// The registered multi-factor method, which a policy can demand, or nil.
    package var mfa: MFAMethod?
    /// Whether the password is expired and the user must choose a new one (Graph `forceChangePasswordNextSignIn`).
    package var mustChangePassword = false
    /// The time of the last password change. Everything issued for an earlier sign-in is invalid.
    package var lastPasswordChange: Timestamp?
    /// Whether the password is stored on premises and cannot be changed here.
    package var isSyncedFromPremises = false
    package var userRiskLevel = RiskLevel.none
    /// The risk of each sign-in of the user.
    package var signInRiskLevel = RiskLevel.none
    /// The names of the terms of use that the user accepted.
    package var acceptedTermsOfUse: [String] = []
    /// The tenants (ID or domain) in which the user is a guest. Set only in the home tenant.
    package var guestOf: [String] = []
    /// Directory extensions and other Graph properties, for optional claims and export.
    package var otherProperties: [JSONValue.Member] = []
    /// The home of the person's account. A guest's home is another tenant.
    package var home: Home

    /// The identity that is the same in every tenant: `uid` and `utid` of `client_info`.
    package struct Home: Sendable, Hashable {
        package var objectID: ObjectID
        package var tenantID: TenantID

        package init(objectID: ObjectID, tenantID: TenantID) {
            self.objectID = objectID
            self.tenantID = tenantID
        }
    }

    package init(id: ObjectID, userPrincipalName: String, displayName: String, tenantID: TenantID) {
        self.id = id
        self.userPrincipalName = userPrincipalName
        self.displayName = displayName
        self.home = Home(objectID: id, tenantID: tenantID)
    }

    /// The template ID of the role.
    static let globalAdministrator = PermissionID("62e90394-69f5-4237-9190-012177145e10")
}
