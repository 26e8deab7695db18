import Crypto
import Directory
import Entra
package import Formats
import Store

/// Makes the user choose another password. The change takes effect in the directory immediately, and revokes the grants that
/// public clients got from earlier sign-ins.
struct PasswordChangeStage {
    /// The reason for the change.
    let reason: Phrase

    /// Returns the page to show, or nil after the password has changed. Throws AADSTS65004 if the user cancels, and 50053 during a
    /// lockout.
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
            return page(signIn, account, FieldProblem(.currentPasswordWrong))
        }
        let confirmation = signIn.submission.confirmNewPassword
        if let problem = PasswordChangeStage.problem(new, confirmation, current, of: account.account) {
            return page(signIn, account, problem)
        }
        let change: @Sendable (inout User) -> Void = { $0.choosePassword(new, at: services.now) }
        var user = account.account.user
        change(&user)
        // A guest's password is the password of the home account. The copy in this tenant, which marks the change as done, is
        // changed second.
        let tenant = account.account.tenant
        if user.isGuest(in: tenant.id), let homeTenant = services.directory.tenant(home.tenantID),
            let original = homeTenant.user(home.objectID)
        {
            try services.change(original, in: homeTenant, ending: .password(home), change)
            try services.change(account.account.user, in: tenant, change)
        } else {
            try services.change(account.account.user, in: tenant, ending: .password(home), change)
        }
        signIn.renew(&account, user: user, isReauthentication: true)
        return nil
    }

    /// Returns the problem of an unacceptable new password, or nil if the password is acceptable.
    private static func problem(
        _ new: String, _ confirmation: String?, _ current: String, of account: Account
    ) -> FieldProblem? {
        if let confirmation, !confirmation.isExactly(new) { return FieldProblem(.passwordsDiffer) }
        let rules = PasswordRules.of(account.tenant.kind)
        return rules.problem(new, of: account.user.userPrincipalName, current: current).map(rules.fieldProblem)
    }

    private func page(_ signIn: SignInStage, _ account: SessionAccount, _ problem: FieldProblem?) -> PageModel {
        .changePassword(
            ChangePasswordPage(
                form: signIn.form(), username: account.account.user.signInName, reason: reason, problem: problem))
    }
}

/// The page "Update your password".
package struct ChangePasswordPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The reason for the change.
    package let reason: Phrase
    package let problem: FieldProblem?

    package init(form: FormTarget, username: String, reason: Phrase, problem: FieldProblem?) {
        self.form = form
        self.username = username
        self.reason = reason
        self.problem = problem
    }
}

extension ChangePasswordPage: LocalizedPage {
    package func write(to html: inout HTMLWriter, in texts: PageTexts) {
        html.account(username)
        html.heading(.updatePassword, in: texts)
        html.element("p", ["id": ElementID.changePassword], text: texts[reason])
        html.form(form) { html in
            html.problem(problem, id: ElementID.passwordError, in: texts)
            writeField(
                texts[.currentPassword], PageField.currentPassword, ElementID.currentPassword, "current-password", &html
            )
            writeField(texts[.newPassword], PageField.newPassword, ElementID.newPassword, "new-password", &html)
            writeField(
                texts[.confirmPassword], PageField.confirmNewPassword, ElementID.confirmNewPassword, "new-password",
                &html)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton(texts[.signIn])
            html.secondaryButton(texts[.cancel], action: PageAction.cancel)
            html.raw("</div>\n")
        }
    }

    private func writeField(
        _ label: String, _ name: String, _ id: String, _ autocomplete: String, _ html: inout HTMLWriter
    ) {
        html.raw("<p>")
        html.void(
            "input",
            [
                "type": "password", "name": name, "id": id, "class": "field", "autocomplete": autocomplete,
                "placeholder": label, "aria-label": label, "aria-required": "true",
                "autofocus": name.isExactly(PageField.currentPassword) ? "" : nil,
                "aria-invalid": problem == nil ? nil : "true",
                "aria-describedby": problem == nil ? nil : ElementID.passwordError,
            ])
        html.raw("</p>\n")
    }
}
