import Entra
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

/// The elements that pages share.
extension HTMLWriter {
    /// Writes text from outside into a sentence of this server. The text is emphasized and isolated, so that a right-to-left
    /// name or a stray direction mark does not affect the sentence around it.
    package mutating func name(_ text: String) {
        element("bdi", ["class": "name"], text: text)
    }

    /// Writes a form with its hidden fields. Browsers press the first submit button when the user presses Enter in a field, so
    /// the primary button must be the first.
    package mutating func form(_ target: FormTarget, _ content: (inout HTMLWriter) -> Void) {
        element("form", ["method": "post", "action": target.action, "novalidate": "", "autocomplete": "on"]) { html in
            html.raw("\n")
            html.hidden(target.hidden)
            content(&html)
        }
    }

    package mutating func hidden(_ fields: [HiddenField]) {
        for field in fields {
            void("input", ["type": "hidden", "name": field.name, "value": field.value])
            raw("\n")
        }
    }

    /// Writes the button that proceeds. The button is an `input` element, as on the real pages.
    package mutating func primaryButton(_ label: String, name: String? = nil) {
        void("input", ["type": "submit", "id": ElementID.primary, "class": "button", "name": name, "value": label])
        raw("\n")
    }

    /// Writes a further button, whose posted field names its action.
    package mutating func secondaryButton(
        _ label: String, id: String = ElementID.back, name: String = PageField.action, value: String
    ) {
        element("button", ["id": id, "class": "button quiet", "name": name, "value": value], text: label)
        raw("\n")
    }

    /// Writes the account that a page concerns.
    package mutating func account(_ username: String) {
        element("p", ["class": "account"]) { html in
            html.avatar(username)
            html.element("bdi", ["id": ElementID.displayName], text: username)
        }
        raw("\n")
    }

    /// Writes a list item with a button that chooses an account.
    package mutating func tile(_ account: AccountPickerPage.Account) {
        raw("<li>")
        element(
            "button",
            [
                "class": "tile", "name": PageField.account, "value": account.username, "data-test-id": account.username,
            ]
        ) { html in
            html.avatar(account.displayName)
            html.raw("<span class=\"lines\">")
            html.name(account.displayName)
            html.raw(" ")
            html.element("bdi", ["class": "soft"], text: account.username)
            html.raw("</span>")
        }
        raw("</li>\n")
    }

    /// Writes a circle with the first letter of a name.
    package mutating func avatar(_ name: String) {
        // Allowed (unicode-case): for display only; no code compares the text.
        // Allowed (character): a Character is one letter to a reader, with its marks.
        element("span", ["class": "avatar", "aria-hidden": "true"], text: name.prefix(1).uppercased())
    }

    /// Writes the error of a field. Screen readers announce the error when it appears.
    package mutating func fieldError(_ message: String?, id: String) {
        guard let message else { return }
        element("p", ["id": id, "class": "problem", "role": "alert"], text: message)
        raw("\n")
    }

    /// Writes a list of names and values for reading and copying.
    package mutating func definitions(_ rows: [(name: String, value: String)]) {
        element("dl", ["class": "facts"]) { html in
            for row in rows {
                html.element("dt", text: row.name)
                html.element("dd", text: row.value)
                html.raw("\n")
            }
        }
    }
}
