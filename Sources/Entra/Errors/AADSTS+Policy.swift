/// Errors about the tenant's demands on a sign-in: multi-factor authentication, devices, Conditional Access and assignment. The
/// OAuth `error` is the one of the v2 token endpoint; v1 and redirects report `interaction_required`
/// (docs/reference/protocol.md#contradictions).
extension AADSTS {
    package static let mfaEnrolmentRequiredByPolicy = AADSTS(
        50072, .invalidGrant, suberror: .basicAction, names: demandNames, delivery: .shownUnlessSilent,
        source: .reference, deliverySource: .reference,
        template: "Due to a configuration change made by your administrator, or because you moved to a new location, "
            + "you must enroll in multi-factor authentication to access '{resource}'.",
        meaning: "The user must register a second factor.",
        when: "A Conditional Access policy requires multi-factor authentication, and the user has no registered "
            + "method.",
        fix: "Set mfa of the user, or register a method on the page.")

    package static let strongAuthenticationRequired = AADSTS(
        50074, .interactionRequired, suberror: .basicAction, delivery: .shownUnlessSilent, source: .reference,
        deliverySource: .reference,
        template: "Strong Authentication is required.",
        meaning: "The user must pass multi-factor authentication.",
        fix: "Send the user through an interactive sign-in with a second factor.")

    package static let mfaRequired = AADSTS(
        50076, .invalidGrant, suberror: .basicAction, names: demandNames, delivery: .shownUnlessSilent,
        source: .observed, deliverySource: .observed,
        template: "Due to a configuration change made by your administrator, or because you moved to a new location, "
            + "you must use multi-factor authentication to access '{resource}'.",
        meaning: "The user must pass multi-factor authentication.",
        when: "A Conditional Access policy requires a second factor, which the sign-in of the grant did not have.",
        fix: "Sign in interactively and send the claims value of the error response.")

    package static let mfaExpired = AADSTS(
        50078, .invalidGrant, suberror: .basicAction, names: demandNames, delivery: .shownUnlessSilent,
        source: .reference,
        template: "Presented multi-factor authentication has expired due to policies configured by your administrator, "
            + "you must refresh your multi-factor authentication to access '{resource}'.",
        meaning: "The multi-factor authentication is too old.",
        when: "A policy limits the age of multi-factor authentication, and the limit has passed.",
        fix: "Sign in interactively and send the claims value of the error response.")

    package static let mfaEnrolmentRequired = AADSTS(
        50079, .invalidGrant, suberror: .basicAction, names: demandNames, delivery: .shownUnlessSilent,
        source: .reference, deliverySource: .reference,
        template: "Due to a configuration change made by your administrator, or because you moved to a new location, "
            + "you must enroll in multi-factor authentication to access '{resource}'.",
        meaning: "The user must register a second factor.",
        when: "A policy requires multi-factor authentication, and the user has no registered method.",
        fix: "Set mfa of the user, or register a method on the page.")

    package static let strongAuthenticationExpired = AADSTS(
        50086, .invalidGrant, delivery: .shownUnlessSilent, source: .reference, deliverySource: .reference,
        template: "The strong authentication session has expired.",
        meaning: "The session of the second factor has expired.",
        fix: "Send the user through an interactive sign-in again.")

    package static let strongAuthenticationUnavailable = AADSTS(
        50087, .invalidGrant, delivery: .shownUnlessSilent, source: .reference, deliverySource: .reference,
        template: "A transient error has occurred during strong authentication. Please try again.",
        meaning: "The second factor is temporarily unavailable.",
        fix: "Repeat the sign-in.")

    package static let telephoneLimit = AADSTS(
        50088, .invalidGrant, delivery: .shownUnlessSilent, source: .reference, deliverySource: .reference,
        template: "The limit on telecom multi-factor authentication calls was reached. Please try again later.",
        meaning: "Too many codes were sent by telephone.",
        when: "The user requested more codes than can be sent to one user in a period.",
        fix: "Wait, move the clock forward, or use another method.")

    package static let flowTokenExpired = AADSTS(
        50089, .invalidGrant, delivery: .shown, b2c: AADB2C.stateLost, source: .reference, deliverySource: .reference,
        template: "Flow token expired: authentication failed. Please sign in again.",
        meaning: "The sign-in page has expired.",
        when: "The flow token of the form has expired by the server's clock.",
        fix: "Start the authorization request again in one browser with cookies enabled.")

    package static let deviceAuthenticationRequired = AADSTS(
        50097, .interactionRequired, suberror: .additionalAction,
        names: [
            .init(.invalidGrant, status: 401, at: .token(.v1)),
            .init(.invalidGrant, at: .token(.v2), .native, .nativeToken),
        ], delivery: .shownUnlessSilent, source: .observed, deliverySource: .reference,
        template: "Device authentication is required.",
        meaning: "The device must authenticate.",
        when:
            "A policy requires a registered device, and a client that can answer PKeyAuth challenges presents no device "
            + "certificate. Other clients get AADSTS530003.",
        fix: "Use a compliant device of the tenant and present its certificate.")

    package static let deviceNotManaged = AADSTS(
        530003, .invalidGrant, names: demandNames, delivery: .shownUnlessSilent, source: .observed,
        template: "Your device is required to be managed to access this resource.",
        meaning: "The device must be managed.",
        when: "A policy requires a compliant or domain-joined device, and the request proves no device.",
        fix: "Sign in on a device of the tenant (devices) with a client that presents its certificate, or change "
            + "grantControls of the policy.")

    package static let deviceFlowBlocked = AADSTS(
        530033, .interactionRequired, delivery: .shown, source: .observed,
        template: "Remote device flow blocked due to device based conditional access.",
        meaning: "A device code cannot satisfy a policy that requires a managed device.",
        when: "A policy requires a compliant or domain-joined device, and the user signs in with a device code.",
        fix: "Sign in with another flow on a managed device, or change grantControls of the policy.")

    package static let assignmentRequired = AADSTS(
        50105, .interactionRequired, names: [.init(.invalidGrant, at: .token(.v1), .token(.v2), .native, .nativeToken)],
        delivery: .shownUnlessSilent, b2c: AADB2C.permissionMissing, source: .report, deliverySource: .reference,
        evidence: "doc.nais.io (FAQ on Entra ID); msal.js#5320 (page)",
        template: "Your administrator has configured the application {client_name} ('{client_id}') to block users "
            + "unless they are specifically granted ('assigned') access to the application. The signed in user "
            + "'{user}' is blocked because they are not a direct member of a group with access, nor had access "
            + "directly assigned by an administrator. Please contact your administrator to assign access to this "
            + "application.",
        meaning: "The user is not assigned to the application.",
        when: "The application has appRoleAssignmentRequired: true, and neither the user nor a group of the user is "
            + "assigned.",
        fix: "Assign the user under appRoleAssignments, or set appRoleAssignmentRequired to false.")

    package static let passwordChangeRequiredByPolicy = AADSTS(
        50142, .invalidRequest, names: [.init(.interactionRequired, at: .authorize)], delivery: .shownUnlessSilent,
        source: .library, deliverySource: .reference,
        template: "Password change is required due to a conditional access policy.",
        meaning: "A policy requires a new password.",
        when: "A Conditional Access policy with the control passwordChange applies to the user.",
        fix: "Change the password on the page.")

    package static let externalChallengeRequired = AADSTS(
        50158, .interactionRequired, names: demandNames, delivery: .shownUnlessSilent, source: .observed,
        evidence: "vscode-azure-account#723 (2023), identity-web#417 (2020)",
        template: "External security challenge not satisfied. User will be redirected to another page or "
            + "authentication provider to satisfy additional authentication challenges.",
        meaning: "The check of an external provider failed.",
        when: "The federated identity provider did not complete the check that the policy requires.",
        fix: "Send the user through an interactive sign-in.")

    package static let roleAssignmentRequired = AADSTS(
        501051, .invalidGrant, delivery: .shownUnlessSilent, b2c: AADB2C.permissionMissing, source: .report,
        evidence: "doc.nais.io (FAQ on Entra ID); takasdev.hatenablog.com (2021-07)",
        template: "Application '{client_id}'({client_name}) is not assigned to a role for the application "
            + "'{resource}'({resource_name}).",
        meaning: "The client has no application role of the API.",
        when: "The API has appRoleAssignmentRequired: true, and the client is not assigned to an application role of "
            + "the API.",
        fix: "Assign an application role of the API to the client (appRoleAssignments).")

    package static let deviceNotCompliant = AADSTS(
        53000, .invalidGrant, suberror: .additionalAction, names: demandNames, delivery: .shownUnlessSilent,
        source: .reference, deliverySource: .reference,
        template: "Device is not in required device state: {reason}. Conditional Access policy requires a compliant "
            + "device, and the device is not compliant.",
        meaning: "The device is not compliant.",
        when: "A policy requires a compliant device, and isCompliant of the device is not true.",
        fix: "Use a compliant device of the tenant.")

    package static let deviceNotJoined = AADSTS(
        53001, .invalidGrant, suberror: .additionalAction, names: demandNames, delivery: .shownUnlessSilent,
        source: .reference, deliverySource: .reference,
        template: "Device is not in required device state: {reason}. Conditional Access policy requires a domain "
            + "joined device, and the device is not domain joined.",
        meaning: "The device is not joined to a domain.",
        when: "A policy requires a domain-joined device, and trustType of the device is not ServerAd.",
        fix: "Use a device of the tenant with trustType ServerAd.")

    package static let applicationNotApproved = AADSTS(
        53002, .invalidGrant, suberror: .messageOnly, names: demandNames, delivery: .shownUnlessSilent,
        source: .reference, deliverySource: .reference,
        template: "The app used is not an approved app for Conditional Access. The user needs to use one of the "
            + "approved apps.",
        meaning: "The application is not approved.",
        when: "A policy requires an approved client application.",
        fix: "Change grantControls of the policy, or use another application.")

    package static let blockedByConditionalAccess = AADSTS(
        53003, .invalidGrant, suberror: .messageOnly, names: demandNames, delivery: .shownUnlessSilent,
        source: .observed, deliverySource: .reference,
        template: "Access has been blocked by Conditional Access policies. The access policy does not allow token "
            + "issuance.",
        meaning: "A Conditional Access policy blocks the sign-in.",
        when: "A policy with the grant control block applies to the sign-in.",
        fix: "Change the policy under conditionalAccessPolicies of the tenant.")

    package static let proofUpBlocked = AADSTS(
        53004, .invalidGrant, suberror: .messageOnly, names: demandNames, delivery: .shownUnlessSilent,
        template: "The user needs to complete the multi-factor authentication registration process, which was blocked "
            + "due to risk.",
        meaning: "The user may not register a second factor because of risk.",
        when: "The user has a risk level and must register a method.",
        fix: "Set userRiskLevel of the user to none, or set mfa of the user.")

    package static let appProtectionRequired = AADSTS(
        53005, .unauthorizedClient, suberror: .protectionPolicyRequired, delivery: .shownUnlessSilent, source: .library,
        template: "Application needs to enforce Intune protection policies.",
        meaning: "The application must enforce app protection policies.",
        when: "A policy requires the control compliantApplication.",
        fix: "Change grantControls of the policy.")

    package static let mfaSetupBlocked = AADSTS(
        53010, .interactionRequired, delivery: .shownUnlessSilent,
        template: "Cannot configure multi-factor authentication methods because the organization requires this "
            + "information to be set from specific locations or devices.",
        meaning: "The organization restricts where a second factor can be registered.",
        fix: "Register the second factor from an allowed place.")

    package static let blockedByRisk = AADSTS(
        53011, .interactionRequired, names: demandNames, delivery: .shownUnlessSilent,
        template: "User blocked due to risk on home tenant.",
        meaning: "The user is blocked because of risk.",
        when: "A policy of the user's home tenant blocks the risk level of the user.",
        fix: "Set userRiskLevel of the user to none.")

    package static let blockedBySecurityPolicy = AADSTS(
        530032, .accessDenied, suberror: .messageOnly, delivery: .shownUnlessSilent,
        template: "Blocked by security policy.",
        meaning: "A security policy blocks the sign-in.",
        fix: "Change the security policy of the tenant.")

    package static let delegatedAdministratorBlocked = AADSTS(
        530034, .accessDenied, delivery: .shownUnlessSilent,
        template: "The delegated administrator was blocked from accessing the tenant due to account risk.",
        meaning: "The delegated administrator is blocked because of risk.",
        fix: "Resolve the risk of the account.")

    package static let blockedBySecurityDefaults = AADSTS(
        530035, .accessDenied, delivery: .shownUnlessSilent,
        template: "Access has been blocked by security defaults.",
        meaning: "Security defaults block the sign-in.",
        fix: "Disable security defaults, or satisfy their requirements.")

    package static let tokenProtectionNotMet = AADSTS(
        530084, .accessDenied, delivery: .shownUnlessSilent, source: .reference,
        template: "Access has been blocked by Conditional Access token protection policy.",
        meaning: "A token protection policy blocks the sign-in.",
        fix: "Use a client that binds its tokens to the device.")

    package static let ageRestricted = AADSTS(
        54000, .accessDenied, delivery: .shownUnlessSilent,
        template: "The user is not allowed to use the application due to a legal age group requirement.",
        meaning: "The user is too young for the application.",
        fix: "Sign in as a user of legal age.")

    package static let deviceAuthenticationFailed = AADSTS(
        50155, .invalidGrant, suberror: .deviceAuthenticationFailed, delivery: .shownUnlessSilent,
        template: "Device authentication failed for this user.",
        meaning: "The proof of the device is not valid.",
        when: "The device's certificate or signature does not match the device in the directory.",
        fix: "Present the certificate of the device in the directory.")

    package static let deviceNotFound = AADSTS(
        700003, .interactionRequired, delivery: .shownUnlessSilent, source: .reference,
        template: "Device object was not found in the tenant '{tenant}' directory.",
        meaning: "The device is not in the tenant.",
        when: "The certificate belongs to no device of the tenant.",
        fix: "Add the device to the devices of the tenant.")

    static let policyRows: [AADSTS] = [
        mfaEnrolmentRequiredByPolicy, strongAuthenticationRequired, mfaRequired, mfaExpired, mfaEnrolmentRequired,
        strongAuthenticationExpired, strongAuthenticationUnavailable, telephoneLimit, flowTokenExpired,
        deviceAuthenticationRequired, deviceNotManaged, deviceFlowBlocked, assignmentRequired,
        passwordChangeRequiredByPolicy, externalChallengeRequired,
        roleAssignmentRequired, deviceNotCompliant, deviceNotJoined, applicationNotApproved,
        blockedByConditionalAccess, proofUpBlocked, appProtectionRequired, mfaSetupBlocked, blockedByRisk,
        blockedBySecurityPolicy, delegatedAdministratorBlocked, blockedBySecurityDefaults, tokenProtectionNotMet,
        ageRestricted, deviceAuthenticationFailed, deviceNotFound,
    ]
}
