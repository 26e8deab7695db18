package import Entra
package import Wire

/// What is known of a user (Microsoft Graph `user`). Read and changed through `User`.
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
    /// nil: no password signs the user in, unless `passwords: any` is set.
    package var password: String?
    /// Where `password` is nil, no password signs the user in whatever is set; in an external tenant a code by mail does.
    package var isPasswordless = false
    /// What every one-time code sent to this user is; nil: drawn at random.
    package var oneTimeCode: String?
    package var groups: [ObjectID] = []
    /// Template ids of directory roles, e.g. Global Administrator.
    package var directoryRoles: [PermissionID] = []
    /// Where the person signs in instead of here, as `google.com`; nil: a local account.
    package var identityProvider: String?
    /// The multi-factor method a policy can ask for; nil: none registered.
    package var mfa: MFAMethod?
    /// The password is expired: a new one must be chosen (Graph `forceChangePasswordNextSignIn`).
    package var mustChangePassword = false
    /// What was issued for an earlier sign-in is not good any more.
    package var lastPasswordChange: Timestamp?
    /// The password is kept on premises and cannot be changed here.
    package var isSyncedFromPremises = false
    package var userRiskLevel = RiskLevel.none
    /// The risk of each sign-in of this user.
    package var signInRiskLevel = RiskLevel.none
    /// Names of terms of use that the user accepted.
    package var acceptedTermsOfUse: [String] = []
    /// Tenants (id or domain) that this user is a guest of; only in the home tenant.
    package var guestOf: [String] = []
    /// Directory extensions and other Graph properties, for optional claims and export.
    package var otherProperties: [JSONValue.Member] = []
    /// Where the person's account lives. For a guest it differs from the tenant the `User` stands in.
    package var home: Home

    /// The identity that stays the same in every tenant: `uid` and `utid` of `client_info`.
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

    /// The template id of the role.
    static let globalAdministrator = PermissionID("62e90394-69f5-4237-9190-012177145e10")
}
