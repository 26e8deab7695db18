package import Entra
import Formats

/// A recorded delegated consent (Graph `oAuth2PermissionGrant`), by application IDs.
package struct PermissionGrant: Sendable, Equatable {
    /// The users to whom the consent applies (`consentType`, `principalId`).
    package enum ConsentType: Sendable, Hashable {
        case principal(ObjectID)
        case allPrincipals
    }

    /// The identity of a consent: a tenant has one consent for each value.
    package struct Parties: Hashable, Sendable {
        let client: ClientID
        let resource: ClientID
        let consentType: ConsentType
    }

    package var client: ClientID
    package var resource: ClientID
    package var consentType: ConsentType
    /// The values of the permissions, without the resource.
    package var scopes: [String]

    package init(client: ClientID, resource: ClientID, consentType: ConsentType, scopes: [String]) {
        self.client = client
        self.resource = resource
        self.consentType = consentType
        self.scopes = scopes
    }

    package var parties: Parties { Parties(client: client, resource: resource, consentType: consentType) }

    /// Returns whether both consents have the same client, resource and principal.
    package func hasSameParties(as other: PermissionGrant) -> Bool { parties == other.parties }

    /// Adds the permissions of the other consent.
    package mutating func merge(_ other: PermissionGrant) {
        var known = Set(scopes.map(CaseInsensitiveString.init))
        for scope in other.scopes where known.insert(CaseInsensitiveString(scope)).inserted { scopes.append(scope) }
    }
}

/// The assignment of a role to a user, group or client application (Graph `appRoleAssignment`).
package struct AppRoleAssignment: Sendable, Hashable {
    /// The holder of the role.
    package enum Principal: Sendable, Hashable {
        case user(ObjectID)
        case group(ObjectID)
        case application(ClientID)
    }

    package var principal: Principal
    package var resource: ClientID
    /// The ID of the role. The all-zero ID is the default assignment: access without a role.
    package var appRole: PermissionID

    package init(principal: Principal, resource: ClientID, appRole: PermissionID) {
        self.principal = principal
        self.resource = resource
        self.appRole = appRole
    }
}
