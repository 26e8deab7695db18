/// Errors about the consent of the user or an administrator.
extension AADSTS {
    /// The user or an administrator has not consented. A redirect reports `consent_required` or `interaction_required` instead.
    package static let consentRequired = AADSTS(
        65001, .invalidGrant, suberror: .consentRequired, b2c: AADB2C.permissionMissing,
        errorURI: false, source: .observed, deliverySource: .observed,
        evidence: "oauth2-microsoft#31 (2025-01-23), MSAL end-to-end tests",
        template: "The user or administrator has not consented to use the application with ID '{client_id}' named "
            + "'{client_name}'. Send an interactive authorization request for this user and resource.",
        meaning: "Consent is missing.",
        when: "Neither the user nor an administrator has consented to a permission that the request needs.",
        fix: "Have the user consent in an interactive sign-in, or record the consent under oauth2PermissionGrants.")

    package static let preauthorizationRequired = AADSTS(
        65002, .invalidGrant, names: [.init(.invalidRequest, at: .authorize)], source: .reference,
        deliverySource: .observed, evidence: "logicapps#1349 (2025-04-30), msgraph-sdk-python#677 (2024-04-22)",
        template: "Consent between first party application '{client_id}' and first party resource '{resource}' must be "
            + "configured via preauthorization - applications owned and operated by Microsoft must get approval from the "
            + "API owner before requesting tokens for that API.",
        meaning: "Consent between two Microsoft applications must be configured by Microsoft.",
        when: "One of Microsoft's own clients, such as Azure CLI, requests a permission of one of Microsoft's APIs for "
            + "which Microsoft has not preauthorized the client.",
        fix: "Request a permission that the client has, such as RESOURCE/.default, or use an application of your own.")

    package static let consentDeclined = AADSTS(
        65004, .accessDenied, names: [.init(.authorizationDeclined, at: .token(.v1), .token(.v2))], source: .observed,
        deliverySource: .observed,
        template: "User declined to consent to access the app.",
        meaning: "The user declined consent.",
        when: "The user chose Cancel on the consent page, or consented to none of the requested permissions.",
        fix: "Request consent again, or request fewer permissions.")

    package static let callerCannotConsent = AADSTS(
        90093, .accessDenied, delivery: .shownUnlessSilent,
        template: "This operation can only be performed by an administrator. Sign out and sign in as an administrator "
            + "or contact one of your organization's administrators.",
        meaning: "Only an administrator can grant the consent.",
        when: "A user without an administrator role opened the admin consent page.",
        fix: "Sign in as an administrator, such as admin@contoso.com of the seed directory.")

    package static let adminConsentRequired = AADSTS(
        90094, .accessDenied, source: .reference, deliverySource: .reference,
        template: "{client_name} needs permission to access resources in your organization that only an admin can "
            + "grant. Please ask an admin to grant permission to this app before you can use it.",
        meaning: "An administrator must consent.",
        when: "The request needs a permission that users may not consent to.",
        fix: "Have an administrator consent at /adminconsent, or record the consent under oauth2PermissionGrants.")

    package static let consentRequestRequired = AADSTS(
        90095, .accessDenied,
        template: "Admin consent is required for the permissions requested by this application. An admin consent "
            + "request may be sent to the admin.",
        meaning: "An administrator must consent, and the user can request the consent.",
        when: "The permission needs the consent of an administrator, and adminConsentRequests is true.",
        fix: "Have an administrator consent at /adminconsent, or record the consent under oauth2PermissionGrants.")

    package static let riskyApplication = AADSTS(
        900941, .accessDenied, delivery: .shownUnlessSilent,
        template: "Admin consent is required. App is considered risky: users cannot consent to it, an administrator "
            + "must.",
        meaning: "The application is considered risky, so only an administrator may consent.",
        fix: "Have an administrator consent.")

    static let consentRows: [AADSTS] = [
        consentRequired, preauthorizationRequired, consentDeclined, callerCannotConsent, adminConsentRequired,
        consentRequestRequired, riskyApplication,
    ]
}

extension EntraError {
    /// The error of a personal account whose user declines consent: a description without a code
    /// (docs/reference/protocol.md#delivery-declined-personal).
    package static var declinedByPersonalAccount: EntraError {
        var error = EntraError(.consentDeclined, as: .accessDenied)
            .worded("The user has denied access to the scope requested by the client application.")
        error.isBare = true
        return error
    }

    /// The error of a personal account whose user has not consented to the scopes of a token request
    /// (docs/reference/protocol.md#refresh-personal-scope).
    package static var unauthorizedScopeOfPersonalAccount: EntraError {
        var error = EntraError(.invalidGrant).worded(
            "The request was denied because one or more scopes requested are unauthorized or expired. The user must first "
                + "sign in and grant the client application access to the requested scope.")
        // The refresh token stays usable.
        error.suberror = nil
        return error
    }
}
