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

    /// The service principal's object id in a tenant: registered in the home tenant, derived elsewhere.
    func servicePrincipal(in tenant: Tenant) -> ObjectID {
        tenant.id == home.id
            ? application.servicePrincipalID : .servicePrincipal(of: application.clientID, in: tenant.id)
    }

    /// Which kinds of accounts may sign in to this application here (entra-protocol §9).
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
