package import Entra
import Wire

/// Delegated consent on record (Graph `oAuth2PermissionGrant`), by application ids.
package struct PermissionGrant: Sendable, Equatable {
    /// For whom it holds (`consentType`, `principalId`).
    package enum ConsentType: Sendable, Hashable {
        case principal(ObjectID)
        case allPrincipals
    }

    /// What tells one consent from another: a tenant has one for each.
    package struct Parties: Hashable, Sendable {
        let client: ClientID
        let resource: ClientID
        let consentType: ConsentType
    }

    package var client: ClientID
    package var resource: ClientID
    package var consentType: ConsentType
    /// Permission values, bare.
    package var scopes: [String]

    package init(client: ClientID, resource: ClientID, consentType: ConsentType, scopes: [String]) {
        self.client = client
        self.resource = resource
        self.consentType = consentType
        self.scopes = scopes
    }

    package var parties: Parties { Parties(client: client, resource: resource, consentType: consentType) }

    /// Whether it is for the same client, resource and principal.
    package func isOfSameParties(as other: PermissionGrant) -> Bool { parties == other.parties }

    /// Adds what the other one grants.
    package mutating func merge(_ other: PermissionGrant) {
        var known = Set(scopes.map(FoldedString.init))
        for scope in other.scopes where known.insert(FoldedString(scope)).inserted { scopes.append(scope) }
    }
}
