import Crypto
import Directory
import Entra
import State
import Wire

/// Has the user choose another password. It takes effect in the directory at once, and ends what earlier sign-ins of public
/// clients gave.
struct PasswordChangeStage {
    /// Why, in one sentence.
    let reason: String

    /// The page to show, or nil once the password is another.
    func run(_ signIn: inout SignInStage, _ account: inout SessionAccount) throws(EntraError) -> PageModel? {
        if signIn.isCancelled { throw SignInStage.cancelled }
        let services = signIn.services
        guard let new = signIn.submission.newPassword else { return page(signIn, account, nil) }
        let current = signIn.submission.currentPassword ?? signIn.submission.password ?? ""
        let home = account.account.user.home
        let lockout = Lockout(.first, of: home, signIn.request.settings, services)
        try lockout.check()
        guard Credentials.isPassword(current, of: account.account.user, in: services.directory) else {
            try lockout.recordFailure()
            return page(signIn, account, "That is not your current password.")
        }
        let confirmation = signIn.submission.confirmNewPassword
        if let problem = PasswordChangeStage.problem(new, confirmation, current, of: account.account) {
            return page(signIn, account, problem)
        }
        let change: @Sendable (inout User) -> Void = { $0.choosePassword(new, at: services.now) }
        var user = account.account.user
        change(&user)
        // A guest's password is that at home: the copy here, by which the change is known as done, comes after it.
        let tenant = account.account.tenant
        if user.isGuest(in: tenant.id), let homeTenant = services.directory.tenant(home.tenantID),
            let original = homeTenant.user(home.objectID)
        {
            try services.change(original, in: homeTenant, ending: .password(home), change)
            try services.change(account.account.user, in: tenant, change)
        } else {
            try services.change(account.account.user, in: tenant, ending: .password(home), change)
        }
        signIn.renew(&account, user: user, isAnew: true)
        return nil
    }

    /// What is wrong with a new password.
    private static func problem(
        _ new: String, _ confirmation: String?, _ current: String, of account: Account
    ) -> String? {
        if let confirmation, !confirmation.isExactly(new) { return "The passwords do not match." }
        let rules = PasswordRules.of(account.tenant.kind)
        return rules.problem(new, of: account.user.userPrincipalName, current: current).map(rules.message)
    }

    private func page(_ signIn: SignInStage, _ account: SessionAccount, _ error: String?) -> PageModel {
        .changePassword(
            ChangePasswordPage(
                form: signIn.form(), username: account.account.user.signInName, reason: reason, error: error))
    }
}
