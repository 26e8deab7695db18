import Entra
package import Formats

/// administrator if the tenant accepts requests (AADSTS90095).
package struct AdminApprovalPage: Sendable, Equatable {
    package let form: FormTarget
    package let applicationName: String
    package let username: String
    /// The error text, `AADSTS90094: …`.
    package let message: String
    /// The state of the request to an administrator, or nil if the tenant accepts no requests.
    package let request: Request?

    /// The states of a request to an administrator.
    package enum Request: Sendable, Equatable {
        case offered
        case lacksReason
        case sent
    }

    package init(
        form: FormTarget, applicationName: String, username: String, message: String, request: Request? = nil
    ) {
        self.form = form
        self.applicationName = applicationName
        self.username = username
        self.message = message
        self.request = request
    }
}

extension AdminApprovalPage: StyledPage {
    package var title: String { "Admin approval needed" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Admin approval needed</h1>\n")
        html.account(username)
        html.element("p") { html in
            html.name(applicationName)
            html.raw(" asks for permissions that only an administrator of your organization can grant.")
        }
        html.element("p", ["id": ElementID.adminApproval, "class": "notice"], text: message)
        html.form(form) { html in
            switch request {
            case nil: break
            case .sent: html.element("p", ["role": "status"], text: "Your request was sent to an administrator.")
            case .offered: html.requestFields(problem: nil)
            case .lacksReason: html.requestFields(problem: "Enter a reason why you need this application.")
            }
            html.raw("<div class=\"actions\">\n")
            if request == .offered || request == .lacksReason {
                html.element(
                    "button",
                    ["class": "button", "name": PageField.action, "value": PageAction.requestConsent],
                    text: "Request approval")
                html.raw("\n")
            }
            html.secondaryButton("Return without consent", value: PageAction.cancel)
            html.raw("</div>\n<p class=\"aside\">Are you an administrator? ")
            html.element(
                "button", ["class": "link", "name": PageField.action, "value": PageAction.other],
                text: "Sign in with another account")
            html.raw("</p>\n")
        }
    }
}

extension HTMLWriter {
    /// Writes the field for the reason why an administrator should consent.
    fileprivate mutating func requestFields(problem: String?) {
        element("label", ["for": ElementID.justification], text: "Why do you need this application?")
        raw("\n")
        fieldError(problem, id: ElementID.justificationError)
        element(
            "textarea",
            [
                "id": ElementID.justification, "class": "field", "name": PageField.justification, "rows": "3",
                "maxlength": "500",
                "aria-invalid": problem == nil ? nil : "true",
                "aria-describedby": problem == nil ? nil : ElementID.justificationError,
            ], text: "")
        raw("\n")
    }
}
