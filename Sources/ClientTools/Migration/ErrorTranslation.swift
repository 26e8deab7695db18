import Entra
import Formats

/// The translation between the errors of ADAL, of MSAL and of the server.
package enum ErrorTranslation {
    /// Translates an ADAL error (`200`, `AD_ERROR_…`), an MSAL error (`-50002`, `MSALErrorInteractionRequired`), an OAuth error
    /// with or without its suberror (`invalid_grant`, `invalid_grant/bad_token`), or an AADSTS code. Throws `malformed` for an
    /// unknown error, and `noEqual` for an error without an equivalent.
    package static func error(_ text: String) throws(TranslationFailure) -> Translation {
        if let adal = ADALError.named(text) { return try ofADAL(adal, text) }
        if let number = aadsts(text) {
            guard let row = AADSTS.lookup(number) else {
                throw .malformed("AADSTS\(number) is not in the error catalog")
            }
            return ofRow(row, text)
        }
        if let msal = MSALError.named(text) { return try ofMSAL(msal, text) }
        return try ofServer(text)
    }

    private static func ofADAL(_ adal: ADALError, _ text: String) throws(TranslationFailure) -> Translation {
        guard let msal = adal.msal else { throw .noEqual("MSAL has no equivalent of \(adal.text). \(adal.note ?? "")") }
        var notes = adal.note.map { [$0] } ?? []
        if msal.internalCode != nil {
            notes.append("The code of the NSError is -50000; the userInfo of the NSError contains the other number.")
        }
        return Translation("error", text, to: msal.text, notes: notes)
    }

    /// Translates an MSAL error to ADAL's errors. An MSAL error that only reports an OAuth error becomes ADAL's 202 with the same
    /// OAuth error.
    private static func ofMSAL(_ msal: MSALError, _ text: String) throws(TranslationFailure) -> Translation {
        let adal = ADALError.all.filter { $0.msal?.isNamed(text) == true }
        guard adal.isEmpty else {
            return Translation(
                "error", text, to: adal.map(\.text).joined(separator: "\n"), notes: adal.compactMap(\.note))
        }
        let errors = ServerErrorOutcome.errors(behind: text)
        guard !errors.isEmpty, let oauth = ADALError.named("AD_ERROR_SERVER_OAUTH") else {
            throw .noEqual("ADAL has no equivalent of \(msal.text).\(withoutEqual[msal.code].map { " \($0)" } ?? "")")
        }
        return Translation("error", text, to: errors.map { "\(oauth.text), \($0)" }.joined(separator: "\n"))
    }

    /// The reasons why an MSAL error has no equivalent, if they are not obvious.
    private static let withoutEqual: [Int: String] = [
        -50_000: "Translate the number under MSALInternalErrorCodeKey in the userInfo of the NSError instead.",
        -50_003: "ADAL does not use scopes, so the server cannot decline any.",
    ]

    private static func ofRow(_ row: AADSTS, _ text: String) -> Translation {
        let outcome = ServerErrorOutcome(
            error: row.error.rawValue, suberror: row.suberror?.rawValue, code: row.number)
        var notes = [
            "The server returns AADSTS\(row.number) as error=\(row.error.rawValue)"
                + "\(row.suberror.map { ", suberror=\($0.rawValue)" } ?? "")."
        ]
        if let elsewhere = outcome.elsewhere { notes.append(elsewhere) }
        return translation(outcome, text, notes)
    }

    private static func ofServer(_ text: String) throws(TranslationFailure) -> Translation {
        let parts = text.pieces(separatedBy: "/", atMost: 2)
        guard let error = parts.first,
            ServerErrorOutcome.knownErrors.contains(where: { $0.isExactlyIgnoringASCIICase(error) })
        else {
            throw .malformed(
                "\(text) is not an error of ADAL (200, AD_ERROR_SERVER_USER_INPUT_NEEDED), of MSAL (-50002) or of the "
                    + "server (invalid_grant, invalid_grant/bad_token, AADSTS50076)")
        }
        let outcome = ServerErrorOutcome(error: error, suberror: parts.count > 1 ? parts[1] : nil)
        return translation(outcome, text, [])
    }

    private static func translation(
        _ outcome: ServerErrorOutcome, _ text: String, _ notes: [String]
    ) -> Translation {
        let lines = [
            "acquireToken        \(outcome.interactive.text)",
            "acquireTokenSilent  \(outcome.silent.text)",
            "ADAL                \(outcome.adal)",
        ]
        return Translation(
            "error", text, to: lines.joined(separator: "\n"),
            notes: notes + (outcome.effect.map { [$0] } ?? []))
    }

    /// Returns the number of `AADSTS50076`, or of five or more digits alone.
    private static func aadsts(_ text: String) -> Int? {
        let prefix = "AADSTS"
        if text.utf8.count > prefix.utf8.count, text.firstScalars(prefix.utf8.count).isExactlyIgnoringASCIICase(prefix)
        {
            return ASCII.decimal(text.utf8.dropFirst(prefix.utf8.count))
        }
        return text.utf8.count >= 5 ? ASCII.decimal(text.utf8) : nil
    }
}

/// An error of ADAL for iOS and macOS with its equivalent in MSAL (docs/reference/wire.md#error-response-fields).
struct ADALError: Sendable {
    let code: Int
    let name: String
    /// The equivalent, or nil if MSAL has none. `note` then says why.
    let msal: MSALError?
    let note: String?

    init(_ code: Int, _ name: String, _ msal: MSALError?, _ note: String? = nil) {
        self.code = code
        self.name = name
        self.msal = msal
        self.note = note
    }

    var text: String { "\(name) (\(code))" }

    private static let silentFirst =
        "On this error, call acquireToken. No other error requires that call, whatever the OAuth error is."
    private static let byOAuthError =
        "The MSAL error depends on the OAuth error: pass the OAuth error to understudy migrate --error."

    static let all: [ADALError] = [
        ADALError(-1, "AD_ERROR_UNEXPECTED", .inside(-42_008)),
        ADALError(100, "AD_ERROR_DEVELOPER_INVALID_ARGUMENT", .inside(-42_000)),
        ADALError(
            101, "AD_ERROR_DEVELOPER_AUTHORITY_VALIDATION", .inside(-42_010),
            "Instead of validateAuthority=NO, list a custom host in knownAuthorities."),
        ADALError(200, "AD_ERROR_SERVER_USER_INPUT_NEEDED", .interactionRequired, silentFirst),
        ADALError(201, "AD_ERROR_SERVER_WPJ_REQUIRED", .workplaceJoinRequired),
        ADALError(202, "AD_ERROR_SERVER_OAUTH", .inside(-42_104), byOAuthError),
        ADALError(
            203, "AD_ERROR_SERVER_REFRESH_TOKEN_REJECTED", .interactionRequired,
            "acquireTokenSilent reports every OAuth error as this error, except invalid_scope, invalid_client and "
                + "protection_policy_required."),
        ADALError(
            204, "AD_ERROR_SERVER_WRONG_USER", .inside(-42_101),
            "MSAL's acquireToken does not check which user signs in: compare the account in the result."),
        ADALError(205, "AD_ERROR_SERVER_NON_HTTPS_REDIRECT", .inside(-42_602)),
        ADALError(206, "AD_ERROR_SERVER_INVALID_ID_TOKEN", .inside(-42_600)),
        ADALError(
            207, "AD_ERROR_SERVER_MISSING_AUTHENTICATE_HEADER", nil, "ADAuthenticationParameters has no equivalent."),
        ADALError(
            208, "AD_ERROR_SERVER_AUTHENTICATE_HEADER_BAD_FORMAT", nil, "ADAuthenticationParameters has no equivalent."),
        ADALError(
            209, "AD_ERROR_SERVER_UNAUTHORIZED_CODE_EXPECTED", nil, "ADAuthenticationParameters has no equivalent."),
        ADALError(210, "AD_ERROR_SERVER_UNSUPPORTED_REQUEST", .inside(-42_002)),
        ADALError(211, "AD_ERROR_SERVER_AUTHORIZATION_CODE", .inside(-42_104), byOAuthError),
        ADALError(212, "AD_ERROR_SERVER_INVALID_RESPONSE", .inside(-42_600)),
        ADALError(
            213, "AD_ERROR_SERVER_PROTECTION_POLICY_REQUIRED", .protectionPoliciesRequired,
            "The userInfo of the NSError contains the UPN and the home account id for Intune."),
        ADALError(
            300, "AD_ERROR_CACHE_MULTIPLE_USERS", .inside(-42_106),
            "Every acquireTokenSilent call of MSAL requires an account."),
        ADALError(301, "AD_ERROR_CACHE_VERSION_MISMATCH", nil, "The keychain is MSAL's only cache."),
        ADALError(302, "AD_ERROR_CACHE_BAD_FORMAT", nil, "The keychain is MSAL's only cache."),
        ADALError(303, "AD_ERROR_CACHE_NO_REFRESH_TOKEN", .interactionRequired, silentFirst),
        ADALError(400, "AD_ERROR_UI_MULTLIPLE_INTERACTIVE_REQUESTS", .inside(-42_402)),
        ADALError(401, "AD_ERROR_UI_NO_MAIN_VIEW_CONTROLLER", .inside(-42_403)),
        ADALError(402, "AD_ERROR_UI_NOT_SUPPORTED_IN_APP_EXTENSION", .inside(-42_405)),
        ADALError(
            403, "AD_ERROR_UI_USER_CANCEL", .userCanceled,
            "MSAL also reports error=access_denied from the server as this error."),
        ADALError(404, "AD_ERROR_UI_NOT_ON_MAIN_THREAD", nil, "MSAL switches to the main thread itself."),
        ADALError(500, "AD_ERROR_TOKENBROKER_UNKNOWN", .inside(-42_711)),
        ADALError(
            501, "AD_ERROR_TOKENBROKER_INVALID_REDIRECT_URI", .inside(-42_011),
            "MSAL reports this error at initialization; understudy lint redirect-uri explains the reason."
        ),
        ADALError(502, "AD_ERROR_TOKENBROKER_RESPONSE_HASH_MISMATCH", .inside(-42_707)),
        ADALError(503, "AD_ERROR_TOKENBROKER_RESPONSE_NOT_RECEIVED", .inside(-42_700)),
        ADALError(504, "AD_ERROR_TOKENBROKER_FAILED_TO_CREATE_KEY", .inside(-42_708)),
        ADALError(505, "AD_ERROR_TOKENBROKER_DECRYPTION_FAILED", .inside(-42_706)),
        ADALError(506, "AD_ERROR_TOKENBROKER_NOT_A_BROKER_RESPONSE", .inside(-42_705)),
        ADALError(507, "AD_ERROR_TOKENBROKER_NO_RESUME_STATE", .inside(-42_701)),
        ADALError(508, "AD_ERROR_TOKENBROKER_BAD_RESUME_STATE", .inside(-42_702)),
        ADALError(509, "AD_ERROR_TOKENBROKER_MISMATCHED_RESUME_STATE", .inside(-42_703)),
        ADALError(510, "AD_ERROR_TOKENBROKER_HASH_MISSING", .inside(-42_704)),
        ADALError(511, "AD_ERROR_TOKENBROKER_NOT_SUPPORTED_IN_EXTENSION", .inside(-42_405)),
    ]

    /// Returns the error with the number or name, ignoring ASCII case.
    static func named(_ text: String) -> ADALError? {
        all.first { String($0.code).isExactly(text) || $0.name.isExactlyIgnoringASCIICase(text) }
    }
}
