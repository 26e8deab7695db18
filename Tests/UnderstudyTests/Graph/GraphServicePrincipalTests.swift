import Formats
import Testing
@testable import Understudy

@Suite struct GraphServicePrincipalTests {
    @Test("The list has the tenant's own applications, Microsoft's APIs and foreign applications with a grant")
    func listsServicePrincipalsOfTenantAndMicrosoft() throws {
        let graph = try GraphLab().automation()
        let names = try graph.get("/servicePrincipals").values("displayName")
        #expect(Set(names).isSuperset(of: ["Automation", "Console", "Orders API", "Microsoft Graph"]))
        #expect(!names.contains("Partner"))
        let found = try graph.get("/servicePrincipals?$filter=appId%20eq%20'\(Seed.graph)'&$select=appId,appRoles")
        #expect(found.values("appId") == [Seed.graph])
        #expect(found.text.contains("Application.ReadWrite.OwnedBy"))
        let byName = try graph.get("/servicePrincipals?$filter=servicePrincipalNames/any(n:n%20eq%20'api://orders')")
        #expect(byName.values("displayName") == ["Orders API"])
    }

    @Test("A service principal for another tenant's application is created by its appId and deleted")
    func createsAndDeletesForeignServicePrincipal() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let body = #"{"appId":"\#(GraphLab.partner)","accountEnabled":false}"#
        let created = try graph.post("/servicePrincipals", body)
        #expect(created.status == 201)
        #expect(created.json?["accountEnabled"]?.bool == false)
        #expect(created["appOwnerOrganizationId"] == Seed.fabrikam)
        #expect(try graph.post("/servicePrincipals", body).graph == "409 Request_MultipleObjectsWithSameKeyValue")
        let id = try #require(created["id"])
        #expect(try graph.get("/servicePrincipals/\(id)")["displayName"] == "Partner")
        let change = #"{"accountEnabled":true,"appRoleAssignmentRequired":true}"#
        #expect(try graph.patch("/servicePrincipals/\(id)", change).status == 204)
        let changed = try graph.get("/servicePrincipals/\(id)")
        #expect(changed.json?["accountEnabled"]?.bool == true)
        #expect(changed.json?["appRoleAssignmentRequired"]?.bool == true)
        #expect(try graph.delete("/servicePrincipals/\(id)").status == 204)
        #expect(try graph.get("/servicePrincipals/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test(
        "A service principal without an application is rejected",
        arguments: [
            #"{}"#, #"{"appId":"99999999-0000-4000-8000-000000000000"}"#, #"{"appId":"x","displayName":"y"}"#,
        ])
    func rejectsServicePrincipalWithoutApplication(_ body: String) throws {
        #expect(try GraphLab().automation().post("/servicePrincipals", body).graph == "400 Request_BadRequest")
    }

    @Test("Disabling or deleting a service principal ends the client's tokens at once")
    func endsTokensOfDisabledServicePrincipal() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let path = "/servicePrincipals(appId='\(GraphLab.console.id)')"
        #expect(try graph.patch(path, #"{"accountEnabled":false,"appRoleAssignmentRequired":true}"#).status == 204)
        #expect(try graph.get(path).json?["appRoleAssignmentRequired"]?.bool == true)
        let signIn = { try lab.site.signIn(GraphLab.console, ["scope": "openid"], tenant: Seed.contoso) }
        #expect(try signIn().code == 7_000_112)
        #expect(try graph.patch(path, #"{"accountEnabled":true,"appRoleAssignmentRequired":false}"#).status == 204)
        #expect(try signIn().fields["code"] != nil)
        #expect(try graph.delete("/servicePrincipals(appId='\(GraphLab.automation.id)')").status == 204)
        #expect(try graph.get("/users").graph == "401 InvalidAuthenticationToken")
    }

    @Test("An API without a service principal is not a valid resource")
    func rejectsResourceWithoutServicePrincipal() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        #expect(try graph.delete("/servicePrincipals(appId='\(GraphLab.orders)')").status == 204)
        let response = try lab.site.token(
            GraphLab.automation.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]
            ),
            tenant: Seed.contoso)
        #expect(response.code == 500011)
    }

    @Test("A Microsoft API can be disabled, also in an export, but not deleted")
    func disablesMicrosoftServicePrincipal() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let path = "/servicePrincipals(appId='cfa8b339-82a2-471a-a3c9-0fc0be7a4093')"
        let signIn = {
            try lab.site.signIn(
                FirstPartyClientTests.azureCLI, ["scope": "https://vault.azure.net/.default"], tenant: Seed.contoso)
        }
        #expect(try signIn().fields["code"] != nil)
        #expect(try graph.delete(path).graph == "400 Request_BadRequest")
        #expect(try graph.patch(path, #"{"displayName":"Safe"}"#).graph == "400 Request_BadRequest")
        #expect(try graph.patch(path, #"{"accountEnabled":false}"#).status == 204)
        #expect(try signIn().code == 500014)
        let export = try lab.site.control("GET", "directory").text
        #expect(try lab.site.control("PUT", "directory", export).status == 204)
        #expect(try signIn().code == 500014)
        #expect(try graph.patch(path, #"{"accountEnabled":true}"#).status == 204)
        #expect(try signIn().fields["code"] != nil)
        #expect(try graph.get("/applications(appId='\(Seed.graph)')").graph == "404 Request_ResourceNotFound")
        #expect(try graph.get("/servicePrincipals(name='x')").graph == "404 Request_ResourceNotFound")
    }

    @Test("A secret of a service principal authenticates the client, also after an export, until it is removed")
    func addsSecretOfServicePrincipal() throws {
        let lab = try GraphLab()
        let graph = lab.control
        let path = "/servicePrincipals(appId='\(GraphLab.automation.id)')"
        let added = try graph.post("\(path)/addPassword", #"{"passwordCredential":{"displayName":"ci"}}"#)
        #expect(added.status == 200)
        let keyId = try #require(added["keyId"])
        let request: Parameters = [
            "grant_type": "client_credentials", "client_id": GraphLab.automation.id,
            "client_secret": added["secretText"], "scope": "api://orders/.default",
        ]
        #expect(try lab.site.token(request, tenant: Seed.contoso).status == 200)
        let stored = try #require(try graph.get(path).json?["passwordCredentials"]?.array)
        #expect(stored.map { $0["keyId"]?.string } == [keyId])
        let registered = try graph.get("/applications(appId='\(GraphLab.automation.id)')")
        #expect(registered.json?["passwordCredentials"]?.array?.count == 1)
        #expect(!registered.text.contains(keyId))
        let export = try lab.site.control("GET", "directory").text
        #expect(try lab.site.control("PUT", "directory", export).status == 204)
        #expect(try lab.site.token(request, tenant: Seed.contoso).status == 200)
        #expect(try graph.post("\(path)/removePassword", #"{"keyId":"\#(keyId)"}"#).status == 204)
        #expect(try lab.site.token(request, tenant: Seed.contoso).code == 7000215)
        #expect(
            try graph.post("\(path)/removePassword", #"{"keyId":"\#(keyId)"}"#).graph == "400 Request_BadRequest")
    }

    @Test("A certificate of a service principal is none of the registration")
    func addsCertificateOfServicePrincipal() throws {
        let graph = try GraphLab().control
        let path = "/servicePrincipals(appId='\(GraphLab.automation.id)')"
        let key = #"{"type":"AsymmetricX509Cert","usage":"Verify","key":"\#(Assertion.certificate)"}"#
        #expect(try graph.patch(path, #"{"keyCredentials":[\#(key)]}"#).status == 204)
        let stored = try #require(try graph.get(path).json?["keyCredentials"]?.array)
        #expect(stored.count == 1 && stored.first?["keyId"]?.string != nil)
        let registration = "/applications(appId='\(GraphLab.automation.id)')"
        #expect(try graph.get(registration).json?["keyCredentials"]?.array?.isEmpty == true)
        #expect(try graph.patch(registration, #"{"keyCredentials":[]}"#).status == 204)
        #expect(try graph.get(path).json?["keyCredentials"]?.array == stored)
        #expect(try graph.patch(path, #"{"keyCredentials":[]}"#).status == 204)
        #expect(try graph.get(path).json?["keyCredentials"]?.array?.isEmpty == true)
    }

    @Test("Service principals of other tenants' applications and of Microsoft have no credentials here")
    func rejectsCredentialsOfForeignServicePrincipal() throws {
        let graph = try GraphLab().control
        #expect(try graph.post("/servicePrincipals", #"{"appId":"\#(GraphLab.partner)"}"#).status == 201)
        for client in [GraphLab.partner, Seed.graph] {
            let path = "/servicePrincipals(appId='\(client)')"
            #expect(try graph.post("\(path)/addPassword", "").graph == "400 Request_BadRequest")
            let key = #"{"type":"AsymmetricX509Cert","usage":"Verify","key":"\#(Assertion.certificate)"}"#
            #expect(try graph.patch(path, #"{"keyCredentials":[\#(key)]}"#).graph == "400 Request_BadRequest")
        }
    }

    @Test(
        "Writable properties are kept, also of another tenant's application and of a Microsoft API, and in an export",
        arguments: [GraphLab.orders, GraphLab.partner, "cfa8b339-82a2-471a-a3c9-0fc0be7a4093"])
    func keepsWritableProperties(_ client: String) throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let path = "/servicePrincipals(appId='\(client)')"
        if client.isExactly(GraphLab.partner) {
            #expect(try graph.post("/servicePrincipals", #"{"appId":"\#(client)"}"#).status == 201)
        }
        #expect(try graph.get(path).json?["homepage"] == .null)
        let change = #"""
            {"homepage":"https://example.com/","notes":"n","tags":["HideApp"],"tokenEncryptionKeyId":"k",
             "preferredTokenSigningKeyThumbprint":"t"}
            """#
        #expect(try graph.patch(path, change).status == 204)
        #expect(try graph.patch(path, #"{"appRoleAssignmentRequired":true}"#).status == 204)
        let export = try lab.site.control("GET", "directory").text
        #expect(try lab.site.control("PUT", "directory", export).status == 204)
        let changed = try graph.get(path)
        #expect(changed["homepage"] == "https://example.com/" && changed["notes"] == "n")
        #expect(changed["tokenEncryptionKeyId"] == "k" && changed["preferredTokenSigningKeyThumbprint"] == "t")
        #expect(changed.json?["tags"]?.array == [.string("HideApp")])
    }

    @Test("The home page is that of the application until the service principal has its own")
    func inheritsHomePage() throws {
        let graph = try GraphLab().automation()
        let path = "/servicePrincipals(appId='\(GraphLab.orders)')"
        let home = #"{"web":{"homePageUrl":"https://orders.example.com/"}}"#
        #expect(try graph.patch("/applications(appId='\(GraphLab.orders)')", home).status == 204)
        #expect(try graph.get(path)["homepage"] == "https://orders.example.com/")
        #expect(try graph.patch(path, #"{"homepage":"https://example.com/"}"#).status == 204)
        #expect(try graph.get(path)["homepage"] == "https://example.com/")
    }
}
