package import Entra

/// The configured consents in their order, by client and user. A lookup does not read the consents of other users.
package struct GrantTable: Sendable {
    private struct Holder: Hashable {
        let client: ClientID
        let consentType: PermissionGrant.ConsentType
    }

    private struct Connection: Hashable {
        let client: ClientID
        let resource: ClientID
    }

    private(set) var all: ObjectList<PermissionGrant>
    private var numbers: ShardedDictionary<Holder, [Int]>
    /// The number of consents between a client and a resource.
    private var connections = ShardedDictionary<Connection, Int>()
    private var clients = ShardedDictionary<ClientID, Int>()

    package init(_ grants: [PermissionGrant] = []) {
        all = ObjectList(grants)
        numbers = ShardedDictionary(capacity: grants.count)
        for number in grants.indices { index(grants[number], number) }
    }

    /// Returns the consents of a client for a user: consents for everyone, and consents of the user alone.
    package func grants(to client: ClientID, for user: ObjectID) -> [PermissionGrant] {
        let everyones = grants(to: client, as: .allPrincipals)
        let own = grants(to: client, as: .principal(user))
        return everyones.isEmpty ? own : everyones + own
    }

    /// Returns the consents of a client with one consent type.
    package func grants(to client: ClientID, as consentType: PermissionGrant.ConsentType) -> [PermissionGrant] {
        guard let numbers = numbers[Holder(client: client, consentType: consentType)] else { return [] }
        var held: [PermissionGrant] = []
        held.reserveCapacity(numbers.count)
        for number in numbers {
            if let grant = all[number] { held.append(grant) }
        }
        return held
    }

    /// Returns whether anyone has granted `client` a permission of `resource`.
    package func connects(_ client: ClientID, to resource: ClientID) -> Bool {
        connections[Connection(client: client, resource: resource)] != nil
    }

    /// Returns whether anyone has granted the client a permission.
    package func hasAny(to client: ClientID) -> Bool { clients[client] != nil }

    /// Returns whether there is a consent with the same client, resource and principal.
    func contains(partiesOf grant: PermissionGrant) -> Bool {
        grants(to: grant.client, as: grant.consentType).contains(where: grant.isOfSameParties)
    }

    mutating func append(_ grant: PermissionGrant) {
        index(grant, all.append(grant))
    }

    /// Removes all consents with the same client, resource and principal.
    mutating func remove(partiesOf grant: PermissionGrant) {
        let holder = Holder(client: grant.client, consentType: grant.consentType)
        for number in numbers[holder] ?? [] where all[number]?.isOfSameParties(as: grant) == true {
            all.remove(number)
            numbers.remove(number, of: holder)
            connections.decrement(Connection(client: grant.client, resource: grant.resource))
            clients.decrement(grant.client)
        }
    }

    private mutating func index(_ grant: PermissionGrant, _ number: Int) {
        numbers.append(number, to: Holder(client: grant.client, consentType: grant.consentType))
        connections.increment(Connection(client: grant.client, resource: grant.resource))
        clients.increment(grant.client)
    }
}
