import Directory
import Entra
import State

/// "Stay signed in?", once after the credentials were entered on our pages (AADSTS50140; entra-protocol §11). A script that
/// sends credentials and more in one request is not asked.
struct StaySignedInStage {
    /// The page to show, or nil to go on. Takes the answer where the form carries one.
    static func run(_ stage: inout SignInStage, _ account: SessionAccount) -> PageModel? {
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
