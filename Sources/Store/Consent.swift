import Directory
import Entra

/// A consent that is granted at run time. Each application that a consent involves has a service principal in the tenant.
protocol Consent: Sendable {
    /// The applications that the consent involves: the client, if a client holds the consent, and the API.
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
