import Entra

/// Where the failure of an addressed request is told (entra-protocol §2.6): protocol errors go to the application; what only
/// a person or an administrator can mend is shown, unless the application asked for no page at all.
enum ErrorDelivery {
    /// Shown even to a silent request: the form did not come from our page, so nothing in it is trusted.
    private static let alwaysShown: Set<AADSTS> = [.stateCookieMissing, .flowTokenExpired]

    /// Shown unless prompt=none.
    private static let shown: Set<AADSTS> = [
        // The request cannot be understood.
        .missingParameter, .invalidParameter, .malformedJSONParameter, .resourceParameterUnsupported, .invalidScope,
        .severalResources, .invalidCodeChallenge, .invalidCodeChallengeSize,
        // The resource is not there for this tenant.
        .resourceNotFound, .resourceNotListed, .resourceWithoutServicePrincipal, .misconfiguredApplication,
        .resourceNotSubscribed, .tokenForItself,
        // The person may not sign in here.
        .foreignAccount, .externalUserNotInTenant, .assignmentRequired, .userDisabled, .accountLocked,
        .callerCannotConsent,
    ]

    static func place(of error: EntraError, _ addressed: AddressedAuthorizeRequest) -> AuthorizeOutcome.ErrorPlace {
        let prompts = addressed.request[Parameter.prompt]?.split(separator: " ") ?? []
        let isSilent = prompts.contains("none")
        if alwaysShown.contains(error.code) || (shown.contains(error.code) && !isSilent) { return .page }
        return .application(addressed.target, addressed.delivery, state: addressed.request[Parameter.state])
    }
}
