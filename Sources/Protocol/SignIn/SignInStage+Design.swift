import Directory
import Entra
import Formats
import Store

/// The choice of the service whose page the sign-in shows (docs/reference/interface.md#personal-account-pages).
extension SignInStage {
    /// The design of the next page. Before the sign-in, the request decides. After the sign-in, the account decides as well,
    /// unless the request is for a tenant.
    var design: PageDesign {
        guard let authentication = flow.authentication else {
            return design(isPersonal: isForPersonalAccounts || request.choice.requestsPersonalAccount == true)
        }
        let isPersonal = authentication.home.tenantID == .consumers && request.client.authority.tenant == nil
        return design(isPersonal: isForPersonalAccounts || isPersonal)
    }

    /// Returns the design of a page of the account's own sign-in service: the password page, and the page "Stay signed in?".
    func design(of account: Account) -> PageDesign { design(isPersonal: account.isPersonalAtHome) }

    private func design(isPersonal: Bool) -> PageDesign {
        if services.isOnPremises { return .federationService }
        return isPersonal ? .personal(request.settings.personalAccountPages) : .work
    }

    /// Whether only personal accounts sign in at the authority, or at the host of personal accounts.
    private var isForPersonalAccounts: Bool {
        guard let tenant = request.client.authority.tenant else {
            return services.origin.host.isExactly(SignInStage.personalAccountHost)
        }
        return tenant.kind == .consumers
    }

    private static let personalAccountHost = "login.live.com"

    /// Returns the sentence about a user name without an account.
    var unknownUsername: Phrase {
        switch design {
        case .personal: .personalAccountUnknown
        case .federationService: .federatedPasswordWrong
        case .work: request.client.authority.tenant == nil ? .usernameUnknown : .usernameUnknownInTenant
        }
    }
}

extension FieldProblem {
    /// Returns the problem with the sentence that the service has for a wrong password.
    func worded(for design: PageDesign) -> FieldProblem {
        guard case .phrase(.passwordWrong, _) = text else { return self }
        switch design {
        case .federationService: return FieldProblem(.federatedPasswordWrong, error: error, detail: detail)
        case .personal(.redesigned): return FieldProblem(.personalPasswordWrong, error: error, detail: detail)
        case .personal, .work: return self
        }
    }
}
