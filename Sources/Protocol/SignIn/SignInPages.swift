import Directory
import Entra
package import Formats

/// The page that asks for the username.
package struct UsernamePage: Sendable, Equatable {
    package let form: FormTarget
    /// The application that the user is signing in to.
    package let applicationName: String
    package let tenantName: String?
    /// The initial text, from `login_hint` or the last attempt.
    package let username: String
    package let problem: FieldProblem?
    /// Whether the page offers "Create one!" (`prompt=create` or a sign-up user flow).
    package let offersSignUp: Bool
    /// The address to which "Create one!" links, or nil for a button that posts the form.
    package let signUpAddress: String?
    /// The buttons for sign-in with other providers.
    package let providers: [UserFlowPage.Button]

    package init(
        form: FormTarget, applicationName: String, tenantName: String?, username: String, problem: FieldProblem?,
        offersSignUp: Bool = false, signUpAddress: String? = nil, providers: [UserFlowPage.Button] = []
    ) {
        self.form = form
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.username = username
        self.problem = problem
        self.offersSignUp = offersSignUp
        self.signUpAddress = signUpAddress
        self.providers = providers
    }
}

extension UsernamePage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        switch form.design {
        case .federationService: return credentials.write(to: &html, in: texts)
        case .personal(.redesigned): return writeRedesigned(to: &html, in: texts)
        case .work, .personal: break
        }
        html.heading(.signIn, in: texts)
        html.lead(applicationName, at: tenantName, in: texts)
        html.form(form) { html in
            html.problem(problem, id: ElementID.usernameError, in: texts)
            writeField(to: &html, in: texts)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton(texts[.next], of: form.design)
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n")
            if offersSignUp { writeSignUp(to: &html, in: texts) }
            html.raw("<p class=\"aside\">")
            html.element(
                "a", ["id": ElementID.cannotAccessAccount, "class": "link", "href": PasswordPage.resetAddress],
                text: texts[.cannotAccessAccount])
            html.raw("</p>\n")
            for provider in providers { html.userFlowLink(provider, in: texts) }
        }
    }

    private func writeField(to html: inout HTMLWriter, in texts: PageTexts) {
        html.void(
            "input",
            [
                "type": "email", "name": PageField.username, "id": ElementID.username, "maxlength": "113",
                "class": problem == nil ? "field ext-input text-box" : "field ext-input text-box has-error",
                "value": username, "placeholder": texts[.usernamePlaceholder], "aria-label": texts[.username],
                "autocomplete": "username", "autocapitalize": "none", "spellcheck": "false", "aria-required": "true",
                "autofocus": "", "data-missing": texts[.usernameInvalid], "data-problem": ElementID.usernameError,
                "aria-invalid": problem == nil ? nil : "true",
                "aria-describedby": problem == nil
                    ? ElementID.heading : "\(ElementID.heading) \(ElementID.usernameError)",
            ])
        html.raw("\n")
    }

    private func writeSignUp(to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<p class=\"aside\">")
        html.text(texts[.noAccount])
        html.raw(" ")
        if let signUpAddress {
            html.element(
                "a", ["id": ElementID.signUp, "class": "link", "href": signUpAddress], text: texts[.createOne])
        } else {
            html.actionLink(texts[.createOne], id: ElementID.signUp, action: PageAction.signUp)
        }
        html.raw("</p>\n")
    }
}

/// The page that asks for the password of `username`.
package struct PasswordPage: Sendable, Equatable {
    /// The page about forgotten passwords, for accounts whose password users cannot reset here.
    package static let resetAddress = "/passwordreset"

    package let form: FormTarget
    package let applicationName: String
    package let tenantName: String?
    package let username: String
    package let problem: FieldProblem?
    /// Whether users reset their password here.
    package let offersReset: Bool

    package init(
        form: FormTarget, applicationName: String, tenantName: String?, username: String, problem: FieldProblem?,
        offersReset: Bool = false
    ) {
        self.form = form
        self.applicationName = applicationName
        self.tenantName = tenantName
        self.username = username
        self.problem = problem
        self.offersReset = offersReset
    }
}

extension PasswordPage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        switch form.design {
        case .federationService: return credentials.write(to: &html, in: texts)
        case .personal(.redesigned): return writeRedesigned(to: &html, in: texts)
        case .work, .personal: break
        }
        html.account(username)
        html.heading(.enterPassword, in: texts)
        html.lead(applicationName, at: tenantName, in: texts)
        html.form(form) { html in
            writeUsername(to: &html)
            html.problem(problem, id: ElementID.passwordError, in: texts) { writeResetNow(to: &$0, in: texts) }
            writeField(to: &html, in: texts)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton(texts[.signIn], of: form.design)
            html.secondaryButton(texts[.back], action: PageAction.back, as: "button")
            html.raw("</div>\n<p class=\"aside\">")
            if offersReset {
                html.actionLink(
                    texts[.forgotPassword], id: ElementID.forgotPassword, action: PageAction.forgotPassword)
            } else {
                html.element(
                    "a", ["id": ElementID.forgotPassword, "class": "link", "href": PasswordPage.resetAddress],
                    text: texts[.forgotPassword])
            }
            html.raw("</p>\n")
        }
    }

    /// Writes the link in the error. A button here would be the first of the form, and Enter would press it.
    private func writeResetNow(to html: inout HTMLWriter, in texts: PageTexts) {
        if offersReset {
            html.element(
                "span",
                [
                    "id": ElementID.resetNow, "class": "link", "data-as": "a", "data-name": PageField.action,
                    "data-value": PageAction.forgotPassword,
                ], text: texts[.resetNow])
        } else {
            html.element(
                "a", ["id": ElementID.resetNow, "class": "link", "href": PasswordPage.resetAddress],
                text: texts[.resetNow])
        }
    }

    /// Writes the username for password managers. The field has no name, so the browser does not post the field.
    private func writeUsername(to html: inout HTMLWriter) {
        html.void(
            "input", ["type": "text", "value": username, "autocomplete": "username", "readonly": "", "hidden": ""])
        html.raw("\n")
    }

    private func writeField(to html: inout HTMLWriter, in texts: PageTexts) {
        html.void(
            "input",
            [
                "type": "password", "name": PageField.password, "id": ElementID.password, "maxlength": "256",
                "class": problem == nil ? "field ext-input text-box" : "field ext-input text-box has-error",
                "placeholder": texts[.password], "aria-label": texts[.passwordOf, username],
                "autocomplete": "current-password", "aria-required": "true", "autofocus": "",
                "data-missing": texts[.passwordEmpty], "data-problem": ElementID.passwordError,
                "aria-invalid": problem == nil ? nil : "true",
                "aria-describedby": problem == nil
                    ? ElementID.heading : "\(ElementID.heading) \(ElementID.passwordError)",
            ])
        html.raw("\n")
    }
}

/// The page on which the user chooses among signed-in accounts: one tile each, and `#otherTile`.
package struct AccountPickerPage: Sendable, Equatable {
    /// The account of one tile.
    package struct Account: Sendable, Equatable {
        package let username: String
        package let displayName: String
        /// Whether the account is a personal Microsoft account.
        package let isPersonal: Bool
        /// The ID of the account, if another account has the same username.
        package let id: String?

        package init(username: String, displayName: String, isPersonal: Bool = false, id: String? = nil) {
            self.username = username
            self.displayName = displayName
            self.isPersonal = isPersonal
            self.id = id
        }
    }

    package let form: FormTarget
    package let applicationName: String
    package let accounts: [Account]

    package init(form: FormTarget, applicationName: String, accounts: [Account]) {
        self.form = form
        self.applicationName = applicationName
        self.accounts = accounts
    }
}

extension AccountPickerPage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.heading(.pickAccount, in: texts)
        html.lead(applicationName, at: nil, in: texts)
        html.form(form) { html in
            html.tiles { html in
                html.tiles(of: accounts, labels: (.signInWithWorkAccount, .signInWithPersonalAccount), in: texts)
                html.tile(
                    id: ElementID.otherTile, field: (PageField.action, PageAction.other), testID: ElementID.otherTile,
                    picture: { $0.raw("<span class=\"avatar plus\" aria-hidden=\"true\">+</span>") },
                    content: {
                        $0.element("div", ["id": ElementID.otherTileText], text: texts[.useAnotherAccount])
                    })
            }
        }
    }
}
