import Crypto
import Directory
import Entra
package import Formats
import Store

/// Makes the user choose another password. The change takes effect in the directory immediately, and revokes the grants that
/// public clients got from earlier sign-ins.
struct PasswordChangeStage {
    /// The reason for the change, in one sentence.
    let reason: String

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
            return page(signIn, account, "That is not your current password.")
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

    /// Returns the message about an unacceptable new password, or nil if the password is acceptable.
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

/// The page "Update your password".
package struct ChangePasswordPage: Sendable, Equatable {
    package let form: FormTarget
    package let username: String
    /// The reason for the change, in one sentence.
    package let reason: String
    package let error: String?

    package init(form: FormTarget, username: String, reason: String, error: String?) {
        self.form = form
        self.username = username
        self.reason = reason
        self.error = error
    }
}

extension ChangePasswordPage: StyledPage {
    package var title: String { "Update your password" }

    package func write(to html: inout HTMLWriter) {
        html.raw("<h1>Update your password</h1>\n")
        html.account(username)
        html.element("p", text: reason)
        html.form(form) { html in
            writeField(
                "Current password", PageField.currentPassword, ElementID.currentPassword, "current-password", &html)
            writeField("New password", PageField.newPassword, ElementID.newPassword, "new-password", &html)
            writeField(
                "Confirm password", PageField.confirmNewPassword, ElementID.confirmNewPassword, "new-password", &html)
            html.fieldError(error, id: ElementID.passwordError)
            html.raw("<div class=\"actions\">\n")
            html.primaryButton("Sign in")
            html.secondaryButton("Cancel", value: PageAction.cancel)
            html.raw("</div>\n")
        }
    }

    private func writeField(
        _ label: String, _ name: String, _ id: String, _ autocomplete: String, _ html: inout HTMLWriter
    ) {
        html.raw("<p>")
        html.element("label", ["for": id], text: label)
        html.void(
            "input",
            [
                "type": "password", "name": name, "id": id, "class": "field", "autocomplete": autocomplete,
                "aria-required": "true", "autofocus": name.isExactly(PageField.currentPassword) ? "" : nil,
                "aria-invalid": error == nil ? nil : "true",
                "aria-describedby": error == nil ? nil : ElementID.passwordError,
            ])
        html.raw("</p>\n")
    }
}
