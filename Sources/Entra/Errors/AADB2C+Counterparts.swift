import Formats

extension EntraError {
    /// Returns the failure as a B2C policy reports it. Each AADSTS code of the shared checks has an AADB2C counterpart; only a
    /// failure of the store is returned unchanged. `isSilent` is true for an authorization request that forbids pages.
    package func ofUserFlow(isSilent: Bool = false) -> EntraError {
        guard code.family == .aadsts, !isStoreFailure else { return self }
        let row = AADB2C.counterpart(of: self, isSilent: isSilent)
        let values = row == AADB2C.clientAssertionInvalid ? [.reason: sentence] : AADB2C.values[code] ?? values
        var told = EntraError(
            row, values, status: status >= 429 ? status : nil, detail: detail.isEmpty ? message : detail)
        told.retryAfter = retryAfter
        return told
    }
}

extension AADB2C {
    fileprivate static func counterpart(of error: EntraError, isSilent: Bool) -> AADSTS {
        let parameter = error.values.first { $0.key == .parameter }?.value
        if error.code == .missingParameter || error.code == .missingField {
            return missing.first { parameter.isExactly($0.parameter) }?.row ?? missingParameter
        }
        if error.code == .invalidParameter, parameter.isExactly(Parameter.prompt) { return invalidPrompt }
        if let row = counterparts[error.code] { return row }
        if isSilent, error.error == .interactionRequired { return noSession }
        return others[error.error] ?? processingFailed
    }

    /// The counterparts of all other codes, by their OAuth error.
    private static let others: [OAuthError: AADSTS] = [
        .invalidClient: clientAssertionInvalid, .invalidGrant: grantRevoked,
    ]

    /// The values that the counterpart's message needs and the original failure does not have.
    fileprivate static let values: [AADSTS: KeyValuePairs<AADSTS.Placeholder, String>] = [
        .noRedirectURIProvided: [.parameter: Parameter.redirectURI],
        .resourceParameterUnsupported: [.parameter: Parameter.resource],
        .malformedRequest: [.parameter: "body"],
    ]

    private static let missing: [(parameter: String, row: AADSTS)] = [
        (Parameter.clientID, missingClientID), (Parameter.scope, missingScope),
    ]

    private static let counterparts: [AADSTS: AADSTS] = [
        .redirectURIMismatch: redirectURIMismatch, .redirectURINotAbsolute: redirectURIMismatch,
        .redirectURIDiffersFromAuthorize: redirectURIMismatch, .noRedirectURIRegistered: noRedirectURI,
        .noRedirectURIProvided: missingParameter, .applicationNotFound: clientNotFound,
        .malformedClientID: clientNotFound, .applicationIsPersonalOnly: clientNotValid, .clientDisabled: clientNotValid,
        .unsupportedResponseType: unsupportedResponseType, .unsupportedResponseMode: unsupportedResponseMode,
        .tokenNotEnabled: implicitNotAllowed, .idTokenNotEnabled: implicitNotAllowed,
        .invalidParameter: invalidInput, .duplicateParameter: invalidInput, .malformedRequest: invalidInput,
        .malformedJSONParameter: invalidInput, .resourceParameterUnsupported: invalidInput,
        .invalidScope: unsupportedScope, .emptyScope: missingScope, .unknownScope: unsupportedScope,
        .scopeNotValidForToken: unsupportedScope, .resourceNotFound: unsupportedScope,
        .resourceWithoutServicePrincipal: unsupportedScope, .resourceDisabled: unsupportedScope,
        .tokenForItself: unsupportedScope,
        .appOnlyScopeNotDefault: unsupportedScope, .severalResources: severalResources,
        .severalResourcesForToken: severalResources, .consentRequired: permissionMissing,
        .roleAssignmentRequired: permissionMissing, .assignmentRequired: permissionMissing,
        .noSession: noSession, .severalSessions: noSession, .credentialMissing: clientSecretMissing,
        .appOnlyCredentialMissing: clientSecretMissing, .invalidClientSecret: wrongClientSecret,
        .malformedToken: clientAssertionInvalid, .expiredClientSecret: wrongClientSecret,
        .publicClientWithCredential: clientSecretUnexpected,
        .unsupportedGrantType: unsupportedGrantType, .invalidGrant: malformedGrant, .invalidRequest: malformedGrant,
        .grantExpired: grantExpired, .refreshTokenInactive: grantExpired,
        .spaRefreshTokenExpired: grantExpired, .authorizationCodeRedeemed: grantRevoked, .grantRevoked: grantRevoked,
        .wrongPassword: wrongCredentials, .accountLocked: wrongCredentials, .passwordAbsent: wrongCredentials,
        .userDeleted: accountGone, .userDisabled: grantRevoked, .codeVerifierMismatch: wrongCodeVerifier,
        .invalidCodeChallengeSize: wrongCodeVerifier, .unexpectedCodeVerifier: wrongCodeVerifier,
        .invalidCodeChallenge: codeChallengeMissing, .crossOriginWithoutPKCE: codeChallengeMissing,
        .stateCookieMissing: invalidStateCookie, .flowTokenExpired: stateLost,
    ]
}
