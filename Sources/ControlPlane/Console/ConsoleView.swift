package import Formats
import Protocol

/// A page of the console: the values that the page shows, and the code that draws them.
package protocol ConsoleView: Sendable {
    var section: ConsoleSection { get }
    /// The heading, which is also the start of the document's title.
    var title: String { get }
    /// The sentence below the heading.
    var lead: String { get }
    func write(to html: inout HTMLWriter)
}

extension ConsoleView {
    package var title: String { section.title }
}

extension HTMLWriter {
    /// Writes the whole document around a view: navigation, heading and content.
    mutating func consoleDocument(_ view: some ConsoleView) {
        head(title: "\(view.title) – Understudy") { html in
            html.void("link", ["rel": "icon", "href": Console.iconPath])
            html.raw("\n")
            html.void("link", ["rel": "stylesheet", "href": Console.stylesheetPath])
            html.raw("\n")
            html.element("script", ["src": Console.scriptPath, "defer": ""]) { _ in }
        }
        raw(
            """
            <body>
            <a class="skip" href="#main">Skip to content</a>
            <header class="bar">

            """)
        element("a", ["class": "brand", "href": Console.root]) { html in
            html.raw(
                """
                <svg viewBox="0 0 32 24" width="32" height="24" aria-hidden="true">\
                <circle class="star" cx="20" cy="12" r="9.25"/><circle class="understudy" cx="12" cy="12" r="10"/>\
                </svg> Understudy
                """)
        }
        navigation(view.section)
        raw("</header>\n<main id=\"main\" tabindex=\"-1\">\n")
        element("h1", text: view.title)
        raw("\n")
        element("p", ["class": "lead"], text: view.lead)
        raw("\n")
        view.write(to: &self)
        raw("\n</main>\n")
        footer()
        raw("</body>\n</html>\n")
    }

    private mutating func navigation(_ current: ConsoleSection) {
        element("nav", ["aria-label": "Console"]) { html in
            for group in ConsoleSection.groups {
                html.raw("\n<section>")
                html.element("h2", text: group.title)
                html.raw("<ul>")
                for section in group.sections {
                    html.raw("<li>")
                    html.element(
                        "a", ["href": section.path, "aria-current": section == current ? "page" : nil],
                        text: section.title)
                    html.raw("</li>")
                }
                html.raw("</ul></section>")
            }
        }
        raw("\n")
    }
}
