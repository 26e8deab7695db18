import Entra
import Formats
import Platform

/// A user in a file. `user` holds the values that need no lookup; the other properties are resolved after the whole file is
/// read.
struct UserDraft: Sendable {
    var user = UserProperties(id: ObjectID(""), userPrincipalName: "", displayName: "", tenantID: TenantID(""))
    let location: ConfigurationLocation
    var id: Marked<String>?
    var userPrincipalName: Marked<String>?
    var displayName: String?
    /// The groups, as IDs or display names.
    var groups: [Marked<String>] = []
    /// The directory roles, as names or template IDs.
    var roles: [Marked<String>] = []
    var guestOf: [GuestDraft] = []
    /// The home account of a deleted guest, as `{object ID}.{tenant ID}`.
    var homeAccountId: Marked<String>?
    var deletedRelations = DeletedRelations()
}

/// A user's second account, as a guest in another tenant.
struct GuestDraft: Sendable {
    let location: ConfigurationLocation
    /// The tenant, as ID or domain.
    var tenant: Marked<String>?
    var id: Marked<String>?
    var userPrincipalName: String?
    var groups: [Marked<String>] = []
    var roles: [Marked<String>] = []
    /// The guest account's own properties. If nil, the guest account is a copy of the home account.
    var account: UserDraft?
}

struct GroupDraft: Sendable {
    var group = Group(id: ObjectID(""), displayName: "")
    let location: ConfigurationLocation
    var id: Marked<String>?
    var deletedMembers: [Marked<String>] = []
    var deletedRelations = DeletedRelations()
    /// The members, as names that `DirectoryBuilder` resolves. An export lists users at the users themselves.
    var members: [Marked<String>] = []
    /// The owners: users and service principals.
    var owners: [Marked<String>] = []
}

extension UserDraft {
    static let keys = ObjectSpec<UserDraft>(
        "user",
        "A Microsoft Graph user with a few additional keys of Understudy. Other Graph properties have no effect, but exports contain them.",
        unknownKeys: .kept(\.user.otherProperties),
        keys: identity + profile + relations)

    /// The value of a user. In an export, members that no key reads come before the relations.
    static let value: ValueSpec<UserDraft> = {
        let object = keys.value { UserDraft(location: $0) }
        let parts = Lazy {
            let blank = UserDraft(location: .none)
            return [identity.exporter(blank), accountKeys.exporter(blank), relations.exporter(blank)]
        }
        return ValueSpec(object.shape, export: { user in .object(parts.value.flatMap { $0(user) }) }, object.read)
    }()

    /// The properties of a guest account.
    private static let accountKeys = ObjectSpec<UserDraft>(
        "account", "The properties of a guest account itself.",
        unknownKeys: .kept(\.user.otherProperties), keys: profile)

    static let account = accountKeys.value { UserDraft(location: $0) }

    private static let identity: [KeySpec<UserDraft>] = [
        .key(
            "id", \.id, .marked(.guid),
            "The object id (oid). Default: derived from the tenant and the user name."),
        .key(
            "userPrincipalName", \.userPrincipalName, .marked(.nonEmptyText),
            "The sign-in name, user@domain."
        ).required,
    ]

    private static let relations: [KeySpec<UserDraft>] = [
        .key("groups", \.groups, .list(.marked(.nonEmptyText)), "Ids or display names of groups in this tenant.")
            .own,
        .key("roles", \.roles, .list(.marked(.nonEmptyText)), "Directory roles by name or template id.").own,
        .key(
            "deletedDateTime", \.user.deletedDateTime, .timestamp,
            "The time at which the user was deleted. Such a user is in the recycle bin for 30 days, from which Graph restores users."
        ),
        .key(
            "homeAccountId", \.homeAccountId, .marked(.nonEmptyText),
            "The home account of a guest whose home is not in this file, or who is in the recycle bin: the object id and the tenant id with a dot between."
        ).own,
        .key(
            "deletedRelations", \.deletedRelations, DeletedRelations.value,
            "The relations of a user in the recycle bin that a restore brings back."
        ).own,
        .key(
            "guestOf", \.guestOf, .list(GuestDraft.value), "Other tenants in which the user is a guest."
        ).own,
    ]

    private static let profile: [KeySpec<UserDraft>] = [
        .key("displayName", \.displayName, .text, "The name claim. Default: the user principal name."),
        .key("givenName", \.user.givenName, .text, "The given_name claim."),
        .key("surname", \.user.surname, .text, "The family_name claim."),
        .key(
            "mail", \.user.mail, .text,
            "The email claim. Guests and customers can sign in with this address; members of a workforce tenant cannot."
        ),
        .key("jobTitle", \.user.jobTitle, .text, "The job title."),
        .key("preferredLanguage", \.user.preferredLanguage, .text, "The xms_pl claim, such as en-GB."),
        .key("country", \.user.country, .text, "The ctry claim, if the value is a two-letter code."),
        .key("usageLocation", \.user.usageLocation, .text, "The country in which the user uses services, two letters."),
        .key(
            "onPremisesSecurityIdentifier", \.user.onPremisesSecurityIdentifier, .text, "The onprem_sid claim."),
        .key("onPremisesSamAccountName", \.user.onPremisesSamAccountName, .text, "The Windows account name."),
        .key(
            "onPremisesImmutableId", \.user.onPremisesImmutableId, .nonEmptyText,
            "The ImmutableID with which the identity provider of a federated domain identifies the user. Default: derived."
        ),
        .key(
            "accountEnabled", \.user.accountEnabled, .bool,
            "false: the user cannot sign in (AADSTS50057). Default true."),
        .key(
            "password", \.user.password, .text,
            "The password. Without a password, the user cannot sign in by password, unless the setting is passwords: any."
        ).own
            .withValue(absence: "the user would have no password"),
        .key(
            "passwordless", \.user.isPasswordless, .bool,
            "true: no password signs the user in, even with passwords: any. A user of an external tenant signs in with a code by mail. Default false."
        ).own,
        .nested("passwordProfile", passwordProfile, "The password, as Graph writes it."),
        .key(
            "oneTimeCode", \.user.oneTimeCode, .oneTimeCode,
            "The fixed one-time code that is sent to this user, 4 to 10 digits. Default: random codes, which the outbox shows."
        ).own.withValue(absence: "the codes would be random"),
        .key(
            "mfa", \.user.mfa, .mfaMethod,
            "The registered multi-factor method: a fixed code, totp: followed by a secret in base32, a mail address, a "
                + "telephone number, or push for a notification in Microsoft Authenticator (push: followed by the name of the "
                + "phone). Default: none."
        ).own.withValue(absence: "no method would be registered"),
        .key(
            "otherMfa", \.user.otherMFA, .list(.mfaMethod),
            "Further registered methods, in the form of mfa, which Graph lists and sign-in pages offer as other ways."
        ).own,
        .key(
            "phoneSignIn", \.user.isPhoneSignInEnabled, .bool,
            "true: the user signs in with a push notification of Microsoft Authenticator instead of the password, which a link on the page offers. Requires push in mfa or otherMfa. Default false."
        ).own,
        .key(
            "otherPhones", \.user.otherPhones, .list(.otherPhone),
            "Telephone numbers that receive calls only: office: or alternateMobile: and the number. Graph lists them, and sign-in pages do not use them."
        ).own,
        .key(
            "temporaryAccessPass", \.user.temporaryAccessPass, TemporaryAccessPass.value,
            "A pass with which the user signs in for a limited time, at the password page."
        ).own,
        .key("photo", \.user.photo, .photo, "The photo: JPEG or PNG in base64.").own,
        .key(
            "lastPasswordChangeDateTime", \.user.lastPasswordChange, .timestamp,
            "Sessions and grants from password sign-ins before this time are invalid (AADSTS50173)."),
        .key(
            "onPremisesSyncEnabled", \.user.isSyncedFromPremises, .bool,
            "true: the password can only be changed on premises (AADSTS50144). Default false."),
        .key(
            "userRiskLevel", \.user.userRiskLevel, .word,
            "The risk of the account, for the conditions of policies. Default none."
        ).own,
        .key(
            "signInRiskLevel", \.user.signInRiskLevel, .word,
            "The risk of each sign-in, for the conditions of policies. Default none."
        ).own,
        .key(
            "acceptedTermsOfUse", \.user.acceptedTermsOfUse, .list(.nonEmptyText),
            "Names of the terms of use that the user accepted."
        ).own,
        .key(
            "identityProvider", \.user.identityProvider, .nonEmptyText,
            "b2c and external: the external provider that signs the user in, such as google.com."
        ).own,
    ]

    private static let passwordProfile = ObjectSpec<UserDraft>(
        "passwordProfile", "The Graph passwordProfile.", unknownKeys: .ignored,
        keys: [
            // Exports do not contain the password, so the value may be null.
            .key("password", \.user.password, .text, "The password.").alias,
            .key(
                "forceChangePasswordNextSignIn", \.user.mustChangePassword, .bool,
                "true: the password has expired and the user must choose a new one (AADSTS50055). Default false."),
        ])
}

extension GuestDraft {
    static let keys = ObjectSpec<GuestDraft>(
        "guest", "The user's guest account in another tenant.", unknownKeys: .rejected,
        keys: [
            .key("tenant", \.tenant, .marked(.nonEmptyText), "The other tenant's id or domain.").required,
            .key("id", \.id, .marked(.guid), "The object id in the other tenant. Default: derived."),
            .key(
                "userPrincipalName", \.userPrincipalName, .nonEmptyText,
                "The user principal name in the other tenant. Default: user_domain#EXT#@ followed by the initial domain."
            ),
            .key(
                "groups", \.groups, .list(.marked(.nonEmptyText)), "Ids or display names of groups of the other tenant."
            ),
            .key(
                "roles", \.roles, .list(.marked(.nonEmptyText)),
                "Directory roles in the other tenant, by name or template id."),
            .key(
                "account", \.account, UserDraft.account,
                "The guest account's own properties. If present, nothing is copied from the home account except a missing displayName. Default: a copy of the home account."
            ).own,
        ])

    /// A tenant's ID or domain alone, or an object.
    static let value: ValueSpec<GuestDraft> = {
        let object = keys.value { GuestDraft(location: $0) }
        return ValueSpec(.either([.text, object.shape]), export: object.export) { input, location, findings in
            guard case .scalar = input.kind else { return object.read(input, location, &findings) }
            return ValueSpec<Marked<String>>.marked(.nonEmptyText).read(input, location, &findings).map {
                GuestDraft(location: location, tenant: $0)
            }
        }
    }()
}

extension GroupDraft {
    static let keys = ObjectSpec<GroupDraft>(
        "group", "A Microsoft Graph group.", unknownKeys: .kept(\.group.otherProperties),
        keys: [
            .key("id", \.id, .marked(.guid), "The object id. Default: derived from the tenant and the name."),
            .key("displayName", \.group.displayName, .nonEmptyText, "The group's name.").required,
            .key(
                "onPremisesSamAccountName", \.group.onPremisesSamAccountName, .text,
                "The Windows name, for group claims with Windows names."),
            .key(
                "onPremisesDomainName", \.group.onPremisesDomainName, .text,
                "The DNS name of the Windows domain, for group claims with domain names."),
            .key(
                "onPremisesNetBiosName", \.group.onPremisesNetBiosName, .text,
                "The NetBIOS name of the Windows domain, for group claims with NetBIOS names."),
            .key(
                "securityEnabled", \.group.securityEnabled, .bool,
                "Whether the group is a security group. Default true."),
            .key("photo", \.group.photo, .photo, "The photo: JPEG or PNG in base64.").own,
            .key(
                "deletedDateTime", \.group.deletedDateTime, .timestamp,
                "The time at which the group was deleted. Such a group is in the recycle bin for 30 days."),
            .key(
                "deletedMembers", \.deletedMembers, .list(.marked(.guid)),
                "The objects that become members again if a group in the recycle bin is restored."
            ).own,
            .key(
                "deletedRelations", \.deletedRelations, DeletedRelations.value,
                "The relations of a group in the recycle bin that a restore brings back."
            ).own,
            .key(
                "members", \.members, .list(.marked(.nonEmptyText)),
                "Members: users (id or user principal name), groups (id or display name), service principals (id or appId), "
                    + "managed identities (principalId or clientId) and devices (id or device id)."
            ),
            .key(
                "owners", \.owners, .list(.marked(.nonEmptyText)),
                "Owners: users (id or user principal name), service principals (id or appId) and managed identities."
            ),
        ])

    static let value = keys.value { GroupDraft(location: $0) }
}

extension ValueSpec where Value == String {
    /// A code of 4 to 10 digits, the range of `oneTimeCodeLength`.
    fileprivate static let oneTimeCode = ValueSpec(text: .pattern("^[0-9]{4,10}$", called: "a code of 4 to 10 digits"))
    {
        (4...10).contains($0.utf8.count) && $0.utf8.allSatisfy(ASCII.isDigit) ? $0 : nil
    }
}

extension TemporaryAccessPass {
    static let keys = ObjectSpec<TemporaryAccessPass>(
        "temporaryAccessPass", "A pass with which a user signs in for a limited time.", unknownKeys: .rejected,
        keys: [
            .key("id", \.id, .objectID, "The id. Default: derived from the pass."),
            .key("pass", \.pass, .nonEmptyText, "The pass.").required,
            .key("createdDateTime", \.createdDateTime, .timestamp, "The time of creation."),
            .key(
                "startDateTime", \.startDateTime, .timestamp,
                "The time from which the pass can be used. Default: always."),
            .key(
                "lifetimeInMinutes", \.lifetimeInMinutes, .integer(TemporaryAccessPass.lifetimes),
                "The time after startDateTime for which the pass can be used. Default 60."),
            .key("isUsableOnce", \.isUsableOnce, .bool, "true: the pass can be used once. Default false."),
            .key("isUsed", \.isUsed, .bool, "true: the pass was used. Default false."),
        ])

    static let value = keys.value { _ in TemporaryAccessPass(pass: "") }
}

extension ValueSpec where Value == [UInt8] {
    /// A photo as JPEG or PNG in base64.
    fileprivate static let photo = ValueSpec(
        ValueSpec<String>.nonEmptyText.shape, export: { .string(Base64.standard($0)) }
    ) { input, location, findings in
        guard let text = ValueSpec<String>.nonEmptyText.read(input, location, &findings) else { return nil }
        guard let bytes = Base64.decodeStandard(text.utf8), Photo(bytes) != nil, bytes.count <= Photo.maximumBytes
        else {
            findings.error(location, "is not a JPEG or PNG image of at most \(Photo.maximumBytes) bytes in base64")
            return nil
        }
        return bytes
    }
}

extension ValueSpec where Value == MFAMethod {
    static let mfaMethod = ValueSpec(
        text: .pattern(
            ".", called: "a code of 6 to 10 digits, totp:SECRET, push, a mail address or a +telephone number"),
        of: \.text, MFAMethod.init)
}

extension ValueSpec where Value == OtherPhone {
    static let otherPhone = ValueSpec(
        text: .pattern(".", called: "office: or alternateMobile: and a +telephone number"), of: \.text,
        OtherPhone.init(_:))
}
