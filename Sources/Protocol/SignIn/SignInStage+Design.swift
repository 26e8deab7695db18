import Directory
import Entra

/// The choice of the service whose page the sign-in shows.
extension SignInStage {
    /// The design of the pages.
    var design: PageDesign { services.isOnPremises ? .federationService : .work }

    /// Returns the sentence about a user name without an account.
    var unknownUsername: Phrase {
        if design == .federationService { return .federatedPasswordWrong }
        return switch request.client.authority.tenant?.kind {
        case .consumers: .personalAccountUnknown
        case nil: .usernameUnknown
        default: .usernameUnknownInTenant
        }
    }
}

extension FieldProblem {
    /// Returns the problem with the sentence that the service has for a wrong password.
    func worded(for design: PageDesign) -> FieldProblem {
        guard case .phrase(.passwordWrong, _) = text, design == .federationService else { return self }
        return FieldProblem(.federatedPasswordWrong, error: error, detail: detail)
    }
}
