/// Where a failure is told. Some codes have another OAuth `error` there than the catalogue's row
/// (docs/reference/protocol.md#authorize-errors, docs/reference/protocol.md#error-catalog, §12.3, §14); this table names what
/// really befell a request and what a script asked for alike.
package enum ErrorPlace: Sendable {
    case authorize
    case token(EndpointVersion)
    /// A step of the native authentication API.
    case native
    /// Where it ends, at the token endpoint.
    case nativeToken
    /// Discovery documents and keys.
    case discovery

    /// What a row is told by in place of what it says itself; nil leaves that.
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
        // What asks for another grant at the token endpoint asks for the user here (OpenID Connect Core §3.1.2.6).
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

    /// What Conditional Access demands of the user (§14). A refresh token that is too old for a sign-in frequency is no such
    /// demand: it is bad everywhere (§3.4).
    private static let policies: Set<AADSTS> = [
        .mfaRequired, .mfaExpired, .mfaEnrolmentRequired, .mfaEnrolmentRequiredByPolicy, .proofUpBlocked,
        .passwordChangeRequiredByPolicy, .deviceAuthenticationRequired, .deviceNotCompliant,
        .deviceNotJoined, .applicationNotApproved, .externalChallengeRequired, .blockedByConditionalAccess,
        .blockedByRisk,
    ]

    /// Whoever declines there declines on a device's behalf (RFC 8628).
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
    /// The same by the name that it has at the place. One that its thrower gave stays where the endpoint has it.
    package func named(at place: ErrorPlace) -> EntraError {
        guard let name = place.name(of: self) else { return self }
        var named = self
        named.error = name.error
        named.status = name.status ?? status
        named.suberror = suberror ?? name.suberror
        return named
    }
}
