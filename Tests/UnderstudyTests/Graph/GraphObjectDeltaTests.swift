import Formats
import Testing
@testable import Understudy

/// Delta queries of objects of any type (directoryobject-delta in the reference).
@Suite struct GraphObjectDeltaTests {
    private static let root = "https://localhost:8443/v1.0"
    private static let users = "isof('microsoft.graph.user')"
    private static let groups = "isof('microsoft.graph.group')"

    private func query(_ filter: String, _ more: String = "") -> String {
        "/directoryObjects/delta?$filter=\(filter.replacingExactly(" ", with: "%20"))\(more)"
    }

    private func follow(_ graph: GraphCalls, _ response: TestResponse, _ headers: [(String, String)] = []) throws
        -> TestResponse
    {
        let link = try #require(response["@odata.deltaLink"])
        return try graph.get(String(link.dropFirst(GraphObjectDeltaTests.root.count)), headers)
    }

    @Test("The changes of users and groups have their types, and groups have their members")
    func returnsChangesOfTypes() throws {
        let graph = try Relations().graph
        let first = try graph.get(query("\(GraphObjectDeltaTests.users) or \(GraphObjectDeltaTests.groups)"))
        #expect(first["@odata.context"] == "\(GraphObjectDeltaTests.root)/$metadata#directoryObjects")
        #expect(Set(first.values("@odata.type")) == ["#microsoft.graph.user", "#microsoft.graph.group"])
        #expect(first.values("id").count == 8)
        let top = first.json?["value"]?.array?.first { $0["id"]?.string == Relations.top }
        #expect(top?["members@delta"]?.array?.map { $0["id"]?.string } == [Relations.outer, Relations.second])
        #expect(top?["userPrincipalName"] == nil)
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"surname":"Wilber"}"#).status == 204)
        #expect(try graph.post("/applications", #"{"displayName":"New"}"#).status == 201)
        #expect(try graph.delete("/users/\(Relations.second)").status == 204)
        let changed = try follow(graph, first)
        let values = try #require(changed.json?["value"]?.array)
        #expect(Set(values.map { $0["id"]?.string }) == [Seed.alex, Relations.top, Relations.second])
        let alex = values.first { $0["id"]?.string == Seed.alex }
        #expect(alex?["@odata.type"] == .string("#microsoft.graph.user"))
        #expect(alex?["surname"] == .string("Wilber"))
        #expect(values.last?["@removed"]?["reason"] == .string("changed"))
        #expect(try follow(graph, changed).json?["value"]?.array == [])
    }

    @Test(
        "A filter selects types and ids, and both together are an intersection",
        arguments: [
            ("isof('microsoft.graph.device')", [Relations.laptop]),
            ("isof('microsoft.graph.application')", [Relations.registration]),
            ("isof('microsoft.graph.administrativeUnit')", []), ("isof('microsoft.graph.orgContact')", []),
            ("id eq '\(Relations.laptop)'", [Relations.laptop]),
            ("id eq '\(Relations.inner)' or id eq '\(Seed.alex)'", [Seed.alex, Relations.inner]),
            ("isof('microsoft.graph.user') or id eq '\(Seed.alex)'", [Seed.alex]),
            ("isof('microsoft.graph.group') or id eq '\(Seed.alex)'", []),
        ] as [(String, [String])])
    func selectsTypesAndIDs(_ filter: String, _ ids: [String]) throws {
        let response = try Relations().graph.get(query(filter))
        #expect(response.status == 200)
        #expect(response.values("id") == ids)
    }

    @Test("A selection names the type of a property, and a minimal response has what changed")
    func selectsPropertiesOfTypes() throws {
        let graph = try Relations().graph
        let first = try graph.get(
            query(
                "\(GraphObjectDeltaTests.users) or \(GraphObjectDeltaTests.groups)",
                "&$select=microsoft.graph.user/surname,microsoft.graph.group/displayName"))
        let group = first.json?["value"]?.array?.first { $0["id"]?.string == Relations.inner }
        #expect(group?.object?.map(\.name) == ["@odata.type", "displayName", "id"])
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"displayName":"A"}"#).status == 204)
        #expect(try graph.patch("/groups/\(Relations.inner)", #"{"displayName":"Innermost"}"#).status == 204)
        let changed = try follow(graph, first, [("Prefer", "return=minimal")])
        #expect(
            changed.json?["value"]?.array == [
                .object([
                    .init("@odata.type", .string("#microsoft.graph.group")),
                    .init("displayName", .string("Innermost")), .init("id", .string(Relations.inner)),
                ])
            ])
    }

    @Test("App role assignments are among the objects") func tracksAssignments() throws {
        let graph = try GraphLab().control
        let assignments = "isof('microsoft.graph.appRoleAssignment')"
        let first = try graph.get(query("\(assignments) or \(GraphObjectDeltaTests.users)"))
        #expect(first.values("@odata.type").contains("#microsoft.graph.appRoleAssignment"))
        let principals = try graph.get("/servicePrincipals(appId='\(GraphLab.orders)')")
        let orders = try #require(principals["id"])
        let body =
            #"{"principalId":"\#(Seed.alex)","resourceId":"\#(orders)","appRoleId":"\#(GraphLab.ordersRole)"}"#
        let made = try graph.post("/users/\(Seed.alex)/appRoleAssignments", body)
        #expect(made.status == 201)
        #expect(try follow(graph, first).values("id") == [made["id"]])
    }

    @Test("Each type needs its own permission, and ids need the permission of their types")
    func checksPermission() throws {
        let users = try GraphLab(roles: ["User.Read.All"]).automation()
        #expect(try users.get(query(GraphObjectDeltaTests.users)).status == 200)
        #expect(try users.get(query("id eq '\(Seed.alex)'")).status == 200)
        let denied = "403 Authorization_RequestDenied"
        #expect(try users.get(query(GraphObjectDeltaTests.groups)).graph == denied)
        #expect(try users.get(query("id eq '\(GraphLab.staff)'")).graph == denied)
        #expect(try users.get("/directoryObjects/delta").graph == denied)
        #expect(try GraphLab().automation().get("/directoryObjects/delta?$deltatoken=latest").status == 200)
    }

    @Test(
        "An option or a filter that the query lacks is rejected",
        arguments: [
            ("/directoryObjects/delta?$filter=isof('microsoft.graph.message')", "400 Request_UnsupportedQuery"),
            ("/directoryObjects/delta?$filter=isof('user')", "400 Request_UnsupportedQuery"),
            ("/directoryObjects/delta?$filter=not%20isof('microsoft.graph.user')", "400 Request_UnsupportedQuery"),
            (
                "/directoryObjects/delta?$filter=isof('microsoft.graph.user')%20and%20id%20eq%20'x'",
                "400 Request_UnsupportedQuery"
            ),
            ("/directoryObjects/delta?$filter=isof(microsoft.graph.user)", "400 BadRequest"),
            ("/directoryObjects/delta?$select=colour", "400 BadRequest"),
            ("/directoryObjects/delta?$top=5", "400 Request_UnsupportedQuery"),
            ("/users/delta?$filter=isof('microsoft.graph.user')", "400 Request_UnsupportedQuery"),
            ("/users?$filter=isof('microsoft.graph.user')", "400 Request_UnsupportedQuery"),
        ])
    func rejectsOption(_ path: String, _ outcome: String) throws {
        #expect(try GraphLab().control.get(path).graph == outcome)
    }

    @Test("A filter names at most 50 ids", arguments: [(50, "200"), (51, "400 Request_UnsupportedQuery")])
    func limitsIDs(_ count: Int, _ outcome: String) throws {
        let filter = [String](repeating: "id eq '\(Seed.alex)'", count: count).joined(separator: " or ")
        let graph = try GraphLab().control
        #expect(try graph.get(query(filter)).graph == outcome)
        #expect(try graph.get(query(filter).replacingExactly("/directoryObjects/", with: "/users/")).graph == outcome)
    }

    @Test("A token of another collection is none of these objects") func rejectsTokenOfOtherCollection() throws {
        let graph = try GraphLab().control
        let link = try #require(try graph.get("/users/delta")["@odata.deltaLink"])
        let token = link.split(separator: "=").last.map(String.init) ?? ""
        #expect(try graph.get("/directoryObjects/delta?$deltatoken=\(token)").graph == "410 syncStateNotFound")
    }
}
