/// The endpoint that reports a failure. Some codes have another OAuth `error` at an endpoint than in the catalog
/// (docs/reference/protocol.md#authorize-errors, docs/reference/protocol.md#error-catalog,
/// docs/reference/protocol.md#conditional-access). The table applies to failures of requests and to stubbed errors.
package enum ErrorPlace: Sendable {
    case authorize
    case token(EndpointVersion)
    /// A step of the native authentication API.
    case native
    /// The token endpoint at the end of native authentication.
    case nativeToken
    /// Discovery documents and keys.
    case discovery

    /// The values that an endpoint reports in place of the catalog's. The error keeps its status if `status` is nil, and its
    /// `suberror` if the error has one.
    fileprivate struct Name: Sendable {
        let error: OAuthError
        var status: Int?
        var suberror: Suberror?

        init(_ error: OAuthError, status: Int? = nil, suberror: Suberror? = nil) {
            self.error = error
            self.status = status
            self.suberror = suberror
        }
    }

    fileprivate func name(of failure: EntraError) -> Name? {
        let code = failure.code
        let isByRow = failure.error == code.error
        return switch self {
        // A failure that demands another grant at the token endpoint demands the user here (OpenID Connect Core §3.1.2.6).
        case .authorize: failure.error == .invalidGrant ? Name(.interactionRequired) : nil
        case _ where !isByRow: nil
        case .token(let version): ErrorPlace.policyName(of: code, version) ?? ErrorPlace.tokenNames[code]
        case .native: ErrorPlace.nativeStepNames[code] ?? ErrorPlace.nativeToken.name(of: failure)
        case .nativeToken: ErrorPlace.policyName(of: code, .v2) ?? ErrorPlace.nativeNames[code]
        case .discovery: ErrorPlace.discoveryNames[code]
        }
    }

    private static func policyName(of code: AADSTS, _ version: EndpointVersion) -> Name? {
        guard policies.contains(code) else { return nil }
        return Name(version == .v1 ? .interactionRequired : .invalidGrant)
    }

    /// The demands of Conditional Access on the user (docs/reference/protocol.md#conditional-access). A refresh token that is too
    /// old for the sign-in frequency is missing: both token endpoints report `invalid_grant`
    /// (docs/reference/protocol.md#refresh-sign-in-frequency).
    private static let policies: Set<AADSTS> = [
        .mfaRequired, .mfaExpired, .mfaEnrolmentRequired, .mfaEnrolmentRequiredByPolicy, .proofUpBlocked,
        .passwordChangeRequiredByPolicy, .deviceAuthenticationRequired, .deviceNotCompliant,
        .deviceNotJoined, .applicationNotApproved, .externalChallengeRequired, .blockedByConditionalAccess,
        .blockedByRisk,
    ]

    /// A user who declines at the token endpoint declines for a device (RFC 8628).
    private static let tokenNames: [AADSTS: Name] = [
        .assignmentRequired: Name(.invalidGrant), .consentDeclined: Name(.authorizationDeclined),
    ]

    private static let nativeNames: [AADSTS: Name] = [
        .assignmentRequired: Name(.invalidGrant), .userNotFound: Name(.userNotFound),
        .featureNotEnabled: Name(.invalidClient, status: 400, suberror: .nativeAuthenticationDisabled),
    ]

    private static let nativeStepNames: [AADSTS: Name] = [.unsupportedGrantType: Name(.invalidGrant)]

    private static let discoveryNames: [AADSTS: Name] = [
        .tenantNotFound: Name(.invalidTenant), .malformedTenant: Name(.invalidTenant),
    ]
}

extension EntraError {
    /// Returns the error with the name that the endpoint reports. An OAuth error that the thrower chose is kept, except that the
    /// authorization endpoint always reports `invalid_grant` as `interaction_required`.
    package func named(at place: ErrorPlace) -> EntraError {
        guard let name = place.name(of: self) else { return self }
        var named = self
        named.error = name.error
        named.status = name.status ?? status
        named.suberror = suberror ?? name.suberror
        return named
    }
}
