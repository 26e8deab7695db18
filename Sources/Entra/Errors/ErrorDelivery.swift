extension AADSTS {
    /// Who gets to see an authorization error once the client and its redirect URI are known
    /// (docs/reference/protocol.md#authorize-errors). Before that nothing is ever redirected.
    package enum Delivery: Hashable, Sendable {
        /// Sent to the client by the response mode.
        case redirected
        /// Shown to the user; the client hears nothing.
        case shown
        /// Shown to the user, but sent to the client under `prompt=none`, which forbids pages.
        case shownUnlessSilent
    }

    /// How the row travels from the authorization endpoint.
    package var delivery: Delivery {
        if family == .b2c { return AADB2C.shown.contains(self) ? .shown : .redirected }
        if AADSTS.alwaysShown.contains(self) { return .shown }
        return AADSTS.shownUnlessSilent.contains(self) ? .shownUnlessSilent : .redirected
    }

    /// What makes the client, its redirect URI, the tenant or the shape of the request doubtful.
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

    /// The user's account, the tenant's demands, and APIs that the tenant has not: what the user can do something about.
    /// What only tells the client that a user must be asked, and what the user answered, is for the client; so is the
    /// need for an administrator, which a page of its own shows first.
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
