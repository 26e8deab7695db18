import Formats

extension HTMLWriter {
    /// Writes the help of a page after the page's card. With `isOpen`, the help is unfolded.
    mutating func help(_ help: PageHelp, isOpen: Bool, in texts: PageTexts) {
        element("aside", ["class": "help"]) { html in
            html.element("details", ["id": help.isForPeople ? ElementID.testUsers : nil, "open": isOpen ? "" : nil]) {
                $0.element("summary", text: texts[help.title])
                $0.raw("\n")
                help.write(to: &$0, in: texts)
            }
        }
        raw("\n")
    }
}

extension PageHelp {
    /// Whether the help is only for people, and is removed in a browser that a program drives.
    var isForPeople: Bool {
        switch self {
        case .users, .password: true
        case .outbox, .failure: false
        }
    }

    fileprivate var title: Phrase {
        switch self {
        case .users: .testUsers
        case .password: .testUser
        case .outbox: .whereIsCode
        case .failure: .whyHere
        }
    }

    fileprivate func write(to html: inout HTMLWriter, in texts: PageTexts) {
        switch self {
        case .users(let users, let console): html.testUsers(users, console: console, in: texts)
        case .password(let password):
            html.element("p") { html in
                html.text(texts[.password])
                html.raw(": ")
                html.element("code", ["data-fill": "", "data-password": password], text: password)
            }
        case .outbox(let address):
            html.element("p") { html in
                html.text(texts[.codesAreInOutbox])
                html.raw(" ")
                html.link(address, texts[.openOutbox])
            }
        case .failure(let explanation): html.explanation(explanation, in: texts)
        }
    }
}

extension HTMLWriter {
    /// Writes the test users. `PageHelpScript` fills in the form when a person presses a user; without the script, a user is a
    /// link that begins the same sign-in with the username.
    fileprivate mutating func testUsers(_ users: [PageHelp.TestUser], console: String, in texts: PageTexts) {
        element("ul") { html in
            for user in users {
                html.raw("\n<li>")
                html.element(
                    user.address == nil ? "span" : "a",
                    [
                        "class": user.address == nil ? nil : "link", "href": user.address, "data-fill": "",
                        "data-username": user.username,
                        "data-password": user.password,
                    ]
                ) { $0.element("bdi", text: user.username) }
                html.raw(" ")
                html.element("bdi", text: user.displayName)
                html.raw("</li>")
            }
        }
        raw("\n")
        element("p") { $0.link(console, texts[.allTestUsers]) }
    }

    fileprivate mutating func explanation(_ explanation: FailureExplanation, in texts: PageTexts) {
        let rows: [(Phrase, String?)] = [
            (.failureCause, explanation.cause), (.failureHint, explanation.hint), (.failureFix, explanation.fix),
        ]
        element("dl") { html in
            for (title, text) in rows {
                guard let text else { continue }
                html.element("dt", text: texts[title])
                html.element("dd", ["lang": "en", "dir": "ltr"], text: text)
                html.raw("\n")
            }
        }
        guard let request = explanation.request else { return }
        element("p") { $0.link(request, texts[.openRequest]) }
    }

    fileprivate mutating func link(_ address: String, _ text: String) {
        element("a", ["class": "link", "href": address], text: text)
    }
}
