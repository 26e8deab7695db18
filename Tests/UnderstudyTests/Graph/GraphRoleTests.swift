@testable import Directory
import Formats
import Testing
@testable import Understudy

@Suite struct GraphRoleTests {
    private static let reader = "88d8e3e3-8f55-4a1e-953a-9b9898b8876b"
    private static let userAdministrator = "fe930be7-5e62-47db-91af-98c3a49a38b1"
    private static let globalAdministrator = "62e90394-69f5-4237-9190-012177145e10"

    private static func reference(_ id: String) -> String {
        #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(id)"}"#
    }

    @Test("All built-in roles are templates, and all assignable ones are names in a configuration")
    func listsBuiltInRoles() throws {
        let graph = try GraphLab().control
        let templates = try graph.get("/directoryRoleTemplates")
        #expect(templates.values("id").count == 145)
        #expect(templates.values("displayName").contains("Attribute Assignment Administrator"))
        let definitions = try graph.get("/roleManagement/directory/roleDefinitions?$top=999")
        #expect(Set(definitions.values("id")) == Set(templates.values("id")))
        for role in DirectoryRoles.all where role.isAssignable {
            #expect(DirectoryRoles.id(named: role.displayName) == role.id, "\(role.displayName)")
        }
        #expect(DirectoryRoles.id(named: "Guest User") == nil)
    }

    @Test("A directory role is read once it is active, by its ID or its template ID") func activatesRole() throws {
        let graph = try GraphLab().control
        #expect(try graph.get("/directoryRoles").values("displayName") == ["Global Administrator"])
        #expect(
            try graph.get("/directoryRoles(roleTemplateId='\(GraphRoleTests.reader)')").graph
                == "404 Request_ResourceNotFound")
        let body = #"{"roleTemplateId":"\#(GraphRoleTests.reader)"}"#
        let made = try graph.post("/directoryRoles", body)
        #expect(made.status == 201)
        #expect(made["displayName"] == "Directory Readers")
        let id = try #require(made["id"])
        #expect(try graph.get("/directoryRoles/\(id)")["roleTemplateId"] == GraphRoleTests.reader)
        #expect(try graph.get("/directoryRoles(roleTemplateId='\(GraphRoleTests.reader)')")["id"] == id)
        #expect(try graph.get("/directoryRoles/roleTemplateId=\(GraphRoleTests.reader)")["id"] == id)
        #expect(try graph.post("/directoryRoles", body).graph == "400 Request_BadRequest")
        #expect(try graph.post("/directoryRoles", "{}").graph == "400 Request_BadRequest")
        let unknown = #"{"roleTemplateId":"00000000-0000-4000-8000-000000000000"}"#
        #expect(try graph.post("/directoryRoles", unknown).graph == "404 Request_ResourceNotFound")
    }

    @Test("Members of a role get the role in the next token") func addsMembers() throws {
        let lab = try GraphLab(scopes: "User.Read")
        let graph = lab.control
        _ = try graph.post("/directoryRoles", #"{"roleTemplateId":"\#(GraphRoleTests.userAdministrator)"}"#)
        let members = "/directoryRoles(roleTemplateId='\(GraphRoleTests.userAdministrator)')/members"
        let wids = { try Token(lab.userToken("alex@contoso.com", scope: "User.Read")).list("wids") ?? [] }
        #expect(try !wids().contains(GraphRoleTests.userAdministrator))
        #expect(try graph.post("\(members)/$ref", GraphRoleTests.reference(Seed.alex)).status == 204)
        #expect(try wids().contains(GraphRoleTests.userAdministrator))
        #expect(
            try graph.post("\(members)/$ref", GraphRoleTests.reference(Seed.alex)).graph == "400 Request_BadRequest")
        let listed = try graph.get(members)
        #expect(listed.values("id") == [Seed.alex])
        #expect(listed.values("@odata.type") == ["#microsoft.graph.user"])
        #expect(
            try graph.post("\(members)/$ref", GraphRoleTests.reference(GraphLab.staff)).graph
                == "400 Request_BadRequest")
        #expect(try graph.delete("\(members)/\(Seed.alex)/$ref").status == 204)
        #expect(try graph.delete("\(members)/\(Seed.alex)/$ref").graph == "404 Request_ResourceNotFound")
        #expect(try !wids().contains(GraphRoleTests.userAdministrator))
        #expect(try graph.get(members).values("id").isEmpty)
    }

    @Test("The role of a service principal is in its tokens and decides its access") func assignsToApplication() throws
    {
        let lab = try GraphLab(roles: ["Mail.Read"])
        let body = #"{"displayName":"Changed"}"#
        let change = "/groups/\(GraphLab.staff)"
        #expect(try lab.automation().patch(change, body).graph == "403 Authorization_RequestDenied")
        let principal = try #require(
            lab.control.get("/servicePrincipals(appId='\(GraphLab.automation.id)')")["id"])
        let assigned = try lab.control.post(
            "/roleManagement/directory/roleAssignments",
            #"{"principalId":"\#(principal)","roleDefinitionId":"\#(GraphRoleTests.userAdministrator)","directoryScopeId":"/"}"#
        )
        #expect(assigned.status == 201)
        #expect(try Token(lab.applicationToken()).list("wids")?.contains(GraphRoleTests.userAdministrator) == true)
        #expect(try lab.automation().patch(change, body).status == 204)
        let id = try #require(assigned["id"])
        #expect(try lab.control.delete("/roleManagement/directory/roleAssignments/\(id)").status == 204)
        #expect(try lab.automation().patch(change, body).graph == "403 Authorization_RequestDenied")
    }

    @Test("Assignments have the IDs of the service and can be filtered") func listsAssignments() throws {
        let graph = try GraphLab().control
        let path = "/roleManagement/directory/roleAssignments"
        let all = try graph.get(path)
        #expect(all.values("principalId") == [GraphLab.admin])
        #expect(all.values("directoryScopeId") == ["/"])
        // The bytes of Global Administrator in the order of the service (rbacapplication-list-roleassignments).
        #expect(all.values("id").first?.hasPrefix("lAPpYvVpN0KRkAEhdxReE") == true)
        #expect(all.values("id").first?.hasSuffix("-1") == true)
        #expect(try graph.get("\(path)?$filter=principalId eq '\(GraphLab.admin)'").values("id") == all.values("id"))
        #expect(try graph.get("\(path)?$filter=principalId eq '\(Seed.alex)'").values("id").isEmpty)
        #expect(
            try graph.get("\(path)?$filter=roleDefinitionId eq '\(GraphRoleTests.globalAdministrator)'").values("id")
                == all.values("id"))
    }

    @Test(
        "An assignment that Entra ID rejects is rejected",
        arguments: [
            (Seed.alex, userAdministrator, #","directoryScopeId":"/administrativeUnits/x""#, "400 Request_BadRequest"),
            (Seed.alex, userAdministrator, "", "400 Request_BadRequest"),
            (Seed.alex, "10dae51f-b6af-4016-8d66-8c2a99b929b3", #","directoryScopeId":"/""#, "400 Request_BadRequest"),
            (Seed.alex, Seed.graph, #","directoryScopeId":"/""#, "404 Request_ResourceNotFound"),
            (Seed.megan, userAdministrator, #","directoryScopeId":"/""#, "404 Request_ResourceNotFound"),
            (GraphLab.admin, globalAdministrator, #","directoryScopeId":"/""#, "400 Request_BadRequest"),
            (GraphLab.staff, userAdministrator, #","directoryScopeId":"/""#, "400 Request_BadRequest"),
        ])
    func rejectsAssignment(_ principal: String, _ role: String, _ more: String, _ outcome: String) throws {
        let body = #"{"principalId":"\#(principal)","roleDefinitionId":"\#(role)"\#(more)}"#
        let response = try GraphLab().control.post("/roleManagement/directory/roleAssignments", body)
        #expect(response.graph == outcome)
    }

    @Test("A custom role is created, assigned, changed and deleted") func managesCustomRoles() throws {
        let lab = try GraphLab(scopes: "User.Read")
        let path = "/roleManagement/directory/roleDefinitions"
        let body = { (name: String) in
            #"{"displayName":"\#(name)","isEnabled":true,"rolePermissions":[{"allowedResourceActions":["x/read"]}]}"#
        }
        let made = try lab.control.post(path, body("Support"))
        #expect(made.status == 201)
        let id = try #require(made["id"])
        #expect(made["templateId"] == id)
        #expect(try lab.control.post(path, body("Support")).graph == "400 Request_BadRequest")
        #expect(try lab.control.post(path, body("User Administrator")).graph == "400 Request_BadRequest")
        #expect(try lab.control.post(path, #"{"displayName":"x"}"#).graph == "400 Request_BadRequest")
        #expect(try lab.control.patch("\(path)/\(id)", #"{"description":"d"}"#).status == 204)
        #expect(try lab.control.get("\(path)/\(id)")["description"] == "d")
        #expect(
            try lab.control.patch("\(path)/\(GraphRoleTests.reader)", #"{"description":"d"}"#).graph
                == "400 Request_BadRequest")
        let assignment =
            #"{"principalId":"\#(Seed.alex)","roleDefinitionId":"\#(id)","directoryScopeId":"/"}"#
        #expect(try lab.control.post("/roleManagement/directory/roleAssignments", assignment).status == 201)
        let wids = { try Token(lab.userToken("alex@contoso.com", scope: "User.Read")).list("wids") ?? [] }
        #expect(try wids().contains(id))
        #expect(try lab.control.delete("\(path)/\(id)").status == 204)
        #expect(try !wids().contains(id))
        #expect(try lab.control.delete("\(path)/\(GraphRoleTests.reader)").graph == "400 Request_BadRequest")
    }

    @Test("Roles of a configuration reach groups, clients and users, and an export keeps them")
    func readsConfiguration() throws {
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    displayName: Contoso
                    domains: [contoso.com]
                    groups:
                      - {id: \(GraphLab.staff), displayName: Staff, isAssignableToRole: true}
                    users:
                      - {id: \(Seed.alex), userPrincipalName: alex@contoso.com, password: Understudy!1, groups: [Staff]}
                    applications: [{appId: \(GraphLab.automation.id), displayName: Automation}]
                    roleDefinitions: [{displayName: Support, rolePermissions: []}]
                    directoryRoles: [Reports Reader]
                    roleAssignments:
                      - {principalId: \(GraphLab.staff), roleDefinitionId: Helpdesk Administrator}
                      - {principalId: \(GraphLab.automation.id), roleDefinitionId: Support}
                      - {principalId: alex@contoso.com, roleDefinitionId: \(GraphRoleTests.reader), directoryScopeId: /}
                """)
        let graph = GraphCalls(site: entra.site, headers: [("X-Understudy-Tenant", "contoso.com")])
        #expect(try graph.get("/roleManagement/directory/roleAssignments").values("id").count == 3)
        #expect(
            try Set(graph.get("/directoryRoles").values("displayName"))
                == ["Directory Readers", "Global Administrator", "Helpdesk Administrator", "Reports Reader"])
        let before = try graph.get("/roleManagement/directory/roleAssignments").text
        let export = try entra.site.control("GET", "directory")
        #expect(try entra.site.control("PUT", "directory", export.text).status == 204)
        #expect(try graph.get("/roleManagement/directory/roleAssignments").text == before)
    }

    @Test("Eligibility needs a license, as in a tenant without one") func rejectsEligibility() throws {
        let graph = try GraphLab().control
        for kind in ["roleEligibility", "roleAssignment"] {
            let path = "/roleManagement/directory/\(kind)"
            for rest in ["Schedules", "ScheduleInstances", "ScheduleRequests", "ScheduleRequests/\(Seed.alex)"] {
                #expect(try graph.get(path + rest).graph == "400 AadPremiumLicenseRequired")
            }
            let request = #"{"action":"adminAssign","justification":"x"}"#
            let response = try graph.post("\(path)ScheduleRequests", request)
            #expect(response.graph == "400 AadPremiumLicenseRequired")
        }
    }
}

@Suite struct GraphOrganizationTests {
    @Test("The organization describes the tenant") func readsOrganization() throws {
        let graph = try GraphLab().control
        let organization = try #require(graph.get("/organization").json?["value"]?.array?.first)
        #expect(organization["id"]?.string == Seed.contoso)
        #expect(organization["displayName"]?.string == "Contoso")
        #expect(organization["tenantType"]?.string == "AAD")
        let domains = organization["verifiedDomains"]?.array ?? []
        #expect(domains.compactMap { $0["name"]?.string } == ["contoso.onmicrosoft.com", "contoso.com"])
        #expect(domains.compactMap { $0["isInitial"]?.bool } == [true, false])
        #expect(domains.compactMap { $0["isDefault"]?.bool } == [false, true])
        #expect(try graph.get("/organization/\(Seed.contoso)")["displayName"] == "Contoso")
        #expect(try graph.get("/organization/\(Seed.fabrikam)").graph == "404 Request_ResourceNotFound")
        #expect(try graph.get("/organization/\(Seed.contoso)/branding").graph == "404 Request_ResourceNotFound")
        #expect(
            try graph.patch("/organization/\(Seed.contoso)", #"{"displayName":"x"}"#).graph == "400 Request_BadRequest")
    }

    @Test("Domains are read, and changes name the configuration") func readsDomains() throws {
        let graph = try GraphLab().control
        #expect(try graph.get("/domains").values("id") == ["contoso.onmicrosoft.com", "contoso.com"])
        let domain = try graph.get("/domains/contoso.com")
        #expect(domain["authenticationType"] == "Managed")
        #expect(domain.json?["isVerified"]?.bool == true)
        #expect(try graph.get("/domains/fabrikam.com").graph == "404 Request_ResourceNotFound")
        for (method, path) in [
            ("POST", "/domains"), ("PATCH", "/domains/contoso.com"), ("DELETE", "/domains/contoso.com"),
            ("POST", "/domains/contoso.com/verify"),
        ] {
            #expect(try graph.send(method, path, #"{"id":"x.com"}"#).graph == "400 Request_BadRequest", "\(path)")
        }
    }
}
