import ClientTools
import Formats
import Testing

/// Checks rows beyond the verdict table: each step of docs/reference/wire.md#redirect-uri-decision, versions,
/// platforms and authorities.
struct LinterTests {
    private static let validURI = "msauth.com.contoso.app://auth"
    private static let id = LintRow.clientID

    /// Step 1: the request has no URI.
    static let implicit: [LintRow] = [
        LintRow("", .msal2, .yes, reason: validURI),
        LintRow("", .msal1, .yes, reason: validURI),
        LintRow("", .msal2, .yes, platform: .macos, urlSchemes: []),
        LintRow("", .msal2, .no("-42001"), urlSchemes: [], reason: "msauth.com.contoso.app is not declared"),
        LintRow("", .msal2, .yes, urlSchemes: ["msauth.com.contoso.app"], queriesSchemes: ["msauthv2", "msauthv3"]),
        LintRow("", .msal2, .no("-42001"), urlSchemes: ["msauth.com.contoso.app"], queriesSchemes: ["msauthv2"]),
        LintRow("", .msal2, .no("-42011"), urlSchemes: ["msal\(id)"], reason: "does not work with a broker"),
        LintRow("", .msal2, .yes, authority: .b2c, urlSchemes: ["msal\(id)"]),
        LintRow("", .msal1, .yes, urlSchemes: ["msal\(id)"], reason: "without a broker"),
        LintRow("", .broker, .no("-42011"), urlSchemes: ["msal\(id)"]),
        LintRow("", .msal2, .no("-42001"), bundleID: nil, reason: "unknown"),
        LintRow("", .adal, .no("100")),
        LintRow("", .entra, .yes, reason: validURI),
        LintRow("", .entra, .no("AADSTS50011"), bundleID: nil),
        LintRow("", .entra, .no("AADSTS50011"), platform: .web),
    ]

    private static let adalCertificate = "x-msauth-contoso%3A%2F%2Fcom.contoso.app"

    /// Step 2: the scheme must belong to the app.
    static let schemes: [LintRow] = [
        LintRow(validURI, .msal2, .yes, urlSchemes: ["other", "msauth.com.contoso.app"]),
        LintRow(validURI, .msal2, .no("-42001"), urlSchemes: ["MSAUTH.com.contoso.app"], reason: "not declared"),
        LintRow(validURI, .msal2, .no("-42001"), urlSchemes: []),
        LintRow(validURI, .msal2, .yes, platform: .macos, urlSchemes: []),
        LintRow(validURI, .msal2, .yes, urlSchemes: [], isAppExtension: true),
        LintRow("https://contoso.com/x", .msal2, .yes, authority: .b2c, urlSchemes: []),
        LintRow("x://com.contoso.app", .msal1, .no("-42001"), urlSchemes: ["y"]),
        LintRow("\(validURI)#x", .msal2, .no("-50000"), reason: "fragment", suggestion: validURI),
        LintRow("\(validURI)#x", .msal2, .no("-42011"), platform: .macos),
        LintRow("auth", .msal2, .no("-42001"), reason: "no scheme"),
        LintRow("auth", .msal2, .no("-42000"), platform: .macos, reason: "no scheme"),
        LintRow("//auth", .msal2, .no("-42001")),
        LintRow("auth", .adal, .no("100")),
        LintRow("http://localhost", .msal2, .yes, authority: .b2c, urlSchemes: ["http"]),
    ]

    /// Steps 3 and 4: the URI must have the broker's form, and the reason table explains why it has not.
    static let forms: [LintRow] = [
        // MSAL takes blanks as no URI (native-and-apple D13a).
        LintRow("   ", .msal2, .yes, platform: .macos, reason: "the default is \(validURI)"),
        LintRow(" ", .msal2, .yes, urlSchemes: ["msauth.com.contoso.app"], reason: "the default is \(validURI)"),
        LintRow("\t", .adal, .no("100"), reason: "no default"),
        // A bundle ID that no scheme can contain (native-and-apple D13c).
        LintRow(
            "msauth.com.my_app://auth", .msal2, .no("-42001"), bundleID: "com.my_app", reason: "cannot have",
            suggestion:
                "the scheme msauth.com.my_app is not valid, because a scheme has only letters, digits, +, - and .: "
                + "set --bundle-id to the bundle id of the built app"),
        LintRow(
            "msauth.$(PRODUCT_BUNDLE_IDENTIFIER)://auth", .msal2, .no("-42001"),
            bundleID: "$(PRODUCT_BUNDLE_IDENTIFIER)",
            reason: "cannot have"),
        // The certificate redirect URI of an ADAL-style app (seed 004, ADAL's README; native-and-apple D8).
        LintRow("msauth://code/\(adalCertificate)", .broker, .yes, reason: "x-msauth-contoso://com.contoso.app"),
        LintRow("msauth://code/\(adalCertificate)", .broker, .yes, bundleID: nil),
        LintRow("msauth://code/\(adalCertificate.lowercased())", .broker, .yes),
        LintRow(
            "msauth://code/\(adalCertificate)", .msal2, .no("-42011"), suggestion: "x-msauth-contoso://com.contoso.app"),
        LintRow("msauth://code/\(adalCertificate)", .broker, .no("-42011"), bundleID: "com.other"),
        LintRow("msauth://code/https%3A%2F%2Fcontoso.com", .broker, .no("-42011")),
        LintRow("msauth://code/", .broker, .no("-42011")),
        LintRow("msauth.com.contoso.other://auth", .msal2, .no("-42011"), reason: "is not com.contoso.app"),
        LintRow("msauth.com.contoso.app://other", .msal2, .no("-42011"), reason: "\"other\" and must be \"auth\""),
        LintRow("msauth.com.contoso.app:auth", .msal2, .no("-42011"), reason: "is missing"),
        LintRow("contoso:auth", .msal2, .no("-42011"), reason: "no host"),
        LintRow("contoso://auth", .msal2, .no("-42011"), reason: "the URI is not \(validURI)"),
        LintRow("contoso://auth", .msal1, .yes, reason: "not with a broker"),
        LintRow("contoso://auth", .msal2, .yes, authority: .consumers),
        LintRow("contoso://auth", .msal2, .no("-42011"), authority: .consumersByID),
        LintRow("contoso://COM.contoso.app", .msal2, .no("-42011")),
        LintRow("contoso://com.contoso.app/path", .msal2, .yes),
        LintRow("contoso://com.contoso.app:1", .broker, .yes),
        LintRow(
            "contoso://com.contoso.app", .msal2, .no("-42011"), bundleID: nil,
            reason: "if the bundle id is com.contoso.app"),
        LintRow(validURI, .msal2, .yes, bundleID: nil),
        LintRow("\(validURI)?x=1", .msal2, .no("-42011"), suggestion: validURI),
        LintRow("https://com.contoso.app", .msal2, .yes),
        LintRow("urn:ietf:wg:oauth:2.0:oob", .msal2, .no("-42011"), platform: .macos, reason: "out-of-band"),
        LintRow("http://127.0.0.1", .broker, .no("-42011"), platform: .macos, reason: "the scheme http"),
        LintRow("msauth://code/msauth.com.other%3A%2F%2Fauth", .broker, .no("-42011"), reason: "\"code\""),
        LintRow("msauth://code/\(validURI)", .broker, .yes, urlSchemes: ["msauth"]),
        LintRow("msauth://code/msauth.com.contoso.app%3A%2F%2Fauth", .broker, .no("-42001"), urlSchemes: []),
        LintRow("msauth://code/msauth.com.contoso.app%3A%2F%2Fauth", .msal2, .no("-42011"), authority: .b2c),
        LintRow("msauth://auth", .msal2, .no("-42011"), reason: "is not com.contoso.app"),
        LintRow("msauth.://auth", .msal2, .no("-42011"), bundleID: nil, suggestion: "msauth.[BUNDLE_ID]://auth"),
    ]

    /// Step 5: the app must be able to query the broker.
    static let queries: [LintRow] = [
        LintRow(validURI, .msal2, .yes, queriesSchemes: ["msauthv3", "msauthv2"]),
        LintRow(validURI, .msal2, .no("-42001"), queriesSchemes: [], reason: "msauthv2 and msauthv3"),
        LintRow(validURI, .msal1, .no("-42001"), queriesSchemes: ["msauthv2"], reason: "lacks msauthv3"),
        LintRow(validURI, .broker, .no("-42001"), queriesSchemes: ["MSAUTHV2", "msauthv3"], reason: "lacks msauthv2"),
        LintRow(validURI, .msal2, .yes, platform: .macos, queriesSchemes: []),
        LintRow("contoso://auth", .msal1, .yes, queriesSchemes: []),
        LintRow("contoso://auth", .msal2, .yes, authority: .b2c, queriesSchemes: []),
        LintRow(
            "x://com.contoso.app", .adal, .yes, queriesSchemes: ["msauth", "msauthv3"],
            reason: "with and without a broker"),
        LintRow("x://com.contoso.app", .adal, .yes, queriesSchemes: ["msauthv2", "msauthv3"], reason: "lacks msauth"),
        LintRow("x://com.contoso.app", .adal, .yes, urlSchemes: [], reason: "x is not declared"),
        LintRow(
            "x://com.contoso.app", .adal, .yes, platform: .macos, queriesSchemes: [],
            reason: "with and without a broker"),
    ]

    /// Rows that depend on the version and the authority.
    static let authorities: [LintRow] = [
        LintRow("https://contoso.com/x", .msal1, .yes, reason: "universal link"),
        LintRow("msal\(id)://auth", .msal1, .yes),
        LintRow("msauth.com.contoso.app://auth/", .msal1, .yes),
        LintRow("contoso://auth", .msal2, .no("-42011"), authority: .common),
        LintRow("contoso://auth", .msal2, .no("-42011"), authority: .organizations),
        LintRow("contoso://auth", .msal2, .yes, authority: .ciam),
        LintRow(validURI, .msal2, .no("-42000"), authority: .adfs, reason: "ADFS"),
        LintRow(validURI, .msal1, .no("-42000"), authority: .adfs),
        LintRow(validURI, .adal, .yes, authority: .adfs),
        LintRow(validURI, .broker, .yes, authority: .b2c, reason: "never uses a broker"),
        LintRow(validURI, .broker, .yes, authority: .consumers),
    ]

    /// Rows of other platforms.
    static let platforms: [LintRow] = [
        LintRow("msauth://com.contoso.app/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D", .msal2, .yes, platform: .android),
        LintRow("msauth://com.contoso.app/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D", .broker, .yes, platform: .android),
        // With the default configuration MSAL for Android compares the hash after its own package name
        // (PublicClientApplicationConfiguration.verifyRedirectUriWithAppSignature).
        LintRow(
            "msauth://com.contoso.app/ga0RGNYHvNM5d0SLGQfpQWAPGJ8=", .msal2, .no("validation"), platform: .android,
            reason: "percent-encoded"),
        LintRow(
            "msauth://com.contoso.app/ga0RGNYHvNM5d0/LGQfpQWAPGJ8%3D", .msal2, .no("validation"), platform: .android),
        LintRow("msauth://com.contoso.app/", .msal1, .no("validation"), platform: .android, reason: "is missing"),
        LintRow(
            "msauth://com.contoso.app/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D#x", .msal2, .no("validation"), platform: .android),
        LintRow(
            "msauth://COM.contoso.app/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D", .msal2, .yes, platform: .android,
            reason: "broker off"),
        // For any other URI, MSAL for Android only switches the broker off (native-and-apple D9).
        LintRow("https://contoso.com/app", .msal1, .yes, platform: .android, reason: "broker off"),
        LintRow("https://contoso.com/app", .broker, .no("validation"), platform: .android),
        LintRow("http://localhost", .msal2, .yes, platform: .android),
        LintRow("msauth://com.other.app/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D", .msal2, .yes, platform: .android),
        LintRow("msauth://com.contoso.app", .msal1, .yes, platform: .android, reason: "is missing"),
        LintRow(
            "msauth:///ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D", .msal2, .no("IllegalArgumentException"), platform: .android),
        LintRow("com.contoso.app", .msal2, .no("malformed"), platform: .android),
        LintRow("msauth://com.contoso.app/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3d", .broker, .yes, platform: .android),
        LintRow("msauth://com.contoso.app", .broker, .no("validation"), platform: .android, reason: "is missing"),
        LintRow("msauth://com.contoso.app/abc", .msal2, .no("validation"), platform: .android, reason: "SHA-1"),
        LintRow(
            "msauth://com.other/ga0RGNYHvNM5d0SLGQfpQWAPGJ8%3D", .adal, .no("REDIRECTURI_INVALID"), platform: .android),
        LintRow(
            "msauth://com.contoso.app/ga0RGNYHvNM5d0/L+QfpQWAPGJ8=", .broker, .no("validation"), platform: .android,
            suggestion: "msauth://com.contoso.app/ga0RGNYHvNM5d0%2FL%2BQfpQWAPGJ8%3D"),
        LintRow("contoso://auth", .msal2, .yes, platform: .android, reason: "without a broker"),
        LintRow("contoso://auth", .broker, .no("validation"), platform: .android),
        LintRow("contoso:auth", .msal2, .no("malformed"), platform: .android),
        LintRow("https://app.example/cb", .msal2, .yes, platform: .spa, reason: "registered under spa"),
        LintRow("https://app.example/cb", .msal2, .yes, platform: .web),
        LintRow("http://localhost:3000/", .msal1, .yes, platform: .spa),
        LintRow(
            "https://app.example/cb#x", .msal2, .no("AADSTS50011"), platform: .spa, suggestion: "https://app.example/cb"
        ),
        LintRow(validURI, .msal2, .no("AADSTS50011"), platform: .spa),
        LintRow(validURI, .adal, .no("AADSTS50011"), platform: .web),
        LintRow("https://app.example/cb", .broker, .no("-42011"), platform: .spa, reason: "no broker"),
    ]

    /// Rows that follow Entra's registration rules.
    static let registrations: [LintRow] = [
        LintRow(validURI, .entra, .yes),
        LintRow(validURI, .entra, .no("AADSTS50011"), platform: .spa, reason: "custom scheme"),
        LintRow(
            validURI, .entra, .no("AADSTS50011"), platform: .web, suggestion: "register the URI under publicClient"),
        LintRow("http://app.example/cb", .entra, .no("AADSTS50011"), suggestion: "https://app.example/cb"),
        LintRow("http://localhost", .entra, .yes),
        LintRow("app.example", .entra, .no("AADSTS90102"), suggestion: validURI),
        LintRow("https://app.example/?x=1", .entra, .yes, authority: .organizations),
        LintRow(
            "https://app.example/?x=1", .entra, .no("AADSTS50011"), authority: .common,
            suggestion: "https://app.example/"),
        LintRow("https://app.example/#x", .entra, .no("AADSTS50011"), suggestion: "https://app.example/"),
        LintRow("https://*.contoso.com/", .entra, .yes, platform: .web),
        LintRow("https://*.contoso.com/", .entra, .no("AADSTS50011"), authority: .consumers, platform: .web),
        LintRow("https://*.contoso.com/", .entra, .no("AADSTS50011"), authority: .consumersByID, platform: .web),
        LintRow("javascript:alert", .entra, .no("AADSTS50011")),
        LintRow("https://app.example/(x)", .entra, .no("AADSTS50011"), suggestion: "percent-encode the character"),
        LintRow("contoso:", .entra, .no("AADSTS50011"), reason: "nothing after"),
    ]

    @Test(arguments: implicit)
    func missingURIMeansDefaultURI(_ row: LintRow) { check(row) }

    @Test(arguments: schemes)
    func schemeMustBelongToApp(_ row: LintRow) { check(row) }

    @Test(arguments: forms)
    func brokerURIMustMatchExactly(_ row: LintRow) { check(row) }

    @Test(arguments: queries)
    func appMustDeclareBrokerQueries(_ row: LintRow) { check(row) }

    @Test(arguments: authorities)
    func verdictDependsOnVersionAndAuthority(_ row: LintRow) { check(row) }

    @Test(arguments: platforms)
    func otherPlatformsHaveOwnRules(_ row: LintRow) { check(row) }

    @Test(arguments: registrations)
    func registrationFollowsEntraRules(_ row: LintRow) { check(row) }

    @Test func reportsEverySDKOfPlatform() {
        #expect(RedirectURIJudge.on(.ios) == [.msal1, .msal2, .broker, .adal, .entra])
        #expect(RedirectURIJudge.on(.spa) == [.msal1, .msal2, .adal, .entra])
        let verdicts = RedirectURILinter.verdicts(RedirectURICandidate(uri: "x"), by: RedirectURIJudge.on(.android))
        #expect(verdicts.map(\.judge) == RedirectURIJudge.allCases)
    }

    @Test func writesVerdictAsJSON() {
        let subject = [JSONValue.Member("uri", .string("u"))]
        let rejected = LintRow("\(LinterTests.validURI)/", .msal2, .no("")).verdict.json(of: subject)
        #expect(rejected.object?.map(\.name) == ["uri", "sdk", "accepted", "reason", "error", "suggestion"])
        #expect(rejected["accepted"] == .bool(false))
        #expect(rejected["suggestion"]?.string == LinterTests.validURI)
        let accepted = LintRow(LinterTests.validURI, .msal2, .yes).verdict.json(of: subject)
        #expect(accepted["error"] == .null && accepted["suggestion"] == .null)
    }

    /// The linter handles every text, and it accepts every URI that it suggests.
    @Test func acceptsEverySuggestedURI() {
        let rows =
            VerdictTableTests.rows + LinterTests.forms + LinterTests.schemes + LinterTests.authorities
            + LinterTests.registrations
        for row in rows where row.bundleID != nil {
            guard case .uri(let uri) = row.verdict.remedy else { continue }
            var candidate = RedirectURICandidate(uri: uri)
            candidate.bundleID = row.bundleID
            candidate.authority = row.authority
            candidate.platform = row.platform
            #expect(RedirectURILinter.verdict(candidate, by: row.judge).isAccepted, "\(row.uri) → \(uri)")
        }
    }
}
