package import Directory
package import Entra

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

/// A selection of consents to revoke.
package enum ConsentRevocation: Sendable {
    /// The recorded consent of the same client, resource and principal.
    case grant(PermissionGrant)
    case assignment(AppRoleAssignment)
    /// Every consent that was granted to an application or on it.
    case application(ClientID)
    /// Every consent that was granted for a user.
    case user(ObjectID)

    func includes(_ grant: PermissionGrant) -> Bool {
        switch self {
        case .grant(let other): grant.hasSameParties(as: other)
        case .assignment: false
        case .application(let id): grant.client == id || grant.resource == id
        case .user(let id): grant.consentType == .principal(id)
        }
    }

    func includes(_ assignment: AppRoleAssignment) -> Bool {
        switch self {
        case .grant: false
        case .assignment(let other): assignment == other
        case .application(let id): assignment.resource == id || assignment.principal == .application(id)
        case .user(let id): assignment.principal == .user(id)
        }
    }
}
