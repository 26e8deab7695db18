extension AADSTS {
    /// The recipient of an authorization error after the client and its redirect URI are validated
    /// (docs/reference/protocol.md#authorize-errors). Earlier errors are never redirected.
    package enum Delivery: Hashable, Sendable {
        /// The client receives the error by the response mode.
        case redirected
        /// The user sees the error on a page. The client receives nothing.
        case shown
        /// The user sees the error on a page. Under `prompt=none`, which forbids pages, the client receives the error.
        case shownUnlessSilent
    }

    /// The recipient if the authorization endpoint throws the error.
    package var delivery: Delivery {
        if family == .b2c { return AADB2C.shown.contains(self) ? .shown : .redirected }
        if AADSTS.alwaysShown.contains(self) { return .shown }
        return AADSTS.shownUnlessSilent.contains(self) ? .shownUnlessSilent : .redirected
    }

    /// The errors that put the client, its redirect URI, the tenant or the form of the request in doubt.
    private static let alwaysShown: Set<AADSTS> = [
        redirectURIMismatch, invalidRedirectURI, redirectURINotAbsolute, noRedirectURIRegistered,
        noRedirectURIProvided, applicationNotFound, applicationNotFoundLegacy, clientDisabled,
        notAuthorizedInPartnerTenant, malformedClientID, tenantNotFound,
        malformedTenant, applicationIsSingleTenant, applicationIsWorkOnly, applicationIsPersonalOnly,
        applicationOverCommon, resourceOverCommon, grantTypeOverCommon, noTenantInformation, severalResources,
        invalidScope, resourceParameterUnsupported, missingParameter, duplicateParameter, invalidParameter,
        malformedRequest, queryTooLong, invalidCodeChallenge, malformedJSONParameter, requestLoop, stateCookieMissing,
        flowTokenExpired,
    ]

    /// The errors that the user can act on: errors about the account, about the tenant's demands, and about APIs that are missing
    /// in the tenant. The client receives the errors that demand interaction, the errors that carry the user's decision, and the
    /// need for an administrator, which a page shows first.
    private static let shownUnlessSilent = Set(userRows + policyRows + consentRows + tenantRows)
        .union([
            resourceNotFound, resourceNotFoundLegacy, resourceDisabled, resourceNotListed,
            resourceWithoutServicePrincipal,
            misconfiguredApplication, resourceNotSubscribed, tokenForItself,
        ])
        .subtracting([
            noSession, severalSessions, deniedByIdentityProvider, consentRequired, consentDeclined,
            adminConsentRequired, consentRequestRequired,
        ])
}
