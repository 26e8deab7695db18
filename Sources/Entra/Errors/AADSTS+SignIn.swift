/// Errors about the user: sessions, accounts and passwords.
extension AADSTS {
    package static let severalSessions = AADSTS(
        16000, .interactionRequired,
        "Either multiple user identities are available for the current request or selected account is not supported for "
            + "the scenario. {user}")
    package static let wrongSessionChosen = AADSTS(
        16001, .interactionRequired,
        "The account tile that was chosen belongs to a session that is no longer signed in.")
    package static let accountNotInTenant = AADSTS(
        16003, .interactionRequired,
        "The user account has not been added to the tenant '{tenant}' yet and cannot access the application "
            + "'{client_id}'.")
    package static let guestPending = AADSTS(
        50014, .invalidGrant,
        "The user's redemption is in a pending state: the guest account has not been fully created yet.")
    package static let foreignAccount = AADSTS(
        50020, .invalidGrant,
        "User account '{user}' from identity provider '{idp}' does not exist in tenant '{tenant}' and cannot access the "
            + "application '{client_id}'({client_name}) in that tenant. The account needs to be added as an external user "
            + "in the tenant first. Sign out and sign in again with a different Azure Active Directory user account.")
    package static let userNotFound = AADSTS(
        50034, .invalidGrant,
        "The user account {user} does not exist in the {tenant} directory. To sign into this application, the account "
            + "must be added to the directory.")
    package static let accountLocked = AADSTS(
        50053, .invalidGrant,
        "The account is locked, you've tried to sign in too many times with an incorrect user ID or password.")
    package static let passwordExpired = AADSTS(
        50055, .invalidGrant, suberror: .userPasswordExpired, source: .observed, "The password is expired.")
    package static let passwordAbsent = AADSTS(
        50056, .invalidGrant, "Invalid or null password: password does not exist in the directory for this user.")
    package static let userDisabled = AADSTS(
        50057, .invalidGrant, "The user account is disabled.")
    package static let noSession = AADSTS(
        50058, .loginRequired, source: .observed,
        "A silent sign-in request was sent but no user is signed in. The session information is not sufficient for "
            + "single-sign-on.")
    package static let signOutFailed = AADSTS(
        50061, .invalidRequest, "The sign-out request was not valid.")
    package static let signOutByNonParticipant = AADSTS(
        50068, .invalidRequest, "The application that asked for sign-out is not a participant in the session.")
    package static let credentialsNotValidated = AADSTS(
        50064, .invalidGrant, "Credential validation on user name or password has failed.")
    package static let wrongPassword = AADSTS(
        50126, .invalidGrant, source: .observed, "Error validating credentials due to invalid username or password.")
    package static let staySignedInPrompt = AADSTS(
        50140, .interactionRequired,
        "This occurred due to 'Keep me signed in' interrupt when the user was signing-in.")
    package static let appConfirmationPrompt = AADSTS(
        50199, .interactionRequired,
        "For security reasons, user confirmation is required for this request. Please repeat the request allowing user "
            + "interaction.")
    package static let passwordChangeRequired = AADSTS(
        50144, .invalidGrant, "The user's password is expired and has to be changed on premises.")
    package static let userDeleted = AADSTS(
        500341, .invalidGrant, suberror: .userAccountDeleted, source: .library,
        "The user account {user} has been deleted from the {tenant} directory. To sign into this application, the account "
            + "must be added to the directory.")
    package static let accountMissingInDirectory = AADSTS(
        51004, .invalidGrant, "The user account {user} does not exist in the {tenant} directory.")
    package static let externalUserNotInTenant = AADSTS(
        90072, .invalidGrant,
        "User account '{user}' from identity provider '{idp}' does not exist in tenant '{tenant}' and cannot access the "
            + "application '{client_id}'({client_name}) in that tenant. The account needs to be added as an external user "
            + "in the tenant first.")
    package static let deniedByIdentityProvider = AADSTS(
        90123, .accessDenied, "The identity provider or claims provider denied the request.")
    package static let stateCookieMissing = AADSTS(
        165000, .invalidRequest,
        "The request does not carry the state of the sign-in it belongs to. Go back to the application and sign in again."
    )

    static let userRows: [AADSTS] = [
        severalSessions, wrongSessionChosen, accountNotInTenant, guestPending, foreignAccount, userNotFound,
        accountLocked, passwordExpired, passwordAbsent, userDisabled, noSession, signOutFailed,
        signOutByNonParticipant, credentialsNotValidated, wrongPassword, staySignedInPrompt, appConfirmationPrompt,
        passwordChangeRequired, userDeleted, accountMissingInDirectory, externalUserNotInTenant,
        deniedByIdentityProvider, stateCookieMissing,
    ]
}

/// Errors about the tenant's demands on a sign-in: multi-factor authentication, devices, Conditional Access and assignment. The
/// OAuth `error` is the one of the v2 token endpoint; v1 and redirects report `interaction_required`
/// (docs/reference/protocol.md#contradictions).
extension AADSTS {
    package static let mfaEnrolmentRequiredByPolicy = AADSTS(
        50072, .invalidGrant, suberror: .basicAction,
        "Due to a configuration change made by your administrator, or because you moved to a new location, you must "
            + "enroll in multi-factor authentication to access '{resource}'.")
    package static let strongAuthenticationRequired = AADSTS(
        50074, .interactionRequired, suberror: .basicAction, "Strong Authentication is required.")
    package static let mfaRequired = AADSTS(
        50076, .invalidGrant, suberror: .basicAction, source: .observed,
        "Due to a configuration change made by your administrator, or because you moved to a new location, you must use "
            + "multi-factor authentication to access '{resource}'.")
    package static let mfaExpired = AADSTS(
        50078, .invalidGrant, suberror: .basicAction,
        "Presented multi-factor authentication has expired due to policies configured by your administrator, you must "
            + "refresh your multi-factor authentication to access '{resource}'.")
    package static let mfaEnrolmentRequired = AADSTS(
        50079, .invalidGrant, suberror: .basicAction,
        "Due to a configuration change made by your administrator, or because you moved to a new location, you must "
            + "enroll in multi-factor authentication to access '{resource}'.")
    package static let strongAuthenticationExpired = AADSTS(
        50086, .invalidGrant, "The strong authentication session has expired.")
    package static let strongAuthenticationUnavailable = AADSTS(
        50087, .invalidGrant, "A transient error has occurred during strong authentication. Please try again.")
    package static let telephoneLimit = AADSTS(
        50088, .invalidGrant,
        "The limit on telecom multi-factor authentication calls was reached. Please try again later.")
    package static let flowTokenExpired = AADSTS(
        50089, .invalidGrant, "Flow token expired: authentication failed. Please sign in again.")
    package static let deviceAuthenticationRequired = AADSTS(
        50097, .interactionRequired, suberror: .additionalAction, "Device authentication is required.")
    package static let assignmentRequired = AADSTS(
        50105, .interactionRequired,
        "Your administrator has configured the application {client_name} ('{client_id}') to block users unless they are "
            + "specifically granted ('assigned') access to the application. The signed in user '{user}' is blocked because "
            + "they are not a direct member of a group with access, nor had access directly assigned by an administrator. "
            + "Please contact your administrator to assign access to this application.")
    package static let passwordChangeRequiredByPolicy = AADSTS(
        50142, .invalidGrant, "Password change is required due to a conditional access policy.")
    package static let externalChallengeRequired = AADSTS(
        50158, .interactionRequired, "External security challenge was not satisfied.")
    package static let roleAssignmentRequired = AADSTS(
        501051, .invalidClient,
        "Application '{client_id}'({client_name}) is not assigned to a role for the application "
            + "'{resource}'({resource_name}).")
    package static let deviceNotCompliant = AADSTS(
        53000, .invalidGrant, suberror: .additionalAction,
        "Device is not in required device state: {reason}. Conditional Access policy requires a compliant device, and the "
            + "device is not compliant.")
    package static let deviceNotJoined = AADSTS(
        53001, .invalidGrant, suberror: .additionalAction,
        "Device is not in required device state: {reason}. Conditional Access policy requires a domain joined device, and "
            + "the device is not domain joined.")
    package static let applicationNotApproved = AADSTS(
        53002, .invalidGrant, suberror: .messageOnly,
        "The app used is not an approved app for Conditional Access. The user needs to use one of the approved apps.")
    package static let blockedByConditionalAccess = AADSTS(
        53003, .invalidGrant, suberror: .messageOnly, source: .observed,
        "Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.")
    package static let proofUpBlocked = AADSTS(
        53004, .invalidGrant, suberror: .messageOnly,
        "The user needs to complete the multi-factor authentication registration process, which was blocked due to risk."
    )
    package static let appProtectionRequired = AADSTS(
        53005, .unauthorizedClient, suberror: .protectionPolicyRequired, source: .library,
        "Application needs to enforce Intune protection policies.")
    package static let mfaSetupBlocked = AADSTS(
        53010, .interactionRequired,
        "Cannot configure multi-factor authentication methods because the organization requires this information to be "
            + "set from specific locations or devices.")
    package static let blockedByRisk = AADSTS(
        53011, .interactionRequired, "User blocked due to risk on home tenant.")
    package static let blockedBySecurityPolicy = AADSTS(
        530032, .accessDenied, suberror: .messageOnly, "Blocked by security policy.")
    package static let delegatedAdministratorBlocked = AADSTS(
        530034, .accessDenied, "The delegated administrator was blocked from accessing the tenant due to account risk.")
    package static let blockedBySecurityDefaults = AADSTS(
        530035, .accessDenied, "Access has been blocked by security defaults.")
    package static let tokenProtectionNotMet = AADSTS(
        530084, .accessDenied, "Access has been blocked by Conditional Access token protection policy.")
    package static let ageRestricted = AADSTS(
        54000, .accessDenied, "The user is not allowed to use the application due to a legal age group requirement.")
    package static let deviceAuthenticationFailed = AADSTS(
        50155, .invalidGrant, suberror: .deviceAuthenticationFailed, "Device authentication failed for this user.")
    package static let deviceNotFound = AADSTS(
        700003, .interactionRequired, "Device object was not found in the tenant '{tenant}' directory.")

    static let policyRows: [AADSTS] = [
        mfaEnrolmentRequiredByPolicy, strongAuthenticationRequired, mfaRequired, mfaExpired, mfaEnrolmentRequired,
        strongAuthenticationExpired, strongAuthenticationUnavailable, telephoneLimit, flowTokenExpired,
        deviceAuthenticationRequired, deviceAuthenticationFailed, assignmentRequired, passwordChangeRequiredByPolicy,
        externalChallengeRequired,
        roleAssignmentRequired, deviceNotCompliant, deviceNotJoined, applicationNotApproved,
        blockedByConditionalAccess, proofUpBlocked, appProtectionRequired, mfaSetupBlocked, blockedByRisk,
        blockedBySecurityPolicy, delegatedAdministratorBlocked, blockedBySecurityDefaults, tokenProtectionNotMet,
        ageRestricted, deviceNotFound,
    ]
}

/// Errors about the consent of the user or an administrator.
extension AADSTS {
    /// The user or an administrator has not consented. A redirect reports `consent_required` or `interaction_required` instead.
    package static let consentRequired = AADSTS(
        65001, .invalidGrant, suberror: .consentRequired, errorURI: false, source: .observed,
        "The user or administrator has not consented to use the application with ID '{client_id}' named '{client_name}'. "
            + "Send an interactive authorization request for this user and resource.")
    package static let preauthorizationRequired = AADSTS(
        65002, .invalidGrant,
        "Consent between first party application '{client_id}' and first party resource '{resource}' must be configured "
            + "via preauthorization.")
    package static let consentDeclined = AADSTS(
        65004, .accessDenied, source: .observed, "User declined to consent to access the app.")
    package static let callerCannotConsent = AADSTS(
        90093, .accessDenied,
        "This operation can only be performed by an administrator. Sign out and sign in as an administrator or contact one "
            + "of your organization's administrators.")
    package static let adminConsentRequired = AADSTS(
        90094, .accessDenied,
        "{client_name} needs permission to access resources in your organization that only an admin can grant. Please ask "
            + "an admin to grant permission to this app before you can use it.")
    package static let consentRequestRequired = AADSTS(
        90095, .accessDenied,
        "Admin consent is required for the permissions requested by this application. An admin consent request may be sent "
            + "to the admin.")
    package static let riskyApplication = AADSTS(
        900941, .accessDenied,
        "Admin consent is required. App is considered risky: users cannot consent to it, an administrator must.")

    static let consentRows: [AADSTS] = [
        consentRequired, preauthorizationRequired, consentDeclined, callerCannotConsent, adminConsentRequired,
        consentRequestRequired, riskyApplication,
    ]
}
