import Formats

/// The error codes of B2C policies, such as `AADB2C90118` (Microsoft's published list of Azure AD B2C error codes;
/// docs/reference/protocol.md#b2c). The numbers are independent of the AADSTS codes.
package enum AADB2C {
    // MARK: - The request

    package static let redirectURIMismatch = row(
        90006, .invalidRequest,
        "The redirect URI '{redirect_uri}' provided in the request is not registered for the client id '{client_id}'.")
    package static let noRedirectURI = row(
        90007, .invalidRequest,
        "The application associated with client id '{client_id}' has no registered redirect URIs.")
    package static let missingClientID = row(
        90008, .invalidRequest, "The request does not contain a client id parameter.")
    package static let missingScope = row(
        90010, .invalidRequest, "The request does not contain a scope parameter.")
    package static let unsupportedResponseType = row(
        90013, .unsupportedResponseType, "The requested response type '{value}' provided in request is not supported.")
    package static let unsupportedResponseMode = row(
        90014, .invalidRequest, "The requested response mode '{value}' provided in request is not supported.")
    package static let clientNotFound = row(
        90018, .unauthorizedClient,
        "The client id '{client_id}' specified in the request is not registered in tenant '{tenant}'.")
    package static let policyNotFound = row(
        90022, .invalidRequest, status: 404,
        "Unable to return metadata for the policy '{value}' in tenant '{tenant}'.")
    package static let processingFailed = row(
        90037, .serverError,
        "An error occurred while processing the request. Please contact administrator of the site you are trying to access."
    )
    package static let invalidPrompt = row(
        90043, .invalidRequest,
        "The prompt included in the request contains invalid values. Expected 'none', 'login', 'consent' or 'select_account'."
    )
    package static let stateLost = row(
        90046, .serverError,
        "We are having trouble loading your current state. You might want to try starting your session over from the beginning."
    )
    package static let scopeWithoutResource = row(
        90055, .invalidScope,
        "The scope '{scope}' provided in request must specify a resource, such as 'https://example.com/calendar.read'.")
    package static let implicitNotAllowed = row(
        90057, .unauthorizedClient, "The provided application is not configured to allow the OAuth Implicit flow.")
    package static let clientNotValid = row(
        90068, .unauthorizedClient,
        "The provided application with ID '{client_id}' is not valid against this service. Please use an application created via the B2C portal and try again."
    )
    package static let missingParameter = row(
        90083, .invalidRequest, "The request is missing required parameter: {parameter}.")
    package static let unsupportedScope = row(
        90117, .invalidScope, "The scope '{scope}' provided in the request is not supported.")
    package static let invalidInput = row(
        90122, .invalidRequest,
        "Input for '{parameter}' received in the request has failed HTTP request validation. Ensure that the input does not contain characters such as < or &."
    )
    package static let severalResources = row(
        90146, .invalidScope,
        "The scope '{scope}' provided in request specifies more than one resource for an access token, which is not supported."
    )
    package static let permissionMissing = row(
        90205, .accessDenied,
        "This application does not have sufficient permissions against this web resource to perform the operation.")
    package static let invalidStateCookie = row(
        90212, .invalidRequest, "The request contained an invalid state cookie.")
    package static let codeChallengeMissing = row(
        99059, .invalidRequest, "The supplied request must present a code_challenge")

    // MARK: - The user

    package static let noSession = row(
        90077, .interactionRequired,
        "User does not have an existing session and request prompt parameter has a value of 'none'.")
    package static let cancelled = row(
        90091, .accessDenied, "The user has cancelled entering self-asserted information.")
    package static let passwordForgotten = row(
        90118, .accessDenied, "The user has forgotten their password.")
    package static let wrongCredentials = row(
        90225, .accessDenied, "The username or password provided in the request are invalid.")
    package static let tokenExpired = row(
        90235, .invalidToken, status: 401,
        "The provided id_token is expired. Please provide another token and try again.")
    package static let tokenSignature = row(
        90239, .invalidToken, status: 401,
        "The provided id_token failed signature validation. Please provide another token and try again.")
    package static let tokenMalformed = row(
        90240, .invalidToken, status: 401,
        "The provided id_token is malformed and could not be parsed. Please provide another token and try again.")

    // MARK: - Clients and grants

    package static let clientAssertionInvalid = row(
        90017, .invalidClient, "The client assertion provided in the request is invalid: {reason}")
    package static let clientSecretMissing = row(
        90079, .invalidClient, "Clients must send a client_secret when redeeming a confidential grant.")
    package static let grantExpired = row(
        90080, .invalidGrant,
        "The provided grant has expired. Please re-authenticate and try again. Current time: {current_time}, Grant issued time: {valid_from}, Grant sliding window expiration time: {valid_until}."
    )
    package static let wrongClientSecret = row(
        90081, .invalidClient,
        "The specified client_secret does not match the expected value for this client. Please correct the client_secret and try again."
    )
    package static let clientSecretUnexpected = row(
        90084, .invalidRequest,
        "Public clients should not send a client_secret when redeeming a publicly acquired grant.")
    package static let unsupportedGrantType = row(
        90086, .unsupportedGrantType, "The supplied grant_type [{value}] is not supported.")
    package static let grantOfOtherPolicy = row(
        90088, .invalidGrant,
        "The provided grant has not been issued for this endpoint. Actual Value : {value} and Expected Value : {expected}"
    )
    package static let malformedGrant = row(
        90090, .invalidGrant, "The provided JWE is not a valid 5 segment token.")
    package static let accountDeleted = row(
        90128, .invalidGrant,
        "The account associated with this grant no longer exists. Please reauthenticate and try again.")
    package static let grantRevoked = row(
        90129, .invalidGrant, "The provided grant has been revoked. Please reauthenticate and try again.")
    package static let wrongCodeVerifier = row(
        90183, .invalidGrant, "The supplied code_verifier is invalid")
    package static let passwordGrantNotEnabled = row(
        90224, .unauthorizedClient, "Resource owner flow has not been enabled for the application.")

    private static func row(
        _ number: Int, _ error: OAuthError, status: Int = 400, _ template: String
    ) -> AADSTS {
        AADSTS(number, error, status: status, errorURI: false, family: .b2c, template)
    }

    /// All rows of the catalog.
    package static let catalog: [AADSTS] = [
        redirectURIMismatch, noRedirectURI, missingClientID, missingScope, unsupportedResponseType,
        unsupportedResponseMode, clientNotFound, policyNotFound, processingFailed, invalidPrompt, stateLost,
        scopeWithoutResource, implicitNotAllowed, clientNotValid, missingParameter, unsupportedScope, invalidInput,
        severalResources, permissionMissing, invalidStateCookie, codeChallengeMissing, noSession, cancelled,
        passwordForgotten, wrongCredentials, tokenExpired, tokenSignature, tokenMalformed, clientAssertionInvalid,
        clientSecretMissing, grantExpired, wrongClientSecret, clientSecretUnexpected, unsupportedGrantType,
        grantOfOtherPolicy, malformedGrant, accountDeleted, grantRevoked, wrongCodeVerifier, passwordGrantNotEnabled,
    ]

    /// The errors that the server shows on a page and never redirects, because the client or its redirect URI is in doubt.
    static let shown: Set<AADSTS> = [
        redirectURIMismatch, noRedirectURI, missingClientID, clientNotFound, clientNotValid, policyNotFound,
        stateLost, invalidStateCookie,
    ]
}

extension EntraError {
    /// Returns the failure as a B2C policy reports it. Each AADSTS code of the shared checks has an AADB2C counterpart; only a
    /// failure of the store is returned unchanged. `isSilent` is true for an authorization request that forbids pages.
    package func ofUserFlow(isSilent: Bool = false) -> EntraError {
        guard code.family == .aadsts, !isStoreFailure else { return self }
        let row = AADB2C.counterpart(of: self, isSilent: isSilent)
        let values = row == AADB2C.clientAssertionInvalid ? [.reason: sentence] : AADB2C.values[code] ?? values
        var counterpart = EntraError(
            row, values, status: status >= 429 ? status : nil, detail: detail.isEmpty ? message : detail)
        counterpart.retryAfter = retryAfter
        return counterpart
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
        .userDeleted: accountDeleted, .userDisabled: grantRevoked, .codeVerifierMismatch: wrongCodeVerifier,
        .invalidCodeChallengeSize: wrongCodeVerifier, .unexpectedCodeVerifier: wrongCodeVerifier,
        .invalidCodeChallenge: codeChallengeMissing, .crossOriginWithoutPKCE: codeChallengeMissing,
        .stateCookieMissing: invalidStateCookie, .flowTokenExpired: stateLost,
    ]
}
