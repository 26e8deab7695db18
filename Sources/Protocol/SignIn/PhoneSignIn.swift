import Directory
import Entra
import Formats
import Store

/// The passwordless sign-in with Microsoft Authenticator: a push notification replaces the password and counts as several factors
/// (docs/reference/protocol.md#phone-sign-in).
extension SignInStage {
    /// Returns the page for the user's first credential: the push notification or the password. With `isReauthentication`, an
    /// identity provider must request credentials again.
    mutating func credentialPage(
        _ username: String, _ account: Account, isReauthentication: Bool = false
    ) throws(EntraError) -> Step {
        guard usesPhone(account) else { return passwordPage(username, account, isReauthentication: isReauthentication) }
        flow.username = username
        flow.usesPersonalAccount = account.isPersonal
        return try notifyPhone(of: account)
    }

    /// Returns the password page of the user whose push notification the page waits for.
    mutating func leavePhone() -> Step {
        guard let username = flow.username, case .found(let account) = lookup(username) else {
            return usernamePage(flow.username ?? "")
        }
        flow.pendingCode = nil
        return passwordPage(username, account)
    }

    /// Returns the step that the answer to the push notification leads to, or nil if no page waits for one.
    mutating func awaitPhone() throws(EntraError) -> Step? {
        guard flow.authentication == nil, let pending = flow.pendingCode, let username = flow.username,
            case .found(let account) = lookup(username), usesPhone(account),
            pending.recipient.isExactly(account.user.id.description)
        else { return nil }
        if submission.action.isExactly(PageAction.resend) { return try notifyPhone(of: account) }
        switch PushNotification.outcome(of: pending, services: services) {
        case .pending: return phonePage(account, pending, .waiting)
        case .denied: return phonePage(account, pending, .denied)
        case .expired: return phonePage(account, pending, .expired)
        case .approved:
            guard try PushNotification.use(pending, services: services) else {
                return phonePage(account, pending, .expired)
            }
            try Lockout(.second, of: account.user.home, request.settings, services).forget()
            guard services.directory.isEnabled(account.user) else { throw EntraError(.userDisabled) }
            return signIn(account, methods: [Authentication.phoneSignIn, "mfa"])
        }
    }

    private func usesPhone(_ account: Account) -> Bool {
        account.user.signsInByPhone && request.userFlow == nil && !services.isOnPremises
            && services.directory.federation(of: account.user) == nil
    }

    private mutating func notifyPhone(of account: Account) throws(EntraError) -> Step {
        try Lockout(.second, of: account.user.home, request.settings, services).check()
        let sent = try PushNotification.send(
            to: account.user, of: account.tenant.id, application: request.application.displayName,
            settings: request.settings, services: services)
        flow.pendingCode = sent
        return phonePage(account, sent, .waiting)
    }

    private func phonePage(_ account: Account, _ pending: PendingCode, _ status: PushNotificationPage.Status) -> Step {
        .show(
            .pushNotification(
                PushNotificationPage(
                    form: form(), username: account.user.signInName, number: pending.code, status: status,
                    isPasswordless: true)))
    }
}
