import Entra
import FoundationEssentials
import Protocol
import Testing

struct GoldenPageTests {
    /// Set `UNDERSTUDY_WRITE_FIXTURES=1` to rewrite the files, and read the difference before you commit it.
    @Test(arguments: SamplePage.all)
    func pageMatchesReviewedFixture(page: SamplePage) throws {
        let file = GoldenPageTests.folder + page.name + ".html"
        let html = Data(Pages.render(page.model))
        if ProcessInfo.processInfo.environment["UNDERSTUDY_WRITE_FIXTURES"] == "1" {
            try html.write(to: URL(filePath: file))
        }
        #expect(try Data(contentsOf: URL(filePath: file)) == html, "\(page.name).html")
    }

    private static let folder =
        #filePath.split(separator: "/").dropLast(3).map { "/" + $0 }.joined() + "/Fixtures/pages/"
}
