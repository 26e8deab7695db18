import Entra
import Protocol
import TestTags
import Testing

/// Checks that hostile texts do not change the markup of a page.
struct HostileTextTests {
    static let texts = [
        #""><img src=x onerror=alert(1)>"#,
        "'><svg/onload=alert(1)>",
        "</script><script>alert(1)</script>",
        "</style></title></textarea><!-- ",
        "--><b>]]>",
        "&quot;&lt;&#60;",
        "a\u{2028}b\u{2029}c",
        "\u{202E}moc.live\u{2066}\u{200F}\u{61C}",
        "a\0b\r\nc\u{1B}[2J\u{7F}",
        "\u{FEFF}\u{200B}",
        "e\u{301}\u{301}\u{301} 👩‍👩‍👧‍👦 ＜script＞ \u{10FFFF}",
        "",
        String(repeating: "<", count: 5000),
    ]

    @Test(.tags(.slow), arguments: SamplePage.all, texts)
    func hostileTextChangesNoMarkup(page: SamplePage, text: String) {
        let plain = Pages.render(page.make { _ in "x" })
        let hostile = Pages.render(page.make { _ in text })
        for mark in "<>\"'".utf8 {
            #expect(hostile.count { $0 == mark } == plain.count { $0 == mark }, "\(Character(Unicode.Scalar(mark)))")
        }
    }

    @Test(.tags(.slow), arguments: SamplePage.all, texts)
    func escapesInvisibleCharacters(page: SamplePage, text: String) {
        let hostile = String(decoding: Pages.render(page.make { _ in text }), as: UTF8.self)
        let invisible = hostile.unicodeScalars.filter { $0.properties.isBidiControl || $0.value < 32 && $0 != "\n" }
        #expect(invisible.isEmpty)
        for scalar: Unicode.Scalar in ["\u{2028}", "\u{2029}", "\u{7F}", "\u{FEFF}", "\u{200B}"] {
            #expect(!hostile.unicodeScalars.contains(scalar))
        }
    }
}
