import Entra
package import Formats

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
