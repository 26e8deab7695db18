import Entra
package import Formats

extension UserFlowPage: StyledPage {
    package func write(to html: inout HTMLWriter) {
        html.element("h1", text: title)
        html.element("p", ["class": "lead"]) { html in
            html.raw("for ")
            html.name(applicationName)
            html.raw(" at ")
            html.name(tenantName)
        }
        if let notice { html.element("p", ["class": "notice", "role": "status"], text: notice) }
        html.form(form) { html in
            for (index, field) in fields.enumerated() {
                write(field, isFirst: index == fields.firstIndex { !$0.isFixed }, to: &html)
            }
            html.fieldError(error, id: ElementID.userFlowError)
            html.raw("<div class=\"actions\">\n")
            for button in buttons where button.look != .link { html.userFlowButton(button) }
            html.raw("</div>\n")
            for button in buttons where button.look == .link { html.userFlowLink(button) }
        }
    }

    private func write(_ field: Field, isFirst: Bool, to html: inout HTMLWriter) {
        html.raw("<p>\n")
        html.element("label", ["for": field.id], text: field.label)
        html.void(
            "input",
            [
                "type": field.input == .code ? "text" : field.input.rawValue,
                "inputmode": field.input == .code ? "numeric" : nil, "name": field.name, "id": field.id,
                "class": "field", "value": field.value, "autocomplete": field.autocomplete,
                "autocapitalize": field.input == .email ? "none" : nil, "readonly": field.isFixed ? "" : nil,
                "autofocus": isFirst ? "" : nil,
                "aria-describedby": isFirst && error != nil ? ElementID.userFlowError : nil,
            ])
        html.raw("\n</p>\n")
    }

}

extension HTMLWriter {
    /// Writes a button in a paragraph of its own.
    mutating func userFlowLink(_ button: UserFlowPage.Button) {
        raw("<p class=\"aside\">")
        userFlowButton(button)
        raw("</p>\n")
    }

    fileprivate mutating func userFlowButton(_ button: UserFlowPage.Button) {
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
            text: button.label)
        raw("\n")
    }
}
