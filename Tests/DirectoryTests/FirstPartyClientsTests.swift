@testable import Directory
import Entra
import Formats
import Testing

/// Microsoft's own clients are data of the program (docs/reference/protocol.md#first-party-clients).
@Suite struct FirstPartyClientsTests {
    @Test("Every line of the data describes a client")
    func readsEveryClient() throws {
        let ids = FirstPartyClients.ids
        #expect(ids.count == 207)
        let clients = ids.compactMap { FirstPartyClients.registration(of: $0) }
        #expect(clients.count == ids.count)
        #expect(clients.map(\.application.clientID) == ids)
        #expect(clients.allSatisfy { !$0.application.displayName.isEmpty })
        #expect(clients.count { $0.application.familyId == "1" } == 45)
        #expect(clients.count { $0.application.isFallbackPublicClient == false } == 11)
        let others = clients.filter { !$0.application.isFirstPartyClient }
        #expect(others.map(\.application.displayName) == ["Microsoft Graph Command Line Tools"])
        for client in clients {
            let uris = client.application.redirectURIs.map(\.uri)
            #expect(Set(uris).count == uris.count)
            #expect(client.application.signInAudience.isMultiTenant)
        }
    }

    @Test("A client has the permissions of each API that Microsoft gives it")
    func readsPreauthorizations() throws {
        let client = ClientID("04b07795-8ddb-461a-bbee-02f9e1bf7b46")
        let (owner, application) = try #require(FirstPartyClients.registration(of: client))
        #expect(owner.id == TenantID("f8cdef31-a31e-4b4a-93e4-5f571e91255a"))
        #expect(application.displayName == "Microsoft Azure CLI")
        let grants = try #require(application.preauthorizations)
        #expect(grants.first { $0.resource == .azureServiceManagement }?.scopes == ["user_impersonation"])
        #expect(grants.contains { $0.resource == .microsoftGraph && $0.scopes.contains("Group.ReadWrite.All") })
        #expect(FirstPartyClients.registration(of: ClientID("04b07795-8ddb-461a-bbee-02f9e1bf7b47")) == nil)
        #expect(FirstPartyClients.registration(of: ClientID("app")) == nil)
    }

    @Test("An API that is a client too has the properties of both")
    func completesAPI() throws {
        let id = "c632b3df-fb67-4d84-bdcf-b95ad541b5c8"
        var api = Application(appId: id, servicePrincipalID: ObjectID("x"), displayName: "Azure VPN")
        api.oauth2PermissionScopes = [PermissionScope(id: PermissionID("a"), value: "user_impersonation")]
        let client = FirstPartyClients.asClient(api)
        #expect(client.oauth2PermissionScopes == api.oauth2PermissionScopes)
        #expect(client.redirectURIs.contains { $0.uri == "msauth.com.microsoft.AzureVpnMac://auth" })
        #expect(client.isFirstPartyClient)
    }

    @Test("Microsoft's clients belong to no tenant of the directory, and no export contains them")
    func exportsNoClient() throws {
        let directory = try Configuration.load(.seed).directory
        let client = ClientID("04b07795-8ddb-461a-bbee-02f9e1bf7b46")
        let home = try #require(directory.registration(of: client)?.tenant)
        #expect(directory.tenant(home.id) == nil)
        #expect(directory.tenants.allSatisfy { $0.application(client) == nil })
        let text = String(decoding: JSONWriter.value(DirectoryExport.json(directory)), as: UTF8.self)
        #expect(!text.contains(client.description))
    }

    @Test("A configuration names Microsoft's clients in servicePrincipals and grants, and its own application wins")
    func namesClientsInConfiguration() throws {
        let yaml = """
            tenants:
              - id: 11111111-1111-4111-8111-111111111111
                domains: [contoso.com]
                applications: [{appId: 1950a258-227b-4e31-a9cf-717495945fc2, displayName: Own}]
                servicePrincipals:
                  - 04b07795-8ddb-461a-bbee-02f9e1bf7b46
                  - {appId: aebc6443-996d-45c2-90f0-388ff96faa56, accountEnabled: false}
                oauth2PermissionGrants:
                  - clientId: 04b07795-8ddb-461a-bbee-02f9e1bf7b46
                    resourceId: 00000003-0000-0000-c000-000000000000
                    consentType: AllPrincipals
                    scope: User.Read
            """
        let directory = try Configuration.load(.inline(yaml)).directory
        let tenant = try #require(directory.tenants.leading)
        #expect(tenant.servicePrincipals.contains(ClientID("04b07795-8ddb-461a-bbee-02f9e1bf7b46")))
        let code = ClientID("aebc6443-996d-45c2-90f0-388ff96faa56")
        #expect(tenant.servicePrincipalProperties[code]?.accountEnabled == false)
        #expect(directory.registration(of: code, in: tenant)?.application.accountEnabled == false)
        #expect(directory.registration(of: code, in: nil)?.application.accountEnabled == true)
        #expect(tenant.grants.count == 1)
        let own = try #require(directory.registration(of: ClientID("1950a258-227b-4e31-a9cf-717495945fc2")))
        #expect(own.application.displayName == "Own")
        #expect(own.tenant.id == tenant.id)
        let export = JSONWriter.value(DirectoryExport.json(directory))
        let again = try Configuration.load(.body(export), files: .none).directory
        #expect(again.tenants.leading?.servicePrincipals == tenant.servicePrincipals)
        #expect(again.tenants.leading?.servicePrincipalProperties == tenant.servicePrincipalProperties)
        #expect(again.tenants.leading?.grants == tenant.grants)
    }
}
