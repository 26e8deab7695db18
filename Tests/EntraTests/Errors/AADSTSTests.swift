import Entra
import Formats
import Testing

struct AADSTSTests {
    @Test(arguments: AADSTS.all)
    func explanationIsInCompleteSentences(_ row: AADSTS) {
        for text in [row.meaning, row.cause, row.fix].compactMap(\.self) {
            #expect(text.hasSuffix(".") && !text.contains("{client") && !text.contains("  "), "\(text)")
        }
    }

    @Test(arguments: AADSTS.all)
    func everyRowHasItsOwnCode(_ row: AADSTS) {
        #expect(AADSTS.all.filter { $0 == row }.count == 1)
        #expect(AADSTS.lookup(row.name) === row && AADSTS.lookup(row.name.asciiLowercased) === row)
    }

    @Test(arguments: AADSTS.catalog)
    func everyRowIsComplete(_ row: AADSTS) {
        #expect(AADSTS.lookup(row.number) === row && AADSTS.lookup(String(row.number)) === row)
        #expect([400, 401, 412, 429, 500, 503].contains(row.status))
        #expect(
            !row.error.rawValue.isEmpty
                && row.error.rawValue.utf8.allSatisfy { $0 == 0x5F || (0x61...0x7A).contains($0) })
        #expect(row.template.utf8.count >= 20 && row.template.utf8.allSatisfy { (0x20...0x7E).contains($0) })
        // The texts of AADSTS399246, which the SDKs compare, and of AADSTS5002738 have no period.
        #expect(
            row.template.last.map { ".}]'".contains($0) || row.template.contains("https://") } == true
                || row.number == 399_246)
    }

    @Test(arguments: AADSTS.catalog)
    func everyPlaceholderIsKnownAndFilled(_ row: AADSTS) {
        let names = row.template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().compactMap {
            $0.split(separator: "}").first
        }
        for name in names {
            #expect(AADSTS.Placeholder(rawValue: String(name)) != nil, "\(name) in \(row.number)")
        }
        let message = EntraError(row, filler).message
        #expect(!message.contains("{") && !message.contains("}"))
        #expect(message.hasPrefix("AADSTS\(row.number): "))
        #expect(message.split(separator: "<filled>", omittingEmptySubsequences: false).count == names.count + 1)
    }

    private let filler: KeyValuePairs<AADSTS.Placeholder, String> = [
        .user: "<filled>", .identityProvider: "<filled>", .clientID: "<filled>", .clientName: "<filled>",
        .tenant: "<filled>", .redirectURI: "<filled>", .expectedRedirectURI: "<filled>", .resource: "<filled>",
        .resourceName: "<filled>", .scope: "<filled>", .parameter: "<filled>", .value: "<filled>",
        .expected: "<filled>", .reason: "<filled>", .allowedMethods: "<filled>", .method: "<filled>",
        .origin: "<filled>", .currentTime: "<filled>", .validFrom: "<filled>", .validUntil: "<filled>",
        .duration: "<filled>", .validResources: "<filled>",
    ]

    @Test func everyPlaceholderIsUsed() {
        let templates = AADSTS.catalog.map(\.template)
        for placeholder in AADSTS.Placeholder.allCases {
            #expect(templates.contains { $0.contains("{\(placeholder.rawValue)}") }, "\(placeholder)")
            #expect(filler.contains { $0.key == placeholder })
        }
    }

    /// Rows whose `error`, status and suberror were observed on the wire.
    static let observed: [(AADSTS, Int, String, Int, String?)] = [
        (.emptyScope, 28003, "invalid_request", 400, nil),
        (.redirectURIMismatch, 50011, "invalid_client", 400, nil),
        (.unknownInstance, 50049, "invalid_instance", 400, nil),
        (.passwordExpired, 50055, "invalid_grant", 400, "user_password_expired"),
        (.noSession, 50058, "login_required", 400, nil),
        (.mfaRequired, 50076, "invalid_grant", 400, "basic_action"),
        (.wrongPassword, 50126, "invalid_grant", 400, nil),
        (.featureNotEnabled, 51000, "invalid_request", 412, nil),
        (.blockedByConditionalAccess, 53003, "invalid_grant", 400, "message_only"),
        (.appProtectionRequired, 53005, "unauthorized_client", 400, "protection_policy_required"),
        (.authorizationCodeRedeemed, 54005, "invalid_grant", 400, nil),
        (.consentRequired, 65001, "invalid_grant", 400, "consent_required"),
        (.consentDeclined, 65004, "access_denied", 400, nil),
        (.unsupportedGrantType, 70003, "unsupported_grant_type", 400, nil),
        (.invalidScope, 70011, "invalid_scope", 400, nil),
        (.deviceAuthorizationPending, 70016, "authorization_pending", 400, nil),
        (.deviceCodeExpired, 70020, "expired_token", 400, nil),
        (.tenantNotFound, 90002, "invalid_request", 400, nil),
        (.tokenForItself, 90009, "invalid_request", 400, nil),
        (.resourceNotFound, 500011, "invalid_resource", 400, nil),
        (.redirectURIDiffersFromAuthorize, 500112, "invalid_client", 400, nil),
        (.assertionAudienceMismatch, 500131, "invalid_grant", 400, nil),
        (.codeVerifierMismatch, 501481, "invalid_grant", 400, nil),
        (.resourceWithoutServicePrincipal, 650052, "invalid_client", 400, nil),
        (.unknownScope, 650053, "invalid_client", 400, nil),
        (.applicationNotFound, 700016, "unauthorized_client", 400, nil),
        (.publicClientWithCredential, 700025, "invalid_client", 401, nil),
        (.malformedClientID, 700038, "unauthorized_client", 400, nil),
        (.idTokenNotEnabled, 700054, "unsupported_response_type", 400, nil),
        (.missingParameter, 900144, "invalid_request", 400, nil),
        (.appOnlyScopeNotDefault, 1002012, "invalid_scope", 400, nil),
        (.invalidClientSecret, 7000215, "invalid_client", 401, nil),
        (.credentialMissing, 7000218, "invalid_client", 401, nil),
        (.expiredClientSecret, 7000222, "invalid_client", 401, nil),
        (.missingServicePrincipal, 7000229, "unauthorized_client", 401, nil),
        (.grantTypeOverCommon, 9001023, "invalid_request", 400, nil),
        (.invalidRequest, 9002313, "invalid_request", 400, nil),
        (.crossOriginWithoutPKCE, 9002325, "invalid_request", 400, nil),
        (.crossOriginNotSPA, 9002326, "invalid_request", 400, nil),
        (.spaWithoutOrigin, 9002327, "invalid_request", 400, nil),
    ]

    @Test(arguments: observed)
    func observedRowMatchesWire(_ row: AADSTS, number: Int, error: String, status: Int, suberror: String?) {
        #expect(row.number == number)
        #expect(row.error.rawValue == error)
        #expect(row.status == status)
        #expect(row.suberror?.rawValue == suberror)
    }

    @Test func omitsErrorURIForSomeCodes() {
        #expect(
            AADSTS.catalog.filter { !$0.hasErrorURI }.map(\.number).sorted() == [
                50059, 54005, 65001, 70003, 70011, 70043, 500181, 501481, 650057, 700025, 700038, 1_002_012, 7_000_012,
                7_000_014, 9_002_327,
            ])
    }

    @Test func findsNoRowForUnknownNumber() {
        #expect(AADSTS.lookup(0) == nil)
        #expect(AADSTS.lookup(.max) == nil)
    }
}
