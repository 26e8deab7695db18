import Directory
import Entra

/// An application as seen at the authority of a request.
final class ResolvedClient: Sendable {
    let authority: Authority
    let application: Application
    /// The tenant where the application is registered.
    let home: Tenant
    /// The client ID as the request spells it.
    let requestedID: String

    init(authority: Authority, application: Application, home: Tenant, requestedID: String) {
        self.authority = authority
        self.application = application
        self.home = home
        self.requestedID = requestedID
    }

    /// The kinds of accounts that may sign in to this application here (docs/reference/protocol.md#sign-in-audience).
    var accounts: AccountKinds {
        let byAudience: AccountKinds =
            switch application.signInAudience {
            case .myOrg, .multipleOrgs: .work
            case .orgsAndPersonal: [.work, .personal]
            case .personalOnly: .personal
            }
        let byAuthority: AccountKinds =
            switch authority {
            case .common: [.work, .personal]
            case .organizations, .tenant, .userFlow: .work
            case .consumers: .personal
            }
        return byAudience.intersection(byAuthority)
    }
}

extension Tenant {
    /// Returns the object ID of an application's service principal in this tenant. The ID is registered in the application's own
    /// tenant, and derived elsewhere.
    func servicePrincipal(of client: Application) -> ObjectID {
        application(client.clientID)?.servicePrincipalID ?? .servicePrincipal(of: client.clientID, in: id)
    }
}
