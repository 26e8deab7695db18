import Entra
import Formats

/// The outcome of an OAuth error of the server in MSAL and in ADAL (docs/reference/wire.md#oauth-error-mapping,
/// docs/reference/wire.md#error-response-fields).
struct ServerErrorOutcome {
    let error: String
    let suberror: String?
    /// The AADSTS code in `error_codes`, or nil if it is not known.
    var code: Int?

    /// The outcome of a call with pages, from the first matching row.
    var interactive: MSALError {
        ServerErrorOutcome.rows.first {
            $0.error.isExactlyIgnoringASCIICase(error) && ($0.suberror == nil || isSuberror($0.suberror))
                && ($0.code == nil || $0.code == code)
        }?.msal ?? .inside(-42_104)
    }

    /// The errors of ADAL from the authorization endpoint, the token endpoint and a silent request
    /// (docs/reference/wire.md#adal-error-codes). After an authorization response the suberror decides alone.
    var adal: String {
        let isPolicy = isSuberror("protection_policy_required")
        let policy = "AD_ERROR_SERVER_PROTECTION_POLICY_REQUIRED (213)"
        if isPolicy, error.isExactlyIgnoringASCIICase("unauthorized_client") {
            return "\(policy) from authorize, from token and from a silent request"
        }
        return (isPolicy ? policy : "AD_ERROR_SERVER_AUTHORIZATION_CODE (211)")
            + " from authorize, AD_ERROR_SERVER_OAUTH (202) from token, AD_ERROR_SERVER_USER_INPUT_NEEDED (200) from a silent "
            + "request"
    }

    /// A note about the outcome that MSAL has for the code only in combination with another error, or nil.
    var elsewhere: String? {
        ServerErrorOutcome.rows.first { $0.code != nil && $0.code == code && $0.msal != interactive }.map {
            "In a token response, MSAL evaluates this code only together with error=\($0.error): \($0.msal.text)."
        }
    }

    /// The outcome of acquireTokenSilent. Every error becomes interaction required, with three exceptions.
    var silent: MSALError {
        let isOwn = ["invalid_scope", "invalid_client"].contains { $0.isExactlyIgnoringASCIICase(error) }
        let isPolicy = interactive == .protectionPoliciesRequired
        return isOwn || isPolicy ? interactive : .interactionRequired
    }

    /// The effect of the error on the tokens in the caches of MSAL and ADAL, or nil.
    var effect: String? {
        guard error.isExactlyIgnoringASCIICase("invalid_grant") else { return nil }
        return switch suberror?.asciiLowercased {
        case "bad_token": "The refresh token is deleted from the cache."
        case "user_account_deleted": "All tokens of the account are deleted from the cache."
        case "client_mismatch": "The family refresh token is not tried again for this application."
        case "consent_required":
            "ADAL keeps the refresh token; on any other invalid_grant, ADAL deletes the refresh token."
        default: nil
        }
    }

    private func isSuberror(_ other: String?) -> Bool {
        guard let other, let suberror else { return false }
        return other.isExactlyIgnoringASCIICase(suberror)
    }

    private struct Row: Sendable {
        let error: String
        let suberror: String?
        /// The AADSTS code that must be in `error_codes` of the token endpoint's response, or nil.
        let code: Int?
        let msal: MSALError

        init(_ error: String, _ suberror: String?, code: Int? = nil, _ msal: MSALError) {
            self.error = error
            self.suberror = suberror
            self.code = code
            self.msal = msal
        }

        var text: String {
            "error=\(error)" + (suberror.map { ", suberror=\($0)" } ?? "")
                + (code.map { ", with \($0) in error_codes" } ?? "")
        }
    }

    private static let rows: [Row] = [
        Row("access_denied", nil, .userCanceled),
        Row("tokentransferfailedotc", nil, .userCanceled),
        Row("interaction_required", nil, .interactionRequired),
        Row("invalid_grant", "transfer_token_expired", .userCanceled),
        Row("invalid_grant", "insufficient_device_strength", .insufficientDeviceStrength),
        Row("invalid_grant", nil, .inside(-42_004)),
        Row("invalid_request", nil, code: 50_142, .passwordResetRequired),
        Row("invalid_request", nil, .inside(-42_002)),
        Row("invalid_client", nil, .inside(-42_003)),
        Row("invalid_scope", nil, .inside(-42_005)),
        Row("unauthorized_client", "protection_policy_required", .protectionPoliciesRequired),
        Row("unauthorized_client", nil, .inside(-42_006)),
        Row("server_error", nil, .serverError),
        Row("login_required", nil, .inside(-42_104)),
        Row("consent_required", nil, .inside(-42_104)),
        Row("temporarily_unavailable", nil, .inside(-42_104)),
    ]

    /// Returns the OAuth errors that become the MSAL error with the code or name, in a call with pages.
    static func errors(behind msal: String) -> [String] {
        rows.filter { $0.msal.isNamed(msal) }.map(\.text)
    }

    /// The errors of the standards and of native authentication that no row of the table or the catalog has. MSAL treats them,
    /// like every error without a row, as -42104.
    private static let others = [
        "slow_down", "expired_refresh_token", "unsupported_auth_method", "authorization_pending", "expired_token",
        "account_selection_required", "invalid_request_uri", "invalid_request_object", "request_not_supported",
        "request_uri_not_supported", "registration_not_supported", "unsupported_response_type",
        "unsupported_grant_type",
        "unsupported_token_type", "invalid_target", "invalid_token", "insufficient_scope", "invalid_dpop_proof",
        "use_dpop_nonce", "unmet_authentication_requirements", "insufficient_user_authentication",
    ]

    /// All errors of the table, of the catalog and of the standards.
    static let knownErrors: [String] = {
        var names = rows.map(\.error)
        for name in AADSTS.catalog.map(\.error.rawValue) + others where !names.containsExactly(name) {
            names.append(name)
        }
        return names
    }()
}
