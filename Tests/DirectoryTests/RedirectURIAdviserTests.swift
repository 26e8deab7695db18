import Directory
import Entra
import Formats
import Testing

/// Checks that an adviser's advice becomes a warning at the entry's location and changes nothing else.
struct RedirectURIAdviserTests {
    private static let text = """
        tenants:
        - id: 11111111-1111-4111-8111-111111111111
          kind: external
          domains: [contoso.onmicrosoft.com]
          applications:
          - appId: App
            signInAudience: AzureADMyOrg
            publicClient:
              redirectUris:
              - msauth.com.contoso.app://auth
              - msauth.com.contoso.app://auth/
            web: {redirectUris: ['https://app.example/']}
            passwordCredentials: [{secretText: a}]
        """

    @Test func adviceBecomesWarningAtEntry() throws {
        let adviser = RedirectURIAdviser { entry in
            guard entry.uri.uri.string.hasSuffix("/") else { return nil }
            let kind = "\(entry.uri.platform) \(entry.appId) \(entry.audience) \(entry.tenantKind)"
            return RedirectURIAdviser.Advice("ends with a slash: \(kind)", hint: "drop it")
        }
        let configuration = try Configuration.load(.inline(RedirectURIAdviserTests.text), adviser: adviser)
        let name = Configuration.Source.inline("").name
        let path = "tenants[0].applications[0]"
        #expect(
            configuration.warnings.map(\.description) == [
                "\(name):11:9: \(path).publicClient.redirectUris[1]: the redirect URI msauth.com.contoso.app://auth/ "
                    + "ends with a slash: publicClient App myOrg external (drop it)",
                "\(name):12:26: \(path).web.redirectUris[0]: the redirect URI https://app.example/ ends with a slash: "
                    + "web App myOrg external (drop it)",
            ])
        #expect(try Configuration.load(.inline(RedirectURIAdviserTests.text)).warnings.isEmpty)
    }

    @Test func invalidURIStaysProblemWithAdvice() {
        let adviser = RedirectURIAdviser { _ in RedirectURIAdviser.Advice("is looked at", hint: nil) }
        let broken = RedirectURIAdviserTests.text.replacing("'https://app.example/'", with: "'http://app.example/'")
        #expect {
            try Configuration.load(.inline(broken), adviser: adviser)
        } throws: { error in
            guard let problems = error as? Configuration.Problems else { return false }
            return problems.problems.count == 1 && problems.warnings.count == 2
        }
    }
}
