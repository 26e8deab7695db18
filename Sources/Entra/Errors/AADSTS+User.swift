/// Errors about the user: sessions, accounts and passwords.
extension AADSTS {
    package static let severalSessions = AADSTS(
        16000, .interactionRequired, b2c: AADB2C.noSession, source: .reference, deliverySource: .reference,
        template: "Either multiple user identities are available for the current request or selected account is not "
            + "supported for the scenario. {user}",
        meaning: "Several users are signed in, and the request does not choose one of them.",
        when: "prompt=none was sent, several accounts have sessions, and neither login_hint nor sid chooses one.",
        fix: "Send login_hint or sid.")

    package static let wrongSessionChosen = AADSTS(
        16001, .interactionRequired, delivery: .shownUnlessSilent,
        template: "The account tile that was chosen belongs to a session that is no longer signed in.",
        meaning: "The chosen account is no longer signed in.",
        when: "The account tile belongs to a session that has ended.",
        fix: "Choose another account, or sign in again.")

    package static let sessionUnusable = AADSTS(
        16002, .interactionRequired, b2c: AADB2C.noSession, source: .inferred,
        template: "Application requested a user session which does not meet the requirements of the request.",
        meaning: "The requested session exists, but cannot be used for this request.",
        when:
            "prompt=none was sent with the sid of an account that cannot sign in to the application at this authority.",
        fix: "Send login_hint of an account that can sign in here, or sign in interactively.")

    package static let accountNotInTenant = AADSTS(
        16003, .interactionRequired, delivery: .shownUnlessSilent, source: .reference, deliverySource: .reference,
        template: "The user account has not been added to the tenant '{tenant}' yet and cannot access the application "
            + "'{client_id}'.",
        meaning: "The account is not in the tenant of the application.",
        when: "The signed-in user is not a guest of the tenant that the request names.",
        fix: "Add the user as a guest (guestOf), or use the authority of the user's tenant.")

    package static let guestPending = AADSTS(
        50014, .invalidGrant, delivery: .shownUnlessSilent, source: .reference,
        template: "The user's redemption is in a pending state: the guest account has not been fully created yet.",
        meaning: "The guest has not accepted the invitation yet.",
        fix: "Have the guest accept the invitation.")

    package static let foreignAccount = AADSTS(
        50020, .invalidGrant, delivery: .shownUnlessSilent, source: .report, evidence: "msal.net#2255",
        template: "User account '{user}' from identity provider '{idp}' does not exist in tenant '{tenant}' and cannot "
            + "access the application '{client_id}'({client_name}) in that tenant. The account needs to be added as "
            + "an external user in the tenant first. Sign out and sign in again with a different Azure Active "
            + "Directory user account.",
        meaning: "The account belongs to another tenant or provider.",
        when: "The user belongs to another tenant of the directory and is not a guest of the tenant that the request "
            + "names.",
        fix: "Add the user as a guest (guestOf), or use the authority of the user's tenant or /common.")

    package static let userNotFound = AADSTS(
        50034, .invalidGrant, names: [.init(.userNotFound, at: .native, .nativeToken)], delivery: .shownUnlessSilent,
        source: .observed, deliverySource: .reference,
        evidence: "azure-sdk-for-js (recording of 2021-08), azure-docs on HDInsight (2019)",
        template: "The user account {user} does not exist in the {tenant} directory. To sign into this application, "
            + "the account must be added to the directory.",
        meaning: "There is no such user in the tenant.",
        when: "The user name is not in the directory.",
        fix: "Use a user of the tenant, or add the user to the directory.")

    package static let accountLocked = AADSTS(
        50053, .invalidGrant, delivery: .shownUnlessSilent, b2c: AADB2C.wrongCredentials, source: .reference,
        deliverySource: .reference,
        template:
            "The account is locked, you've tried to sign in too many times with an incorrect user ID or password.",
        meaning: "The account is locked after too many wrong passwords or codes.",
        when: "The number of wrong passwords or codes within lockoutDuration reached lockoutThreshold.",
        fix: "Wait for lockoutDuration, move the clock, or reset the server (POST /_understudy/reset).")

    package static let passwordExpired = AADSTS(
        50055, .invalidGrant, suberror: .userPasswordExpired, delivery: .shownUnlessSilent, source: .observed,
        deliverySource: .reference,
        template: "The password is expired.",
        meaning: "The password has expired.",
        when: "The user has forceChangePasswordNextSignIn: true.",
        fix: "Choose a new password on the page, or set forceChangePasswordNextSignIn to false.")

    package static let passwordAbsent = AADSTS(
        50056, .invalidGrant, delivery: .shownUnlessSilent, b2c: AADB2C.wrongCredentials, source: .reference,
        deliverySource: .reference,
        template: "Invalid or null password: password does not exist in the directory for this user.",
        meaning: "The user has no password in the directory.",
        when: "The user has no password and the setting is passwords: required, the user is passwordless, or the user "
            + "belongs to a federated domain.",
        fix: "Give the user a password. With the setting passwords: any, a user without a password signs in with any "
            + "password.")

    package static let userDisabled = AADSTS(
        50057, .invalidGrant, delivery: .shownUnlessSilent, b2c: AADB2C.grantRevoked, source: .reference,
        deliverySource: .reference,
        template: "The user account is disabled.",
        meaning: "The user is disabled.",
        when: "The user has accountEnabled: false.",
        fix: "Set accountEnabled of the user to true.")

    package static let noSession = AADSTS(
        50058, .loginRequired, b2c: AADB2C.noSession, source: .observed, deliverySource: .observed,
        evidence: "msal.js#623, #1045, #1560",
        template: "A silent sign-in request was sent but no user is signed in. The session information is not "
            + "sufficient for single-sign-on.",
        meaning: "No user is signed in to this browser.",
        when: "prompt=none was sent, and the browser has no session, or no session of the user in login_hint.",
        fix: "Sign in interactively first.")

    package static let sessionOfOtherDomain = AADSTS(
        50143, .interactionRequired, source: .inferred,
        template: "Session mismatch: session is invalid because user tenant doesn't match the domain hint due to "
            + "different resource.",
        meaning: "The signed-in users belong to other tenants than the one that domain_hint names.",
        when: "prompt=none was sent with the domain_hint of a tenant from which no user is signed in.",
        fix: "Send no domain_hint, or sign in interactively.")

    package static let sessionRevoked = AADSTS(
        50132, .interactionRequired, b2c: AADB2C.noSession, source: .report, deliverySource: .report,
        evidence: "msal.js#1050 (2019)",
        template: "The session has expired or has been revoked.",
        meaning: "The session of the browser was revoked.",
        when: "prompt=none was sent, and an administrator or the user revoked the sessions of the signed-in user.",
        fix: "Sign in interactively.")

    package static let sessionBeforePasswordChange = AADSTS(
        50133, .interactionRequired, b2c: AADB2C.noSession,
        template: "Session is invalid due to expiration or recent password change.",
        meaning: "The password of the signed-in user changed after the sign-in.",
        when: "prompt=none was sent, and the password of the signed-in user changed after the sign-in.",
        fix: "Sign in interactively with the new password.")

    package static let signOutFailed = AADSTS(
        50061, .invalidRequest, delivery: .shownUnlessSilent,
        template: "The sign-out request was not valid.",
        meaning: "The sign-out request is not valid.",
        fix: "Correct the sign-out request.")

    package static let signOutByNonParticipant = AADSTS(
        50068, .invalidRequest, delivery: .shownUnlessSilent,
        template: "The application that asked for sign-out is not a participant in the session.",
        meaning: "The application does not participate in the session.",
        fix: "Sign out of an application that the user signed in to.")

    package static let credentialsNotValidated = AADSTS(
        50064, .invalidGrant, delivery: .shownUnlessSilent,
        template: "Credential validation on user name or password has failed.",
        meaning: "The credentials of the user are not valid.",
        fix: "Use the user name and password of a user of the tenant.")

    package static let wrongPassword = AADSTS(
        50126, .invalidGrant, delivery: .shownUnlessSilent, b2c: AADB2C.wrongCredentials,
        innerError: "invalidUserNameOrPassword", source: .observed, deliverySource: .observed,
        template: "Error validating credentials due to invalid username or password.",
        meaning: "The user name or the password is wrong.",
        when: "The password differs from the password in the directory.",
        fix: "Use the password of the user in the directory. The password of all users of the seed directory is "
            + "Understudy!1.")

    package static let staySignedInPrompt = AADSTS(
        50140, .interactionRequired, delivery: .shownUnlessSilent,
        template: "This occurred due to 'Keep me signed in' interrupt when the user was signing-in.",
        meaning: "The sign-in was interrupted by \"Stay signed in?\".",
        fix: "Answer the page, or set staySignedInPage: false.")

    package static let appConfirmationPrompt = AADSTS(
        50199, .interactionRequired, delivery: .shownUnlessSilent,
        template: "For security reasons, user confirmation is required for this request. Please repeat the request "
            + "allowing user interaction.",
        meaning: "The user must confirm the request.",
        fix: "Repeat the request and let the user confirm.")

    package static let passwordChangeRequired = AADSTS(
        50144, .invalidGrant, delivery: .shownUnlessSilent,
        template: "The user's password is expired and has to be changed on premises.",
        meaning: "The password has expired and must be changed on premises.",
        when: "The password has expired, and onPremisesSyncEnabled of the user is true.",
        fix: "Set forceChangePasswordNextSignIn to false; a synchronized password can only be changed on premises.")

    package static let userDeleted = AADSTS(
        500341, .invalidGrant, suberror: .userAccountDeleted, delivery: .shownUnlessSilent, b2c: AADB2C.accountDeleted,
        source: .library,
        template: "The user account {user} has been deleted from the {tenant} directory. To sign into this "
            + "application, the account must be added to the directory.",
        meaning: "The user was deleted.",
        when: "The user of the grant is no longer in the directory.",
        fix: "Sign in as a user of the directory.")

    package static let accountMissingInDirectory = AADSTS(
        51004, .invalidGrant, delivery: .shownUnlessSilent,
        template: "The user account {user} does not exist in the {tenant} directory.",
        meaning: "The account is not in the directory.",
        when: "The subject of an assertion or grant is not a user of the tenant.",
        fix: "Use a user of the tenant, or add the user to the directory.")

    package static let externalUserNotInTenant = AADSTS(
        90072, .invalidGrant, delivery: .shownUnlessSilent,
        template: "User account '{user}' from identity provider '{idp}' does not exist in tenant '{tenant}' and cannot "
            + "access the application '{client_id}'({client_name}) in that tenant. The account needs to be added as "
            + "an external user in the tenant first.",
        meaning: "The external account is not in the tenant.",
        fix: "Add the user as a guest (guestOf), or use the authority of the user's tenant or /common.")

    package static let deniedByIdentityProvider = AADSTS(
        90123, .accessDenied, source: .reference, deliverySource: .reference,
        template: "The identity provider or claims provider denied the request.",
        meaning: "The external identity provider denied the request.",
        fix: "Repeat the sign-in at the identity provider.")

    package static let stateCookieMissing = AADSTS(
        165000, .invalidRequest, delivery: .shown, b2c: AADB2C.invalidStateCookie,
        template: "The request does not carry the state of the sign-in it belongs to. Go back to the application and "
            + "sign in again.",
        meaning: "The request does not belong to a sign-in of this browser.",
        when: "The form of the page was submitted without its cookie, or from another browser or site.",
        fix: "Start the authorization request again in one browser with cookies enabled.")

    package static let sessionNotFound = AADSTS(
        160_021, .interactionRequired, b2c: AADB2C.noSession, source: .observed,
        template: "Application requested a user session which does not exist.",
        meaning: "The parameter sid names a session that does not exist.",
        when: "prompt=none was sent with a sid that no signed-in account of the browser has.",
        fix: "Send login_hint in place of sid, or sign in interactively.")

    static let userRows: [AADSTS] = [
        severalSessions, wrongSessionChosen, sessionUnusable, accountNotInTenant, guestPending, foreignAccount,
        userNotFound, accountLocked, passwordExpired, passwordAbsent, userDisabled, noSession, sessionRevoked,
        sessionBeforePasswordChange, sessionOfOtherDomain, signOutFailed, signOutByNonParticipant,
        credentialsNotValidated, wrongPassword, staySignedInPrompt, appConfirmationPrompt, passwordChangeRequired,
        userDeleted, accountMissingInDirectory, externalUserNotInTenant, deniedByIdentityProvider, stateCookieMissing,
        sessionNotFound,
    ]
}
