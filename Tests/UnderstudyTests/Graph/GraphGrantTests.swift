import Formats
import Testing
@testable import Understudy

@Suite struct GraphGrantTests {
    /// Returns the object id of an application's service principal.
    private func principal(_ appId: String, _ graph: GraphCalls) throws -> String {
        try #require(try graph.get("/servicePrincipals(appId='\(appId)')?$select=id")["id"])
    }

    private func grant(_ lab: GraphLab, _ graph: GraphCalls, _ more: String) throws -> String {
        let client = try principal(GraphLab.console.id, graph)
        let resource = try principal(GraphLab.orders, graph)
        return #"{"clientId":"\#(client)","resourceId":"\#(resource)",\#(more)}"#
    }

    @Test("A grant that is created or removed applies to the next sign-in") func appliesGrantToSignIn() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let signIn = {
            try lab.site.signIn(
                GraphLab.console, ["scope": "openid api://orders/Orders.Read"], consent: nil, tenant: Seed.contoso)
        }
        #expect(try signIn().fields["code"] == nil)
        let body = try grant(
            lab, graph, #""consentType":"Principal","principalId":"\#(Seed.alex)","scope":"orders.read""#)
        let created = try graph.post("/oauth2PermissionGrants", body)
        #expect(created.status == 201, "\(created.text)")
        let id = try #require(created["id"])
        #expect(try signIn().fields["code"] != nil)
        #expect(try graph.post("/oauth2PermissionGrants", body).graph == "409 Request_MultipleObjectsWithSameKeyValue")
        #expect(try graph.get("/oauth2PermissionGrants/\(id)")["scope"] == "Orders.Read")
        #expect(try graph.get("/users/\(Seed.alex)/oauth2PermissionGrants").values("id") == [id])
        #expect(try graph.patch("/oauth2PermissionGrants/\(id)", #"{"scope":""}"#).status == 204)
        #expect(try signIn().fields["code"] == nil)
        #expect(try graph.delete("/oauth2PermissionGrants/\(id)").status == 204)
        #expect(try graph.get("/oauth2PermissionGrants/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test("A grant for a removed scope can be read and deleted") func deletesGrantForRemovedScope() throws {
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

    @Test("A grant from the consent page is listed and can be deleted")
    func listsAndDeletesGrantFromConsentPage() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let request: Parameters = ["scope": "openid api://orders/Orders.Read"]
        #expect(try lab.site.signIn(GraphLab.console, request, tenant: Seed.contoso).fields["code"] != nil)
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
        let again = try lab.site.signIn(GraphLab.console, request, consent: nil, tenant: Seed.contoso)
        #expect(again.fields["code"] == nil)
    }

    @Test("Another user's consent does not restore a grant that was removed with the service principal")
    func doesNotRestoreGrantRemovedWithServicePrincipal() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let request: Parameters = ["scope": "openid offline_access api://orders/Orders.Read"]
        let tokens = try lab.site.tokens(GraphLab.console, request, tenant: Seed.contoso)
        let refresh = GraphLab.console.refresh(try #require(tokens["refresh_token"]))
        #expect(try graph.delete("/servicePrincipals(appId='\(GraphLab.console.id)')").status == 204)
        #expect(try graph.post("/servicePrincipals", #"{"appId":"\#(GraphLab.console.id)"}"#).status == 201)
        _ = try lab.site.tokens(GraphLab.console, request, as: "adele@contoso.com", tenant: Seed.contoso)
        #expect(try lab.site.token(refresh, tenant: Seed.contoso).code == 65001)
        _ = try lab.site.tokens(GraphLab.console, request, tenant: Seed.contoso)
        #expect(try lab.site.token(refresh, tenant: Seed.contoso).status == 200)
    }

    @Test(
        "An invalid grant is rejected",
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
    func rejectsInvalidGrant(_ members: String, _ outcome: String) throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        #expect(try graph.post("/oauth2PermissionGrants", try grant(lab, graph, members)).graph == outcome)
    }

    @Test("A grant rejects application ids in place of object ids") func rejectsApplicationIDAsObjectID() throws {
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

    @Test("A role that is assigned to a client is in the next token") func addsAssignedRoleToNextToken() throws {
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
        let created = try graph.post(
            "/servicePrincipals/\(ids.client)/appRoleAssignments", body(ids.client, ids.resource))
        #expect(created.status == 201, "\(created.text)")
        #expect(created["principalType"] == "ServicePrincipal")
        #expect(created["resourceDisplayName"] == "Orders API")
        #expect(try roles() == ["Orders.Read.All"])
        let again = try graph.post(
            "/servicePrincipals/\(ids.resource)/appRoleAssignedTo", body(ids.client, ids.resource))
        #expect(again.graph == "400 Request_BadRequest")
        #expect(again.detail == "InvalidUpdate")
        let id = try #require(created["id"])
        #expect(try graph.get("/servicePrincipals/\(ids.resource)/appRoleAssignedTo").values("id") == [id])
        #expect(try graph.get("/servicePrincipals/\(ids.client)/appRoleAssignments/\(id)").status == 200)
        #expect(try graph.delete("/servicePrincipals/\(ids.client)/appRoleAssignments/\(id)").status == 204)
        #expect(try roles() == nil)
        #expect(
            try graph.delete("/servicePrincipals/\(ids.client)/appRoleAssignments/\(id)").graph
                == "404 Request_ResourceNotFound")
    }

    @Test("Roles can be assigned to users and groups") func assignsRolesToUsersAndGroups() throws {
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

    @Test("An assignment of a disabled role can be deleted") func deletesAssignmentOfDisabledRole() throws {
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

    @Test("An invalid assignment is rejected") func rejectsInvalidAssignment() throws {
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

    private static func letters(_ count: Int) -> String { String(repeating: "d", count: count) }

    @Test("A federated credential is created, updated and deleted")
    func createsUpdatesAndDeletesFederatedCredential() throws {
        let graph = try GraphLab().automation()
        let created = try graph.post(path, GraphFederatedCredentialTests.new)
        #expect(created.status == 201, "\(created.text)")
        let id = try #require(created["id"])
        #expect(try graph.get(path).values("name") == ["build"])
        #expect(try graph.get("\(path)(name='build')")["id"] == id)
        #expect(try graph.patch("\(path)/\(id)", #"{"subject":"repo:y","description":"d"}"#).status == 204)
        #expect(try graph.get("\(path)/\(id)")["subject"] == "repo:y")
        #expect(try graph.delete("\(path)/\(id)").status == 204)
        #expect(try graph.get("\(path)/\(id)").graph == "404 Request_ResourceNotFound")
    }

    private static func flexible(_ expression: String, _ issuer: String, _ more: String = "") -> String {
        #"{"name":"flexible","issuer":"\#(issuer)","audiences":["api://AzureADTokenExchange"],"#
            + #""claimsMatchingExpression":{"value":"\#(expression)","languageVersion":1}\#(more)}"#
    }

    @Test("A flexible federated credential has an expression and no subject")
    func createsFlexibleCredential() throws {
        let graph = try GraphLab().automation()
        let text =
            "claims['sub'] matches 'repo:contoso/orders:ref:refs/heads/*' and claims['repository_id'] eq '456789'"
        let issuer = "https://token.actions.githubusercontent.com"
        let created = try graph.post(path, GraphFederatedCredentialTests.flexible(text, issuer))
        #expect(created.status == 201, "\(created.text)")
        let credential = try graph.get("\(path)(name='flexible')").json
        #expect(credential?["subject"] == .null)
        #expect(credential?["claimsMatchingExpression"]?["value"]?.string == text)
        #expect(credential?["claimsMatchingExpression"]?["languageVersion"]?.integer == 1)
        let id = try #require(created["id"])
        #expect(try graph.patch("\(path)/\(id)", #"{"subject":"repo:x"}"#).graph == "400 Request_BadRequest")
        #expect(
            try graph.patch("\(path)/\(id)", #"{"subject":"repo:x","claimsMatchingExpression":null}"#).status == 204)
        #expect(try graph.get("\(path)/\(id)").json?["claimsMatchingExpression"] == .null)
    }

    @Test(
        "An invalid flexible credential is rejected with the reason",
        arguments: [
            ("claims['sub'] like 'a'", "https://gitlab.com", "", "at character 15"),
            ("claims['ref'] eq 'a'", "https://gitlab.com", "", "claim 'ref'"),
            ("claims['sub'] eq 'a'", "https://ci.test", "", "not supported for the issuer"),
            ("claims['sub'] eq 'a'", "https://gitlab.com", #","subject":"a""#, "must be null"),
            // terraform-provider-azuread#1901
            (
                "claims['sub'] matches 'project_path:a/b:*'", "https://gitlab.com", "",
                "Rule exception: Expression configured for issuer 'https://gitlab.com' either lacks all required claims "
                    + "or contains unallowed claims. paramName: "
                    + "FederatedIdentityCredential.ClaimsMatchingExpression.Value, paramValue: claims['sub'] matches"
            ),
        ])
    func rejectsInvalidFlexibleCredential(_ expression: String, _ issuer: String, _ more: String, _ reason: String)
        throws
    {
        let response = try GraphLab().automation().post(
            path, GraphFederatedCredentialTests.flexible(expression, issuer, more))
        let code = more.isEmpty ? "InvalidFederatedIdentityCredentialValue" : "Request_BadRequest"
        #expect(response.graph == "400 \(code)")
        #expect(response.text.contains(reason), "\(response.text)")
    }

    @Test("A flexible federated credential of before 2026-07 keeps its expression")
    func keepsOldExpression() throws {
        let site = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    applications:
                      - {appId: \(GraphLab.automation.id), federatedIdentityCredentials: [{name: flexible,
                         issuer: "https://token.actions.githubusercontent.com",
                         claimsMatchingExpression: {value: "claims['sub'] matches 'repo:a/b:*'", languageVersion: 1}}]}
                """
        ).site
        let graph = GraphCalls(site: site, headers: [("X-Understudy-Tenant", Seed.contoso)])
        let id = try #require(try graph.get("\(path)(name='flexible')")["id"])
        #expect(try graph.patch("\(path)/\(id)", #"{"description":"d"}"#).status == 204)
        let other = #"{"claimsMatchingExpression":{"value":"claims['sub'] eq 'a'","languageVersion":1}}"#
        #expect(try graph.patch("\(path)/\(id)", other).graph == "400 InvalidFederatedIdentityCredentialValue")
    }

    @Test(
        "An invalid federated credential is rejected",
        arguments: [
            ("build", "https://other.test", "s", "api://a", "409 Request_MultipleObjectsWithSameKeyValue"),
            ("other", "https://ci.test", "repo:x", "api://a", "400 Request_BadRequest"),
            ("other", "https://ci.test", "repo:*", "api://a", "400 Request_BadRequest"),
            ("other", "https://ci.test/*", "s", "api://a", "400 Request_BadRequest"),
            ("other", "https://ci.test", "s", "api://*", "400 Request_BadRequest"),
            (#"abc","description":"\#(letters(600))"#, "https://other.test", "s", "a", "201"),
            (#"abc","description":"\#(letters(601))"#, "https://other.test", "s", "a", "400 Request_BadRequest"),
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
    func rejectsInvalidFederatedCredential(
        _ name: String, _ issuer: String, _ subject: String, _ audience: String, _ outcome: String
    ) throws {
        let graph = try GraphLab().automation()
        #expect(try graph.post(path, GraphFederatedCredentialTests.new).status == 201)
        let body = #"{"name":"\#(name)","issuer":"\#(issuer)","subject":"\#(subject)","audiences":["\#(audience)"]}"#
        #expect(try graph.post(path, body).graph == outcome)
    }

    @Test("An application has at most twenty federated credentials, and their names are immutable")
    func limitsFederatedCredentialsToTwenty() throws {
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
