import Directory
import Entra
import Protocol
import Testing

/// Checks an API with too many permissions for a linear search per permission.
@Suite struct ManyPermissionsTests {
    private static let count = 10_000
    private static let api = ScopeFixture.api(
        "bbbbbbbb-0000-4000-8000-000000000009", "Large", ["api://large"], (0..<count).map { "Permission.\($0)" })
    private static let client = ScopeFixture.mobile([
        RequiredResource(resourceAppId: api.clientID, scopes: api.oauth2PermissionScopes.map(\.id), roles: [])
    ])
    private static let tenant = Tenant(
        id: ScopeFixture.contoso, displayName: "Contoso", kind: .workforce, domains: ["contoso.com"],
        applications: ScopeFixture.builtIn + [api, client])

    private static func resolver(_ grants: [PermissionGrant] = []) -> ResourceResolver {
        ResourceResolver(
            directory: Directory(tenants: [tenant]), client: client,
            grants: ConsentGrants(tenant: tenant, runtime: grants), cloud: .global)
    }

    private static func access(_ scope: String, _ resolver: ResourceResolver) throws -> RequestedAccess {
        try RequestedAccess.resolve(ScopeRequest.parse(scope), at: .authorizeForCode, by: resolver)
    }

    private func issued(_ scope: String, _ grants: [PermissionGrant]) throws -> [String] {
        let resolver = ManyPermissionsTests.resolver(grants)
        return try GrantedAccess.issue(
            ManyPermissionsTests.access(scope, resolver), to: ManyPermissionsTests.client, for: ScopeFixture.alex.id,
            on: resolver.grants, missing: .consentRequired, at: .v2
        ).scopes
    }

    @Test("Consent and requests by name and by .default stay fast with many permissions")
    func resolvesManyPermissionsQuickly() throws {
        let names = (0..<199).map { ManyPermissionsTests.count - 1 - $0 }
        let named = names.map { "api://large/permission.\($0)" }.joined(separator: " ")
        let time = try ContinuousClock().measure {
            let resolver = ManyPermissionsTests.resolver()
            let access = try ManyPermissionsTests.access("api://large/.default", resolver)
            let evaluation = ConsentEvaluation(resolver: resolver, user: ScopeFixture.alex, userConsent: .allowed)
            guard case .needed(let entries) = try evaluation.decide(access, prompt: .ifNeeded) else {
                Issue.record("the decision needs no consent")
                return
            }
            #expect(entries.count { $0.resource == ManyPermissionsTests.api.clientID } == ManyPermissionsTests.count)
            let grants = ConsentGrant.apply(
                entries, accepted: .only(entries.map(\.scope)), for: .principal(ScopeFixture.alex.id))
            let all = try issued("api://large/.default", grants)
            #expect(all == ManyPermissionsTests.api.oauth2PermissionScopes.map(\.value))
            let issuedByName = try issued(named, grants)
            #expect(Array(issuedByName.prefix(names.count)) == names.map { "Permission.\($0)" })
            #expect(issuedByName.count == ManyPermissionsTests.count)
        }
        #expect(time < .seconds(5), "\(time)")
    }
}
