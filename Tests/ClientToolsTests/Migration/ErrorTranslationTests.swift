@testable import ClientTools
import Testing

struct ErrorTranslationTests {
    /// ADAL's errors from docs/reference/wire.md#error-response-fields and others of its header.
    static let adal: [(String, code: Int)] = [
        ("101", -42_010), ("200", -50_002), ("202", -42_104), ("203", -50_002), ("204", -42_101), ("205", -42_602),
        ("211", -42_104), ("212", -42_600), ("213", -50_004), ("403", -50_005), ("501", -42_011), ("-1", -42_008),
        ("100", -42_000), ("201", -50_001), ("300", -42_106), ("503", -42_700),
        ("AD_ERROR_SERVER_USER_INPUT_NEEDED", -50_002), ("ad_error_ui_user_cancel", -50_005),
        ("AD_ERROR_TOKENBROKER_INVALID_REDIRECT_URI", -42_011),
    ]

    @Test(arguments: adal)
    func translatesADALErrors(_ text: String, code: Int) throws {
        let translation = try ErrorTranslation.error(text)
        #expect(translation.to.contains("\(code)"), "\(translation.to)")
        #expect(translation.to.contains("-50000") == (code > -50_000 && code != -1), "\(translation.to)")
    }

    static let server: [(String, interactive: Int, silent: Int)] = [
        ("access_denied", -50_005, -50_002), ("ACCESS_DENIED", -50_005, -50_002),
        ("access_denied/tts_denied", -50_005, -50_002), ("interaction_required", -50_002, -50_002),
        ("invalid_grant", -42_004, -50_002), ("invalid_grant/bad_token", -42_004, -50_002),
        ("invalid_grant/transfer_token_expired", -50_005, -50_002),
        ("invalid_grant/insufficient_device_strength", -50_007, -50_002), ("invalid_request", -42_002, -50_002),
        ("invalid_client", -42_003, -42_003), ("invalid_scope", -42_005, -42_005),
        ("unauthorized_client", -42_006, -50_002), ("unauthorized_client/protection_policy_required", -50_004, -50_004),
        ("server_error", -50_006, -50_002), ("login_required", -42_104, -50_002),
        ("consent_required", -42_104, -50_002),
        ("temporarily_unavailable", -42_104, -50_002), ("invalid_resource", -42_104, -50_002),
        ("slow_down", -42_104, -50_002), ("expired_refresh_token", -42_104, -50_002),
        ("unsupported_auth_method", -42_104, -50_002), ("account_selection_required", -42_104, -50_002),
        ("AADSTS50076", -42_004, -50_002), ("50076", -42_004, -50_002), ("aadsts70011", -42_005, -42_005),
        ("AADSTS50142", -50_142, -50_002), ("AADSTS53005", -50_004, -50_004),
    ]

    @Test(arguments: server)
    func translatesServerErrors(_ text: String, interactive: Int, silent: Int) throws {
        let lines = try ErrorTranslation.error(text).to.split(separator: "\n")
        #expect(lines.count == 3)
        #expect(
            lines.first?.contains("(\(interactive))") == true || lines.first?.contains(" \(interactive):") == true,
            "\(lines)")
        #expect(lines.dropFirst().first?.contains("\(silent)") == true, "\(lines)")
    }

    static let msal: [(String, names: [String])] = [
        ("-50002", ["200", "203", "303"]), ("MSALErrorInteractionRequired", ["200", "203", "303"]), ("-50005", ["403"]),
        ("-42011", ["501"]), ("-42104", ["202", "211"]), ("MSALErrorServerProtectionPoliciesRequired", ["213"]),
    ]

    @Test(arguments: msal)
    func translatesMSALErrorsToADAL(_ text: String, codes: [String]) throws {
        let lines = try ErrorTranslation.error(text).to.split(separator: "\n")
        #expect(lines.count == codes.count)
        for (line, code) in zip(lines, codes) { #expect(line.hasSuffix("(\(code))"), "\(lines)") }
    }

    @Test(arguments: ["", "/", "999", "AADSTS", "AADSTS1", "AADSTSx", "-99", "no_error", "AD_ERROR_X", "301", "404"])
    func rejectsTextThatIsNoError(_ text: String) {
        #expect(throws: TranslationFailure.self) { try ErrorTranslation.error(text) }
    }

    /// The codes and names in MSALError.h of MSAL 2.13.0 (native-and-apple D14).
    @Test func knowsEveryPublicCodeByNumberAndName() {
        #expect(MSALError.names.count == 79)
        for (code, name) in MSALError.names {
            for text in [String(code), name, name.uppercased()] {
                do throws(TranslationFailure) {
                    let translation = try ErrorTranslation.error(text)
                    #expect(!translation.to.isEmpty)
                } catch {
                    #expect(error.message.contains("ADAL has no equivalent of \(name) (\(code))"), "\(error)")
                }
            }
        }
        #expect(throws: TranslationFailure.self) { try ErrorTranslation.error("-50009") }
    }

    static let named: [(String, String)] = [
        ("501", "MSALInternalErrorInvalidRedirectURI"), ("100", "MSALInternalErrorInvalidParameter"),
        ("101", "MSALInternalErrorFailedAuthorityValidation"), ("204", "MSALInternalErrorMismatchedUser"),
    ]

    @Test(arguments: named)
    func printsNameInsteadOfMeaning(_ adal: String, _ name: String) throws {
        #expect(try ErrorTranslation.error(adal).to.hasSuffix(": \(name)"))
    }

    /// ADAL reports a required protection policy as 213: after an authorization response whatever the error, elsewhere beside
    /// `unauthorized_client` (native-and-apple D6b).
    @Test(arguments: [
        ("unauthorized_client/protection_policy_required", ["213"]), ("AADSTS53005", ["213"]),
        ("invalid_grant/protection_policy_required", ["213", "202", "200"]),
        ("invalid_grant/bad_token", ["211", "202", "200"]), ("unauthorized_client", ["211", "202", "200"]),
    ])
    func printsADALErrorsOfServerErrors(_ text: String, _ codes: [String]) throws {
        let line = try #require(try ErrorTranslation.error(text).to.split(separator: "\n").last)
        #expect(line.split(separator: "(").dropFirst().map { String($0.prefix(3)) } == codes, "\(line)")
    }

    static let unequalled: [String] = [
        "-50003", "MSALErrorServerDeclinedScopes", "-50000", "msalerrorinternal", "-42007",
        "MSALInternalErrorUnhandledResponse", "-42001", "-42501", "301", "404", "-50008", "-42102", "-42401", "-42404",
        "-42009", "-42745",
    ]

    @Test(arguments: unequalled)
    func reportsErrorsWithoutEquivalent(_ text: String) {
        #expect {
            try ErrorTranslation.error(text)
        } throws: { error in
            guard case .noEqual(let message) = error as? TranslationFailure else { return false }
            return message.contains(" has no equivalent of ")
        }
    }

    static let inner: [(String, to: String)] = [
        ("-50142", "AD_ERROR_SERVER_OAUTH (202), error=invalid_request, with 50142 in error_codes"),
        ("-42004", "AD_ERROR_SERVER_OAUTH (202), error=invalid_grant"),
        ("MSALInternalErrorInvalidScope", "AD_ERROR_SERVER_OAUTH (202), error=invalid_scope"),
        ("-50006", "AD_ERROR_SERVER_OAUTH (202), error=server_error"),
        ("-50007", "AD_ERROR_SERVER_OAUTH (202), error=invalid_grant, suberror=insufficient_device_strength"),
    ]

    @Test(arguments: inner)
    func translatesInternalErrorsToOAuthErrors(_ text: String, to: String) throws {
        #expect(try ErrorTranslation.error(text).to == to)
    }

    @Test func notesEffectsOnTokenCache() throws {
        for (error, word) in [
            ("invalid_grant/bad_token", "refresh token"), ("invalid_grant/user_account_deleted", "All tokens"),
            ("invalid_grant/client_mismatch", "family"), ("invalid_grant/consent_required", "keeps"),
        ] {
            #expect(try ErrorTranslation.error(error).notes.contains { $0.contains(word) })
        }
        #expect(try ErrorTranslation.error("AADSTS65001").notes.contains { $0.contains("suberror=consent_required") })
    }

    @Test func notesThatMSALCodeNeedsItsError() throws {
        let note = try #require(ServerErrorOutcome(error: "invalid_grant", suberror: nil, code: 50_142).elsewhere)
        #expect(note.contains("only together with error=invalid_request") && note.contains("-50142"))
        #expect(ServerErrorOutcome(error: "invalid_request", suberror: nil, code: 50_142).elsewhere == nil)
        #expect(try !ErrorTranslation.error("AADSTS50076").notes.contains { $0.contains("only together") })
    }
}
