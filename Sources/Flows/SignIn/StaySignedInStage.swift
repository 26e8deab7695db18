import Directory
import Entra
import State

/// "Stay signed in?", once after the credentials were entered on our pages (AADSTS50140; entra-protocol §11). A script that
/// sends credentials and more in one request is not asked.
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
            stage.flow.answeredStaySignedIn = true
        }
        let isAskedFor = stage.flow.isFresh && stage.submission.flowToken != nil && !stage.flow.answeredStaySignedIn
        guard isAskedFor, stage.request.settings.staySignedInPage, !stage.session.cookie.skipsStaySignedIn else {
            return nil
        }
        return .staySignedIn(StaySignedInPage(form: stage.form(), username: account.account.user.signInName))
    }
}
