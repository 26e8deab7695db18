import Entra
package import Formats

/// The page that asks the user to grant permissions, with one checkbox each.
package struct ConsentPage: Sendable, Equatable {
    /// A row with its checkbox.
    package struct Permission: Sendable, Equatable {
        /// The value of the checkbox: the scope in the client's spelling.
        package let scope: String
        package let displayName: PageText
        package let description: PageText
        /// The name of the API that defines the permission.
        package let resourceName: String
        /// Whether the permission cannot be declined on its own, as the OpenID Connect scopes.
        package let isRequired: Bool

        package init(
            scope: String, displayName: PageText, description: PageText, resourceName: String, isRequired: Bool
        ) {
            self.scope = scope
            self.displayName = displayName
            self.description = description
            self.resourceName = resourceName
            self.isRequired = isRequired
        }

        /// Creates the row of a permission with the words of its API.
        package init(scope: String, displayName: String, description: String, resourceName: String, isRequired: Bool) {
            self.init(
                scope: scope, displayName: .words(displayName), description: .words(description),
                resourceName: resourceName, isRequired: isRequired)
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
    /// The verified domain of the application's publisher, or nil.
    package let publisherDomain: String?

    package init(
        form: FormTarget, applicationName: String, username: String, permissions: [Permission],
        offersOrganizationConsent: Bool, isForOrganization: Bool, publisherDomain: String? = nil
    ) {
        self.publisherDomain = publisherDomain
        self.form = form
        self.applicationName = applicationName
        self.username = username
        self.permissions = permissions
        self.offersOrganizationConsent = offersOrganizationConsent
        self.isForOrganization = isForOrganization
    }
}

extension ConsentPage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(username)
        html.heading(form.design.isPersonalSince2023 ? .letAppAccess : .permissionsRequested, in: texts)
        if isForOrganization { html.element("p", ["class": "lead"], text: texts[.reviewForOrganization]) }
        html.element("p") { html in
            html.sentence(
                isForOrganization ? .consentRequestForOrganization : .consentRequest, applicationName, in: texts)
        }
        html.element("p", ["class": "soft"]) { html in
            html.element("bdi", ["id": ElementID.publisher], text: publisherDomain ?? texts[.unverifiedPublisher])
        }
        html.form(form) { html in
            html.hidden([HiddenField(PageField.consent, ConsentAnswer.page)])
            html.raw("<fieldset>\n")
            html.element("legend", text: texts[.permissions])
            html.raw("\n<ul class=\"permissions\">\n")
            for (position, permission) in permissions.enumerated() {
                permission.write(to: &html, id: "permission-\(position)", in: texts)
            }
            html.raw("</ul>\n</fieldset>\n<div class=\"decision\">\n")
            if offersOrganizationConsent { writeOrganizationConsent(to: &html, in: texts) }
            html.raw("<div class=\"actions\">\n")
            html.primaryButton(
                texts[.accept], id: form.design.isPersonalSince2023 ? PersonalElementID.accept : ElementID.primary,
                name: PageField.acceptConsent)
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n</div>\n")
        }
    }

    private func writeOrganizationConsent(to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<p><label class=\"check\">")
        html.void("input", ["type": "checkbox", "name": PageField.consentForOrganization, "value": "1"])
        html.text(texts[.consentForOrganization])
        html.raw("</label></p>\n")
    }
}

extension ConsentPage.Permission {
    /// Writes one row. A click anywhere in the row toggles the checkbox. Screen readers read the name as the label, and the rest
    /// as the description.
    fileprivate func write(to html: inout HTMLWriter, id: String, in texts: PageTexts) {
        html.raw("<li><label class=\"permission\">")
        html.void(
            "input",
            [
                "type": "checkbox", "name": PageField.consentedScope, "value": scope, "checked": "",
                "disabled": isRequired ? "" : nil, "aria-labelledby": "\(id)-name",
                "aria-describedby": "\(id)-resource \(id)-description",
            ])
        html.raw("<span class=\"lines\">")
        html.element("bdi", ["id": "\(id)-name", "class": "name"], text: texts[displayName])
        html.element("span", ["id": "\(id)-resource", "class": "soft"]) { html in
            html.element("bdi", text: resourceName)
            guard isRequired else { return }
            html.raw(" · ")
            html.text(texts[.required])
        }
        html.element("bdi", ["id": "\(id)-description"], text: texts[description])
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

extension AdminApprovalPage: LocalizedPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(username)
        html.heading(request == nil ? .adminApprovalNeeded : .approvalRequired, in: texts)
        html.element("p") { html in
            html.sentence(request == nil ? .adminApprovalReason : .approvalRequest, applicationName, in: texts)
        }
        html.element("p", ["id": ElementID.adminApproval, "class": "notice"], text: message)
        html.form(form) { html in
            switch request {
            case nil: break
            case .sent: html.element("p", ["role": "status"], text: texts[.requestSent])
            case .offered: html.requestFields(problem: nil, in: texts)
            case .lacksReason: html.requestFields(problem: FieldProblem(.justificationMissing), in: texts)
            }
            html.raw("<div class=\"actions\">\n")
            if request == .offered || request == .lacksReason {
                html.element(
                    "button",
                    ["class": "button", "name": PageField.action, "value": PageAction.requestConsent],
                    text: texts[.requestApproval])
                html.raw("\n")
            }
            html.secondaryButton(texts[.returnWithoutConsent], action: PageAction.cancel, as: "a")
            html.raw("</div>\n<p class=\"aside\">")
            if request == nil {
                html.text(texts[.haveAdminAccount])
                html.raw(" ")
            }
            html.actionLink(
                texts[request == nil ? .signInWithThatAccount : .signInWithAnotherAccount], id: nil,
                action: PageAction.other)
            html.raw("</p>\n")
        }
    }
}

extension HTMLWriter {
    /// Writes the field for the reason why an administrator should consent.
    fileprivate mutating func requestFields(problem: FieldProblem?, in texts: PageTexts) {
        element("label", ["for": ElementID.justification], text: texts[.justification])
        raw("\n")
        self.problem(problem, id: ElementID.justificationError, in: texts)
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
