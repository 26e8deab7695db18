import Directory
import Entra
import Formats
import Store

/// Makes each user accept terms of use once.
struct TermsOfUseStage {
    let name: String

    /// Returns the page to show, or nil if the user has accepted the terms. Throws AADSTS65004 if the user declines.
    func run(_ signIn: inout SignInStage, _ account: inout SessionAccount) throws(EntraError) -> PageModel? {
        if signIn.isCancelled { throw SignInStage.cancelled }
        let submission = signIn.submission
        // The response applies to the terms on the page. A script that names no terms responds to any terms.
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
