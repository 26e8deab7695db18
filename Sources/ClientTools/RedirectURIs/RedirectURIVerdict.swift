/// The verdict of one SDK, or of Entra, on a redirect URI.
package struct RedirectURIVerdict: Sendable, Equatable {
    package let judge: RedirectURIJudge
    package let isAccepted: Bool
    /// The reason or condition, as a sentence without a period.
    package let reason: String
    /// The error that the developer sees if the URI is rejected, or nil if the URI is accepted.
    package let error: String?
    /// The correction, or nil if the URI is accepted or no correction exists.
    package let remedy: Remedy?

    /// The correction of a rejected URI.
    package enum Remedy: Sendable, Equatable {
        /// The application must use this URI.
        case uri(String)
        /// The Info.plist needs CFBundleURLTypes with the scheme.
        case urlScheme(String)
        /// The existing CFBundleURLTypes need an entry with the scheme.
        case urlType(String)
        /// LSApplicationQueriesSchemes must contain these schemes.
        case queriesSchemes([String])
        case advice(String)
    }

    static func accepted(_ judge: RedirectURIJudge, _ reason: String) -> RedirectURIVerdict {
        RedirectURIVerdict(judge: judge, isAccepted: true, reason: reason, error: nil, remedy: nil)
    }

    static func rejected(
        _ judge: RedirectURIJudge, _ reason: String, _ error: SDKError, _ remedy: Remedy?
    ) -> RedirectURIVerdict {
        RedirectURIVerdict(judge: judge, isAccepted: false, reason: reason, error: error.rawValue, remedy: remedy)
    }
}

/// The errors that a redirect URI causes, as an application sees them.
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
