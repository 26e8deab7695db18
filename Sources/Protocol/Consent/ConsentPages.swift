import Entra
package import Formats

/// The page that asks the user to grant permissions, with one checkbox each.
package struct ConsentPage: Sendable, Equatable {
    /// A row with its checkbox.
    package struct Permission: Sendable, Equatable {
        /// The value of the checkbox: the scope in the client's spelling.
        package let scope: String
        package let displayName: String
        package let description: String
        /// The name of the API that defines the permission.
        package let resourceName: String
        /// Whether the permission cannot be declined on its own, as the OpenID Connect scopes.
        package let isRequired: Bool

        package init(scope: String, displayName: String, description: String, resourceName: String, isRequired: Bool) {
            self.scope = scope
            self.displayName = displayName
            self.description = description
            self.resourceName = resourceName
            self.isRequired = isRequired
        }
    }

    package let form: FormTarget
    package let applicationName: String
    package let username: String
    package let permissions: [Permission]
    /// Whether the page has the checkbox for consent on behalf of the whole tenant.
    package let offersOrganizationConsent: Bool
    /// Whether the consent is for the whole tenant (`prompt=admin_consent`).
    package let isForOrganization: Bool

    package init(
        form: FormTarget, applicationName: String, username: String, permissions: [Permission],
        offersOrganizationConsent: Bool, isForOrganization: Bool
    ) {
        self.form = form
        self.applicationName = applicationName
        self.username = username
        self.permissions = permissions
        self.offersOrganizationConsent = offersOrganizationConsent
        self.isForOrganization = isForOrganization
    }
}

extension ConsentPage: StyledPage {
    package var title: String { "Permissions" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Allow access?</h1>\n")
        html.account(username)
        html.element("p") { html in
            html.name(applicationName)
            html.raw(
                isForOrganization
                    ? " asks for these permissions for everyone in your organization. Clear the permissions that you do not want to grant."
                    : " asks for these permissions. Clear the permissions that you do not want to grant.")
        }
        html.form(form) { html in
            html.hidden([HiddenField(PageField.consent, ConsentAnswer.page)])
            html.raw("<fieldset>\n<legend>Permissions</legend>\n<ul class=\"permissions\">\n")
            for (position, permission) in permissions.enumerated() {
                permission.write(to: &html, id: "permission-\(position)")
            }
            html.raw("</ul>\n</fieldset>\n<div class=\"decision\">\n")
            if offersOrganizationConsent { writeOrganizationConsent(to: &html) }
            html.raw("<div class=\"actions\">\n")
            html.primaryButton("Accept", name: PageField.acceptConsent)
            html.secondaryButton("Cancel", value: PageAction.cancel)
            html.raw("</div>\n</div>\n")
        }
    }

    private func writeOrganizationConsent(to html: inout HTMLWriter) {
        html.raw("<p><label class=\"check\">")
        html.void("input", ["type": "checkbox", "name": PageField.consentForOrganization, "value": "1"])
        html.raw("Consent on behalf of your organization</label></p>\n")
    }
}

extension ConsentPage.Permission {
    /// Writes one row. A click anywhere in the row toggles the checkbox. Screen readers read the name as the label, and the rest
    /// as the description.
    fileprivate func write(to html: inout HTMLWriter, id: String) {
        html.raw("<li><label class=\"permission\">")
        html.void(
            "input",
            [
                "type": "checkbox", "name": PageField.consentedScope, "value": scope, "checked": "",
                "disabled": isRequired ? "" : nil, "aria-labelledby": "\(id)-name",
                "aria-describedby": "\(id)-resource \(id)-description",
            ])
        html.raw("<span class=\"lines\">")
        html.element("bdi", ["id": "\(id)-name", "class": "name"], text: displayName)
        html.element("span", ["id": "\(id)-resource", "class": "soft"]) { html in
            html.element("bdi", text: resourceName)
            if isRequired { html.raw(" · required") }
        }
        html.element("bdi", ["id": "\(id)-description"], text: description)
        html.raw("</span></label></li>\n")
    }
}

/// The page "Need admin approval" (AADSTS90094). The user can return to the application without consent, or ask an administrator
/// if the tenant accepts requests (AADSTS90095).
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
