/// What one SDK, or Entra, says to a redirect URI.
package struct RedirectURIVerdict: Sendable, Equatable {
    package let judge: RedirectURIJudge
    package let isAccepted: Bool
    /// One sentence without a full stop, why or on what condition.
    package let reason: String
    /// What the developer sees when it is refused; nil when it is accepted.
    package let error: String?
    /// What makes it right; nil when it is accepted, or nothing can.
    package let remedy: Remedy?

    /// What to change.
    package enum Remedy: Sendable, Equatable {
        /// Use this URI instead.
        case uri(String)
        /// Add CFBundleURLTypes with the scheme.
        case urlScheme(String)
        /// Add an entry with the scheme to the CFBundleURLTypes that is there.
        case urlType(String)
        /// What LSApplicationQueriesSchemes must hold.
        case queriesSchemes([String])
        case advice(String)
    }

    static func accepted(_ judge: RedirectURIJudge, _ reason: String) -> RedirectURIVerdict {
        RedirectURIVerdict(judge: judge, isAccepted: true, reason: reason, error: nil, remedy: nil)
    }

    static func refused(
        _ judge: RedirectURIJudge, _ reason: String, _ error: SDKError, _ remedy: Remedy?
    ) -> RedirectURIVerdict {
        RedirectURIVerdict(judge: judge, isAccepted: false, reason: reason, error: error.rawValue, remedy: remedy)
    }
}

/// The errors that a redirect URI runs into, as an application sees them.
enum SDKError: String {
    case invalidParameter = "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42000: invalid parameter"
    case schemeNotRegistered = "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42001: scheme not registered"
    case invalidRedirectURI = "MSALErrorInternal (-50000), MSALInternalErrorCodeKey -42011: invalid redirect URI"
    case internalError = "MSALErrorInternal (-50000)"
    case adalInvalidArgument = "AD_ERROR_DEVELOPER_INVALID_ARGUMENT (100)"
    case adalBrokerRedirectURI = "AD_ERROR_TOKENBROKER_INVALID_REDIRECT_URI (501)"
    case androidMSAL = "MsalClientException: redirect_uri_validation_error"
    case androidADAL = "ADALError.DEVELOPER_REDIRECTURI_INVALID"
    case mismatch = "AADSTS50011"
    case notAbsolute = "AADSTS90102"
}
