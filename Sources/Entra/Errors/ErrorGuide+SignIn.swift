extension ErrorGuide {
    /// The rows about users, policies and consent.
    static let signIns: [ErrorGuide] = [
        ErrorGuide(
            .severalSessions, "Several users are signed in, and the request does not choose one of them.",
            when: "prompt=none was sent, several accounts have sessions, and neither login_hint nor sid chooses one.",
            fix: "Send login_hint or sid."
        ),
        ErrorGuide(
            .wrongSessionChosen, "The chosen account is no longer signed in.",
            when: "The account tile belongs to a session that has ended.",
            fix: "Choose another account, or sign in again."
        ),
        ErrorGuide(
            .accountNotInTenant, "The account is not in the tenant of the application.",
            when: "The signed-in user is not a guest of the tenant that the request names.",
            fix: "Add the user as a guest (guestOf), or use the authority of the user's tenant."
        ),
        ErrorGuide(
            .guestPending, "The guest has not accepted the invitation yet.",
            fix: "Have the guest accept the invitation."
        ),
        ErrorGuide(
            .foreignAccount, "The account belongs to another tenant or provider.",
            when:
                "The user belongs to another tenant of the directory and is not a guest of the tenant that the request names.",
            fix: "Add the user as a guest (guestOf), or use the authority of the user's tenant or /common."
        ),
        ErrorGuide(
            .userNotFound, "There is no such user in the tenant.",
            when: "The user name is not in the directory.",
            fix: "Use a user of the tenant, or add the user to the directory."
        ),
        ErrorGuide(
            .accountLocked, "The account is locked after too many wrong passwords or codes.",
            when: "The number of wrong passwords or codes within lockoutDuration reached lockoutThreshold.",
            fix: "Wait for lockoutDuration, move the clock, or reset the server (POST /_understudy/reset)."
        ),
        ErrorGuide(
            .passwordExpired, "The password has expired.",
            when: "The user has forceChangePasswordNextSignIn: true.",
            fix: "Choose a new password on the page, or set forceChangePasswordNextSignIn to false."
        ),
        ErrorGuide(
            .passwordAbsent, "The user has no password in the directory.",
            when:
                "The user has no password and the setting is passwords: required, the user is passwordless, or the user belongs to a federated domain.",
            fix:
                "Give the user a password. With the setting passwords: any, a user without a password signs in with any password."
        ),
        ErrorGuide(
            .userDisabled, "The user is disabled.",
            when: "The user has accountEnabled: false.",
            fix: "Set accountEnabled of the user to true."
        ),
        ErrorGuide(
            .noSession, "No user is signed in to this browser.",
            when: "prompt=none was sent, and the browser has no session.",
            fix: "Sign in interactively first."
        ),
        ErrorGuide(
            .signOutFailed, "The sign-out request is not valid.",
            fix: "Correct the sign-out request."
        ),
        ErrorGuide(
            .signOutByNonParticipant, "The application does not participate in the session.",
            fix: "Sign out of an application that the user signed in to."
        ),
        ErrorGuide(
            .credentialsNotValidated, "The credentials of the user are not valid.",
            fix: "Use the user name and password of a user of the tenant."
        ),
        ErrorGuide(
            .wrongPassword, "The user name or the password is wrong.",
            when: "The password differs from the password in the directory.",
            fix:
                "Use the password of the user in the directory. The password of all users of the seed directory is Understudy!1."
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
            fix: "Set forceChangePasswordNextSignIn to false; a synchronized password can only be changed on premises."
        ),
        ErrorGuide(
            .userDeleted, "The user was deleted.",
            when: "The user of the grant is no longer in the directory.",
            fix: "Sign in as a user of the directory."
        ),
        ErrorGuide(
            .accountMissingInDirectory, "The account is not in the directory.",
            when: "The subject of an assertion or grant is not a user of the tenant.",
            fix: "Use a user of the tenant, or add the user to the directory."
        ),
        ErrorGuide(
            .externalUserNotInTenant, "The external account is not in the tenant.",
            fix: "Add the user as a guest (guestOf), or use the authority of the user's tenant or /common."
        ),
        ErrorGuide(
            .deniedByIdentityProvider, "The external identity provider denied the request.",
            fix: "Repeat the sign-in at the identity provider."
        ),
        ErrorGuide(
            .stateCookieMissing, "The request does not belong to a sign-in of this browser.",
            when: "The form of the page was submitted without its cookie, or from another browser or site.",
            fix: "Start the authorization request again in one browser with cookies enabled."
        ),
        ErrorGuide(
            .mfaEnrolmentRequiredByPolicy, "The user must register a second factor.",
            when:
                "A Conditional Access policy requires multi-factor authentication, and the user has no registered method.",
            fix: "Set mfa of the user, or register a method on the page."
        ),
        ErrorGuide(
            .strongAuthenticationRequired, "The user must pass multi-factor authentication.",
            fix: "Send the user through an interactive sign-in with a second factor."
        ),
        ErrorGuide(
            .mfaRequired, "The user must pass multi-factor authentication.",
            when: "A Conditional Access policy requires a second factor, which the sign-in of the grant did not have.",
            fix: "Sign in interactively and send the claims value of the error response."
        ),
        ErrorGuide(
            .mfaExpired, "The multi-factor authentication is too old.",
            when: "A policy limits the age of multi-factor authentication, and the limit has passed.",
            fix: "Sign in interactively and send the claims value of the error response."
        ),
        ErrorGuide(
            .mfaEnrolmentRequired, "The user must register a second factor.",
            when: "A policy requires multi-factor authentication, and the user has no registered method.",
            fix: "Set mfa of the user, or register a method on the page."
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
            when: "The user requested more codes than can be sent to one user in a period.",
            fix: "Wait, move the clock forward, or use another method."
        ),
        ErrorGuide(
            .flowTokenExpired, "The sign-in page has expired.",
            when: "The flow token of the form has expired by the server's clock.",
            fix: "Start the authorization request again in one browser with cookies enabled."
        ),
        ErrorGuide(
            .deviceAuthenticationRequired, "The device must authenticate.",
            when:
                "A policy requires a registered device, and the browser or client does not present a device certificate.",
            fix: "Use a compliant device of the tenant and present its certificate."
        ),
        ErrorGuide(
            .assignmentRequired, "The user is not assigned to the application.",
            when:
                "The application has appRoleAssignmentRequired: true, and neither the user nor a group of the user is assigned.",
            fix: "Assign the user under appRoleAssignments, or set appRoleAssignmentRequired to false."
        ),
        ErrorGuide(
            .passwordChangeRequiredByPolicy, "A policy requires a new password.",
            when: "A Conditional Access policy with the control passwordChange applies to the user.",
            fix: "Change the password on the page."
        ),
        ErrorGuide(
            .externalChallengeRequired, "The check of an external provider failed.",
            when: "The federated identity provider did not complete the check that the policy requires.",
            fix: "Send the user through an interactive sign-in."
        ),
        ErrorGuide(
            .roleAssignmentRequired, "The client has no application role of the API.",
            when:
                "The API has appRoleAssignmentRequired: true, and the client is not assigned to an application role of the API.",
            fix: "Assign an application role of the API to the client (appRoleAssignments)."
        ),
        ErrorGuide(
            .deviceNotCompliant, "The device is not compliant.",
            when: "A policy requires a compliant device, and isCompliant of the device is not true.",
            fix: "Use a compliant device of the tenant."
        ),
        ErrorGuide(
            .deviceNotJoined, "The device is not joined to a domain.",
            when: "A policy requires a domain-joined device, and trustType of the device is not ServerAd.",
            fix: "Use a device of the tenant with trustType ServerAd."
        ),
        ErrorGuide(
            .applicationNotApproved, "The application is not approved.",
            when: "A policy requires an approved client application.",
            fix: "Change grantControls of the policy, or use another application."
        ),
        ErrorGuide(
            .blockedByConditionalAccess, "A Conditional Access policy blocks the sign-in.",
            when: "A policy with the grant control block applies to the sign-in.",
            fix: "Change the policy under conditionalAccessPolicies of the tenant."
        ),
        ErrorGuide(
            .proofUpBlocked, "The user may not register a second factor because of risk.",
            when: "The user has a risk level and must register a method.",
            fix: "Set userRiskLevel of the user to none, or set mfa of the user."
        ),
        ErrorGuide(
            .appProtectionRequired, "The application must enforce app protection policies.",
            when: "A policy requires the control compliantApplication.",
            fix: "Change grantControls of the policy."
        ),
        ErrorGuide(
            .mfaSetupBlocked, "The organization restricts where a second factor can be registered.",
            fix: "Register the second factor from an allowed place."
        ),
        ErrorGuide(
            .blockedByRisk, "The user is blocked because of risk.",
            when: "A policy of the user's home tenant blocks the risk level of the user.",
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
            fix: "Disable security defaults, or satisfy their requirements."
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
            .deviceAuthenticationFailed, "The proof of the device is not valid.",
            when: "The device's certificate or signature does not match the device in the directory.",
            fix: "Present the certificate of the device in the directory."
        ),
        ErrorGuide(
            .deviceNotFound, "The device is not in the tenant.",
            when: "The certificate belongs to no device of the tenant.",
            fix: "Add the device to the devices of the tenant."
        ),
        ErrorGuide(
            .consentRequired, "Consent is missing.",
            when: "Neither the user nor an administrator has consented to a permission that the request needs.",
            fix: "Have the user consent in an interactive sign-in, or record the consent under oauth2PermissionGrants."
        ),
        ErrorGuide(
            .preauthorizationRequired, "Consent between two Microsoft applications must be configured by Microsoft.",
            fix: "Use an application of your own."
        ),
        ErrorGuide(
            .consentDeclined, "The user declined consent.",
            when: "The user chose Cancel on the consent page, or consented to none of the requested permissions.",
            fix: "Request consent again, or request fewer permissions."
        ),
        ErrorGuide(
            .callerCannotConsent, "Only an administrator can grant the consent.",
            when: "A user without an administrator role opened the admin consent page.",
            fix: "Sign in as an administrator, such as admin@contoso.com of the seed directory."
        ),
        ErrorGuide(
            .adminConsentRequired, "An administrator must consent.",
            when: "The request needs a permission that users may not consent to.",
            fix: "Have an administrator consent at /adminconsent, or record the consent under oauth2PermissionGrants."
        ),
        ErrorGuide(
            .consentRequestRequired, "An administrator must consent, and the user can request the consent.",
            when: "The permission needs the consent of an administrator, and adminConsentRequests is true.",
            fix: "Have an administrator consent at /adminconsent, or record the consent under oauth2PermissionGrants."
        ),
        ErrorGuide(
            .riskyApplication, "The application is considered risky, so only an administrator may consent.",
            fix: "Have an administrator consent."
        ),
    ]
}
