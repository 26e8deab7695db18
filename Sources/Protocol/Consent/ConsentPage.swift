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
    /// Whether the user is an administrator, who may consent for the whole tenant.
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
