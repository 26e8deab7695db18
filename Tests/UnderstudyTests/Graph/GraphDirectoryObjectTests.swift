import Formats
import Testing
@testable import Understudy

/// Objects of any kind, and the functions on their memberships.
@Suite struct GraphDirectoryObjectTests {
    @Test(
        "Functions return the ids of groups, also of groups that contain groups",
        arguments: [
            ("/users/\(Seed.alex)/getMemberGroups", #"{"securityEnabledOnly":true}"#, "3"),
            ("/users/\(Seed.alex)/getMemberGroups", #"{"securityEnabledOnly":false}"#, "4"),
            ("/users/\(Seed.alex)/getMemberObjects", #"{"securityEnabledOnly":true}"#, "3"),
            ("/users/\(Seed.alex)/microsoft.graph.getMemberObjects", #"{"securityEnabledOnly":false}"#, "4"),
            ("/users/\(Seed.alex)/getMemberGroups", "{}", "400 Request_BadRequest"),
            ("/groups/\(Relations.inner)/getMemberGroups", #"{"securityEnabledOnly":false}"#, "3"),
            // directoryobject-getmembergroups in the reference: true is only supported for users
            ("/groups/\(Relations.inner)/getMemberGroups", #"{"securityEnabledOnly":true}"#, "400 Request_BadRequest"),
            ("/servicePrincipals/\(Relations.principal)/getMemberGroups", #"{"securityEnabledOnly":false}"#, "3"),
            ("/devices/\(Relations.laptop)/getMemberObjects", #"{"securityEnabledOnly":false}"#, "3"),
            ("/directoryObjects/\(Seed.alex)/getMemberObjects", #"{"securityEnabledOnly":false}"#, "4"),
            ("/directoryObjects/\(Relations.daemon)/getMemberObjects", "{}", "404 Request_ResourceNotFound"),
            // rivals.md (a): `az ad group member check` sends this request.
            (
                "/directoryObjects/\(Seed.alex)/checkMemberGroups",
                #"{"groupIds":["\#(Relations.top)","\#(Relations.unified)"]}"#, "1"
            ),
            ("/users/\(Relations.second)/checkMemberGroups", #"{"groupIds":["\#(Relations.inner)"]}"#, "0"),
            ("/users/\(Seed.alex)/checkMemberObjects", #"{"ids":["\#(Relations.mail)"]}"#, "1"),
            ("/groups/\(Relations.inner)/checkMemberGroups", #"{"groupIds":["\#(Relations.mail)"]}"#, "1"),
            ("/servicePrincipals/\(Relations.principal)/checkMemberObjects", #"{"ids":["\#(Relations.top)"]}"#, "1"),
            ("/users/\(Seed.alex)/checkMemberGroups", #"{"groupIds":["x"]}"#, "400 Request_BadRequest"),
            ("/users/\(Seed.alex)/checkMemberGroups", "{}", "400 Request_BadRequest"),
            (
                "/users/\(Seed.alex)/checkMemberGroups",
                #"{"groupIds":[\#([String](repeating: "\"\(Relations.top)\"", count: 21).joined(separator: ","))]}"#,
                "400 Request_BadRequest"
            ),
        ])
    func returnsMemberIDs(_ path: String, _ body: String, _ outcome: String) throws {
        let response = try Relations().graph.post(path, body)
        let count = response.json?["value"]?.array?.count
        #expect((count.map(String.init) ?? response.graph) == outcome)
    }

    @Test("Memberships include directory roles, in person and through a group with roles")
    func listsDirectoryRoles() throws {
        let graph = try Relations().graph
        let reports = "4a5d8f65-41da-4de4-8968-e035b65339cf"
        #expect(
            try graph.get("/users/\(Relations.second)/memberOf").values("@odata.type").last
                == "#microsoft.graph.directoryRole")
        let cast = try graph.get("/users/\(Relations.second)/memberOf/microsoft.graph.directoryRole")
        #expect(cast.values("roleTemplateId") == [reports])
        let objects = try graph.post(
            "/users/\(Relations.second)/getMemberObjects", #"{"securityEnabledOnly":false}"#)
        #expect(objects.json?["value"]?.array?.compactMap(\.string).contains(cast.values("id").first ?? "") == true)
        let check = try graph.post("/users/\(Relations.second)/checkMemberObjects", #"{"ids":["\#(reports)"]}"#)
        #expect(check.json?["value"]?.array?.count == 1)
        let role = try graph.post(
            "/directoryRoles/roleTemplateId=\(reports)/members/$ref", Relations.reference(Relations.roles))
        #expect(role.status == 204)
        #expect(try graph.post("/groups/\(Relations.roles)/members/$ref", Relations.reference(Seed.alex)).status == 204)
        let alex = "/users/\(Seed.alex)"
        #expect(try graph.get("\(alex)/memberOf/microsoft.graph.directoryRole").values("id").isEmpty)
        #expect(
            try graph.get("\(alex)/transitiveMemberOf/microsoft.graph.directoryRole").values("roleTemplateId") == [
                reports
            ])
    }

    @Test(
        "Objects of any kind are read and resolved by id",
        arguments: [
            (Seed.alex, "#microsoft.graph.user"), (Relations.inner, "#microsoft.graph.group"),
            (Relations.principal, "#microsoft.graph.servicePrincipal"),
            (Relations.registration, "#microsoft.graph.application"), (Relations.laptop, "#microsoft.graph.device"),
            (Relations.identity, "#microsoft.graph.servicePrincipal"),
        ])
    func readsDirectoryObjects(_ id: String, _ type: String) throws {
        let graph = try Relations().graph
        let object = try graph.get("/directoryObjects/\(id)")
        #expect(object["@odata.type"] == type)
        #expect(object["id"] == id)
        let kind = type.split(separator: ".").last.map(String.init) ?? ""
        let body = { (types: String) in
            #"{"ids":["\#(id)","eeeeeeee-0000-4000-8000-00000000dead"],"types":[\#(types)]}"#
        }
        for types in ["", #""\#(kind)""#, #""directoryObject""#] {
            #expect(try graph.post("/directoryObjects/getByIds", body(types)).values("@odata.type") == [type])
        }
        #expect(try graph.post("/directoryObjects/getByIds", body(#""domain""#)).values("id").isEmpty)
        #expect(try graph.post("/directoryObjects/getByIds", body(#""colour""#)).graph == "400 Request_BadRequest")
    }

    @Test("Only 1000 ids are resolved at once, and all of them are GUIDs")
    func limitsResolvedIDs() throws {
        let graph = try Relations().graph
        let body = { (id: String, count: Int) in
            #"{"ids":[\#([String](repeating: "\"\(id)\"", count: count).joined(separator: ","))]}"#
        }
        #expect(try graph.post("/directoryObjects/getByIds", body(Seed.alex, 1_000)).values("id") == [Seed.alex])
        for (id, count) in [(Seed.alex, 1_001), ("x", 1)] {
            #expect(try graph.post("/directoryObjects/getByIds", body(id, count)).graph == "400 Request_BadRequest")
        }
        #expect(try graph.post("/directoryObjects/getByIds", "{}").graph == "400 Request_BadRequest")
    }

    @Test(
        "An object of any kind is deleted with its relations",
        arguments: [Seed.alex, Relations.inner, Relations.principal, Relations.laptop])
    func deletesDirectoryObjects(_ id: String) throws {
        let graph = try Relations().graph
        #expect(try graph.delete("/directoryObjects/\(id)").status == 204)
        #expect(try graph.get("/directoryObjects/\(id)").graph == "404 Request_ResourceNotFound")
        #expect(try !graph.get("/groups/\(Relations.top)/transitiveMembers").values("id").contains(id))
        #expect(try graph.delete("/directoryObjects/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test(
        "No tenant has administrative units",
        arguments: [
            ("GET", "", "200"), ("GET", "?$filter=displayName%20eq%20'x'", "200"),
            ("GET", "?$select=colour", "400 BadRequest"), ("GET", "/delta", "200"),
            ("GET", "/\(Relations.inner)", "404 Request_ResourceNotFound"), ("POST", "", "400 Request_BadRequest"),
        ])
    func listsNoAdministrativeUnits(_ method: String, _ path: String, _ outcome: String) throws {
        let response = try Relations().graph.send(
            method, "/directory/administrativeUnits\(path)", method == "POST" ? #"{"displayName":"Unit"}"# : "")
        #expect(response.graph == outcome)
        #expect(response.status != 200 || response.json?["value"]?.array == [])
    }

    @Test(
        "The names for a group are validated",
        arguments: [
            (#"{"entityType":"Group","displayName":"x","mailNickname":"new"}"#, "204"),
            (#"{"entityType":"group","displayName":"x"}"#, "204"),
            (#"{"entityType":"Group","mailNickname":"UNIFIED"}"#, "422 Request_UnprocessableEntity"),
            (#"{"entityType":"Group"}"#, "400 Request_BadRequest"),
            (#"{"entityType":"User","displayName":"x"}"#, "400 Request_BadRequest"),
        ])
    func validatesProperties(_ body: String, _ outcome: String) throws {
        #expect(try Relations().graph.post("/directoryObjects/validateProperties", body).graph == outcome)
    }
}
