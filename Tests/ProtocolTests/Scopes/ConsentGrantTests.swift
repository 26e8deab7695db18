import Directory
import Entra
import Protocol
import Testing

/// Checks the grants that consent on the page records.
@Suite struct ConsentGrantTests {
    typealias Fixture = ScopeFixture

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let scope: String
        let accepted: ConsentGrant.Accepted
        var client = Fixture.mobile()
        /// `Client>resource: scopes` of each grant.
        let expected: String

        var testDescription: String { name }
    }

    static let requestedScope = "openid offline_access User.Read Mail.Read api://orders/Orders.Read"
    static let toGateway = Fixture.mobile([Fixture.requires(Fixture.gateway, "Use")])

    static let rows: [Row] = [
        Row(
            name: "everything", scope: requestedScope, accepted: .all,
            expected: "Graph: openid profile offline_access User.Read Mail.Read; Orders: Orders.Read"),
        Row(
            name: "some", scope: requestedScope, accepted: .only(["User.Read"]),
            expected: "Graph: openid profile offline_access User.Read"),
        Row(
            name: "some, in another case", scope: requestedScope, accepted: .only(["API://orders/orders.read"]),
            expected: "Graph: openid profile offline_access; Orders: Orders.Read"),
        Row(
            name: "a permission that was not requested is not granted", scope: requestedScope,
            accepted: .only(["User.Read", "User.Read.All"]),
            expected: "Graph: openid profile offline_access User.Read"),
        Row(name: "nothing is a refusal", scope: requestedScope, accepted: .only([]), expected: ""),
        Row(
            name: "the required ones alone are a refusal", scope: requestedScope,
            accepted: .only(["openid", "profile"]),
            expected: ""),
        Row(
            name: "signing in has nothing to decline", scope: "openid", accepted: .only([]),
            expected: "Graph: openid profile"),
        Row(
            name: "the record keeps canonical case", scope: "api://orders/orders.READ",
            accepted: .only(["api://orders/orders.READ"]), expected: "Graph: openid profile; Orders: Orders.Read"),
        Row(
            name: "a middle tier's grants are its own", scope: "api://gateway/.default", accepted: .all,
            client: toGateway,
            expected: "Graph: openid profile User.Read; Gateway: Use; Gateway>Vault: user_impersonation"),
    ]

    static let names: [String: String] = [
        Fixture.graphID: "Graph", Fixture.ordersID: "Orders", Fixture.vaultID: "Vault",
        Fixture.gateway.appId: "Gateway",
    ]

    @Test(arguments: rows) func grantsAcceptedPermissions(row: Row) throws {
        let resolver = try resolver(for: row.client)
        let grants = ConsentGrant.apply(
            try needed(row.scope, resolver), accepted: row.accepted, for: .principal(Fixture.alex.id))
        let described = grants.map { grant in
            let client = grant.client == row.client.clientID ? "" : "\(name(grant.client))>"
            return "\(client)\(name(grant.resource)): \(grant.scopes.joined(separator: " "))"
        }
        #expect(described.joined(separator: "; ") == row.expected)
        #expect(grants.allSatisfy { $0.consentType == .principal(Fixture.alex.id) })
    }

    @Test func organizationConsentCoversEveryUser() throws {
        let resolver = try resolver()
        let grants = ConsentGrant.apply(try needed("User.Read", resolver), accepted: .all, for: .allPrincipals)
        let record = ConsentGrants(tenant: resolver.tenant, runtime: grants)
        #expect(record.hasAny(to: resolver.client.clientID, for: Fixture.adele.id))
    }

    @Test func asksAgainOnlyForDeclinedPermissions() throws {
        let before = try resolver()
        let all = ConsentGrant.apply(
            try needed(Self.requestedScope, before), accepted: .only(["User.Read", "Mail.Read"]),
            for: .principal(Fixture.alex.id))
        let after = try resolver(runtime: all)
        #expect(try needed(Self.requestedScope, after).map(\.scope) == ["api://orders/Orders.Read"])
        #expect(try needed("openid User.Read Mail.Read", after).isEmpty)
    }

    @Test func adminConsentAssignsListedRoles() throws {
        var client = Fixture.mobile()
        client.requiredResourceAccess = [
            Fixture.requires(Fixture.orders, "Orders.Read", roles: ["Orders.Read.All", "Retired"]),
            Fixture.requires(Fixture.locked, roles: ["Locked.All"]),
            RequiredResource(resourceAppId: ClientID("nobody"), scopes: [], roles: [PermissionID("role-x")]),
        ]
        let assignments = try StaticPermissions(resolver: resolver(for: client)).appRoleAssignments()
        #expect(
            assignments == [
                Fixture.assigned(Fixture.orders, "Orders.Read.All", to: client),
                Fixture.assigned(Fixture.locked, "Locked.All", to: client),
            ])
    }

    private func needed(_ scope: String, _ resolver: ResourceResolver) throws -> [PermissionToConsent] {
        let request = try ScopeRequest.parse(scope)
        let access = try RequestedAccess.resolve(request, at: .authorizeForCode, by: resolver)
        let evaluation = ConsentEvaluation(resolver: resolver, user: Fixture.alex, userConsent: .allowed)
        switch try evaluation.decide(access, prompt: .ifNeeded) {
        case .needed(let entries), .needsAdministrator(let entries): return entries
        case .satisfied: return []
        }
    }

    private func name(_ id: ClientID) -> String { Self.names[id.description] ?? "?" }
}
