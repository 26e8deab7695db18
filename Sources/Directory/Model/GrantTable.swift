package import Entra

/// Configured consents, in their order, found by client and user without looking through those of other users.
package struct GrantTable: Sendable {
    private struct Holder: Hashable {
        let client: ClientID
        let consentType: PermissionGrant.ConsentType
    }

    private struct Connection: Hashable {
        let client: ClientID
        let resource: ClientID
    }

    package private(set) var all: [PermissionGrant] = []
    private var positions: [Holder: [Int]] = [:]
    private var connections: Set<Connection> = []
    private var clients: Set<ClientID> = []

    package init(_ grants: [PermissionGrant] = []) {
        for grant in grants { append(grant) }
    }

    /// What a client holds for a user: granted for everyone, and for the user alone.
    package func grants(to client: ClientID, for user: ObjectID) -> [PermissionGrant] {
        grants(to: client, as: .allPrincipals) + grants(to: client, as: .principal(user))
    }

    /// What a client holds by consents of one kind.
    package func grants(to client: ClientID, as consentType: PermissionGrant.ConsentType) -> [PermissionGrant] {
        (positions[Holder(client: client, consentType: consentType)] ?? []).map { all[$0] }
    }

    /// Whether anyone has granted `client` something on `resource`.
    package func connects(_ client: ClientID, to resource: ClientID) -> Bool {
        connections.contains(Connection(client: client, resource: resource))
    }

    /// Whether anyone has granted the client something.
    package func hasAny(to client: ClientID) -> Bool { clients.contains(client) }

    private mutating func append(_ grant: PermissionGrant) {
        positions[Holder(client: grant.client, consentType: grant.consentType), default: []].append(all.count)
        connections.insert(Connection(client: grant.client, resource: grant.resource))
        clients.insert(grant.client)
        all.append(grant)
    }
}
