import Entra
import Testing

struct ErrorDeliveryTests {
    static let rows: [(AADSTS, AADSTS.Delivery)] = [
        (.idTokenNotEnabled, .redirected), (.tokenNotEnabled, .redirected), (.unknownScope, .redirected),
        (.consentDeclined, .redirected), (.noSession, .redirected), (.severalSessions, .redirected),
        (.consentRequired, .redirected), (.unsupportedResponseMode, .redirected),
        (.unsupportedResponseType, .redirected), (.resourceNotFound, .redirected),
        (.resourceNotListed, .redirected), (.resourceMissing, .redirected), (.sessionNotFound, .redirected),
        (.serviceFailure, .redirected),
        (.transientFailure, .redirected), (.deniedByIdentityProvider, .redirected),
        (.redirectURIMismatch, .shown), (.noRedirectURIRegistered, .shown), (.noRedirectURIProvided, .shown),
        (.invalidRedirectURI, .shown), (.redirectURINotAbsolute, .shown), (.applicationNotFound, .shown),
        (.malformedClientID, .shown), (.applicationNotFoundLegacy, .shown), (.tenantNotFound, .shown),
        (.malformedTenant, .shown), (.applicationIsSingleTenant, .shown), (.applicationIsPersonalOnly, .shown),
        (.applicationIsWorkOnly, .shown), (.severalResources, .shown), (.invalidScope, .shown),
        (.resourceParameterUnsupported, .shown), (.missingParameter, .shown), (.duplicateParameter, .shown),
        (.requestLoop, .shown),
        (.foreignAccount, .shownUnlessSilent), (.assignmentRequired, .shownUnlessSilent),
        (.mfaRequired, .shownUnlessSilent), (.blockedByConditionalAccess, .shownUnlessSilent),
        (.deviceNotCompliant, .shownUnlessSilent), (.adminConsentRequired, .redirected),
        (.consentRequestRequired, .redirected), (.riskyApplication, .shownUnlessSilent),
        (.tenantAccessDenied, .shownUnlessSilent),
        (.userDisabled, .shownUnlessSilent), (.clientDisabled, .shown), (.notAuthorizedInPartnerTenant, .shown),
        (.resourceNotFoundLegacy, .shownUnlessSilent), (.resourceMismatch, .redirected), (.unsupportedPrompt, .shown),
        (.exclusiveParameters, .shownUnlessSilent), (.sessionWithDomainHint, .shownUnlessSilent),
        (.malformedSessionID, .shownUnlessSilent),
    ]

    @Test(arguments: rows)
    func deliversErrorLikeTheService(_ row: AADSTS, delivery: AADSTS.Delivery) {
        #expect(row.delivery == delivery)
    }
}
