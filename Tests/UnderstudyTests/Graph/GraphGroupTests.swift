import Formats
import Testing
@testable import Understudy

@Suite struct GraphGroupTests {
    private static let new =
        #"{"displayName":"New","mailEnabled":false,"mailNickname":"new","securityEnabled":true,"description":"d"}"#

    @Test("A group is created, updated and deleted") func createsUpdatesAndDeletesGroup() throws {
        let graph = try GraphLab().automation()
        let created = try graph.post("/groups", GraphGroupTests.new)
        #expect(created.status == 201)
        let id = try #require(created["id"])
        #expect(try graph.patch("/groups/\(id)", #"{"displayName":"Changed"}"#).status == 204)
        let read = try graph.get("/groups/\(id)")
        #expect(read["displayName"] == "Changed")
        #expect(read["description"] == "d")
        #expect(try graph.get("/groups?$filter=startswith(displayName,'ch')").values("id") == [id])
        #expect(try graph.delete("/groups/\(id)").status == 204)
        #expect(try graph.get("/groups/\(id)").graph == "404 Request_ResourceNotFound")
    }

    @Test("A new group has times and a security identifier, and a Microsoft 365 group a mail address")
    func completesNewGroup() throws {
        let graph = try GraphLab().automation()
        let security = try graph.post("/groups", GraphGroupTests.new)
        #expect(security["createdDateTime"] == "2026-09-21T14:13:20Z")
        #expect(security["renewedDateTime"] == "2026-09-21T14:13:20Z")
        #expect(security["securityIdentifier"]?.hasPrefix("S-1-12-1-") == true && security["mail"] == nil)
        let unified = try graph.post(
            "/groups",
            #"{"displayName":"x","mailNickname":"x","groupTypes":["Unified"],"mailEnabled":true,"securityEnabled":false}"#
        )
        #expect(unified["mail"] == "x@contoso.com" && unified["visibility"] == "Public")
        let staff = try graph.get("/groups/\(GraphLab.staff)")
        #expect(staff["securityIdentifier"] == "S-1-12-1-3149642683-1073741824-128-16777216")
    }

    @Test(
        "A Microsoft 365 group must be mail-enabled, and another group must not",
        arguments: [
            (#""groupTypes":["Unified"],"mailEnabled":true,"securityEnabled":false"#, "201"),
            (#""groupTypes":["Unified"],"mailEnabled":false,"securityEnabled":true"#, "400 Request_BadRequest"),
            (#""mailEnabled":true,"securityEnabled":true"#, "400 Request_BadRequest"),
            (#""mailEnabled":false,"securityEnabled":false"#, "400 Request_BadRequest"),
            (#""mailEnabled":false"#, "400 Request_BadRequest"),
        ])
    func requiresMailForMicrosoft365Groups(_ members: String, _ outcome: String) throws {
        let body = #"{"displayName":"x","mailNickname":"x",\#(members)}"#
        #expect(try GraphLab().automation().post("/groups", body).graph == outcome)
    }

    @Test("A user whose mail address is another user's principal name can be a member")
    func acceptsMemberWithMailOfOtherName() throws {
        let second = "eeeeeeee-0000-4000-8000-000000000009"
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    displayName: Contoso
                    domains: [contoso.com]
                    groups: [{id: \(GraphLab.staff), displayName: Staff}]
                    users:
                      - {userPrincipalName: alex@contoso.com, password: Understudy!1}
                      - {id: \(second), userPrincipalName: admin-alex@contoso.com, mail: alex@contoso.com}
                """)
        let graph = GraphCalls(site: entra.site, headers: [("X-Understudy-Tenant", "contoso.com")])
        let reference = #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(second)"}"#
        let members = "/groups/\(GraphLab.staff)/members"
        #expect(try graph.post("\(members)/$ref", reference).status == 204)
        #expect(try graph.get(members).values("id") == [second])
        #expect(try graph.patch("/users/\(second)", #"{"city":"Bern"}"#).status == 204)
        #expect(try graph.delete("\(members)/\(second)/$ref").status == 204)
        #expect(try graph.get(members).values("id").isEmpty)
    }

    @Test("A request with bound members or owners succeeds entirely or not at all")
    func bindsMembersAllOrNothing() throws {
        let graph = try GraphLab().automation()
        let bind = { (ids: [String]) in
            let addresses = ids.map { #""https://graph.microsoft.com/v1.0/directoryObjects/\#($0)""# }
            return #""members@odata.bind":[\#(addresses.joined(separator: ","))]"#
        }
        let body = { (ids: [String]) in GraphGroupTests.new.dropLast() + "," + bind(ids) + "}" }
        let before = try graph.get("/groups").values("id")
        #expect(
            try graph.post("/groups", String(body([Seed.alex, Seed.megan]))).graph == "404 Request_ResourceNotFound")
        #expect(try graph.post("/groups", String(body(["x"]))).graph == "400 Request_BadRequest")
        let many = [String](repeating: Seed.alex, count: 21)
        #expect(try graph.post("/groups", String(body(many))).graph == "400 Request_BadRequest")
        #expect(try graph.get("/groups").values("id") == before)
        let id = try #require(try graph.post("/groups", String(body([Seed.alex])))["id"])
        #expect(try graph.get("/groups/\(id)/members").values("id") == [Seed.alex])
        #expect(try graph.patch("/groups/\(id)", "{\(bind([GraphLab.admin]))}").status == 204)
        #expect(try graph.get("/groups/\(id)/members").values("id") == [Seed.alex, GraphLab.admin])
        #expect(try graph.patch("/groups/\(id)", "{\(bind([Seed.alex]))}").graph == "400 Request_BadRequest")
        let owners = { (ids: [String]) in bind(ids).replacing("members", with: "owners") }
        #expect(try graph.patch("/groups/\(id)", "{\(owners([Seed.alex]))}").graph == "400 Request_BadRequest")
        let owned = { (ids: [String]) in String(GraphGroupTests.new.dropLast() + "," + owners(ids) + "}") }
        #expect(try graph.post("/groups", owned([Seed.alex])).status == 201)
        #expect(try graph.post("/groups", owned([Seed.megan])).graph == "404 Request_ResourceNotFound")
    }

    @Test("Members are added and removed, and tokens reflect the change at once")
    func updatesGroupClaimsWithMembership() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let console = "/applications(appId='\(GraphLab.console.id)')"
        #expect(try graph.patch(console, #"{"groupMembershipClaims":"SecurityGroup"}"#).status == 204)
        let id = try #require(try graph.post("/groups", GraphGroupTests.new)["id"])
        let reference = #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(Seed.alex)"}"#
        #expect(try graph.post("/groups/\(id)/members/$ref", reference).status == 204)
        #expect(try graph.post("/groups/\(id)/members/$ref", reference).graph == "400 Request_BadRequest")
        #expect(try graph.get("/groups/\(id)/members").values("id") == [Seed.alex])
        #expect(try graph.get("/groups/\(id)/members").values("@odata.type") == ["#microsoft.graph.user"])
        let claims = {
            try Token(
                lab.site.tokens(GraphLab.console, ["scope": "openid"], tenant: Seed.contoso)["id_token"]
            ).list("groups")
        }
        #expect(try Set(claims() ?? []) == [id, GraphLab.staff])
        #expect(try graph.delete("//groups/\(id)/members/\(Seed.alex)/$ref").status == 204)
        #expect(try claims() == [GraphLab.staff])
        #expect(try graph.delete("/groups/\(id)/members/\(Seed.alex)/$ref").graph == "404 Request_ResourceNotFound")
        let unknown = #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(Seed.megan)"}"#
        #expect(try graph.post("/groups/\(id)/members/$ref", unknown).graph == "404 Request_ResourceNotFound")
        #expect(try graph.post("/groups/\(id)/members/$ref", #"{"@odata.id":"x"}"#).graph == "400 Request_BadRequest")
        #expect(try graph.delete("/groups/\(GraphLab.staff)").status == 204)
        #expect(try claims() == nil)
    }
}
