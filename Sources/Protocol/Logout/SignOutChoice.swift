import Directory
import Entra
import Formats
import Store

/// An account of the browser's session, wherever the account may sign in.
struct SignedInAccount: Sendable {
    let authentication: Authentication
    /// The user in the home tenant, or nil if the user was deleted since.
    let user: User?

    init(_ authentication: Authentication, services: Services) {
        self.authentication = authentication
        user = services.directory.tenant(authentication.home.tenantID)?.user(authentication.home.objectID)
    }

    var name: String { user?.signInName ?? authentication.home.objectID.description }

    func isNamed(_ text: String) -> Bool {
        [name, user?.userPrincipalName ?? name].contains { $0.isExactlyIgnoringASCIICase(text) }
    }
}

/// The account that a sign-out request selects (docs/reference/protocol.md#sign-out).
enum SignOutChoice: Sendable {
    /// No user is signed in.
    case nobody
    case account(SignedInAccount)
    /// The request matches several accounts or an account that is not signed in, so that the user must choose.
    case ask

    /// Selects the account by the first hint in the request, in this order: logout_hint, sid, id_token_hint, and the account that
    /// MSAL for Apple expects.
    init(_ request: LogoutRequest, _ hint: IDTokenHint?, _ accounts: [SignedInAccount], services: Services) {
        let meant = SignOutChoice.meant(request, hint, accounts, services) ?? accounts
        if let first = meant.first, meant.count == 1 {
            self = .account(first)
        } else {
            self = accounts.isEmpty ? .nobody : .ask
        }
    }

    /// Returns the accounts that the request names, or nil if the request names none.
    private static func meant(
        _ request: LogoutRequest, _ hint: IDTokenHint?, _ accounts: [SignedInAccount], _ services: Services
    ) -> [SignedInAccount]? {
        if let name = request[Parameter.logoutHint].map(LoginHint.username) {
            return accounts.filter { $0.isNamed(name) }
        }
        if let id = request[Parameter.sessionID].map({ GUID($0) }) {
            return accounts.filter { $0.authentication.sessionID == id }
        }
        if let hint { return accounts.filter { hint.isAbout($0.authentication, services: services) } }
        let home = User.Home(
            loginRequest: request[Parameter.loginRequest], domainRequest: request[Parameter.domainRequest])
        return home.map { home in accounts.filter { $0.authentication.home == home } }
    }
}

extension UserProperties.Home {
    /// Creates the account that a client expects, in the parameters of MSAL for Apple, or nil if a parameter is missing.
    init?(loginRequest: String?, domainRequest: String?) {
        guard let loginRequest, let domainRequest else { return nil }
        self.init(objectID: ObjectID(loginRequest), tenantID: TenantID(domainRequest))
    }
}
