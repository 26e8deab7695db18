import Entra
package import Formats

/// A page in the style of Understudy: a title, and the content of the card.
package protocol StyledPage {
    var title: String { get }
    /// The language of the page.
    var texts: PageTexts { get }
    func write(to html: inout HTMLWriter)
    /// Writes further elements of the head.
    func writeHead(to html: inout HTMLWriter)
    /// Writes further elements after the card.
    func writeHelp(to html: inout HTMLWriter)
    /// Writes further elements at the end of the body.
    func writeEnd(to html: inout HTMLWriter)
}

extension StyledPage {
    package var texts: PageTexts { .english }
    package func writeHead(to html: inout HTMLWriter) {}
    package func writeHelp(to html: inout HTMLWriter) {}
    package func writeEnd(to html: inout HTMLWriter) {}
}

/// A page for the users of applications, in the language that the request names.
package protocol LocalizedPage {
    /// Whether the page has a form, and so the script for forms.
    var hasForm: Bool { get }
    func title(in texts: PageTexts) -> String
    func write(to html: inout HTMLWriter, in texts: PageTexts)
    /// Writes further elements of the head.
    func writeHead(to html: inout HTMLWriter)
    /// Writes the scripts of the page, if the page has any.
    func writeScript(to html: inout HTMLWriter)
}

extension LocalizedPage {
    package var hasForm: Bool { true }
    /// The title of nearly every page of the service.
    package func title(in texts: PageTexts) -> String { texts[.titleSignIn] }
    package func writeHead(to html: inout HTMLWriter) {}
    package func writeScript(to html: inout HTMLWriter) { if hasForm { html.script(PageScript.text) } }
}

/// A page in one language.
private struct Translated<Page: LocalizedPage>: StyledPage {
    let page: Page
    let texts: PageTexts
    let help: PageHelp?

    var title: String { page.title(in: texts) }
    func write(to html: inout HTMLWriter) { page.write(to: &html, in: texts) }
    func writeHead(to html: inout HTMLWriter) { page.writeHead(to: &html) }
    func writeHelp(to html: inout HTMLWriter) { if let help { html.help(help, isOpen: !page.hasForm, in: texts) } }
    func writeEnd(to html: inout HTMLWriter) {
        page.writeScript(to: &html)
        if page.hasForm, help?.isForPeople == true { html.script(PageHelpScript.text) }
    }
}

/// The document of a page, with the help that follows the page's card.
struct PageDocument {
    var writer = HTMLWriter(capacity: 16_384)
    private let help: PageHelp?

    init(help: PageHelp?) {
        self.help = help
    }

    /// Writes the whole document of a page in a language.
    mutating func document(_ page: some LocalizedPage, in texts: PageTexts) {
        writer.document(Translated(page: page, texts: texts, help: help))
    }
}

extension HTMLWriter {
    /// Writes a script, which the policy of the page allows by its hash.
    mutating func script(_ text: StaticString) {
        raw("<script>")
        raw(text)
        raw("</script>\n")
    }

    /// Writes the whole document around the content of a page.
    package mutating func document(_ page: some StyledPage) {
        head(title: page.title, in: page.texts) { html in
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
            <main id="lightbox" class="card">

            """)
        page.write(to: &self)
        raw("\n</main>\n")
        page.writeHelp(to: &self)
        footer(in: page.texts)
        page.writeEnd(to: &self)
        raw("</body>\n</html>\n")
    }

    /// Writes the footer of every page, which names the server as a test server (interface.md).
    package mutating func footer(in texts: PageTexts = .english) {
        element("footer", text: texts[.testServer])
        raw("\n")
    }

    /// Writes everything before `<body>`. `more` writes further elements of the head.
    package mutating func head(
        title: String, in texts: PageTexts = .english, _ more: (inout HTMLWriter) -> Void
    ) {
        raw("<!doctype html>\n")
        void("html", ["lang": texts.language, "dir": texts.isRightToLeft ? "rtl" : nil])
        raw(
            """

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

/// The elements that pages share. UI automation for the real pages relies on the kinds of elements, IDs, names and texts
/// (docs/reference/interface.md#sign-in-and-consent-pages). `data-as` names the kind of element that the real pages have where
/// that kind does nothing without scripts: `PageScript` replaces the element by one of that kind.
extension HTMLWriter {
    /// Writes text from outside into a sentence of this server. The text is emphasized and isolated, so that a right-to-left
    /// name or a stray direction mark does not affect the sentence around it.
    package mutating func name(_ text: String) {
        element("bdi", ["class": "name"], text: text)
    }

    /// Writes the heading of a page.
    mutating func heading(_ phrase: Phrase, id: String? = nil, in texts: PageTexts) {
        heading { $0.element("h1", ["id": id], text: texts[phrase]) }
    }

    mutating func heading(_ content: (inout HTMLWriter) -> Void) {
        element("div", ["id": ElementID.heading], content)
        raw("\n")
    }

    /// Writes the application that the user signs in to, and its tenant.
    mutating func lead(_ application: String, at tenant: String?, in texts: PageTexts) {
        element("p", ["class": "lead"]) { html in
            if let tenant {
                html.sentence(.forApplicationAtTenant, application, tenant, in: texts)
            } else {
                html.sentence(.forApplication, application, in: texts)
            }
        }
        raw("\n")
    }

    /// Writes a form with its hidden fields. Browsers press the first submit button when the user presses Enter in a field, so
    /// the primary button must be the first.
    package mutating func form(
        _ target: FormTarget, testID: String? = nil, _ content: (inout HTMLWriter) -> Void
    ) {
        element(
            "form",
            [
                "name": "f1", "id": ElementID.form, "method": "post", "target": "_top", "action": target.action,
                "novalidate": "", "autocomplete": "on", "data-testid": testID,
            ]
        ) { html in
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

    /// Writes the button that proceeds.
    mutating func primaryButton(
        _ label: String, id: String = ElementID.primary, name: String? = nil, describedBy: String? = nil,
        isFocused: Bool = false
    ) {
        void(
            "input",
            [
                "type": "submit", "id": id, "class": "button button_primary", "name": name,
                "data-report-event": "Signin_Submit", "aria-describedby": describedBy, "value": label,
                "autofocus": isFocused ? "" : nil,
            ])
        raw("\n")
    }

    /// Writes a further button. The value of an `input` is its label, so the name of the posted field names the action.
    mutating func secondaryButton(
        _ label: String, id: String = ElementID.back, action: String, as kind: StaticString = "input"
    ) {
        void(
            "input",
            [
                "type": "submit", "id": id, "class": "button quiet", "name": PageField.action(action), "value": label,
                "data-as": "\(kind)",
            ])
        raw("\n")
    }

    /// Writes a button that looks like a link, and is one where scripts run.
    mutating func actionLink(_ label: String, id: String?, action: String) {
        element(
            "button",
            ["id": id, "class": "link", "name": PageField.action, "value": action, "data-as": "a"], text: label)
    }

    /// Writes the account that a page concerns.
    package mutating func account(_ username: String, testID: String? = nil) {
        element("p", ["class": "account", "data-testid": testID]) { html in
            html.avatar(username)
            html.element("bdi", ["id": ElementID.displayName, "title": username], text: username)
        }
        raw("\n")
    }

    /// Writes a list of tiles, of which the user presses one.
    mutating func tiles(id: String = ElementID.tiles, _ content: (inout HTMLWriter) -> Void) {
        element("div", ["id": id, "class": "tiles", "role": "list"]) { html in
            html.raw("\n")
            content(&html)
        }
        raw("\n")
    }

    /// Writes a tile: the button, and in it a row with a picture and a text.
    mutating func tile(
        id: String? = nil, field: (name: String, value: String), testID: String? = nil, data: String? = nil,
        label: String? = nil, picture: (inout HTMLWriter) -> Void, content: (inout HTMLWriter) -> Void
    ) {
        raw("<div class=\"tile-container\"><div class=\"row tile\" role=\"listitem\">")
        element(
            "button",
            [
                "id": id, "class": "table", "name": field.name, "value": field.value, "data-test-id": testID,
                "data-value": data, "data-as": "div", "aria-label": label,
            ]
        ) { html in
            html.raw("<div class=\"table-row\"><div class=\"table-cell tile-img\">")
            picture(&html)
            html.raw("</div><div class=\"table-cell text-left content\">")
            content(&html)
            html.raw("</div></div>")
        }
        raw("</div></div>\n")
    }

    /// Writes the tiles of accounts. `labels` name a work account and a personal one to screen readers.
    mutating func tiles(
        of accounts: [AccountPickerPage.Account], labels: (work: Phrase, personal: Phrase), in texts: PageTexts
    ) {
        for account in accounts {
            tile(account, label: texts[account.isPersonal ? labels.personal : labels.work, account.username])
        }
    }

    private mutating func tile(_ account: AccountPickerPage.Account, label: String) {
        tile(
            field: (PageField.account, account.id ?? account.username), testID: account.username, label: label,
            picture: { $0.avatar(account.displayName) },
            content: { html in
                html.element("div") { $0.name(account.displayName) }
                html.element("small", ["class": "soft"]) { $0.element("bdi", text: account.username) }
            })
    }

    /// Writes a circle with the first letter of a name.
    package mutating func avatar(_ name: String) {
        // Allowed (unicode-case): for display only; no code compares the text.
        // Allowed (character): a Character is one letter to a reader, with its marks.
        element("span", ["class": "avatar", "aria-hidden": "true"], text: name.prefix(1).uppercased())
    }

    /// Writes the problem of a field in the element that announces it to screen readers, which is there without a problem too.
    /// The error of the service stands below, for developers.
    /// `link` writes what stands in the place of a value that the problem does not have.
    mutating func problem(
        _ problem: FieldProblem?, id: String, in texts: PageTexts, link: ((inout HTMLWriter) -> Void)? = nil
    ) {
        element("div", ["role": "alert", "aria-live": "assertive"]) { html in
            guard let problem else { return }
            html.element("div", ["id": id, "class": "alert-error problem"]) {
                $0.text(of: problem, in: texts, link: link)
            }
        }
        raw("\n")
        guard let error = problem?.error else { return }
        element("details", ["class": "technical"]) { html in
            html.element("summary", text: texts[.technicalDetails])
            html.element("p", ["id": ElementID.serviceError], text: error)
        }
        raw("\n")
    }

    /// Writes the sentence of a problem. Words from outside are isolated.
    mutating func text(of problem: FieldProblem, in texts: PageTexts, link: ((inout HTMLWriter) -> Void)? = nil) {
        switch problem.text {
        case .words, .number: text(texts[problem.text])
        case .phrase(let phrase, let values):
            sentence(phrase, values, in: texts, link: link) { $0.element("bdi", text: $1) }
        }
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
