import Directory
import Entra
package import Formats

/// The page "Verify your identity", which offers the user's second factors.
package struct ProofChoicePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    package let options: [Option]

    /// A second factor of the user.
    package struct Option: Sendable, Equatable {
        /// The position among the user's methods, counted from 1.
        package let position: Int
        package let proof: Proof
        /// The masked mail address or telephone number, or an empty text for an authenticator app.
        package let recipient: String

        package init(position: Int = 1, proof: Proof, recipient: String) {
            self.position = position
            self.proof = proof
            self.recipient = recipient
        }
    }

    /// A way to prove the identity, with the value of `data-value` as raw value.
    package enum Proof: String, Sendable {
        case telephone = "OneWaySMS"
        case application = "PhoneAppOTP"
        case push = "PhoneAppNotification"
        case email = "Email"

        fileprivate var phrase: Phrase {
            switch self {
            case .telephone: .textNumber
            case .application: .useVerificationCode
            case .push: .pushProof
            case .email: .emailAddress
            }
        }

        fileprivate var sign: StaticString {
            switch self {
            case .telephone: "☎"
            case .application: "#"
            case .push: "✓"
            case .email: "@"
            }
        }
    }

    package init(form: FormTarget, username: String, options: [Option]) {
        self.form = form
        self.username = username
        self.options = options
    }
}

extension ProofChoicePage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(username)
        html.heading(.verifyIdentity, id: ElementID.proofsTitle, in: texts)
        html.form(form) { html in
            html.tiles(id: ElementID.proofs) { html in
                for option in options { write(option, to: &html, in: texts) }
            }
            html.raw("<div class=\"actions\">\n")
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n")
        }
    }

    private func write(_ option: Option, to html: inout HTMLWriter, in texts: PageTexts) {
        html.tile(
            field: (PageField.proof, String(option.position)), data: option.proof.rawValue,
            picture: { html in
                html.raw("<span class=\"avatar plus\" aria-hidden=\"true\">")
                html.raw(option.proof.sign)
                html.raw("</span>")
            },
            content: { html in
                html.element("div") { $0.sentence(option.proof.phrase, option.recipient, in: texts) }
            })
    }
}

extension HTMLWriter {
    /// Writes the link to the other ways to verify the identity.
    mutating func otherProofLink(_ phrase: Phrase, in texts: PageTexts) {
        element("p", ["class": "aside"]) { html in
            html.element("span", ["id": ElementID.havingTrouble]) { html in
                html.actionLink(texts[phrase], id: ElementID.otherProof, action: PageAction.otherProof)
            }
        }
        raw("\n")
    }
}

/// The page "Enter code", for the second factor.
package struct OneTimeCodePage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The masked recipient of the code, or nil if an authenticator app shows the code.
    package let recipient: String?
    package let problem: FieldProblem?

    package init(form: FormTarget, username: String, recipient: String?, problem: FieldProblem?) {
        self.form = form
        self.username = username
        self.recipient = recipient
        self.problem = problem
    }
}

extension OneTimeCodePage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        if form.design == .personal(.redesigned) { return writeRedesigned(to: &html, in: texts) }
        html.account(username)
        html.heading(.enterCode, id: ElementID.oneTimeCodeTitle, in: texts)
        html.element("p", ["id": ElementID.oneTimeCodeDescription]) { html in
            if let recipient {
                html.sentence(.codeSentTo, recipient, in: texts)
            } else {
                html.text(texts[.codeFromApp])
            }
        }
        html.form(form) { html in
            writeField(to: &html, in: texts)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton(texts[.verify], id: ElementID.verifyCode)
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n")
            html.otherProofLink(.otherWayToSignIn, in: texts)
            if recipient != nil { writeResend(to: &html, in: texts) }
        }
    }

    private func writeField(to html: inout HTMLWriter, in texts: PageTexts) {
        html.problem(problem, id: ElementID.oneTimeCodeError, in: texts)
        html.void(
            "input",
            [
                "type": "tel", "name": PageField.oneTimeCode, "id": ElementID.oneTimeCode, "class": "field",
                "placeholder": texts[.code], "aria-label": texts[.code], "inputmode": "numeric",
                "autocomplete": "one-time-code", "aria-required": "true", "autofocus": "",
                "aria-invalid": problem == nil ? nil : "true",
                "aria-describedby": problem == nil
                    ? ElementID.oneTimeCodeDescription
                    : "\(ElementID.oneTimeCodeDescription) \(ElementID.oneTimeCodeError)",
            ])
        html.raw("\n")
    }

    private func writeResend(to html: inout HTMLWriter, in texts: PageTexts) {
        html.raw("<p class=\"aside\">")
        html.text(texts[.noCode])
        html.raw(" ")
        html.actionLink(texts[.sendAnotherCode], id: ElementID.resendCode, action: PageAction.resend)
        html.raw("</p>\n")
    }
}

/// The page "More information required", on which a user without a second factor registers one.
package struct ProofRegistrationPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The value of the last attempt.
    package let proof: String
    package let problem: FieldProblem?

    package init(form: FormTarget, username: String, proof: String, problem: FieldProblem?) {
        self.form = form
        self.username = username
        self.proof = proof
        self.problem = problem
    }
}

extension ProofRegistrationPage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(username)
        html.heading(.moreInformationRequired, in: texts)
        html.element("p", ["id": ElementID.moreInformation], text: texts[.moreInformationReason])
        html.form(form) { html in
            html.element("label", ["for": ElementID.newProof], text: texts[.newProof])
            html.problem(problem, id: ElementID.newProofError, in: texts)
            html.void(
                "input",
                [
                    "type": "text", "name": PageField.newProof, "id": ElementID.newProof, "class": "field",
                    "value": proof, "placeholder": "+41 44 555 01 00", "aria-required": "true", "autofocus": "",
                    "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : ElementID.newProofError,
                ])
            html.raw("\n<div class=\"actions\">\n")
            html.primaryButton(texts[.next])
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n")
        }
    }
}
