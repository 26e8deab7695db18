package import Entra
package import Formats

/// A user in one tenant (Microsoft Graph `user`). A guest has a `User` of its own in the inviting tenant. Copying a user is cheap,
/// because copies share storage. A request copies its user many times.
package typealias User = Shared<UserProperties>

extension User {
    package typealias Home = UserProperties.Home

    package init(id: ObjectID, userPrincipalName: String, displayName: String, tenantID: TenantID) {
        self.init(
            UserProperties(id: id, userPrincipalName: userPrincipalName, displayName: displayName, tenantID: tenantID))
    }

    package static var globalAdministrator: PermissionID { UserProperties.globalAdministrator }

    package var isGlobalAdministrator: Bool { self.directoryRoles.contains(UserProperties.globalAdministrator) }

    /// The name that the person types to sign in. A guest types the address at home and not the `#EXT#` name in this tenant.
    package var signInName: String {
        self.userPrincipalName.utf8.contains(UInt8(ascii: "#"))
            ? self.mail ?? self.userPrincipalName : self.userPrincipalName
    }

    /// Whether this directory stores a password for the user. False for a user who signs in at an `identityProvider`.
    package var hasPassword: Bool { self.identityProvider == nil && self.password != nil }

    /// Returns whether the user's home account is in another tenant.
    package func isGuest(in tenant: TenantID) -> Bool { self.home.tenantID != tenant }
}

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
    /// The password. If nil, password sign-in fails unless the setting `passwords: any` applies.
    package var password: String?
    /// Whether `passwords: any` does not apply to this user. The property has an effect only if `password` is nil. In an external
    /// tenant, the user signs in with an emailed code.
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
    /// The registered methods besides `mfa`, which sign-in pages offer as other ways.
    package var otherMFA: [MFAMethod] = []
    /// All registered methods, the default one first.
    package var multiFactorMethods: [MFAMethod] { [mfa].compactMap(\.self) + otherMFA }
    /// Whether the user may sign in with a push notification instead of the password.
    package var isPhoneSignInEnabled = false
    /// Whether the user signs in with a push notification instead of the password, which needs the app as a registered method.
    package var signsInByPhone: Bool {
        isPhoneSignInEnabled && multiFactorMethods.contains { if case .push = $0 { true } else { false } }
    }
    /// The registered telephone numbers besides the mobile number, which sign-in pages do not use.
    package var otherPhones: [OtherPhone] = []
    /// The pass of the user, or nil.
    package var temporaryAccessPass: TemporaryAccessPass? {
        get { temporaryAccessPasses.first }
        set { temporaryAccessPasses = newValue.map { [$0] } ?? [] }
    }
    /// The pass, if there is one. An empty list takes less memory than an absent pass.
    private var temporaryAccessPasses: [TemporaryAccessPass] = []
    /// The photo as JPEG or PNG, or nil.
    package var photo: [UInt8]?
    /// Whether the password is expired and the user must choose a new one (Graph `forceChangePasswordNextSignIn`).
    package var mustChangePassword = false
    /// The time of the last password change. Sessions and grants from earlier password sign-ins are invalid.
    package var lastPasswordChange: Timestamp?
    /// Whether the password is stored on premises and cannot be changed in the cloud.
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
    /// The time at which the user was moved into the recycle bin, or nil.
    package var deletedDateTime: Timestamp?
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

/// A registered method of multi-factor authentication.
package enum MFAMethod: Sendable, Hashable {
    /// The code is always the same.
    case code(String)
    /// An authenticator app has this secret (RFC 6238).
    case authenticator([UInt8])
    /// A code is sent to the mail address.
    case email(String)
    /// A code is sent to the telephone number.
    case sms(String)
    /// The Microsoft Authenticator app on the phone with this name asks for an approval. The name may be empty.
    case push(String)

    /// The largest size of the name of a phone, in bytes.
    private static let maximumPhoneName = 256

    /// Parses a method: a code of 6 to 10 digits, `totp:` and a secret in base32, `push`, or `push:` and the name of a phone, a
    /// mail address, or a telephone number with `+`. Returns nil for any other text.
    package init?(_ text: String) {
        let bytes = text.utf8
        if text.isExactly("push") {
            self = .push("")
        } else if let name = text.dropping(prefix: "push:") {
            guard (1...MFAMethod.maximumPhoneName).contains(name.utf8.count),
                name.utf8.allSatisfy({ $0 >= ASCII.space && $0 != 0x7F })
            else { return nil }
            self = .push(name)
        } else if bytes.starts(with: "totp:".utf8) {
            guard let secret = Base32.decode(bytes.dropFirst(5)), secret.count >= 10 else { return nil }
            self = .authenticator(secret)
        } else if bytes.first == UInt8(ascii: "+") {
            guard text.isTelephoneNumber else { return nil }
            self = .sms(text)
        } else if bytes.contains(UInt8(ascii: "@")) {
            guard bytes.first != UInt8(ascii: "@"), bytes.last != UInt8(ascii: "@"),
                bytes.allSatisfy({ $0 > ASCII.space && $0 != 0x7F })
            else { return nil }
            self = .email(text)
        } else {
            guard (6...10).contains(bytes.count), bytes.allSatisfy(ASCII.isDigit) else { return nil }
            self = .code(text)
        }
    }
}
