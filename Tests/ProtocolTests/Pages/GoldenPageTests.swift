import Entra
import FoundationEssentials
import Protocol
import Testing

/// Each page equals the file with its name in `Tests/Fixtures/pages`. The stylesheet, which is the same on all pages, is the file
/// `style.css` there, and the files of the pages contain its name.
///
/// Set `UNDERSTUDY_WRITE_FIXTURES=1` to rewrite the files, and read the difference before you commit it.
struct GoldenPageTests {
    @Test(arguments: SamplePage.all)
    func pageMatchesReviewedFixture(page: SamplePage) throws {
        let html = String(decoding: Pages.render(page.model), as: UTF8.self)
        guard let style = GoldenPageTests.style(of: html) else {
            return try GoldenPageTests.compare(html, with: page.name + ".html")
        }
        try GoldenPageTests.compare(String(html[style]), with: "style.css")
        let content = html[..<style.lowerBound] + "style.css" + html[style.upperBound...]
        try GoldenPageTests.compare(String(content), with: page.name + ".html")
    }

    /// Returns the range of the text between `<style>` and `</style>`, or nil for a page without a stylesheet.
    private static func style(of html: String) -> Range<String.Index>? {
        guard let start = html.firstRange(of: "<style>"), let end = html.firstRange(of: "</style>") else { return nil }
        return start.upperBound..<end.lowerBound
    }

    private static func compare(_ text: String, with name: String) throws {
        let file = URL(filePath: folder + name)
        if ProcessInfo.processInfo.environment["UNDERSTUDY_WRITE_FIXTURES"] == "1" {
            try Data(text.utf8).write(to: file)
        }
        #expect(try Data(contentsOf: file) == Data(text.utf8), "\(name)")
    }

    private static let folder =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Fixtures/pages/"
}
