@testable import Directory
import Entra
import Testing

/// Compares `hasAny`, `connects` and `grants(to:for:)` with a linear search.
@Suite struct GrantTableTests {
    private static let users = (0..<4).map { ObjectID("user \($0)") }
    private static let clients = (0..<3).map { ClientID("client \($0)") }
    private static let grants =
        [grant("client 0", "api", .allPrincipals, "A"), grant("client 1", "api", .principal(users[0]), "B")]
        + users.dropLast().map { grant("client 0", "graph", .principal($0), "C") }
        + [grant("client 0", "api", .principal(users[1]), "D"), grant("client 0", "api", .allPrincipals, "E")]

    private static func grant(
        _ client: String, _ resource: String, _ consentType: PermissionGrant.ConsentType, _ scope: String
    ) -> PermissionGrant {
        PermissionGrant(
            client: ClientID(client), resource: ClientID(resource), consentType: consentType, scopes: [scope])
    }

    @Test(arguments: clients, users)
    func findsGrantsOfClientForUser(client: ClientID, user: ObjectID) {
        let clientGrants = GrantTableTests.grants.filter { $0.client == client }
        #expect(
            GrantTable(GrantTableTests.grants).grants(to: client, for: user)
                == clientGrants.filter { $0.consentType == .allPrincipals }
                + clientGrants.filter { $0.consentType == .principal(user) }
        )
    }

    @Test(arguments: clients, [ClientID("api"), ClientID("graph"), ClientID("stranger")])
    func findsConnectedClients(client: ClientID, resource: ClientID) {
        let table = GrantTable(GrantTableTests.grants)
        #expect(
            table.connects(client, to: resource)
                == GrantTableTests.grants.contains { $0.client == client && $0.resource == resource })
        #expect(table.hasAny(to: client) == GrantTableTests.grants.contains { $0.client == client })
    }

    @Test func keepsOrderOfConfiguration() {
        #expect(GrantTable(GrantTableTests.grants).all.array == GrantTableTests.grants)
    }

    /// After the removal, the table equals a table that never had the grant.
    @Test(arguments: grants)
    func removesGrant(grant: PermissionGrant) {
        var table = GrantTable(GrantTableTests.grants)
        #expect(table.contains(partiesOf: grant))
        table.remove(partiesOf: grant)
        #expect(!table.contains(partiesOf: grant))
        let remaining = GrantTableTests.grants.filter { !$0.hasSameParties(as: grant) }
        #expect(table.all.array == remaining)
        let other = GrantTable(remaining)
        for client in GrantTableTests.clients {
            #expect(table.hasAny(to: client) == other.hasAny(to: client))
            for resource in ["api", "graph"].map({ ClientID($0) }) {
                #expect(table.connects(client, to: resource) == other.connects(client, to: resource))
            }
            for user in GrantTableTests.users {
                #expect(table.grants(to: client, for: user) == other.grants(to: client, for: user))
            }
        }
    }
}
