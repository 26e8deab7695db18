import Directory
import Entra
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
                stage.session.answerStaySignedIn(policy == .always, never: false, services: stage.services)
            }
            return nil
        }
        if let answer = stage.submission.staySignedIn {
            stage.session.answerStaySignedIn(
                answer, never: stage.submission.skipsStaySignedIn, services: stage.services)
            stage.flow.passedStaySignedIn = true
        }
        guard stage.flow.isFresh, !stage.flow.passedStaySignedIn else { return nil }
        let isAskedFor = stage.submission.flowToken != nil && !stage.session.cookie.skipsStaySignedIn
        guard isAskedFor, stage.request.settings.staySignedInPage else {
            stage.flow.passedStaySignedIn = true
            return nil
        }
        return .staySignedIn(StaySignedInPage(form: stage.form(), username: account.account.user.signInName))
    }
}
