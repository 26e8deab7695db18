import Entra
package import Formats

/// The page "Approve sign in request", which shows the number that the user types into the Microsoft Authenticator app, and the
/// pages after a denial and after the time for an answer.
package struct PushNotificationPage: Sendable, Equatable {
    package enum Status: Sendable {
        case waiting
        case denied
        case expired
    }

    package let form: FormTarget
    package let username: String
    /// The number of two digits.
    package let number: String
    package let status: Status
    /// Whether the notification replaces the password.
    package let isPasswordless: Bool

    package init(
        form: FormTarget, username: String, number: String, status: Status, isPasswordless: Bool = false
    ) {
        self.form = form
        self.username = username
        self.number = number
        self.status = status
        self.isPasswordless = isPasswordless
    }
}

extension PushNotificationPage: LocalizedPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(username)
        switch status {
        case .waiting: writeRequest(to: &html, in: texts)
        case .denied:
            writeOutcome(
                .pushDenied, .pushDeniedReason,
                ids: (ElementID.pushDeniedTitle, ElementID.pushDeniedDescription, ElementID.resendDeniedPush),
                to: &html, in: texts)
        case .expired:
            writeOutcome(
                .pushExpired, .pushExpiredReason,
                ids: (ElementID.pushExpiredTitle, ElementID.pushExpiredDescription, ElementID.resendExpiredPush),
                to: &html, in: texts)
        }
    }

    /// Writes the request. In a browser without scripts, a button asks whether the request is approved.
    private func writeRequest(to html: inout HTMLWriter, in texts: PageTexts) {
        let description = isPasswordless ? ElementID.phoneDescription : ElementID.pushDescription
        html.heading(.approveRequest, id: isPasswordless ? nil : ElementID.pushTitle, in: texts)
        html.element("p", ["id": description], text: texts[.approveRequestReason])
        let number = isPasswordless ? ElementID.phoneNumber : ElementID.pushNumber
        html.element(
            "div", ["id": number, "class": "displaySign", "data-poll": PushNotificationPage.pollPath],
            text: self.number)
        html.raw("\n")
        html.form(form) { html in
            html.raw("<div class=\"actions\">\n<noscript>\n")
            html.primaryButton(texts[.goOn], describedBy: description)
            html.raw("</noscript>\n")
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n")
            writeOtherWay(.authenticatorUnavailable, to: &html, in: texts)
        }
    }

    private func writeOutcome(
        _ title: Phrase, _ reason: Phrase, ids: (title: String, reason: String, resend: String),
        to html: inout HTMLWriter, in texts: PageTexts
    ) {
        html.heading(title, id: ids.title, in: texts)
        html.element("p", ["id": ids.reason, "role": "alert"], text: texts[reason])
        html.form(form) { html in
            if !isPasswordless {
                html.raw("<p>")
                html.actionLink(texts[.sendAnotherRequest], id: ids.resend, action: PageAction.resend)
                html.raw("</p>\n")
            }
            html.raw("<div class=\"actions\">\n")
            if isPasswordless {
                html.primaryButton(texts[.sendNotification], name: PageField.action(PageAction.resend))
            }
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n")
            writeOtherWay(.otherWayToSignIn, to: &html, in: texts)
        }
    }

    /// Writes the link to the other second factors, or to the password.
    private func writeOtherWay(_ phrase: Phrase, to html: inout HTMLWriter, in texts: PageTexts) {
        guard isPasswordless else { return html.otherProofLink(phrase, in: texts) }
        html.raw("<p class=\"aside\">")
        html.actionLink(texts[.usePassword], id: ElementID.usePassword, action: PageAction.usePassword)
        html.raw("</p>\n")
    }

    package func writeScript(to html: inout HTMLWriter) {
        html.script(PageScript.text)
        if status == .waiting { html.script(PushNotificationPage.script) }
    }

    /// The address that the script asks for the answer, as in the service.
    static let pollPath = "/common/SAS/EndAuth"

    /// The SHA-256 digest of `script` as a CSP source. A test recomputes the digest and prints the correct value.
    static let scriptHash = "sha256-zcFT+R+kS8uHqbZ7aXvEfjx6Kmt91MhRWrPPot8tAkQ="

    /// Asks every second whether the request is answered, and then posts the form. The page stays as it is until then, so that UI
    /// automation can read the number.
    static let script: StaticString = """

        (() => {
          const form = document.forms[0];
          const address = document.querySelector('[data-poll]').dataset.poll;
          const wait = () => setTimeout(poll, 1000);
          const poll = async () => {
            const body = new URLSearchParams({flowToken: form.elements.flowToken.value});
            const answer = await fetch(address, {method: 'POST', body}).catch(() => undefined);
            if (!answer || answer.status >= 500) return wait();
            const result = answer.ok ? await answer.json().catch(() => ({})) : {};
            if (result.ResultValue === 'AuthenticationPending') return wait();
            HTMLFormElement.prototype.submit.call(form);
          };
          wait();
        })();

        """
}
