import Directory
import Entra

/// What is granted while the server runs. In a tenant it gives those whom it involves a service principal.
protocol Consent: Sendable {
    /// The client that it is granted to, if it is one, and the API that it is granted on.
    var involved: [ClientID] { get }
}

extension PermissionGrant: Consent {
    var involved: [ClientID] { [client, resource] }
}

extension AppRoleAssignment: Consent {
    var involved: [ClientID] {
        if case .application(let client) = principal { [client, resource] } else { [resource] }
    }
}
