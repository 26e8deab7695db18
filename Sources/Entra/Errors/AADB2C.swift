import Formats

/// The error codes of B2C policies, such as `AADB2C90118` (Microsoft's published list of Azure AD B2C error codes;
/// docs/reference/protocol.md#b2c). The numbers are independent of the AADSTS codes.
package enum AADB2C {
    /// All rows of the catalog.
    package static let catalog = rows + stubOnlyRows

    private static let rows: [AADSTS] = [
        redirectURIMismatch, noRedirectURI, missingClientID, missingScope, unsupportedResponseType,
        unsupportedResponseMode, clientNotFound, policyNotFound, processingFailed, invalidPrompt, stateLost,
        scopeWithoutResource, implicitNotAllowed, clientNotValid, missingParameter, unsupportedScope, invalidInput,
        severalResources, permissionMissing, invalidStateCookie, codeChallengeMissing, noSession, cancelled,
        passwordForgotten, wrongCredentials, tokenExpired, tokenSignature, tokenMalformed, clientAssertionInvalid,
        clientSecretMissing, grantExpired, wrongClientSecret, clientSecretUnexpected, unsupportedGrantType,
        grantOfOtherPolicy, malformedGrant, accountDeleted, grantRevoked, wrongCodeVerifier, passwordGrantNotEnabled,
        clientOfOtherPolicy, scopeNotSupported, noPostLogoutRedirectURI, publicClientNotAllowed,
        invalidPostLogoutRedirectURI, clientDisabled, idTokenNotAuthorized, openIDRequired, codeWithoutResource,
        invalidMaxAge, unsupportedChallengeMethod, illegalScopeCharacter, defaultScopeRequired, accountLocked,
        accountLockedForSomeTime, hintExpired, hintAudience, hintInvalid, hintIssuer, hintSignature, internalError,
        grantOfOtherVersion, codeVerifierMismatch, passwordGrantNeedsB2CApplication, assertionUnsupported,
        grantOfOtherClient,
    ]

    /// Returns a row. Microsoft's list has no OAuth errors, so that the `error` of a row is observed or inferred.
    static func row(
        _ number: Int, _ error: OAuthError, status: Int = 400, delivery: AADSTS.Delivery = .redirected,
        source: AADSTS.Source = .inferred, evidence: String? = nil, template: String, meaning: String,
        when cause: String? = nil, fix: String
    ) -> AADSTS {
        AADSTS(
            number, error, status: status, delivery: delivery, errorURI: false, source: source, evidence: evidence,
            family: .b2c, template: template, meaning: meaning, when: cause, fix: fix)
    }
}

extension EntraError {
    /// Returns the failure as a B2C policy reports it. Each AADSTS code of the shared checks has an AADB2C counterpart; only a
    /// failure of the store is returned unchanged. `isSilent` is true for an authorization request that forbids pages.
    package func ofUserFlow(isSilent: Bool = false) -> EntraError {
        guard code.family == .aadsts, !isStoreFailure else { return self }
        let row = b2cCode(isSilent: isSilent)
        let values: KeyValuePairs =
            row == AADB2C.clientAssertionInvalid
            ? [.reason: sentence] : code.b2cParameter.map { [.parameter: $0] } ?? values
        var counterpart = EntraError(
            row, values, status: status >= 429 ? status : nil, detail: detail.isEmpty ? message : detail)
        counterpart.retryAfter = retryAfter
        return counterpart
    }

    private func b2cCode(isSilent: Bool) -> AADSTS {
        let parameter = values.first { $0.key == .parameter }?.value
        if let row = code.b2cFor.first(where: { parameter.isExactly($0.key) })?.value ?? code.b2c { return row }
        return switch error {
        case .interactionRequired where isSilent: AADB2C.noSession
        case .invalidClient: AADB2C.clientAssertionInvalid
        case .invalidGrant: AADB2C.grantRevoked
        default: AADB2C.processingFailed
        }
    }
}
