import Directory
import Entra
import State
import Wire

/// Terms of use, to be accepted once by each user.
struct TermsOfUseStage {
    let name: String

    /// The page to show, or nil once the terms are accepted. Throws 65004 where the user declines.
    func run(_ signIn: inout SignInStage, _ account: inout SessionAccount) throws(EntraError) -> PageModel? {
        if signIn.isCancelled { throw SignInStage.cancelled }
        let submission = signIn.submission
        // The answer counts for the terms that were shown; a script that names none answers whatever is asked.
        if let answer = submission.termsOfUse, submission.termsOfUseName?.isExactly(name) ?? true {
            guard answer.isExactly("accept") else { throw SignInStage.cancelled }
            var user = account.account.user
            user.acceptedTermsOfUse.append(name)
            try signIn.services.change(user, in: account.account.tenant) { $0.acceptedTermsOfUse.append(name) }
            signIn.renew(&account, user: user)
            return nil
        }
        return .termsOfUse(
            TermsOfUsePage(
                form: signIn.form(), username: account.account.user.signInName,
                tenantName: account.account.tenant.displayName, terms: name))
    }
}
