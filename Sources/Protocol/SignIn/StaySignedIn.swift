import Directory
import Entra
package import Formats
import Store

/// The page "Stay signed in?", shown once after the user entered credentials on pages (AADSTS50140;
/// docs/reference/protocol.md#sign-out). The page is not shown if credentials come in one request with other fields, or if the
/// user signs in without a page. Later pages of such a sign-in do not show it either, because a script would not respond to it.
struct KeepMeSignedInPrompt {
    /// Returns the page to show, or nil to continue. Applies the user's response if the form carries one. A policy decides without
    /// the page.
    static func run(
        _ stage: inout SignInStage, _ account: SessionAccount,
        policy: ConditionalAccessPolicy.PersistentBrowser? = nil
    ) -> PageModel? {
        if let policy {
            if stage.session.cookie.isPersistent != (policy == .always) {
                stage.session.recordStaySignedIn(policy == .always, never: false, services: stage.services)
            }
            return nil
        }
        if let answer = stage.submission.staySignedIn {
            stage.session.recordStaySignedIn(
                answer, never: stage.submission.skipsStaySignedIn, services: stage.services)
            stage.flow.passedStaySignedIn = true
        }
        guard stage.flow.isFresh, !stage.flow.passedStaySignedIn else { return nil }
        let isApplicable = stage.submission.flowToken != nil && !stage.session.cookie.skipsStaySignedIn
        guard isApplicable, stage.request.settings.staySignedInPage else {
            stage.flow.passedStaySignedIn = true
            return nil
        }
        return .staySignedIn(
            StaySignedInPage(
                form: stage.form(stage.design(of: account.account)), username: account.account.user.signInName))
    }
}

/// The page "Stay signed in?" (AADSTS50140).
package struct StaySignedInPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String

    package init(form: FormTarget, username: String) {
        self.form = form
        self.username = username
    }
}

extension StaySignedInPage: FormPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        if case .personal(let pages) = form.design, pages != .classic {
            return writePersonal(pages, to: &html, in: texts)
        }
        html.account(username)
        html.heading(.staySignedIn, id: ElementID.staySignedInTitle, in: texts)
        html.element("p", ["id": ElementID.staySignedInReason], text: texts[.staySignedInReason])
        html.form(form) { html in
            html.hidden([HiddenField(PageField.staySignedIn, "1")])
            html.raw("<p><label class=\"check\">")
            html.void(
                "input",
                [
                    "type": "checkbox", "id": ElementID.dontShowAgain, "name": PageField.dontShowAgain, "value": "true",
                ])
            html.text(texts[.dontShowAgain])
            html.raw("</label></p>\n<div class=\"actions\">\n")
            html.primaryButton(texts[.yes], describedBy: ElementID.staySignedInReason, isFocused: true)
            html.secondaryButton(texts[.no], action: PageAction.notStaySignedIn)
            html.raw("</div>\n")
        }
    }
}
