extension ErrorGuide {
    /// Users, policies and consent.
    static let signIns: [ErrorGuide] = [
        ErrorGuide(
            .severalSessions, "Several users are signed in, and the request does not say which is meant.",
            when: "prompt=none was sent, several accounts have sessions, and neither login_hint nor sid chooses one.",
            fix: "Send login_hint or sid."
        ),
        ErrorGuide(
            .wrongSessionChosen, "The chosen account is not signed in any more.",
            when: "The account tile belongs to a session that has ended.",
            fix: "Choose another account, or sign in again."
        ),
        ErrorGuide(
            .accountNotInTenant, "The account is not in the tenant of the application.",
            when: "The signed-in user is no guest of the tenant that the request names.",
            fix: "Invite the user as a guest (guestOf), or use the user's own tenant."
        ),
        ErrorGuide(
            .guestPending, "The guest has not accepted the invitation yet.",
            fix: "Have the guest accept the invitation."
        ),
        ErrorGuide(
            .foreignAccount, "The account belongs to another tenant or provider.",
            when:
                "The user is in the directory, in another tenant, and is no guest of the tenant that the request names.",
            fix: "Invite the user as a guest (guestOf), or use the user's own tenant or common."
        ),
        ErrorGuide(
            .userNotFound, "There is no such user in the tenant.",
            when: "The user name is not in the directory.",
            fix: "Use a user of the tenant's directory, or add one."
        ),
        ErrorGuide(
            .accountLocked, "The account is locked after too many wrong passwords or codes.",
            when: "lockoutThreshold wrong passwords or codes came within lockoutDuration.",
            fix: "Wait for lockoutDuration, move the clock, or reset the server (POST /_understudy/reset)."
        ),
        ErrorGuide(
            .passwordExpired, "The password has expired.",
            when: "forceChangePasswordNextSignIn of the user is true.",
            fix: "Choose another password on the page, or clear forceChangePasswordNextSignIn."
        ),
        ErrorGuide(
            .passwordAbsent, "The user has no password here.",
            when:
                "The user has no password in the directory while passwords is required, is passwordless, or is of a federated domain.",
            fix:
                "Give the user a password. With the setting passwords: any, a user without password signs in with any password."
        ),
        ErrorGuide(
            .userDisabled, "The user is disabled.",
            when: "accountEnabled of the user is false.",
            fix: "Set accountEnabled of the user to true."
        ),
        ErrorGuide(
            .noSession, "Nobody is signed in in this browser.",
            when: "prompt=none was sent without a session.",
            fix: "Sign in interactively first."
        ),
        ErrorGuide(
            .signOutFailed, "The sign-out request is not valid.",
            fix: "Correct the sign-out request."
        ),
        ErrorGuide(
            .signOutByNonParticipant, "The application does not take part in the session.",
            fix: "Sign out from an application that the user signed in to."
        ),
        ErrorGuide(
            .credentialsNotValidated, "The credentials of the user are not valid.",
            fix: "Use a user and a password of the tenant's directory."
        ),
        ErrorGuide(
            .wrongPassword, "The user name or the password is wrong.",
            when: "The password differs from the one in the directory.",
            fix: "Use the password that the directory has for the user; users of the seed directory have Understudy!1."
        ),
        ErrorGuide(
            .staySignedInPrompt, "The sign-in was interrupted by \"Stay signed in?\".",
            fix: "Answer the page, or set staySignedInPage: false."
        ),
        ErrorGuide(
            .appConfirmationPrompt, "The user must confirm the request.",
            fix: "Repeat the request and let the user confirm."
        ),
        ErrorGuide(
            .passwordChangeRequired, "The password has expired and must be changed on premises.",
            when: "The password has expired, and onPremisesSyncEnabled of the user is true.",
            fix: "Clear forceChangePasswordNextSignIn: a synchronized password cannot be changed here."
        ),
        ErrorGuide(
            .userDeleted, "The user was deleted.",
            when: "The user who got the grant is not in the directory any more.",
            fix: "Sign in as a user of the directory."
        ),
        ErrorGuide(
            .accountMissingInDirectory, "The account is not in the directory.",
            when: "The subject of an assertion or a grant is no user of the tenant.",
            fix: "Use a user of the tenant's directory, or add one."
        ),
        ErrorGuide(
            .externalUserNotInTenant, "The external account is not in the tenant.",
            fix: "Invite the user as a guest (guestOf), or use the user's own tenant or common."
        ),
        ErrorGuide(
            .deniedByIdentityProvider, "The other identity provider denied the request.",
            fix: "Repeat the sign-in at the identity provider."
        ),
        ErrorGuide(
            .stateCookieMissing, "The request does not belong to a sign-in of this browser.",
            when: "The page's form came without its cookie, or from another browser or site.",
            fix: "Open the authorization request again in one browser, with cookies."
        ),
        ErrorGuide(
            .mfaEnrolmentRequiredByPolicy, "The user must register a second factor.",
            when: "A Conditional Access policy demands multi-factor authentication, and the user has no method.",
            fix: "Give the user an mfa method, or register one on the page."
        ),
        ErrorGuide(
            .strongAuthenticationRequired, "The user must pass multi-factor authentication.",
            fix: "Send the user through an interactive sign-in with a second factor."
        ),
        ErrorGuide(
            .mfaRequired, "The user must pass multi-factor authentication.",
            when: "A Conditional Access policy demands a second factor that the sign-in behind the grant did not have.",
            fix: "Sign in interactively with the claims of the response."
        ),
        ErrorGuide(
            .mfaExpired, "The multi-factor authentication is too old.",
            when: "A policy limits its age, and the limit has passed.",
            fix: "Sign in interactively with the claims of the response."
        ),
        ErrorGuide(
            .mfaEnrolmentRequired, "The user must register a second factor.",
            when: "A policy demands multi-factor authentication, and the user has no method.",
            fix: "Give the user an mfa method, or register one on the page."
        ),
        ErrorGuide(
            .strongAuthenticationExpired, "The session of the second factor has expired.",
            fix: "Send the user through an interactive sign-in again."
        ),
        ErrorGuide(
            .strongAuthenticationUnavailable, "The second factor is temporarily unavailable.",
            fix: "Repeat the sign-in."
        ),
        ErrorGuide(
            .telephoneLimit, "Too many codes were sent by telephone.",
            when: "More codes were asked for than can be sent to one user in a time.",
            fix: "Wait, move the clock, or use another method."
        ),
        ErrorGuide(
            .flowTokenExpired, "The page of the sign-in is too old.",
            when: "The form's flow token has expired by the server's clock.",
            fix: "Open the authorization request again in one browser, with cookies."
        ),
        ErrorGuide(
            .deviceAuthenticationRequired, "The device must authenticate.",
            when: "A policy demands a known device, and the browser or client shows none.",
            fix: "Use a device of the tenant's devices that is compliant, and present its certificate."
        ),
        ErrorGuide(
            .assignmentRequired, "The user is not assigned to the application.",
            when: "appRoleAssignmentRequired of the application is true, and neither the user nor a group is assigned.",
            fix: "Assign the user under appRoleAssignments, or set appRoleAssignmentRequired to false."
        ),
        ErrorGuide(
            .passwordChangeRequiredByPolicy, "A policy demands a new password.",
            when: "A Conditional Access policy with passwordChange applies to the user.",
            fix: "Change the password on the page."
        ),
        ErrorGuide(
            .externalChallengeRequired, "Another provider's check was not passed.",
            when: "The federated identity provider did not pass the check that the policy demands.",
            fix: "Send the user through an interactive sign-in."
        ),
        ErrorGuide(
            .roleAssignmentRequired, "The client has no role of the API.",
            when: "The API demands assignment, and the client has no application role of it.",
            fix: "Assign an application role of the API to the client (appRoleAssignments)."
        ),
        ErrorGuide(
            .deviceNotCompliant, "The device is not compliant.",
            when: "A policy demands a compliant device, and isCompliant of the device is not true.",
            fix: "Use a device of the tenant's devices that is compliant."
        ),
        ErrorGuide(
            .deviceNotJoined, "The device is not joined to a domain.",
            when: "A policy demands a domain-joined device, and trustType of the device is not ServerAd.",
            fix: "Use a device of the tenant's devices with trustType ServerAd."
        ),
        ErrorGuide(
            .applicationNotApproved, "The application is not approved.",
            when: "A policy demands an approved client application.",
            fix: "Change grantControls of the policy, or use another application."
        ),
        ErrorGuide(
            .blockedByConditionalAccess, "A Conditional Access policy blocks the sign-in.",
            when: "A policy with the control block applies.",
            fix: "Change the policy: see conditionalAccessPolicies of the tenant."
        ),
        ErrorGuide(
            .proofUpBlocked, "The user may not register a second factor because of risk.",
            when: "The user has a risk level, and must register a method.",
            fix: "Set userRiskLevel of the user to none, or give the user an mfa method."
        ),
        ErrorGuide(
            .appProtectionRequired, "The application must enforce app protection policies.",
            when: "A policy demands compliantApplication.",
            fix: "Change grantControls of the policy."
        ),
        ErrorGuide(
            .mfaSetupBlocked, "The organization restricts where a second factor can be registered.",
            fix: "Register the second factor from an allowed place."
        ),
        ErrorGuide(
            .blockedByRisk, "The user is blocked because of risk.",
            when: "A policy blocks the user's risk level at home.",
            fix: "Set userRiskLevel of the user to none."
        ),
        ErrorGuide(
            .blockedBySecurityPolicy, "A security policy blocks the sign-in.",
            fix: "Change the security policy of the tenant."
        ),
        ErrorGuide(
            .delegatedAdministratorBlocked, "The delegated administrator is blocked because of risk.",
            fix: "Resolve the risk of the account."
        ),
        ErrorGuide(
            .blockedBySecurityDefaults, "Security defaults block the sign-in.",
            fix: "Disable security defaults, or meet them."
        ),
        ErrorGuide(
            .tokenProtectionNotMet, "A token protection policy blocks the sign-in.",
            fix: "Use a client that binds its tokens to the device."
        ),
        ErrorGuide(
            .ageRestricted, "The user is too young for the application.",
            fix: "Sign in as a user of legal age."
        ),
        ErrorGuide(
            .deviceAuthenticationFailed, "The device's proof is not valid.",
            when: "The device's certificate or signature does not match the device in the directory.",
            fix: "Present the certificate that the device has in the directory."
        ),
        ErrorGuide(
            .deviceNotFound, "The device is not in the tenant.",
            when: "The certificate belongs to no device of the tenant.",
            fix: "Add the device to the tenant's devices."
        ),
        ErrorGuide(
            .consentRequired, "Consent is missing.",
            when: "The user or an administrator has not consented to a permission that the request asks for.",
            fix: "Have the user consent in an interactive sign-in, or record the consent under oauth2PermissionGrants."
        ),
        ErrorGuide(
            .preauthorizationRequired, "Consent between two Microsoft applications must be configured by Microsoft.",
            fix: "Use an application of your own."
        ),
        ErrorGuide(
            .consentDeclined, "The user declined consent.",
            when: "The user chose Cancel on the consent page, or consented to none of the requested permissions.",
            fix: "Ask again, or ask for fewer permissions."
        ),
        ErrorGuide(
            .callerCannotConsent, "Only an administrator may do this.",
            when: "A user without an administrator role opened the page for administrator consent.",
            fix: "Sign in as an administrator, such as admin@contoso.com of the seed directory."
        ),
        ErrorGuide(
            .adminConsentRequired, "An administrator must consent.",
            when: "The request asks for a permission that users may not consent to.",
            fix: "Have an administrator consent, at /adminconsent or under oauth2PermissionGrants."
        ),
        ErrorGuide(
            .consentRequestRequired, "An administrator must consent, and the user can ask for it.",
            when: "The permission needs an administrator, and adminConsentRequests is true.",
            fix: "Have an administrator consent, at /adminconsent or under oauth2PermissionGrants."
        ),
        ErrorGuide(
            .riskyApplication, "The application is considered risky: only an administrator may consent.",
            fix: "Have an administrator consent."
        ),
    ]
}
