import Entra
package import Formats

/// an attacker must at least make the user type the code.
package struct DeviceCodePage: Sendable, Equatable {
    package let form: FormTarget
    package let error: String?

    package init(form: FormTarget, error: String?) {
        self.form = form
        self.error = error
    }
}

extension DeviceCodePage: StyledPage {
    package var title: String { "Enter code" }

    package func write(to html: inout HTMLWriter) {
        html.raw(
            """
            <h1>Enter code</h1>
            <p class="lead">Enter the code that the app or device shows.</p>

            """)
        html.form(form) { html in
            html.element("label", ["for": ElementID.userCode], text: "Code")
            writeField(to: &html)
            html.fieldError(error, id: ElementID.userCodeError)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton("Next")
            html.raw("</div>\n")
        }
        html.raw(
            "<p class=\"aside\">Never enter a code that someone sent you: they would be signed in as you.</p>\n")
    }

    private func writeField(to html: inout HTMLWriter) {
        html.void(
            "input",
            [
                "type": "text", "name": PageField.userCode, "id": ElementID.userCode, "class": "field",
                "autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false", "aria-required": "true",
                "autofocus": "", "aria-invalid": error == nil ? nil : "true",
                "aria-describedby": error == nil ? nil : ElementID.userCodeError,
            ])
        html.raw("\n")
    }
}
