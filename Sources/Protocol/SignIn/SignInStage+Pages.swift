import Crypto
import Directory
import Entra
import Formats
import Store

/// The pages of the sign-in, each with the state that its form sends back.
extension SignInStage {
    /// Returns the form of the next page, with the current state.
    func form() -> FormTarget {
        let form = request.form
        let state = HiddenField(PageField.flowToken, boundFlow.sealed(with: services.keys.sealing))
        return FormTarget(action: form.action, hidden: form.hidden + [state])
    }

    /// The current state, bound to the request.
    var boundFlow: FlowToken {
        var flow = flow
        flow.requestDigest = request.digest
        return flow
    }

    /// Returns the username page. Returning to this page discards the previous sign-in.
    mutating func usernamePage(_ username: String, _ error: FormError? = nil) -> Step {
        flow.username = nil
        flow.authentication = nil
        flow.isFresh = false
        return .show(
            .username(
                UsernamePage(
                    form: form(), applicationName: request.application.displayName,
                    tenantName: request.client.authority.tenant?.displayName, username: username,
                    error: error?.message, offersSignUp: request.userFlow?.allowsSignUp ?? false,
                    providers: request.userFlow?.providerButtons ?? [])))
    }

    /// Returns the password page, or the redirect to the identity provider for a federated user. With `anew`, the identity
    /// provider must request credentials again.
    mutating func passwordPage(
        _ username: String, _ account: Account, _ error: FormError? = nil, anew: Bool = false
    ) -> Step {
        if let step = homeRealm(username, account, anew: anew) { return step }
        flow.username = username
        return .show(
            .password(
                PasswordPage(
                    form: form(), applicationName: request.application.displayName,
                    tenantName: account.tenant.displayName, username: account.user.signInName,
                    error: error?.message, offersReset: request.userFlow?.offersReset ?? false)))
    }

    func accountPicker() -> Step {
        let tiles = accounts.map {
            AccountPickerPage.Account(username: $0.account.user.signInName, displayName: $0.account.user.displayName)
        }
        return .show(
            .accountPicker(
                AccountPickerPage(
                    form: form(), applicationName: request.application.displayName, accounts: tiles)))
    }
}
