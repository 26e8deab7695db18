import Wire

extension UserDraft {
    static let keys = ObjectSpec<UserDraft>(
        "user",
        "A Microsoft Graph user, with a few keys of Understudy's own. Other Graph properties are kept and ignored.",
        unknownKeys: .kept(\.user.otherProperties),
        keys: identity + profile + relations)

    /// A guest's own properties.
    fileprivate static let account = ObjectSpec<UserDraft>(
        "account", "Properties of a guest's account, in place of those of the home account.",
        unknownKeys: .kept(\.user.otherProperties), keys: profile)

    private static let identity: [KeySpec<UserDraft>] = [
        .key(
            "id", \.id, .marked(.guid),
            "The object id (oid). Derived from the tenant and the user name when left out."),
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
            "guestOf", \.guestOf, .list(GuestDraft.value), "Other tenants in which the user is a guest."
        ).own,
    ]

    private static let profile: [KeySpec<UserDraft>] = [
        .key("displayName", \.displayName, .text, "The name claim. The user principal name when left out."),
        .key("givenName", \.user.givenName, .text, "The given_name claim."),
        .key("surname", \.user.surname, .text, "The family_name claim."),
        .key(
            "mail", \.user.mail, .text,
            "The email claim. Guests and customers sign in with it; members of a workforce tenant with userPrincipalName only."
        ),
        .key("jobTitle", \.user.jobTitle, .text, "Shown on the profile."),
        .key("preferredLanguage", \.user.preferredLanguage, .text, "The xms_pl claim, such as en-GB."),
        .key("country", \.user.country, .text, "The ctry claim, where it is a code of two letters."),
        .key("usageLocation", \.user.usageLocation, .text, "Two-letter country code."),
        .key(
            "onPremisesSecurityIdentifier", \.user.onPremisesSecurityIdentifier, .text, "The onprem_sid claim."),
        .key("onPremisesSamAccountName", \.user.onPremisesSamAccountName, .text, "The Windows account name."),
        .key(
            "onPremisesImmutableId", \.user.onPremisesImmutableId, .nonEmptyText,
            "The ImmutableID by which a federated domain's identity provider names the user. Derived when left out."
        ),
        .key(
            "accountEnabled", \.user.accountEnabled, .bool,
            "false: the user cannot sign in (AADSTS50057). Default true."),
        .nested("passwordProfile", passwordProfile, "Graph's place for a password."),
        .key(
            "password", \.user.password, .text, "Left out: no password signs the user in, unless passwords: any is set."
        ).own
            .withValue(absence: "the user would have no password"),
        .key(
            "passwordless", \.user.isPasswordless, .bool,
            "true: without a password, none is accepted; the user of an external tenant signs in with a code by mail. Default false."
        ).own,
        .key(
            "oneTimeCode", \.user.oneTimeCode, .oneTimeCode,
            "Every one-time code sent to this user, 4 to 10 digits. Left out: drawn at random, and read from the outbox."
        ).own.withValue(absence: "the codes would be drawn at random"),
        .key(
            "mfa", \.user.mfa, .mfaMethod,
            "The registered multi-factor method: a fixed code, totp: and a secret in base32, a mail address, or a "
                + "telephone number. Left out: none."
        ).own.withValue(absence: "no method would be registered"),
        .key(
            "lastPasswordChangeDateTime", \.user.lastPasswordChange, .timestamp,
            "What was issued for an earlier sign-in has expired (AADSTS50173)."),
        .key(
            "onPremisesSyncEnabled", \.user.isSyncedFromPremises, .bool,
            "true: the password cannot be changed here (AADSTS50144). Default false."),
        .key(
            "userRiskLevel", \.user.userRiskLevel, .word, "The risk of the account; policies ask for it. Default none."
        ).own,
        .key(
            "signInRiskLevel", \.user.signInRiskLevel, .word,
            "The risk of each sign-in; policies ask for it. Default none."
        ).own,
        .key(
            "identityProvider", \.user.identityProvider, .nonEmptyText,
            "b2c and external: where the person signs in instead of here, such as google.com."
        ).own,
        .key("acceptedTermsOfUse", \.user.acceptedTermsOfUse, .list(.nonEmptyText), "Names of terms of use.").own,
    ]

    private static let passwordProfile = ObjectSpec<UserDraft>(
        "passwordProfile", "Graph's password profile.", unknownKeys: .ignored,
        keys: [
            // Without a value in exports, which do not tell it.
            .key("password", \.user.password, .text, "The password."),
            .key(
                "forceChangePasswordNextSignIn", \.user.mustChangePassword, .bool,
                "true: the password is expired, and the user must choose another (AADSTS50055). Default false."),
        ])
}

extension GuestDraft {
    static let keys = ObjectSpec<GuestDraft>(
        "guest", "The user's guest account in another tenant.", unknownKeys: .refused,
        keys: [
            .key("tenant", \.tenant, .marked(.nonEmptyText), "The other tenant's id or domain.").required,
            .key("id", \.id, .marked(.guid), "The object id there. Derived when left out."),
            .key(
                "userPrincipalName", \.userPrincipalName, .nonEmptyText,
                "The name there. user_domain#EXT#@ the initial domain when left out."),
            .key("groups", \.groups, .list(.marked(.nonEmptyText)), "Ids or display names of groups there."),
            .key("roles", \.roles, .list(.marked(.nonEmptyText)), "Directory roles there, by name or template id."),
            .key(
                "account", \.account, UserDraft.account.value { UserDraft(place: $0) },
                "Properties of the account there, in place of all those of the home account. Left out: the same properties."
            ).own,
        ])

    /// A tenant's id or domain alone, or the object.
    static let value: ValueSpec<GuestDraft> = {
        let object = keys.value { GuestDraft(place: $0) }
        return ValueSpec(.either([.text, object.shape])) { given, place, findings in
            guard case .scalar = given.kind else { return object.read(given, place, &findings) }
            return ValueSpec<Marked<String>>.marked(.nonEmptyText).read(given, place, &findings).map {
                GuestDraft(place: place, tenant: $0)
            }
        }
    }()
}

extension GroupDraft {
    static let keys = ObjectSpec<GroupDraft>(
        "group", "A Microsoft Graph group.", unknownKeys: .kept(\.group.otherProperties),
        keys: [
            .key("id", \.id, .marked(.guid), "The object id. Derived from the tenant and the name when left out."),
            .key("displayName", \.group.displayName, .nonEmptyText, "The group's name.").required,
            .key(
                "onPremisesSamAccountName", \.group.onPremisesSamAccountName, .text,
                "The Windows name, for group claims in that form."),
            .key(
                "onPremisesDomainName", \.group.onPremisesDomainName, .text,
                "The Windows domain's DNS name, for group claims in that form."),
            .key(
                "onPremisesNetBiosName", \.group.onPremisesNetBiosName, .text,
                "The Windows domain's short name, for group claims in that form."),
            .key("securityEnabled", \.group.securityEnabled, .bool, "Whether it is a security group. Default true."),
        ])
}

extension ValueSpec where Value == String {
    /// What people can be sent: as many digits as `oneTimeCodeLength` may say.
    fileprivate static let oneTimeCode = ValueSpec(text: .pattern("^[0-9]{4,10}$", called: "a code of 4 to 10 digits"))
    {
        (4...10).contains($0.utf8.count) && $0.utf8.allSatisfy(ASCII.isDigit) ? $0 : nil
    }
}

extension ValueSpec where Value == MFAMethod {
    static let mfaMethod = ValueSpec(
        text: .pattern(".", called: "a code of 6 to 10 digits, totp:SECRET, a mail address or a +telephone number"),
        MFAMethod.init)
}
