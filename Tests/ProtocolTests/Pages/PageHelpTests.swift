import Formats
import Testing

@testable import Protocol

/// Checks the help that follows the card of a page.
struct PageHelpTests {
    private static let users = PageHelp.users(
        [
            .init(
                username: "alex@contoso.com", displayName: "Alex", password: "Understudy!1",
                address: "/a?login_hint=alex"),
            .init(username: "\"><script>@contoso.com", displayName: "<b>Adele</b>"),
        ], console: "/_understudy/console/directory?tenant=1")
    private static let failure = PageHelp.failure(
        FailureExplanation(
            cause: "The URI <x> is not registered.", hint: "The nearest registered URI is http://localhost/.",
            fix: "Register the URI.", request: "/_understudy/console/request?trace=1"))

    @Test(arguments: [users, .password("Understudy!1"), .outbox("/_understudy/console/outbox?to=a"), failure])
    func helpFollowsFormAndHasNoControl(help: PageHelp) throws {
        let html = try PageHelpTests.html("username", help)
        let end = try #require(html.firstRange(of: "</main>")?.upperBound)
        let rest = try #require(html[end...].split(separator: "<script>").first)
        #expect(rest.contains("<aside class=\"help\"><details"))
        for control in ["<form", "<input", "<button", "<h1", "<b>", "<x>", " name="] {
            #expect(!rest.contains(control), "\(control)")
        }
        #expect(try !PageHelpTests.html("username", nil).contains("class=\"help\""))
    }

    @Test func helpIsFoldedOnPageWithFormAndOpenOnErrorPage() throws {
        #expect(
            try PageHelpTests.html("username", PageHelpTests.users).contains("<details id=\"understudyTestUsers\">"))
        #expect(try PageHelpTests.html("admin-approval", PageHelpTests.failure).contains("<details>"))
        #expect(try PageHelpTests.html("error", PageHelpTests.failure).contains("<details open=\"\">"))
    }

    @Test func userIsLinkOnlyIfAddressLeadsToSignIn() throws {
        let html = try PageHelpTests.html("username", PageHelpTests.users)
        #expect(html.contains("<a class=\"link\" href=\"/a?login_hint=alex\""))
        #expect(html.contains("<span data-fill=\"\" data-username=\"&quot;&gt;&lt;script&gt;@contoso.com\">"))
    }

    @Test(arguments: LanguageTests.names)
    func helpIsInLanguageOfPageAndExplanationInEnglish(language: String) throws {
        let texts = try #require(LanguageTests.all.first { $0.language == language })
        let page = try #require(SamplePage.all.first { $0.name == "error" })
        let html = String(decoding: Pages.render(page.model, in: texts, help: PageHelpTests.failure), as: UTF8.self)
        #expect(html.contains("<summary>\(texts[.whyHere])</summary>"))
        #expect(html.contains("<dd lang=\"en\" dir=\"ltr\">The nearest registered URI"))
    }

    @Test(arguments: [
        ("username", true), ("password", true), ("one-time-code", true), ("one-time-code-error", false),
        ("error", true),
        ("admin-approval", true), ("device-code", false), ("user-flow", true), ("consent", false), ("form-post", false),
    ])
    func pageHasSubjectOfHelp(page: String, hasHelp: Bool) throws {
        let page = try #require(SamplePage.all.first { $0.name == page })
        #expect((page.model.helpSubject != nil) == hasHelp)
    }

    private static func html(_ name: String, _ help: PageHelp?) throws -> String {
        let page = try #require(SamplePage.all.first { $0.name == name })
        return String(decoding: Pages.render(page.model, help: help), as: UTF8.self)
    }
}
