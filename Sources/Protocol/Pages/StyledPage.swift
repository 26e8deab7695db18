package import Formats

/// A page in the style of Understudy: a title, and the content of the card.
package protocol StyledPage {
    var title: String { get }
    func write(to html: inout HTMLWriter)
    /// Writes further elements of the head.
    func writeHead(to html: inout HTMLWriter)
}

extension StyledPage {
    package func writeHead(to html: inout HTMLWriter) {}
}

extension HTMLWriter {
    /// Writes the whole document around the content of a page.
    package mutating func document(_ page: some StyledPage) {
        head(title: page.title) { html in
            html.raw("<style>")
            html.raw(Stylesheet.text)
            html.raw("</style>")
            page.writeHead(to: &html)
        }
        raw(
            """
            <body>
            <header class="brand">
            <svg viewBox="0 0 32 24" width="32" height="24" aria-hidden="true">
            <circle class="star" cx="20" cy="12" r="9.25"/><circle class="understudy" cx="12" cy="12" r="10"/>
            </svg>
            Understudy
            </header>
            <main class="card">

            """)
        page.write(to: &self)
        raw("\n</main>\n")
        footer()
        raw("</body>\n</html>\n")
    }

    /// The footer of every page, which names the server as a test server (interface.md).
    package static let testServer = "Understudy – test identity server, not Microsoft"

    package mutating func footer() {
        element("footer", text: HTMLWriter.testServer)
        raw("\n")
    }

    /// Writes everything before `<body>`. `more` writes further elements of the head.
    package mutating func head(title: String, _ more: (inout HTMLWriter) -> Void) {
        raw(
            """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">
            <meta name="robots" content="noindex">

            """)
        element("title", text: title)
        raw("\n")
        more(&self)
        raw("\n</head>\n")
    }
}
