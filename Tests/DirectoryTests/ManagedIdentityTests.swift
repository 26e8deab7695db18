import Directory
import Entra
import Testing

@Suite struct ManagedIdentityTests {
    private let text = tenant(
        """
        managedIdentities:
        - {id: /subscriptions/s/vm, type: SystemAssigned, hosts: [virtualMachine, azureArc]}
        - {id: /subscriptions/s/app, type: SystemAssigned, hosts: [appService], name: shop}
        - {id: /subscriptions/s/jobs, type: microsoft.managedidentity/userassignedidentities, location: here}
        """)

    @Test func derivesMissingPropertiesFromID() throws {
        let tenant = try #require(load(text).configuration?.directory.tenants.first)
        let identities = tenant.managedIdentities
        #expect(identities.map(\.name) == ["vm", "shop", "jobs"])
        #expect(identities.map(\.kind) == [.systemAssigned, .systemAssigned, .userAssigned])
        #expect(
            identities.map(\.hosts) == [
                [.virtualMachine, .azureArc], [.appService], Set(ManagedIdentityHost.allCases),
            ])
        let ids = identities.map(\.clientID.description) + identities.map(\.principalID.description)
        #expect(Set(ids).count == 6)
        let reloaded = try #require(load(text).configuration?.directory.tenants.first)
        #expect(reloaded.managedIdentities == identities, "derived, so the same at every start")
    }
}
