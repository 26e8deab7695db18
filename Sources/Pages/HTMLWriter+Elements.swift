import Entra
import Wire

/// The parts that pages are made of.
extension HTMLWriter {
    /// Text from outside inside a sentence of ours: emphasised, and isolated so that a right-to-left name, or a stray
    /// direction mark in it, leaves the sentence around it alone.
    mutating func name(_ text: String) {
        element("bdi", ["class": "name"], text: text)
    }

    /// A form with its hidden fields. Browsers press its first submit button when Enter is pressed in a field, so the
    /// primary button must stand before any other.
    mutating func form(_ target: FormTarget, _ content: (inout HTMLWriter) -> Void) {
        element("form", ["method": "post", "action": target.action, "novalidate": "", "autocomplete": "on"]) { html in
            html.raw("\n")
            html.hidden(target.hidden)
            content(&html)
        }
    }

    mutating func hidden(_ fields: [HiddenField]) {
        for field in fields {
            void("input", ["type": "hidden", "name": field.name, "value": field.value])
            raw("\n")
        }
    }

    /// The button that goes on. It is an `input`, as on the real pages.
    mutating func primaryButton(_ label: String, name: String? = nil) {
        void("input", ["type": "submit", "id": ElementID.primary, "class": "button", "name": name, "value": label])
        raw("\n")
    }

    /// A further button, which says what it does by the field it posts.
    mutating func secondaryButton(
        _ label: String, id: String = ElementID.back, name: String = PageField.action, value: String
    ) {
        element("button", ["id": id, "class": "button quiet", "name": name, "value": value], text: label)
        raw("\n")
    }

    /// Who a page is about.
    mutating func account(_ username: String) {
        element("p", ["class": "account"]) { html in
            html.avatar(username)
            html.element("bdi", ["id": ElementID.displayName], text: username)
        }
        raw("\n")
    }

    /// A button that chooses an account, as an item of a list.
    mutating func tile(_ account: AccountPickerPage.Account) {
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

    /// A disc with the first letter of a name.
    mutating func avatar(_ name: String) {
        // Allowed (unicode-case): for the eye only; nothing is compared with it.
        // Allowed (character): what the eye takes for one letter is a Character, with its marks.
        element("span", ["class": "avatar", "aria-hidden": "true"], text: name.prefix(1).uppercased())
    }

    /// What was wrong with a field, announced by screen readers as it appears.
    mutating func fieldError(_ message: String?, id: String) {
        guard let message else { return }
        element("p", ["id": id, "class": "problem", "role": "alert"], text: message)
        raw("\n")
    }

    /// A list of names and values, to be read and copied.
    mutating func definitions(_ rows: [(name: String, value: String)]) {
        element("dl", ["class": "facts"]) { html in
            for row in rows {
                html.element("dt", text: row.name)
                html.element("dd", text: row.value)
                html.raw("\n")
            }
        }
    }
}
