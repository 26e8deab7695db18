import Formats
import Testing
@testable import Understudy

@Suite struct GraphGrantTests {
    /// The object id of an application's service principal.
    private func principal(_ appId: String, _ graph: GraphCalls) throws -> String {
        try #require(try graph.get("/servicePrincipals(appId='\(appId)')?$select=id")["id"])
    }

    private func grant(_ lab: GraphLab, _ graph: GraphCalls, _ more: String) throws -> String {
        let client = try principal(GraphLab.console.id, graph)
        let resource = try principal(GraphLab.orders, graph)
        return #"{"clientId":"\#(client)","resourceId":"\#(resource)",\#(more)}"#
    }

    @Test("A consent of the record is a consent of the sign-in") func lifecycle() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let signIn = {
            try lab.site.signIn(
                GraphLab.console, ["scope": "openid api://orders/Orders.Read"], consent: nil, tenant: Seed.contoso)
        }
        #expect(try signIn().response["code"] == nil)
        let body = try grant(
            lab, graph, #""consentType":"Principal","principalId":"\#(Seed.alex)","scope":"orders.read""#)
        let made = try graph.post("/oauth2PermissionGrants", body)
        #expect(made.status == 201, "\(made.text)")
        let id = try #require(made["id"])
        #expect(try signIn().response["code"] != nil)
        #expect(try graph.post("/oauth2PermissionGrants", body).graph == "409 Request_MultipleObjectsWithSameKeyValue")
        #expect(try graph.get("/oauth2PermissionGrants/\(id)")["scope"] == "Orders.Read")
        #expect(try graph.get("/users/\(Seed.alex)/oauth2PermissionGrants").values("id") == [id])
        #expect(try graph.patch("/oauth2PermissionGrants/\(id)", #"{"scope":""}"#).status == 204)
        #expect(try signIn().response["code"] == nil)
        #expect(try graph.delete("/oauth2PermissionGrants/\(id)").status == 204)
        #expect(try graph.get("/oauth2PermissionGrants/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test("A consent to a scope that is gone can be taken back") func goneScope() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let body = try grant(lab, graph, #""consentType":"AllPrincipals","scope":"Orders.Read""#)
        let id = try #require(try graph.post("/oauth2PermissionGrants", body)["id"])
        let orders = "/applications(appId='\(GraphLab.orders)')"
        let disabled =
            #"{"api":{"oauth2PermissionScopes":[{"id":"\#(GraphLab.ordersRead)","value":"Orders.Read","isEnabled":false}]}}"#
        #expect(try graph.patch(orders, disabled).status == 204)
        #expect(try graph.patch(orders, #"{"api":{"oauth2PermissionScopes":[]}}"#).status == 204)
        #expect(try graph.get("/oauth2PermissionGrants/\(id)").status == 200)
        #expect(try graph.delete("/oauth2PermissionGrants/\(id)").status == 204)
        #expect(try graph.get("/oauth2PermissionGrants/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test("A consent that a page recorded is listed, and can be taken back") func pages() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let ask: Parameters = ["scope": "openid api://orders/Orders.Read"]
        #expect(try lab.site.signIn(GraphLab.console, ask, tenant: Seed.contoso).response["code"] != nil)
        let tokens = try lab.site.tokens(
            GraphLab.console, ["scope": "openid offline_access api://orders/Orders.Read"], tenant: Seed.contoso)
        let refresh = GraphLab.console.refresh(try #require(tokens["refresh_token"]))
        #expect(try lab.site.token(refresh, tenant: Seed.contoso).status == 200)
        let client = try principal(GraphLab.console.id, graph)
        let found = try graph.get(
            "/oauth2PermissionGrants?$filter=clientId%20eq%20'\(client)'%20and%20consentType%20eq%20'Principal'")
        #expect(found.values("scope") == ["Orders.Read"])
        #expect(found.values("principalId") == [Seed.alex])
        #expect(try graph.get("/servicePrincipals/\(client)/oauth2PermissionGrants").values("id").count == 2)
        #expect(try lab.site.token(refresh, tenant: Seed.contoso).status == 200)
        for id in found.values("id") { #expect(try graph.delete("/oauth2PermissionGrants/\(id)").status == 204) }
        #expect(try lab.site.token(refresh, tenant: Seed.contoso).code == 65001)
        let again = try lab.site.signIn(GraphLab.console, ask, consent: nil, tenant: Seed.contoso)
        #expect(again.response["code"] == nil)
    }

    @Test("Another user's consent brings back none that went with the service principal") func others() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let ask: Parameters = ["scope": "openid offline_access api://orders/Orders.Read"]
        let tokens = try lab.site.tokens(GraphLab.console, ask, tenant: Seed.contoso)
        let refresh = GraphLab.console.refresh(try #require(tokens["refresh_token"]))
        #expect(try graph.delete("/servicePrincipals(appId='\(GraphLab.console.id)')").status == 204)
        #expect(try graph.post("/servicePrincipals", #"{"appId":"\#(GraphLab.console.id)"}"#).status == 201)
        _ = try lab.site.tokens(GraphLab.console, ask, as: "adele@contoso.com", tenant: Seed.contoso)
        #expect(try lab.site.token(refresh, tenant: Seed.contoso).code == 65001)
        _ = try lab.site.tokens(GraphLab.console, ask, tenant: Seed.contoso)
        #expect(try lab.site.token(refresh, tenant: Seed.contoso).status == 200)
    }

    @Test(
        "What no consent can be is refused",
        arguments: [
            (#""consentType":"Everyone","scope":"Orders.Read""#, "400 Request_BadRequest"),
            (#""consentType":"AllPrincipals","scope":"Orders.Write""#, "400 Request_BadRequest"),
            (#""consentType":"AllPrincipals""#, "400 Request_BadRequest"),
            (
                #""consentType":"AllPrincipals","principalId":"\#(Seed.alex)","scope":"Orders.Read""#,
                "400 Request_BadRequest"
            ),
            (#""consentType":"Principal","scope":"Orders.Read""#, "400 Request_BadRequest"),
            (
                #""consentType":"Principal","principalId":"\#(Seed.megan)","scope":"Orders.Read""#,
                "404 Request_ResourceNotFound"
            ),
        ])
    func refused(_ members: String, _ outcome: String) throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        #expect(try graph.post("/oauth2PermissionGrants", try grant(lab, graph, members)).graph == outcome)
    }

    @Test("Application ids are no object ids") func ids() throws {
        let body =
            #"{"clientId":"\#(GraphLab.console.id)","resourceId":"\#(GraphLab.orders)","consentType":"AllPrincipals","scope":"x"}"#
        #expect(
            try GraphLab().automation().post("/oauth2PermissionGrants", body).graph == "404 Request_ResourceNotFound")
    }
}

@Suite struct GraphAppRoleAssignmentTests {
    private struct Ids {
        let client: String
        let resource: String

        init(_ graph: GraphCalls) throws {
            client = try #require(try graph.get("/servicePrincipals(appId='\(GraphLab.automation.id)')")["id"])
            resource = try #require(try graph.get("/servicePrincipals(appId='\(GraphLab.orders)')")["id"])
        }
    }

    private func body(_ principal: String, _ resource: String, _ role: String = GraphLab.ordersRole) -> String {
        #"{"principalId":"\#(principal)","resourceId":"\#(resource)","appRoleId":"\#(role)"}"#
    }

    @Test("A role given to a client is in its next token") func client() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let ids = try Ids(graph)
        let roles = {
            try Token(
                lab.site.token(
                    GraphLab.automation.credentials.with([
                        "grant_type": "client_credentials", "scope": "api://orders/.default",
                    ]), tenant: Seed.contoso)["access_token"]
            ).list("roles")
        }
        #expect(try roles() == nil)
        let made = try graph.post("/servicePrincipals/\(ids.client)/appRoleAssignments", body(ids.client, ids.resource))
        #expect(made.status == 201, "\(made.text)")
        #expect(made["principalType"] == "ServicePrincipal")
        #expect(made["resourceDisplayName"] == "Orders API")
        #expect(try roles() == ["Orders.Read.All"])
        let again = try graph.post(
            "/servicePrincipals/\(ids.resource)/appRoleAssignedTo", body(ids.client, ids.resource))
        #expect(again.graph == "400 Request_BadRequest")
        #expect(again.detail == "InvalidUpdate")
        let id = try #require(made["id"])
        #expect(try graph.get("/servicePrincipals/\(ids.resource)/appRoleAssignedTo").values("id") == [id])
        #expect(try graph.get("/servicePrincipals/\(ids.client)/appRoleAssignments/\(id)").status == 200)
        #expect(try graph.delete("/servicePrincipals/\(ids.client)/appRoleAssignments/\(id)").status == 204)
        #expect(try roles() == nil)
        #expect(
            try graph.delete("/servicePrincipals/\(ids.client)/appRoleAssignments/\(id)").graph
                == "404 Request_ResourceNotFound")
    }

    @Test("Users and groups hold roles too") func usersAndGroups() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let ids = try Ids(graph)
        let user = try graph.post("/users/\(Seed.alex)/appRoleAssignments", body(Seed.alex, ids.resource))
        #expect(user["principalType"] == "User")
        let group = try graph.post("/groups/\(GraphLab.staff)/appRoleAssignments", body(GraphLab.staff, ids.resource))
        #expect(group["principalType"] == "Group")
        #expect(group["principalDisplayName"] == "Staff")
        let list = try graph.get("/servicePrincipals/\(ids.resource)/appRoleAssignedTo")
        #expect(list.values("principalId") == [Seed.alex, GraphLab.staff])
        #expect(try graph.delete("/users/\(Seed.alex)").status == 204)
        #expect(try graph.delete("/groups/\(GraphLab.staff)").status == 204)
        #expect(try graph.get("/servicePrincipals/\(ids.resource)/appRoleAssignedTo").values("id").isEmpty)
    }

    @Test("An assignment of a role that is disabled can be taken back") func disabledRole() throws {
        let graph = try GraphLab().automation()
        let ids = try Ids(graph)
        let path = "/servicePrincipals/\(ids.client)/appRoleAssignments"
        let id = try #require(try graph.post(path, body(ids.client, ids.resource))["id"])
        let role =
            #"{"id":"\#(GraphLab.ordersRole)","value":"Orders.Read.All","displayName":"Read","description":"d","isEnabled":false,"allowedMemberTypes":["Application","User"]}"#
        #expect(
            try graph.patch("/applications(appId='\(GraphLab.orders)')", #"{"appRoles":[\#(role)]}"#).status == 204)
        #expect(try graph.get(path).values("id").contains(id))
        #expect(try graph.delete("\(path)/\(id)").status == 204)
        #expect(try !graph.get(path).values("id").contains(id))
    }

    @Test("What cannot be assigned is refused") func refused() throws {
        let graph = try GraphLab().automation()
        let ids = try Ids(graph)
        let path = "/servicePrincipals/\(ids.client)/appRoleAssignments"
        #expect(try graph.post(path, body(ids.client, ids.resource, Seed.alex)).detail == "InvalidUpdate")
        #expect(try graph.post(path, body(Seed.alex, ids.resource)).detail == "InvalidValue")
        #expect(try graph.post(path, body(ids.client, Seed.megan)).graph == "404 Request_ResourceNotFound")
        #expect(try graph.post(path, "{}").detail == "MissingValue")
        let graphID = try #require(try graph.get("/servicePrincipals(appId='\(Seed.graph)')")["id"])
        let forApplications = body(Seed.alex, graphID, "9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30")
        #expect(try graph.post("/users/\(Seed.alex)/appRoleAssignments", forApplications).detail == "InvalidValue")
    }
}

@Suite struct GraphFederatedCredentialTests {
    private static let new =
        #"{"name":"build","issuer":"https://ci.test","subject":"repo:x","audiences":["api://AzureADTokenExchange"]}"#
    private let path = "/applications(appId='\(GraphLab.automation.id)')/federatedIdentityCredentials"

    @Test("A trust is made, changed and removed") func lifecycle() throws {
        let graph = try GraphLab().automation()
        let made = try graph.post(path, GraphFederatedCredentialTests.new)
        #expect(made.status == 201, "\(made.text)")
        let id = try #require(made["id"])
        #expect(try graph.get(path).values("name") == ["build"])
        #expect(try graph.get("\(path)(name='build')")["id"] == id)
        #expect(try graph.patch("\(path)/\(id)", #"{"subject":"repo:y","description":"d"}"#).status == 204)
        #expect(try graph.get("\(path)/\(id)")["subject"] == "repo:y")
        #expect(try graph.delete("\(path)/\(id)").status == 204)
        #expect(try graph.get("\(path)/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test(
        "What cannot be trusted is refused",
        arguments: [
            ("build", "https://other.test", "s", "api://a", "409 Request_MultipleObjectsWithSameKeyValue"),
            ("other", "https://ci.test", "repo:x", "api://a", "409 Request_MultipleObjectsWithSameKeyValue"),
            ("a b", "https://other.test", "s", "api://a", "400 Request_BadRequest"),
            ("ab", "https://other.test", "s", "api://a", "400 Request_BadRequest"),
            ("-ab", "https://other.test", "s", "api://a", "400 Request_BadRequest"),
            ("abc", "https://other.test", "s", "api://a", "201"),
            ("abc", "https://other.test", "s", String(repeating: "a", count: 600), "201"),
            ("abc", "https://other.test", "s", String(repeating: "a", count: 601), "400 Request_BadRequest"),
            ("other", "http://other.test", "s", "api://a", "400 Request_BadRequest"),
            ("other", "https://other.test", "", "api://a", "400 Request_BadRequest"),
            ("other", "https://other.test", "s", #"api://a","api://b"#, "400 Request_BadRequest"),
        ])
    func refused(_ name: String, _ issuer: String, _ subject: String, _ audience: String, _ outcome: String) throws {
        let graph = try GraphLab().automation()
        #expect(try graph.post(path, GraphFederatedCredentialTests.new).status == 201)
        let body = #"{"name":"\#(name)","issuer":"\#(issuer)","subject":"\#(subject)","audiences":["\#(audience)"]}"#
        #expect(try graph.post(path, body).graph == outcome)
    }

    @Test("An application has at most twenty; a name stays") func limits() throws {
        let graph = try GraphLab().automation()
        for number in 0..<20 {
            let body =
                #"{"name":"name\#(number)","issuer":"https://ci.test","subject":"s\#(number)","audiences":["a"]}"#
            #expect(try graph.post(path, body).status == 201)
        }
        #expect(try graph.post(path, GraphFederatedCredentialTests.new).graph == "400 Request_BadRequest")
        #expect(try graph.patch("\(path)(name='name1')", #"{"name":"x"}"#).graph == "400 Request_BadRequest")
    }
}
