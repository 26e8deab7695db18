import COpenSSL
import Entra
import Formats
import Protocol
import Testing

struct HeaderTests {
    @Test(arguments: SamplePage.all)
    func policyAllowsExactlyInlineBlocksOfPage(page: SamplePage) {
        let html = String(decoding: Pages.render(page.model), as: UTF8.self)
        let policy = Pages.contentSecurityPolicy(for: page.model)
        for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
            let blocks = html.contents(of: element)
            let sources = blocks.map { " 'sha256-\(sha256($0))'" }.joined()
            let expected = blocks.isEmpty ? [] : [directive + sources]
            let found = policy.split(separator: "; ").filter { $0.hasPrefix(directive) }.map(String.init)
            #expect(found == expected)
        }
    }

    @Test func policyAllowsScriptOfHelp() throws {
        let page = try #require(SamplePage.all.first { $0.name == "password" }).model
        let help = PageHelp.password("Understudy!1")
        let scripts = String(decoding: Pages.render(page, help: help), as: UTF8.self).contents(of: "script")
        let sources = scripts.map { " 'sha256-\(sha256($0))'" }.joined()
        #expect(scripts.count == 2)
        #expect(Pages.contentSecurityPolicy(for: page, help: help).hasSuffix("; script-src\(sources)"))
    }

    @Test(arguments: SamplePage.all)
    func policyForbidsFramesAndUnlistedSources(page: SamplePage) {
        let policy = Pages.contentSecurityPolicy(for: page.model)
        #expect(policy.hasPrefix("default-src 'none'; base-uri 'none'; frame-ancestors 'none'; "))
    }

    /// Chromium applies `form-action` to each redirect that follows, so a page with a form must not have it.
    @Test(arguments: SamplePage.all)
    func policyForbidsFormsOnPagesWithoutForm(page: SamplePage) {
        let hasForm = String(decoding: Pages.render(page.model), as: UTF8.self).contains("<form")
        #expect(Pages.contentSecurityPolicy(for: page.model).contains("form-action 'none'") == !hasForm)
    }

    @Test(arguments: SamplePage.all)
    func sendsHeadersOfSignInPage(page: SamplePage) {
        let headers = Pages.headers(for: page.model).map { "\($0.name): \($0.value)" }
        #expect(
            headers == [
                "Content-Type: text/html; charset=utf-8",
                "Content-Security-Policy: \(Pages.contentSecurityPolicy(for: page.model))",
                "X-Frame-Options: DENY",
                "Referrer-Policy: no-referrer",
                "X-Content-Type-Options: nosniff",
                "Cache-Control: no-store",
                "Pragma: no-cache",
            ])
    }

    @Test func sessionFrameRunsOnlyItsOwnScript() throws {
        let session = try #require(GUID("5c1d9a54-11d5-4c62-8f35-0f4d5a2c7e11"))
        let html = String(decoding: CheckSessionPage.render(sessions: [session]), as: UTF8.self)
        #expect(html.contains("<i data-session=\"\(session)\"></i>"))
        let policy = CheckSessionPage.headers.first { $0.name == "Content-Security-Policy" }?.value
        #expect(policy?.hasSuffix("script-src 'sha256-\(sha256(html.contents(of: "script")[0]))'") == true)
    }

    private func sha256(_ text: Substring) -> String {
        var digest = [UInt8](repeating: 0, count: 32)
        let bytes = Array(text.utf8)
        SHA256(bytes, bytes.count, &digest)
        return Base64.standard(digest)
    }
}

extension String {
    /// Returns the text between the start and end tags of each such element.
    fileprivate func contents(of element: String) -> [Substring] {
        split(separator: "<\(element)>", omittingEmptySubsequences: false).dropFirst()
            .compactMap { $0.split(separator: "</\(element)>", omittingEmptySubsequences: false).first }
    }
}
