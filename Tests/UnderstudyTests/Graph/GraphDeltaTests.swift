import Formats
import Testing
@testable import Understudy

/// Delta queries (Microsoft Learn, "Use delta query to track changes in Microsoft Graph data").
@Suite struct GraphDeltaTests {
    private static let root = "https://localhost:8443/v1.0"

    private func follow(_ graph: GraphCalls, _ response: TestResponse, _ headers: [(String, String)] = []) throws
        -> TestResponse
    {
        let link = try #require(response["@odata.deltaLink"])
        return try graph.get(String(link.dropFirst(GraphDeltaTests.root.count)), headers)
    }

    @Test("The first query returns all objects, and the link returns what changed since")
    func returnsChangesSinceLink() throws {
        let graph = try GraphLab().automation()
        let first = try graph.get("/users/delta")
        #expect(Set(first.values("displayName")) == ["Alex Wilber", "Adele Vance", "Admin", "Megan"])
        let adele = try #require(try graph.get("/users/adele@contoso.com")["id"])
        let unchanged = try follow(graph, first)
        #expect(unchanged.json?["value"]?.array == [])
        #expect(unchanged["@odata.deltaLink"] == first["@odata.deltaLink"])
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"jobTitle":"Clerk"}"#).status == 204)
        #expect(try graph.delete("/users/\(adele)").status == 204)
        let changed = try follow(graph, first)
        let values = try #require(changed.json?["value"]?.array)
        #expect(values.map { $0["id"]?.string } == [Seed.alex, adele])
        #expect(values.first?["jobTitle"] == .string("Clerk"))
        #expect(values.first?["surname"] == .string("Wilber"))
        #expect(values.last?["@removed"]?["reason"] == .string("changed"))
        #expect(try follow(graph, changed).json?["value"]?.array == [])
        // An older link stays valid.
        #expect(try follow(graph, first).json?["value"]?.array?.count == 2)
    }

    @Test("A group reports the members that were added and removed") func reportsMembers() throws {
        let graph = try GraphLab().automation()
        let first = try graph.get("/groups/delta")
        let staff = first.json?["value"]?.array?.first
        #expect(staff?["members@delta"]?.array?.map { $0["id"]?.string } == [Seed.alex])
        let reference = #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(GraphLab.admin)"}"#
        #expect(try graph.post("/groups/\(GraphLab.staff)/members/$ref", reference).status == 204)
        #expect(try graph.delete("/groups/\(GraphLab.staff)/members/\(Seed.alex)/$ref").status == 204)
        let changed = try follow(graph, first)
        let members = try #require(changed.json?["value"]?.array?.first?["members@delta"]?.array)
        #expect(members.map { $0["id"]?.string } == [GraphLab.admin, Seed.alex])
        #expect(members.map { $0["@removed"] != nil } == [false, true])
        #expect(members.first?["@odata.type"] == .string("#microsoft.graph.user"))
        let names = try graph.get("/groups/delta?$select=displayName")
        #expect(names.json?["value"]?.array?.first?["members@delta"] == nil)
        #expect(try graph.get("/groups/delta?$select=displayName,members").status == 200)
    }

    @Test("A minimal response has only the changed properties") func returnsChangedPropertiesOnly() throws {
        let graph = try GraphLab().automation()
        let first = try graph.get("/users/delta?$select=displayName,jobTitle")
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"jobTitle":"Clerk","surname":"X"}"#).status == 204)
        let changed = try follow(graph, first, [("Prefer", "return=minimal")])
        #expect(
            changed.json?["value"]?.array == [
                .object([.init("jobTitle", .string("Clerk")), .init("id", .string(Seed.alex))])
            ])
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"surname":"Y"}"#).status == 204)
        #expect(try follow(graph, changed).json?["value"]?.array == [])
    }

    @Test("A property without a value is left out, and a removed value is null")
    func leavesOutUnsetProperties() throws {
        let graph = try GraphLab().automation()
        let first = try graph.get("/users/delta?$select=displayName,jobTitle,surname")
        let alex = first.json?["value"]?.array?.first { $0["id"]?.string == Seed.alex }
        #expect(alex?.object?.map(\.name) == ["displayName", "surname", "id"])
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"surname":null}"#).status == 204)
        let changed = try follow(graph, first)
        let names = changed.json?["value"]?.array?.first?.object?.map(\.name)
        #expect(names == ["displayName", "surname", "id"])
        #expect(changed.json?["value"]?.array?.first?["surname"] == JSONValue.null)
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"displayName":"A"}"#).status == 204)
        let later = try follow(graph, changed)
        #expect(later.json?["value"]?.array?.first?.object?.map(\.name) == ["displayName", "id"])
    }

    @Test("A query from now on returns only a link") func beginsWithLatest() throws {
        let graph = try GraphLab().automation()
        for path in ["/groups/delta?$deltatoken=latest", "/groups/microsoft.graph.delta()?$deltaToken=latest"] {
            let first = try graph.get(path)
            #expect(first.json?["value"]?.array == [])
            let group = #"{"displayName":"New","mailEnabled":false,"mailNickname":"new","securityEnabled":true}"#
            let made = try graph.post("/groups", group)
            #expect(try follow(graph, first).values("id") == [made["id"]])
        }
    }

    @Test("The objects of a query can be limited by their ids") func limitsScope() throws {
        let graph = try GraphLab().automation()
        let first = try graph.get("/users/delta?$filter=id%20eq%20'\(Seed.alex)'%20or%20id%20eq%20'\(GraphLab.admin)'")
        #expect(first.values("id").count == 2)
        #expect(try graph.patch("/users/adele@contoso.com", #"{"jobTitle":"Clerk"}"#).status == 204)
        #expect(try follow(graph, first).json?["value"]?.array == [])
    }

    @Test("A long list continues on pages") func continuesOnPages() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        for number in 0..<120 {
            #expect(try graph.post("/applications", #"{"displayName":"app \#(number)"}"#).status == 201)
        }
        let first = try graph.get("/applications/delta?$select=displayName")
        #expect(first.values("displayName").count == 100)
        let next = try #require(first["@odata.nextLink"])
        let second = try graph.get(String(next.dropFirst(GraphDeltaTests.root.count)))
        #expect(second.values("displayName").count == 23)
        #expect(try follow(graph, second).json?["value"]?.array == [])
    }

    @Test("A token that the server no longer knows makes the client begin again") func forgetsTokens() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let unknown = Base64.url(Array(repeating: 7, count: 16) + Array(":0".utf8))
        let gone = try graph.get("/users/delta?$deltatoken=\(unknown)")
        #expect(gone.graph == "410 syncStateNotFound")
        #expect(gone.header("Location") == "\(GraphDeltaTests.root)/users/delta?$deltatoken=")
        // Microsoft Learn, "Synchronization reset": the client continues at the location with a full synchronization.
        #expect(try graph.get("/users/delta?$deltatoken=").values("id").count == 4)
        let first = try graph.get("/users/delta")
        // The token of one collection is none of another.
        #expect(first["@odata.deltaLink"]?.hasPrefix("\(GraphDeltaTests.root)/users/delta?$deltatoken=") == true)
        let link = try #require(first["@odata.deltaLink"]).split(separator: "=").last.map(String.init) ?? ""
        #expect(try graph.get("/groups/delta?$deltatoken=\(link)").graph == "410 syncStateNotFound")
        lab.entra.clock.advance(seconds: 8 * 86_400)
        let later = try lab.automation()
        #expect(try follow(later, first).graph == "410 syncStateNotFound")
    }

    @Test(
        "An option that delta queries lack is rejected",
        arguments: [
            ("/users/delta?$top=5", "400 Request_UnsupportedQuery"),
            ("/users/delta?$orderby=displayName", "400 Request_UnsupportedQuery"),
            ("/users/delta?$filter=displayName%20eq%20'x'", "400 Request_UnsupportedQuery"),
            ("/users/delta?$select=colour", "400 BadRequest"), ("/users/delta?$deltatoken=x", "400 Request_BadRequest"),
            ("/users/delta?$skiptoken=x", "400 Request_BadRequest"), ("/servicePrincipals/delta", "200"),
            ("/oauth2PermissionGrants/delta", "200"),
        ])
    func rejectsOption(_ path: String, _ outcome: String) throws {
        #expect(try GraphLab().automation().get(path).graph == outcome)
    }
}
