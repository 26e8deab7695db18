import Directory
import Entra

/// An application as it stands at the authority a request addresses.
final class ResolvedClient: Sendable {
    let authority: Authority
    let application: Application
    /// Where the application is registered.
    let home: Tenant
    /// The client id as requested.
    let requestedID: String

    init(authority: Authority, application: Application, home: Tenant, requestedID: String) {
        self.authority = authority
        self.application = application
        self.home = home
        self.requestedID = requestedID
    }

    /// Which kinds of accounts may sign in to this application here (docs/reference/protocol.md#sign-in-audience).
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
    /// The object id of an application's service principal here: registered where the application is, derived elsewhere.
    func servicePrincipal(of client: Application) -> ObjectID {
        application(client.clientID)?.servicePrincipalID ?? .servicePrincipal(of: client.clientID, in: id)
    }
}
