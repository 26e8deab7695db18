import Formats
import Testing

struct HTMLWriterTests {
    @Test(arguments: [
        ("plain", "alex@contoso.com, Łódź 東京 👩‍💻", "alex@contoso.com, Łódź 東京 👩&#x200D;💻"),
        (
            "markup", "<a href='x' class=\"y\">&amp;</a>",
            "&lt;a href=&#39;x&#39; class=&quot;y&quot;&gt;&amp;amp;&lt;/a&gt;"
        ),
        ("tab and line feed stay", "a\tb\nc", "a\tb\nc"),
        ("carriage return, which a browser would turn into a line feed", "a\rb\r\nc", "a&#xD;b&#xD;\nc"),
        ("NUL, which HTML cannot hold", "a\0b", "a\u{FFFD}b"),
        ("other C0 and DEL", "\u{1B}[1m\u{7F}", "&#x1B;[1m&#x7F;"),
        ("C1, whose references would mean Windows-1252", "\u{85}\u{9F}", "\u{85}\u{9F}"),
        ("line and paragraph separators", "\u{2028}\u{2029}", "&#x2028;&#x2029;"),
        ("direction", "\u{202E}\u{2066}\u{200F}\u{61C}", "&#x202E;&#x2066;&#x200F;&#x61C;"),
        ("byte order mark", "\u{FEFF}", "&#xFEFF;"),
    ])
    func escapesText(name: String, text: String, expected: String) {
        var html = HTMLWriter()
        html.text(text)
        #expect(String(decoding: html.bytes, as: UTF8.self) == expected, "\(name)")
    }

    @Test func writesElementsAndAttributes() {
        var html = HTMLWriter()
        html.element("p", ["class": "a", "title": nil, "hidden": ""]) { html in
            html.raw("<b>1</b>")
            html.void("input", ["value": "\"><script>"])
            html.element("i", text: "<")
        }
        let expected = #"<p class="a" hidden=""><b>1</b><input value="&quot;&gt;&lt;script&gt;"><i>&lt;</i></p>"#
        #expect(String(decoding: html.bytes, as: UTF8.self) == expected)
    }
}
