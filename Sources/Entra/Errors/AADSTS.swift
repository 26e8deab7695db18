/// A row of the error catalog: an AADSTS code and the way in which the server reports it
/// (docs/reference/protocol.md#error-catalog).
///
/// The rows are the static members in the `AADSTS+….swift` files, by subject; `catalog` contains all rows. Rows are equal if
/// their family and number are equal.
package struct AADSTS: Hashable, Sendable {
    /// The numbering to which a code belongs.
    package enum Family: String, Sendable {
        case aadsts = "AADSTS"
        /// The codes of B2C policies, whose rows are in `AADB2C`.
        case b2c = "AADB2C"
    }

    package let family: Family
    /// The digits after the family name.
    package let number: Int
    /// The OAuth `error`. If the service uses two names, this name is the one of the v2 token endpoint. `ErrorContext` has the
    /// names of other endpoints; if the name depends on the situation, the thrower of an `EntraError` passes the other name.
    package let error: OAuthError
    /// The HTTP status of the JSON response.
    package let status: Int
    package let suberror: Suberror?
    /// The message, with placeholders such as `{client_id}`.
    package let template: String
    /// Whether the response contains `error_uri`. The service omits the member for a few codes
    /// (docs/reference/protocol.md#error-uri).
    package let hasErrorURI: Bool
    /// The evidence for the row.
    package let source: Source

    /// The kinds of evidence for a row.
    package enum Source: String, Sendable {
        /// The row is in Microsoft's published list of AADSTS codes.
        case reference
        /// The row, including its `error` name, was seen in a capture or log of the real service.
        case observed
        /// The code or the tests of Microsoft's client libraries rely on the row.
        case library
        /// The code is known, and its `error` name or exact use is inferred from similar codes.
        case inferred
    }

    init(
        _ number: Int, _ error: OAuthError, status: Int = 400, suberror: Suberror? = nil, errorURI: Bool = true,
        source: Source = .reference, family: Family = .aadsts,
        _ template: String
    ) {
        self.family = family
        self.number = number
        self.error = error
        self.status = status
        self.suberror = suberror
        self.template = template
        self.hasErrorURI = errorURI
        self.source = source
    }

    package static func == (left: AADSTS, right: AADSTS) -> Bool {
        left.number == right.number && left.family == right.family
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }

    /// The full name of the code, such as `AADSTS50011`.
    package var name: String { family.rawValue + String(number) }

    /// All AADSTS rows, by subject.
    package static let catalog: [AADSTS] =
        requestRows + tenantRows + clientRows + redirectRows + resourceRows + userRows + policyRows + consentRows
        + grantRows + assertionRows + nativeRows

    /// Returns the AADSTS row with the number, or nil if the catalog does not contain the number.
    package static func lookup(_ number: Int) -> AADSTS? {
        byNumber[number]
    }

    private static let byNumber = Dictionary(catalog.map { ($0.number, $0) }) { first, _ in first }
}

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
