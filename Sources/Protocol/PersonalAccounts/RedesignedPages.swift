import Directory
import Entra
import Formats

/// The IDs of elements on the pages of login.live.com since 2023, which UI automation finds elements by.
package enum PersonalElementID {
    // MARK: Since 2023
    package static let acceptStaySignedIn = "acceptButton"
    package static let declineStaySignedIn = "declineButton"
    package static let dontShowAgain = "checkboxField"
    package static let accept = "idBtn_Accept"
    package static let remoteConnect = "remoteConnectDescription"
    package static let remoteConnectSubmit = "remoteConnectSubmit"
    /// The name of the button below the question whether the user is signing in to the application.
    package static let confirmApplication = "appConfirmContinue"

    // MARK: Since 2024
    package static let username = "usernameEntry"
    package static let password = "passwordEntry"
    package static let oneTimeCode = "idTxtBx_OTC_Password"
    package static let back = "back-button"

    /// The values of `data-testid`.
    enum Test {
        static let title = "title"
        static let primary = "primaryButton"
        static let secondary = "secondaryButton"
        static let account = "identityBanner"
        static let staySignedIn = "kmsiVideo"
    }
}

extension HTMLWriter {
    /// Writes the button that proceeds on the username and password pages. The pages for personal accounts have had a `button`
    /// since 2023.
    mutating func primaryButton(_ label: String, of design: PageDesign) {
        guard design.isPersonalSince2023 else { return primaryButton(label) }
        personalButton(label, id: ElementID.primary, isPrimary: true)
    }

    fileprivate mutating func personalButton(
        _ label: String, id: String? = nil, testID: String? = nil, isPrimary: Bool = false, action: String? = nil,
        isFocused: Bool = false
    ) {
        element(
            "button",
            [
                "type": "submit", "id": id, "class": isPrimary ? "button button_primary" : "button quiet",
                "name": action.map { PageField.action($0) }, "value": action.map { _ in label }, "data-testid": testID,
                "data-as": isPrimary ? nil : "button", "autofocus": isFocused ? "" : nil,
            ], text: label)
        raw("\n")
    }

    fileprivate mutating func redesignedHeading(_ phrase: Phrase, in texts: PageTexts) {
        heading { $0.element("h1", ["data-testid": PersonalElementID.Test.title], text: texts[phrase]) }
    }

    fileprivate mutating func redesignedAccount(_ username: String) {
        account(username, testID: PersonalElementID.Test.account)
    }

    /// Writes the buttons of a redesigned page: the primary one first.
    fileprivate mutating func redesignedButtons(
        _ primary: String, _ secondary: String, id: String? = nil, testID: String? = nil, action: String,
        isFocused: Bool = false
    ) {
        raw("<div class=\"actions\">\n")
        personalButton(primary, testID: PersonalElementID.Test.primary, isPrimary: true, isFocused: isFocused)
        personalButton(secondary, id: id, testID: testID, action: action)
        raw("</div>\n")
    }
}

extension UsernamePage {
    /// Writes the username page that login.live.com has had since 2024.
    func writeRedesigned(to html: inout HTMLWriter, in texts: PageTexts) {
        html.redesignedHeading(.signIn, in: texts)
        html.lead(applicationName, at: nil, in: texts)
        html.form(form) { html in
            html.element("label", ["for": PersonalElementID.username], text: texts[.personalUsername])
            html.void(
                "input",
                [
                    "type": "email", "name": PageField.username, "id": PersonalElementID.username, "class": "field",
                    "maxlength": "113", "value": username, "autocomplete": "username", "autocapitalize": "none",
                    "spellcheck": "false", "aria-required": "true", "autofocus": "",
                    "data-missing": texts[.usernameInvalid], "data-problem": ElementID.usernameError,
                    "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : ElementID.usernameError,
                ])
            html.raw("\n")
            html.problem(problem, id: ElementID.usernameError, in: texts)
            html.redesignedButtons(texts[.next], texts[.cancel], action: PageAction.cancel)
        }
    }
}

extension PasswordPage {
    /// Writes the password page that login.live.com has had since 2024.
    func writeRedesigned(to html: inout HTMLWriter, in texts: PageTexts) {
        html.redesignedAccount(username)
        html.redesignedHeading(.personalEnterPassword, in: texts)
        html.form(form) { html in
            html.element("label", ["for": PersonalElementID.password], text: texts[.password])
            html.void(
                "input",
                [
                    "type": "password", "name": PageField.password, "id": PersonalElementID.password,
                    "data-testid": PersonalElementID.password, "class": "field", "maxlength": "256",
                    "autocomplete": "current-password", "aria-required": "true", "autofocus": "",
                    "data-missing": texts[.passwordEmpty], "data-problem": ElementID.passwordError,
                    "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : ElementID.passwordError,
                ])
            html.raw("\n")
            html.problem(problem, id: ElementID.passwordError, in: texts)
            html.redesignedButtons(
                texts[.next], texts[.back], id: PersonalElementID.back, action: PageAction.back)
            html.raw("<p class=\"aside\">")
            html.element(
                "a", ["class": "link", "href": PasswordPage.resetAddress], text: texts[.forgotYourPassword])
            html.raw("</p>\n")
        }
    }
}

extension StaySignedInPage {
    /// Writes the page that login.live.com had in 2023 and 2024, or the page since 2024.
    func writePersonal(_ pages: PersonalAccountPages, to html: inout HTMLWriter, in texts: PageTexts) {
        if pages == .redesigned {
            html.redesignedAccount(username)
            html.element("p", ["data-testid": PersonalElementID.Test.staySignedIn, "aria-hidden": "true"]) {
                $0.element("span", ["class": "avatar"], text: "✓")
            }
            html.redesignedHeading(.staySignedIn, in: texts)
        } else {
            html.account(username)
            html.heading(.staySignedIn, id: ElementID.staySignedInTitle, in: texts)
        }
        html.element("p", text: texts[.staySignedInReason])
        html.form(form) { html in
            html.hidden([HiddenField(PageField.staySignedIn, "1")])
            if pages == .redesigned {
                html.redesignedButtons(
                    texts[.yes], texts[.no], testID: PersonalElementID.Test.secondary,
                    action: PageAction.notStaySignedIn, isFocused: true)
            } else {
                writeTransitionalControls(to: &html, in: texts)
            }
        }
    }

    private func writeTransitionalControls(to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<p><label class=\"check\">")
        html.void(
            "input",
            [
                "type": "checkbox", "id": PersonalElementID.dontShowAgain,
                "data-testid": PersonalElementID.dontShowAgain, "name": PageField.dontShowAgain, "value": "true",
            ])
        html.text(texts[.dontShowAgain])
        html.raw("</label></p>\n<div class=\"actions\">\n")
        html.personalButton(
            texts[.yes], id: PersonalElementID.acceptStaySignedIn, testID: PersonalElementID.acceptStaySignedIn,
            isPrimary: true, isFocused: true)
        html.personalButton(
            texts[.no], id: PersonalElementID.declineStaySignedIn, testID: PersonalElementID.declineStaySignedIn,
            action: PageAction.notStaySignedIn)
        html.raw("</div>\n")
    }
}

extension OneTimeCodePage {
    /// Writes the code page that login.live.com has had since 2024.
    func writeRedesigned(to html: inout HTMLWriter, in texts: PageTexts) {
        html.redesignedAccount(username)
        html.redesignedHeading(.enterCode, in: texts)
        html.element("p", ["id": ElementID.oneTimeCodeDescription]) { html in
            if let recipient {
                html.sentence(.codeSentTo, recipient, in: texts)
            } else {
                html.text(texts[.codeFromApp])
            }
        }
        html.form(form) { html in
            html.void(
                "input",
                [
                    "type": "tel", "name": PageField.oneTimeCode, "id": PersonalElementID.oneTimeCode,
                    "data-testid": PersonalElementID.oneTimeCode, "class": "field",
                    "placeholder": texts[.enterCode], "aria-label": texts[.enterReceivedCode],
                    "inputmode": "numeric", "autocomplete": "one-time-code", "aria-required": "true", "autofocus": "",
                    "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil
                        ? ElementID.oneTimeCodeDescription
                        : "\(ElementID.oneTimeCodeDescription) \(ElementID.oneTimeCodeError)",
                ])
            html.raw("\n")
            html.problem(problem, id: ElementID.oneTimeCodeError, in: texts)
            html.redesignedButtons(texts[.next], texts[.cancel], action: PageAction.cancel)
            html.raw("<p class=\"aside\">")
            html.actionLink(texts[.otherWayToSignIn], id: ElementID.otherProof, action: PageAction.otherProof)
            html.raw("</p>\n")
            guard recipient != nil else { return }
            html.raw("<p class=\"aside\">")
            html.text(texts[.noCode])
            html.raw(" ")
            html.actionLink(texts[.sendAnotherCode], id: ElementID.resendCode, action: PageAction.resend)
            html.raw("</p>\n")
        }
    }
}
