import Directory
import Entra
import State
import Wire

/// An account of the browser's session, wherever it may sign in.
struct SignedInAccount: Sendable {
    let authentication: Authentication
    /// At home; nil when the account is gone since.
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

/// Whom a sign-out request means (docs/reference/protocol.md#sign-out).
enum SignOutChoice: Sendable {
    /// Nobody is signed in.
    case nobody
    case account(SignedInAccount)
    /// Several could be meant, or somebody who is not signed in: the user says.
    case ask

    /// The first hint that the request has decides: logout_hint, sid, id_token_hint, then the account that MSAL for Apple
    /// expects.
    init(_ request: LogoutRequest, _ hint: IDTokenHint?, _ accounts: [SignedInAccount], services: Services) {
        let meant = SignOutChoice.meant(request, hint, accounts, services) ?? accounts
        if let first = meant.first, meant.count == 1 {
            self = .account(first)
        } else {
            self = accounts.isEmpty ? .nobody : .ask
        }
    }

    /// The accounts that the request names; nil when it names none.
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
    /// The account a client expects, as MSAL for Apple names it; nil unless both parameters are there.
    init?(loginRequest: String?, domainRequest: String?) {
        guard let loginRequest, let domainRequest else { return nil }
        self.init(objectID: ObjectID(loginRequest), tenantID: TenantID(domainRequest))
    }
}
