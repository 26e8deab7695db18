import Formats

/// The errors of personal accounts. Another token service answers for these accounts, with numbers and messages of its own
/// (docs/reference/protocol.md#personal-account-errors).
extension EntraError {
    /// The parts of a request that the messages quote.
    package struct PersonalAccountRequest: Sendable {
        let scope: String
        let presentsRefreshToken: Bool

        package init(scope: String?, presentsRefreshToken: Bool = false) {
            self.scope = scope ?? ""
            self.presentsRefreshToken = presentsRefreshToken
        }
    }

    /// Returns the failure of a token request as the service of personal accounts reports it. Returns a failure unchanged if no
    /// source shows an answer of that service.
    package func ofPersonalAccount(_ request: PersonalAccountRequest) -> EntraError {
        guard let answer = PersonalAccountAnswer.answer(to: self, request) else { return self }
        var error = EntraError(
            answer.code, [.scope: request.scope], detail: detail.isEmpty ? message : detail
        ).worded(answer.message)
        error.suberror = nil
        return error
    }

    /// Returns the failure of an authorization request as the service of personal accounts reports it, without a code: a page for
    /// a redirect URI that is not registered, and a redirect for a scope that does not exist.
    package func ofPersonalAuthorization(_ request: PersonalAccountRequest) -> EntraError {
        var error: EntraError
        if code == .redirectURIMismatch {
            error = EntraError(code, values, as: .invalidRequest, detail: message).worded(
                "The provided value for the input parameter 'redirect_uri' is not valid. The expected value is a URI "
                    + "which matches a redirect URI registered for this client application.")
        } else if PersonalAccountAnswer.missingScopes.contains(code) {
            error = ofPersonalAccount(request)
            error.delivery = .redirected
        } else {
            return self
        }
        error.isBare = true
        return error
    }

    /// The error of an application for personal accounts only, after a personal account signed in over `common`: a description
    /// without a code (docs/reference/protocol.md#personal-over-common).
    package static var personalApplicationOverCommon: EntraError {
        var error = EntraError(.applicationIsPersonalOnlyOverCommon, delivery: .redirected).worded(
            "The request is not valid for the application's 'userAudience' configuration. In order to use /common/ "
                + "endpoint, the application must not be configured with 'Consumer' as the user audience. The "
                + "userAudience should be configured with 'All' to use /common/ endpoint.")
        error.isBare = true
        return error
    }

    /// The error of the device code endpoint for personal accounts, for a client that is not public.
    package static var clientNotMarkedAsMobile: EntraError {
        EntraError(.credentialValidation, status: 400).worded(
            "The provided client is not supported for this feature. The client application must be marked as 'mobile.'")
    }
}

/// The answer of the service of personal accounts to a failed token request.
private struct PersonalAccountAnswer: Sendable {
    let code: AADSTS
    let message: String

    init(_ code: AADSTS, _ message: String) {
        self.code = code
        self.message = message
    }

    /// Returns the answer to a failure, or nil if no source shows one.
    static func answer(
        to failure: EntraError, _ request: EntraError.PersonalAccountRequest
    ) -> PersonalAccountAnswer? {
        switch failure.code {
        case .invalidRequest where failure.error == .invalidGrant:
            PersonalAccountAnswer(.workGrantAtConsumers, AADSTS.workGrantAtConsumers.template)
        case .grantOfOtherClient: request.presentsRefreshToken ? invalidToken : invalidCode
        case _ where missingScopes.contains(failure.code): unknownScope
        default: table[failure.code]
        }
    }

    /// The failures by which work accounts learn that an API or a permission does not exist.
    static let missingScopes: Set<AADSTS> = [
        .resourceNotFound, .resourceWithoutServicePrincipal, .resourceNotListed, .unknownScope,
        .personalAccountUnsupportedByAPIVersion,
    ]

    private static let table: [AADSTS: PersonalAccountAnswer] = [
        .credentialMissing: PersonalAccountAnswer(
            .credentialValidation, "The provided request must include a 'client_secret' input parameter."),
        .publicClientWithCredential: PersonalAccountAnswer(
            .unsupportedPrompt, "Public clients can't send a client secret."),
        .authorizationCodeRedeemed: invalidCode,
        .grantExpired: PersonalAccountAnswer(.invalidGrant, "\(invalidCode.message) The code has expired."),
        .refreshTokenInactive: expiredToken,
        .spaRefreshTokenExpired: expiredToken,
        .grantRevoked: expiredToken,
        .severalResources: PersonalAccountAnswer(
            .invalidScope,
            "The provided value for the input parameter 'scope' is not valid. One or more scopes in '{scope}' are not "
                + "compatible with each other."),
    ]

    private static let invalidCode = PersonalAccountAnswer(
        .invalidGrant, "The provided value for the 'code' parameter is not valid.")
    private static let invalidToken = PersonalAccountAnswer(
        .invalidGrant, "The provided value for the input parameter 'refresh_token' or 'assertion' is not valid.")
    private static let expiredToken = PersonalAccountAnswer(
        .invalidGrant, "The user could not be authenticated as the grant is expired. The user must sign in again.")
    private static let unknownScope = PersonalAccountAnswer(
        .invalidScope,
        "The provided value for the input parameter 'scope' is not valid. The scope '{scope}' does not exist.")
}
