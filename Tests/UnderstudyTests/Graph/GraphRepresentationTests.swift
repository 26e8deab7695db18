import Formats
import Testing
@testable import Understudy

/// The form of responses: expanded relations, annotations, preferences and entity tags.
@Suite struct GraphRepresentationTests {
    @Test("A relation is expanded with the objects that its address returns") func expandsRelation() throws {
        let graph = try GraphLab().automation()
        let single = try graph.get(
            "/groups/\(GraphLab.staff)?$expand=members($select=id,displayName)&$select=displayName")
        #expect(single["@odata.context"]?.hasSuffix("#groups(displayName,members(id,displayName))/$entity") == true)
        let members = try #require(single.json?["members"]?.array)
        #expect(members.map { $0["displayName"]?.string } == ["Alex Wilber"])
        #expect(members.first?["@odata.type"] == .string("#microsoft.graph.user"))
        #expect(members.first?["mail"] == nil)
        let list = try graph.get("/users?$expand=memberOf&$filter=displayName%20eq%20'Alex%20Wilber'")
        let groups = list.json?["value"]?.array?.first?["memberOf"]?.array
        #expect(groups?.map { $0["displayName"]?.string } == ["Staff"])
        let application = try graph.application()
        let owners = try graph.get("/applications/\(try #require(application["id"]))?$expand=owners")
        #expect(owners.json?["owners"]?.array?.count == 1)
    }

    @Test("An expansion has at most 20 objects") func limitsExpansion() throws {
        let users = (0..<25).map {
            "{userPrincipalName: u\($0)@contoso.com, displayName: U, groups: [Staff]}"
        }
        let graph = try GraphLab(users: users).automation()
        #expect(try graph.get("/groups/\(GraphLab.staff)/members?$top=999").values("id").count == 26)
        #expect(try graph.get("/groups?$expand=members").json?["value"]?.array?.first?["members"]?.array?.count == 20)
    }

    @Test(
        "An expansion that directory objects lack is rejected",
        arguments: [
            ("/users?$expand=moons", "400 BadRequest"), ("/users/\(Seed.alex)?$expand=moons", "400 BadRequest"),
            ("/users?$expand=memberOf,appRoleAssignments", "400 Request_UnsupportedQuery"),
            ("/groups?$expand=members($filter=id%20eq%20'x')", "400 Request_UnsupportedQuery"),
            ("/groups?$expand=members($select=colour)", "400 BadRequest"),
            (
                "/groups?$expand=members&$filter=mailEnabled%20eq%20false&$orderby=displayName",
                "400 Request_UnsupportedQuery"
            ),
        ])
    func rejectsExpansion(_ path: String, _ outcome: String) throws {
        #expect(try GraphLab().automation().get(path).graph == outcome)
    }

    @Test("An expansion needs the permission of the relation") func checksPermissionOfExpansion() throws {
        let graph = try GraphLab(roles: ["User.Read.All"]).automation()
        #expect(try graph.get("/users").status == 200)
        #expect(try graph.get("/users?$expand=memberOf").graph == "403 Authorization_RequestDenied")
    }

    @Test("The Accept header selects the annotations") func selectsAnnotations() throws {
        let graph = try GraphLab().automation()
        let path = "/groups/\(GraphLab.staff)"
        let none = try graph.get(path, [("Accept", "application/json;odata.metadata=none")])
        #expect(none.json?.object?.contains { $0.name.hasPrefix("@") } == false)
        #expect(none.header("Content-Type")?.contains("odata.metadata=none") == true)
        let full = try graph.get(path, [("Accept", "application/json; odata.metadata=full")])
        #expect(full["@odata.type"] == "#microsoft.graph.group")
        #expect(full["@odata.id"] == "https://localhost:8443/v1.0/groups('\(GraphLab.staff)')")
        #expect(full.header("Content-Type")?.contains("odata.metadata=full") == true)
        let list = try graph.get("/users?$top=1", [("Accept", "application/json;odata.metadata=none")])
        #expect(list["@odata.nextLink"] != nil && list["@odata.context"] == nil)
        #expect(try graph.get(path)["@odata.type"] == nil)
    }

    @Test("A write returns the body that the client prefers") func followsPreference() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let json = [("Content-Type", "application/json")]
        let path = "/v1.0/users/\(Seed.alex)"
        let changed = try lab.site.send(
            "PATCH", path, headerList: graph.headers + json + [("Prefer", "return=representation")],
            body: #"{"jobTitle":"Clerk"}"#)
        #expect(changed.status == 200 && changed["jobTitle"] == "Clerk")
        #expect(changed.header("Preference-Applied") == "return=representation")
        let created = try lab.site.send(
            "POST", "/v1.0/applications", headerList: graph.headers + json + [("Prefer", "return=minimal")],
            body: #"{"displayName":"x"}"#)
        #expect(created.status == 204 && created.header("OData-EntityId") == created.header("Location"))
    }

    @Test("If-Match must name the current version") func checksEntityTag() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let path = "/v1.0/users/\(Seed.alex)"
        let tag = try #require(try graph.get("/users/\(Seed.alex)").header("ETag"))
        func patch(_ tag: String, _ title: String) throws -> TestResponse {
            try lab.site.send(
                "PATCH", path, headerList: graph.headers + [("Content-Type", "application/json"), ("If-Match", tag)],
                body: #"{"jobTitle":"\#(title)"}"#)
        }
        #expect(try patch(tag, "A").status == 204)
        #expect(try patch(tag, "B").graph == "412 resourceModified")
        #expect(try patch("*", "C").status == 204)
        #expect(try graph.get("/users/\(Seed.alex)")["jobTitle"] == "C")
    }
}
