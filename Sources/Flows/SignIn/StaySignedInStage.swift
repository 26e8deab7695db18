import Directory
import Entra
import State

/// "Stay signed in?", once after the credentials were entered on our pages (AADSTS50140; docs/reference/protocol.md#sign-out). A
/// script that sends credentials and more in one request is not asked, and neither are those who sign in without a page: not then,
/// and not by a later page of the same sign-in, whose answer would be lost.
struct StaySignedInStage {
    /// The page to show, or nil to go on. Takes the answer where the form carries one. What a policy says goes without asking.
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
