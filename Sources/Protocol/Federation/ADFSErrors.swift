import Directory
import Entra
import Formats

/// The error responses of the on-premises service: only `error` and `error_description`, with codes and texts of its own
/// (docs/reference/protocol.md#adfs-errors).
enum ADFSErrors {
    /// The status of every response.
    static let status = 400

    /// Returns the body of the response to a failure at `/adfs`, or nil elsewhere and for a failure of the server itself.
    static func body(_ error: EntraError, _ context: RequestContext) -> [UInt8]? {
        let services = context.services
        guard services.isOnPremises, services.directory.onPremises != nil, error.status < 500 else { return nil }
        let form = try? context.form.get()
        let isRefresh = form?[Parameter.grantType]?.isExactly(Parameter.refreshToken) ?? false
        // An operator's name and text of an error remain.
        let isChosen = error.isChosenByName || error.hasLiteralMessage
        let own = isChosen ? nil : row(for: error.code, isRefresh: isRefresh)
        return JSONWriter.object { json in
            json.field("error", (own?.error ?? error.error).rawValue)
            json.field("error_description", own?.message ?? error.message)
        }
    }

    private struct Row {
        let codes: [AADSTS]
        let error: OAuthError
        let message: String
    }

    private static func row(for code: AADSTS, isRefresh: Bool) -> Row? {
        (isRefresh ? refreshRows : codeRows).first { $0.codes.contains(code) } ?? rows.first { $0.codes.contains(code) }
    }

    private static let unreadable: [AADSTS] = [
        .invalidRequest, .invalidGrant, .authorizationCodeRedeemed, .grantRevoked,
    ]

    private static let codeRows = [
        Row(
            codes: unreadable + [.grantExpired], error: .invalidGrant,
            message: "MSIS9612: The authorization code received in 'code' parameter is invalid. ")
    ]

    private static let refreshRows = [
        Row(
            codes: unreadable, error: .invalidGrant,
            message: "MSIS9614: The refresh token received in 'refresh_token' parameter is invalid."),
        Row(
            codes: [.grantExpired, .refreshTokenInactive, .spaRefreshTokenExpired], error: .invalidGrant,
            message: "MSIS9615: The refresh token received in 'refresh_token' parameter has expired."),
    ]

    private static let rows = [
        Row(
            codes: [.applicationNotFound, .malformedClientID], error: .invalidClient,
            message:
                "MSIS9607: The 'client_id' parameter in the request is invalid. No registered client is found with "
                + "this identifier."),
        Row(
            codes: [
                .invalidClientSecret, .expiredClientSecret, .credentialMissing, .appOnlyCredentialMissing,
                .assertionHeaderType, .assertionKeyUnsuitable, .assertionAlgorithm, .clientAssertionWithoutKey,
                .clientAssertionClientMismatch, .clientAssertionAudience, .clientAssertionOutsideValidity,
                .clientAssertionSignature, .certificateOutsideValidity,
            ], error: .invalidClient,
            message: "MSIS9622: Client authentication failed. Please verify the credential provided for client "
                + "authentication is valid."),
        Row(
            codes: [.wrongPassword, .userNotFound, .userDisabled, .passwordAbsent], error: .invalidGrant,
            message: "MSIS9659: Invalid 'username' or 'password'."),
        Row(
            codes: [.resourceNotFound], error: .invalidResource,
            message: "MSIS9602: The received 'resource' parameter is invalid. The authorization server can not find a "
                + "registered resource with the specified identifier."),
        Row(
            codes: [.invalidScope, .unknownScope], error: .invalidScope,
            message:
                "MSIS9603: The received 'scope' parameter is invalid. The authorization server does not support the "
                + "specified scope."),
        Row(
            codes: [.consentRequired], error: .accessDenied,
            message: "MSIS9605: The client is not allowed to access the requested resource."),
        Row(
            codes: [.deviceAuthorizationPending], error: .authorizationPending,
            message: "MSIS9714: The authorization request is still pending as the user has not yet completed the user "
                + "interaction steps."),
    ]
}

extension EntraError {
    /// Whether an operator wrote the message.
    fileprivate var hasLiteralMessage: Bool {
        if case .literal = wording { true } else { false }
    }
}
