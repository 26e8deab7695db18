import Entra
package import Formats

/// A page of a user flow, with fields to fill in and buttons to press. Sign-up, sign-in, profile edit and password reset share
/// this model, because they differ only in fields and buttons.
package struct UserFlowPage: Sendable, Equatable {
    package struct Field: Sendable, Equatable {
        /// The form of an input field.
        package enum Input: String, Sendable {
            case text
            case email
            case password
            /// The digits of a one-time code.
            case code
        }

        package let name: String
        package let id: String
        package let label: PageText
        package let input: Input
        package let value: String
        /// The value of HTML's `autocomplete` attribute.
        package let autocomplete: String
        /// Whether the value is shown but cannot be changed.
        package let isFixed: Bool

        package init(
            name: String, id: String, label: PageText, input: Input, value: String = "", autocomplete: String = "off",
            isFixed: Bool = false
        ) {
            self.name = name
            self.id = id
            self.label = label
            self.input = input
            self.value = value
            self.autocomplete = autocomplete
            self.isFixed = isFixed
        }
    }

    /// A button. The first button of a page is the primary one.
    package struct Button: Sendable, Equatable {
        package enum Look: Sendable {
            case primary
            case secondary
            case link
        }

        package let id: String
        package let label: PageText
        /// The `PageAction` that the button posts, or nil for the primary button.
        package let action: String?
        package let look: Look

        package init(id: String, label: PageText, action: String? = nil, look: Look) {
            self.id = id
            self.label = label
            self.action = action
            self.look = look
        }
    }

    package let form: FormTarget
    package let title: PageText
    package let applicationName: String
    package let tenantName: String
    /// The message about the previous step, for example that a code was sent.
    package let notice: PageText?
    package let problem: FieldProblem?
    package let fields: [Field]
    package let buttons: [Button]

    package init(
        form: FormTarget, title: PageText, applicationName: String, tenantName: String, notice: PageText? = nil,
        problem: FieldProblem? = nil, fields: [Field], buttons: [Button]
    ) {
        self.form = form
        self.title = title
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.notice = notice
        self.problem = problem
        self.fields = fields
        self.buttons = buttons
    }
}

extension UserFlowPage: LocalizedPage {
    package func title(in texts: PageTexts) -> String { texts[title] }

    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.element("h1", text: texts[title])
        html.lead(applicationName, at: tenantName, in: texts)
        if let notice { html.element("p", ["class": "notice", "role": "status"], text: texts[notice]) }
        html.form(form) { html in
            for (index, field) in fields.enumerated() {
                write(field, isFirst: index == fields.firstIndex { !$0.isFixed }, to: &html, in: texts)
            }
            html.problem(problem, id: ElementID.userFlowError, in: texts)
            html.raw("<div class=\"actions\">\n")
            for button in buttons where button.look != .link { html.userFlowButton(button, in: texts) }
            html.raw("</div>\n")
            for button in buttons where button.look == .link { html.userFlowLink(button, in: texts) }
        }
    }

    private func write(_ field: Field, isFirst: Bool, to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<p>\n")
        html.element("label", ["for": field.id], text: texts[field.label])
        html.void(
            "input",
            [
                "type": field.input == .code ? "text" : field.input.rawValue,
                "inputmode": field.input == .code ? "numeric" : nil, "name": field.name, "id": field.id,
                "class": "field", "value": field.value, "autocomplete": field.autocomplete,
                "autocapitalize": field.input == .email ? "none" : nil, "readonly": field.isFixed ? "" : nil,
                "autofocus": isFirst ? "" : nil,
                "aria-describedby": isFirst && problem != nil ? ElementID.userFlowError : nil,
            ])
        html.raw("\n</p>\n")
    }

}

extension HTMLWriter {
    /// Writes a button in a paragraph of its own.
    mutating func userFlowLink(_ button: UserFlowPage.Button, in texts: PageTexts) {
        raw("<p class=\"aside\">")
        userFlowButton(button, in: texts)
        raw("</p>\n")
    }

    fileprivate mutating func userFlowButton(_ button: UserFlowPage.Button, in texts: PageTexts) {
        let look =
            switch button.look {
            case .primary: "button"
            case .secondary: "button quiet"
            case .link: "link"
            }
        element(
            "button",
            [
                "id": button.id, "class": look, "name": button.action == nil ? nil : PageField.action,
                "value": button.action,
            ],
            text: texts[button.label])
        raw("\n")
    }
}
