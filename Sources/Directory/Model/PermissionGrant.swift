package import Entra

/// Delegated consent on record (Graph `oAuth2PermissionGrant`), by application ids.
package struct PermissionGrant: Sendable, Equatable {
    package enum ConsentType: Sendable, Equatable {
        case principal(ObjectID)
        case allPrincipals
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
}
