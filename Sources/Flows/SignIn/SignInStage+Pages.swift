import Crypto
import Directory
import Entra
import State
import Wire

/// The pages of the sign-in, each with the state that its form hands back.
extension SignInStage {
    /// The form of the next page, with the state as it is now.
    func form() -> FormTarget {
        let form = request.form
        let state = HiddenField(PageField.flowToken, boundFlow.sealed(with: services.keys.sealing))
        return FormTarget(action: form.action, hidden: form.hidden + [state])
    }

    /// The state as it is now, bound to the request.
    var boundFlow: FlowToken {
        var flow = flow
        flow.requestDigest = request.digest
        return flow
    }

    /// Asks for the username. Returning to this page discards the previous sign-in.
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

    /// Of a federated user, the identity provider's; `anew` has that ask in any case.
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
