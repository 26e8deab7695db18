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
        guard isOwn(error, context) else { return nil }
        let form = try? context.form.get()
        let isRefresh = form?[Parameter.grantType]?.isExactly(Parameter.refreshToken) ?? false
        let own = row(for: error, in: (isRefresh ? refreshRows : codeRows) + rows)
        return JSONWriter.object { json in
            json.field("error", (own?.error ?? error.error).rawValue)
            json.field("error_description", own?.message ?? error.message)
        }
    }

    /// Returns the fields of the redirect for a failure at `/adfs`, or nil elsewhere and for a failure without a text of the
    /// on-premises service. The caller adds `state`.
    static func redirectFields(_ error: EntraError, _ context: RequestContext) -> Form? {
        guard isOwn(error, context), let own = row(for: error, in: rows) else { return nil }
        var fields = Form()
        fields.append("error", own.error.rawValue)
        fields.append("error_description", own.message)
        return fields
    }

    /// Whether the on-premises service reports the failure. A failure of the server itself keeps its own form.
    private static func isOwn(_ error: EntraError, _ context: RequestContext) -> Bool {
        let services = context.services
        return services.isOnPremises && services.directory.onPremises != nil && error.status < 500
    }

    private struct Row {
        let codes: [AADSTS]
        let error: OAuthError
        let message: String
    }

    /// Returns the row of a failure. An operator's name and text of an error remain.
    private static func row(for error: EntraError, in rows: [Row]) -> Row? {
        guard !error.isChosenByName, !error.hasLiteralMessage else { return nil }
        return rows.first { $0.codes.contains(error.code) }
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
            codes: [.consentRequired, .resourceNotListed], error: .accessDenied,
            message: "MSIS9605: The client is not allowed to access the requested resource."),
        Row(
            codes: [.redirectURIDiffersFromAuthorize], error: .invalidRequest,
            message: "MSIS9609: The 'redirect_uri' parameter is invalid. No redirect uri with the specified value is "
                + "registered for the received 'client_id'. "),
        Row(
            codes: [.unsupportedGrantType], error: .unsupportedGrantType,
            message: "MSIS9611: The authorization server does not support the requested 'grant_type'. The "
                + "authorization server only supports 'authorization_code' or 'refresh_token' as the grant type."),
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
