import Entra
import Testing
@testable import Directory

@Suite struct AddedTenantTests {
    /// Tenant `number`, with two applications. The first application of all tenants is the same.
    private static func tenant(_ number: Int) -> Tenant {
        Tenant(
            id: TenantID("tenant-\(number)"), displayName: "", kind: .b2c, domains: ["Tenant\(number).example"],
            applications: ["shared", "app-\(number)"].map {
                Application(appId: $0, servicePrincipalID: ObjectID("sp"), displayName: "")
            }, subdomain: "tenant\(number)")
    }

    /// The list has pages of 64 tenants.
    @Test(arguments: [1, 63, 64, 65, 129])
    func addedTenantsAreFoundLikeConfiguredOnes(count: Int) {
        let tenants = (0..<count).map(AddedTenantTests.tenant)
        let configured = Directory(tenants: tenants)
        let added = tenants.reduce(Directory(tenants: [])) { $0.adding($1) }
        #expect(added.tenants.map(\.id) == tenants.map(\.id))
        for tenant in tenants {
            #expect(added.tenant(tenant.id)?.id == tenant.id)
            #expect(added.tenant(named: tenant.domains[0])?.id == tenant.id)
            #expect(added.tenant(subdomain: tenant.subdomain ?? "")?.id == tenant.id)
        }
        for id in ["shared", "app-0", "app-\(count - 1)", "app-\(count)"] {
            let expected = configured.registration(of: ClientID(id))?.tenant.id
            #expect(added.registration(of: ClientID(id))?.tenant.id == expected)
        }
    }
}
