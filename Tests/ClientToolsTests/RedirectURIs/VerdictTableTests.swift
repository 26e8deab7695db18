import ClientTools
import Testing

/// Checks the verdict table of docs/reference/wire.md#redirect-uri-verdicts line by line: MSAL since 2.0 on a
/// workforce tenant, MSAL on other authorities, the broker, ADAL.
struct VerdictTableTests {
    private static let id = LintRow.clientID
    private static let others: [AuthorityKind] = [.consumers, .b2c, .ciam]

    private static func everywhereElse(
        _ uri: String, _ outcome: LintRow.Outcome, platform: AppPlatform = .ios
    ) -> [LintRow] {
        others.map { LintRow(uri, .msal2, outcome, authority: $0, platform: platform) }
    }

    static let rows: [LintRow] = [
        // msauth.B://auth
        [
            LintRow("msauth.com.contoso.app://auth", .msal2, .yes),
            LintRow("msauth.com.contoso.app://auth", .broker, .yes),
            LintRow("msauth.com.contoso.app://auth", .adal, .yes, reason: "only with embedded credentials"),
        ], everywhereElse("msauth.com.contoso.app://auth", .yes),
        // The same URI with a trailing slash.
        [
            LintRow(
                "msauth.com.contoso.app://auth/", .msal2, .no("-42011"),
                reason: "exactly msauth.com.contoso.app://auth",
                suggestion: "msauth.com.contoso.app://auth"),
            LintRow("msauth.com.contoso.app://auth/", .broker, .no("-42011")),
            LintRow("msauth.com.contoso.app://auth/", .adal, .no("501")),
        ], everywhereElse("msauth.com.contoso.app://auth/", .yes),
        // ADAL's form.
        [
            LintRow("x-scheme://com.contoso.app", .msal2, .yes),
            LintRow("x-scheme://com.contoso.app", .broker, .yes),
            LintRow("x-scheme://com.contoso.app", .adal, .yes, reason: "with and without a broker"),
        ], everywhereElse("x-scheme://com.contoso.app", .yes),
        // The form with the client ID.
        [
            LintRow("msal\(id)://auth", .msal2, .no("-42011"), suggestion: "msauth.com.contoso.app://auth"),
            LintRow("msal\(id)://auth", .broker, .no("-42011")),
            LintRow("msal\(id)://auth", .adal, .no("501")),
        ], everywhereElse("msal\(id)://auth", .yes),
        // A universal link.
        [
            LintRow("https://contoso.com/path", .msal2, .no("-42011"), reason: "cannot redirect to the scheme https"),
            LintRow("https://contoso.com/path", .broker, .no("-42011")),
            LintRow("https://contoso.com/path", .adal, .no("501")),
        ], everywhereElse("https://contoso.com/path", .yes),
        // The second registration for certificates.
        [
            LintRow("msauth://code/msauth.com.contoso.app%3A%2F%2Fauth", .msal2, .no("-42011")),
            LintRow("msauth://code/msauth.com.contoso.app%3A%2F%2Fauth", .broker, .yes, reason: "certificate"),
            LintRow("msauth://code/msauth.com.contoso.app%3A%2F%2Fauth", .entra, .yes),
        ],
        // Another letter case.
        [
            LintRow("msauth.com.Contoso.App://auth", .msal2, .no("-42011"), reason: "letter case"),
            LintRow("msauth.com.Contoso.App://auth", .broker, .no("-42011")),
            LintRow("msauth.com.Contoso.App://auth", .adal, .yes, reason: "only with embedded credentials"),
            LintRow(
                "msauth.com.Contoso.App://auth", .msal2, .yes, authority: .b2c,
                urlSchemes: ["msauth.com.Contoso.App"]),
            LintRow(
                "msauth.com.Contoso.App://auth", .msal2, .no("-42001"), authority: .b2c,
                urlSchemes: ["msauth.com.contoso.app"]),
        ],
        // Loopback addresses and the out-of-band URI.
        ["http://localhost", "http://localhost:8080/x", "urn:ietf:wg:oauth:2.0:oob"].flatMap { uri in
            [
                LintRow(uri, .msal2, .no("-42001")), LintRow(uri, .msal2, .no("-42011"), platform: .macos),
                LintRow(uri, .broker, .no("-42001")),
                LintRow(uri, .adal, .yes, reason: "only with embedded credentials"),
            ] + everywhereElse(uri, .no("-42001")) + everywhereElse(uri, .yes, platform: .macos)
        },
    ].flatMap { $0 }

    @Test(arguments: rows)
    func verdictMatchesTable(_ row: LintRow) { check(row) }
}

/// Checks the verdict of the row and the rules for every verdict.
func check(_ row: LintRow) {
    let verdict = row.verdict
    switch row.outcome {
    case .yes: #expect(verdict.isAccepted, "\(verdict)")
    case .no(let error):
        #expect(!verdict.isAccepted, "\(verdict)")
        #expect(verdict.error?.contains(error) == true, "\(verdict)")
    }
    #expect(verdict.judge == row.judge)
    #expect(row.reason.isEmpty || verdict.reason.contains(row.reason), "\(verdict)")
    #expect(!verdict.reason.isEmpty && !verdict.reason.hasSuffix("."))
    #expect(verdict.isAccepted == (verdict.error == nil), "only what is refused has an error")
    #expect(!verdict.isAccepted || verdict.remedy == nil, "what is accepted needs no remedy")
    if let suggestion = row.suggestion { #expect(verdict.suggestion == suggestion) }
}
