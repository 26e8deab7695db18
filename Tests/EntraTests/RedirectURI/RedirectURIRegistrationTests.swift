import Entra
import Formats
import Testing

struct RedirectURIRegistrationTests {
    static let rows: [(String, SignInAudience, RedirectURIRegistration.Problem?)] = [
        ("web https://app.example/cb", .myOrg, nil),
        ("spa https://localhost:3000/", .myOrg, nil),
        ("web http://localhost:5000/signin-oidc", .orgsAndPersonal, nil),
        ("spa http://127.0.0.1/cb", .myOrg, nil),
        ("public http://localhost", .myOrg, nil),
        ("public msauth.com.contoso.app1://auth", .orgsAndPersonal, nil),
        ("public msauth://code/msauth.com.contoso.app1%3A%2F%2Fauth", .myOrg, nil),
        ("public ms-appx-web://microsoft.aad.brokerplugin/0000-1", .myOrg, nil),
        ("public https://login.microsoftonline.com/common/oauth2/nativeclient", .orgsAndPersonal, nil),
        ("public urn:ietf:wg:oauth:2.0:oob", .myOrg, nil),
        ("spa brk-multihub://app.example", .myOrg, nil),
        ("web https://*.contoso.com/x", .multipleOrgs, nil),
        ("web https://app.example/cb?x=1", .multipleOrgs, nil),
        ("web https://a.test/" + String(repeating: "a", count: 238), .myOrg, .none),
        ("web https://a.test/" + String(repeating: "a", count: 242), .myOrg, .tooLong),
        ("web app.example/cb", .myOrg, .notAbsolute),
        ("web //app.example/cb", .myOrg, .notAbsolute),
        ("web https://app.example/cb#x", .myOrg, .fragment),
        ("web https://bücher.example/", .myOrg, .characters),
        ("web https://user@app.example/", .myOrg, .authority),
        ("web https://app.example:0/", .myOrg, .authority),
        ("public http://[::1]:8400/", .myOrg, .authority),
        ("web https://app.example/c b", .myOrg, .characters),
        ("web https://app.example/cb;x", .myOrg, .unsupportedCharacter),
        ("web https://app.example/(cb)", .myOrg, .unsupportedCharacter),
        ("web https://app.example/$", .myOrg, .unsupportedCharacter),
        ("public javascript:alert", .myOrg, .dangerousScheme),
        ("public JavaScript:alert", .myOrg, .dangerousScheme),
        ("public data:text/html", .myOrg, .dangerousScheme),
        ("web http://app.example/cb", .myOrg, .httpNotLoopback),
        ("public http://app.example/cb", .myOrg, .httpNotLoopback),
        ("web http://localhost.evil.test/", .myOrg, .httpNotLoopback),
        ("web msauth.com.contoso.app1://auth", .myOrg, .customSchemeNotPublic),
        ("spa x-contoso://com.contoso.app", .myOrg, .customSchemeNotPublic),
        ("web brk-multihub://app.example", .myOrg, .customSchemeNotPublic),
        ("web https://*.contoso.com/x", .orgsAndPersonal, .wildcardWithPersonalAccounts),
        ("web https://*.com/x", .myOrg, .wildcard),
        ("web https://*.contoso.com/x?y=1", .myOrg, .wildcard),
        ("web https://a*.contoso.com/x", .myOrg, .wildcard),
        ("web https://*.*.contoso.com/x", .myOrg, .wildcard),
        ("web https://app.example/*", .myOrg, nil),
        ("spa https://app.example/auth/*", .multipleOrgs, nil),
        ("web https://app.example/*", .orgsAndPersonal, .wildcardWithPersonalAccounts),
        ("web https://app.example/*/x", .myOrg, .wildcard),
        ("web https://app.example/x*", .myOrg, .wildcard),
        ("web https://app.example/*?x=1", .myOrg, .wildcard),
        ("web http://localhost/*", .myOrg, .wildcard),
        ("web https://*.contoso.com/*", .multipleOrgs, .wildcard),
        ("public contoso://*.contoso.com", .myOrg, .wildcard),
        ("web https:///cb", .myOrg, .noHost),
        ("web https:cb", .myOrg, .noHost),
        ("public contoso:", .myOrg, .nothingAfterScheme),
        ("web https://app.example\\cb", .myOrg, .characters),
        ("web https://app.example/cb?x=1", .orgsAndPersonal, .queryWithPersonalAccounts),
        ("web https://app.example/cb?x=1", .personalOnly, .queryWithPersonalAccounts),
    ]

    @Test(arguments: rows)
    func acceptsEntryOrReportsProblem(
        _ entry: String, audience: SignInAudience, problem: RedirectURIRegistration.Problem?
    ) {
        #expect(RedirectURIRegistration.problem(of: MatchingRow.entry(entry), audience: audience) == problem)
    }

    @Test func maximumCountDependsOnAudience() {
        #expect(RedirectURIRegistration.maximumCount(for: .myOrg) == 256)
        #expect(RedirectURIRegistration.maximumCount(for: .multipleOrgs) == 256)
        #expect(RedirectURIRegistration.maximumCount(for: .orgsAndPersonal) == 100)
        #expect(RedirectURIRegistration.maximumCount(for: .personalOnly) == 100)
    }

    @Test func validEntriesMatchThemselves() {
        for (entry, audience, problem) in RedirectURIRegistrationTests.rows where problem == nil && !entry.contains("*")
        {
            let uri = MatchingRow.entry(entry).uri.string
            #expect(MatchingRow("", [entry], uri, .entry(0), audience: audience).outcome == .entry(0), "\(entry)")
        }
    }
}
