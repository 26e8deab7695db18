import Formats
import Testing
@testable import Understudy

@Suite struct GraphRelationTests {
    private static let eventual = [("ConsistencyLevel", "eventual")]

    @Test(
        "Members and memberships are listed directly, through other groups, and by type",
        arguments: [
            ("/groups/\(Relations.inner)/members", [Seed.alex]),
            ("/groups/\(Relations.outer)/members", [Relations.inner, Relations.principal, Relations.laptop]),
            ("/groups/\(Relations.top)/members", [Relations.second, Relations.outer]),
            (
                "/groups/\(Relations.top)/transitiveMembers",
                [
                    Relations.second, Relations.outer, Relations.inner, Relations.principal, Relations.laptop,
                    Seed.alex,
                ]
            ),
            ("/groups/\(Relations.top)/transitiveMembers/microsoft.graph.user", [Relations.second, Seed.alex]),
            ("/groups/\(Relations.top)/transitiveMembers/microsoft.graph.group", [Relations.outer, Relations.inner]),
            ("/groups/\(Relations.outer)/members/microsoft.graph.servicePrincipal", [Relations.principal]),
            ("/groups/\(Relations.outer)/members/microsoft.graph.device", [Relations.laptop]),
            ("/groups/\(Relations.outer)/members/microsoft.graph.user", []),
            ("/users/\(Seed.alex)/memberOf", [Relations.inner]),
            (
                "/users/alex@contoso.com/transitiveMemberOf",
                [Relations.inner, Relations.outer, Relations.top, Relations.mail]
            ),
            ("/users/\(Seed.alex)/memberOf/microsoft.graph.group", [Relations.inner]),
            ("/users/\(Seed.alex)/memberOf/microsoft.graph.administrativeUnit", []),
            ("/groups/\(Relations.inner)/memberOf", [Relations.outer]),
            ("/groups/\(Relations.inner)/transitiveMemberOf", [Relations.outer, Relations.top, Relations.mail]),
            ("/servicePrincipals/\(Relations.principal)/memberOf", [Relations.outer]),
            (
                "/servicePrincipals(appId='\(Relations.daemon)')/transitiveMemberOf",
                [Relations.outer, Relations.top, Relations.mail]
            ),
            ("/devices/\(Relations.laptop)/memberOf", [Relations.outer]),
            (
                "/devices(deviceId='\(Relations.laptopID)')/transitiveMemberOf/microsoft.graph.group",
                [Relations.outer, Relations.top, Relations.mail]
            ),
            ("/groups/\(Relations.inner)/owners", [Seed.alex, Relations.principal]),
            ("/groups/\(Relations.inner)/owners/microsoft.graph.user", [Seed.alex]),
            ("/groups/\(Relations.inner)/owners/microsoft.graph.servicePrincipal", [Relations.principal]),
            ("/applications/\(Relations.registration)/owners", [Seed.alex]),
            ("/servicePrincipals/\(Relations.principal)/owners", [Seed.alex]),
            (
                "/users/\(Seed.alex)/ownedObjects",
                [Relations.registration, Relations.principal, Relations.inner]
            ),
            ("/users/\(Seed.alex)/ownedObjects/microsoft.graph.group", [Relations.inner]),
            ("/servicePrincipals/\(Relations.principal)/ownedObjects", [Relations.inner]),
            ("/users/\(Seed.alex)/createdObjects", []),
            ("/users/\(Seed.alex)/ownedDevices", [Relations.laptop]),
            ("/users/\(Seed.alex)/registeredDevices", [Relations.laptop]),
            ("/devices", [Relations.laptop]),
            ("/devices/\(Relations.laptop)/registeredOwners", [Seed.alex]),
            ("/devices/\(Relations.laptop)/registeredUsers/microsoft.graph.user", [Seed.alex]),
        ])
    func listsRelations(_ path: String, _ ids: [String]) throws {
        let response = try Relations().graph.get(path)
        #expect(response.status == 200)
        #expect(response.values("id") == ids)
    }

    @Test(
        "Lists of members are counted, paged, filtered and referred to",
        arguments: [
            ("/groups/\(Relations.top)/transitiveMembers/$count", "6"),
            ("/groups/\(Relations.top)/transitiveMembers/microsoft.graph.user/$count", "2"),
            ("/groups/\(Relations.outer)/members/$count", "3"),
            ("/groups/\(Relations.inner)/owners/$count", "2"),
            ("/users/\(Seed.alex)/transitiveMemberOf/$count", "4"),
        ])
    func countsRelations(_ path: String, _ count: String) throws {
        let graph = try Relations().graph
        #expect(try graph.get(path, GraphRelationTests.eventual).text == count)
        #expect(try graph.get(path).graph == "400 Request_BadRequest")
    }

    @Test("Pages of members continue where the page before ended")
    func pagesMembers() throws {
        let graph = try Relations().graph
        let all = try graph.get("/groups/\(Relations.top)/transitiveMembers").values("id")
        var path: String? = "/groups/\(Relations.top)/transitiveMembers?$top=2&$select=id,displayName"
        var seen: [String] = []
        while let next = path {
            let page = try graph.get(next)
            #expect(page.values("id").count == 2)
            seen += page.values("id")
            path = page["@odata.nextLink"].flatMap { $0.split(separator: "/v1.0", maxSplits: 1).last.map(String.init) }
        }
        #expect(seen == all)
        let filtered = try graph.get(
            "/groups/\(Relations.top)/transitiveMembers?$count=true&$filter=startswith(displayName,'A')",
            GraphRelationTests.eventual)
        #expect(filtered.values("id") == [Relations.second, Seed.alex])
        #expect(try graph.get("/groups/\(Relations.top)/members?$select=colour").graph == "400 BadRequest")
        let types = try graph.get("/groups/\(Relations.outer)/members").values("@odata.type")
        #expect(
            types == ["#microsoft.graph.group", "#microsoft.graph.servicePrincipal", "#microsoft.graph.device"])
        let references = try graph.get("/groups/\(Relations.outer)/members/$ref").values("@odata.id")
        #expect(references.count == 3 && references[0].hasSuffix("/v1.0/directoryObjects/\(Relations.inner)"))
        let one = try graph.get("/groups/\(Relations.outer)/members/\(Relations.inner)/$ref")
        #expect(one["@odata.id"]?.hasSuffix("/directoryObjects/\(Relations.inner)") == true)
        #expect(
            try graph.get("/groups/\(Relations.outer)/members/\(Seed.alex)/$ref").graph
                == "404 Request_ResourceNotFound")
    }

    @Test(
        "Objects of every kind become members once, if their kind is allowed",
        arguments: [
            // rivals.md (b) 7: groups and service principals got 404.
            (Relations.inner, Relations.mail, "204"), (Relations.inner, Relations.principal, "204"),
            (Relations.inner, Relations.laptop, "204"), (Relations.inner, Relations.identity, "204"),
            (Relations.inner, Relations.second, "204"), (Relations.inner, Seed.alex, "400 Request_BadRequest"),
            (Relations.outer, Relations.inner, "400 Request_BadRequest"),
            (Relations.outer, Relations.laptop, "400 Request_BadRequest"),
            // MicrosoftDocs/azure-docs#43313: groups can contain themselves and each other.
            (Relations.inner, Relations.inner, "204"), (Relations.inner, Relations.top, "204"),
            (Relations.inner, "eeeeeeee-0000-4000-8000-00000000dead", "404 Request_ResourceNotFound"),
            (Relations.inner, Relations.registration, "400 Request_BadRequest"),
            // groups-allowed-member-types in the reference
            (Relations.inner, Relations.unified, "400 Request_BadRequest"),
            (Relations.unified, Relations.inner, "400 Request_BadRequest"),
            (Relations.unified, Relations.principal, "400 Request_BadRequest"),
            (Relations.unified, Relations.laptop, "400 Request_BadRequest"),
            (Relations.unified, Seed.alex, "204"),
            (Relations.roles, Relations.inner, "400 Request_BadRequest"),
            (Relations.roles, Relations.principal, "204"),
        ])
    func addsMembers(_ group: String, _ member: String, _ outcome: String) throws {
        let graph = try Relations().graph
        #expect(try graph.post("/groups/\(group)/members/$ref", Relations.reference(member)).graph == outcome)
        guard outcome == "204" else { return }
        #expect(try graph.get("/groups/\(group)/members").values("id").contains(member))
        #expect(try graph.get("/groups/\(group)/transitiveMembers").status == 200)
        #expect(try graph.get("/groups/\(group)/transitiveMemberOf").status == 200)
        let again = try graph.post("/groups/\(group)/members/$ref", Relations.reference(member))
        #expect(
            again.json?["error"]?["message"]?.string
                == "One or more added object references already exist for the following modified properties: 'members'."
        )
        #expect(try graph.delete("/groups/\(group)/members/\(member)/$ref").status == 204)
        #expect(try !graph.get("/groups/\(group)/members").values("id").contains(member))
        #expect(try graph.delete("/groups/\(group)/members/\(member)/$ref").graph == "404 Request_ResourceNotFound")
    }

    @Test("A body binds up to 20 members of several kinds, all or none")
    func bindsMembers() throws {
        let graph = try Relations().graph
        let bind = { (ids: [String]) in
            let addresses = ids.map { #""https://graph.microsoft.com/v1.0/directoryObjects/\#($0)""# }
            return #"{"members@odata.bind":[\#(addresses.joined(separator: ","))]}"#
        }
        let members = "/groups/\(Relations.inner)/members"
        let before = try graph.get(members).values("id")
        #expect(
            try graph.patch("/groups/\(Relations.inner)", bind([Relations.laptop, Relations.registration])).graph
                == "400 Request_BadRequest")
        #expect(try graph.get(members).values("id") == before)
        #expect(
            try graph.patch("/groups/\(Relations.inner)", bind([Relations.laptop, Relations.mail])).status == 204)
        #expect(try graph.get(members).values("id") == before + [Relations.laptop, Relations.mail])
    }

    @Test("Owners are added, removed and stored, and a group keeps its last user")
    func managesOwners() throws {
        let graph = try Relations().graph
        let owners = "/groups/\(Relations.inner)/owners"
        let again = try graph.post("\(owners)/$ref", Relations.reference(Seed.alex))
        #expect(
            again.json?["error"]?["message"]?.string
                == "One or more added object references already exist for the following modified properties: 'owners'.")
        let last = try graph.delete("\(owners)/\(Seed.alex)/$ref")
        #expect(
            last.json?["error"]?["message"]?.string
                == "The group must have at least one owner, hence this owner cannot be removed.")
        #expect(try graph.post("\(owners)/$ref", Relations.reference(Relations.second)).status == 204)
        #expect(try graph.delete("\(owners)/\(Seed.alex)/$ref").status == 204)
        #expect(try graph.get(owners).values("id") == [Relations.second, Relations.principal])
        #expect(try graph.delete("\(owners)/\(Relations.principal)/$ref").status == 204)
        #expect(try graph.delete("\(owners)/\(Relations.principal)/$ref").graph == "404 Request_ResourceNotFound")
        let group = try graph.post("\(owners)/$ref", Relations.reference(Relations.outer))
        #expect(
            group.json?["error"]?["message"]?.string
                == "The reference target 'Group_\(Relations.outer)' of type 'Group' is invalid for the 'owners' reference."
        )
        for path in ["/applications/\(Relations.registration)", "/servicePrincipals/\(Relations.principal)"] {
            #expect(try graph.post("\(path)/owners/$ref", Relations.reference(Relations.principal)).status == 204)
            #expect(try graph.get("\(path)/owners").values("id") == [Seed.alex, Relations.principal])
            #expect(try graph.delete("\(path)/owners/\(Seed.alex)/$ref").status == 204)
            #expect(try graph.delete("\(path)/owners/\(Relations.principal)/$ref").status == 204)
            #expect(try graph.get("\(path)/owners").values("id").isEmpty)
        }
        #expect(try graph.delete("/users/\(Relations.second)").status == 204)
        #expect(try graph.get(owners).values("id").isEmpty)
    }

    @Test("A group has at most 100 owners, and members are not counted")
    func limitsOwners() throws {
        let users = (0..<100).map { "{userPrincipalName: owner\($0)@contoso.com, displayName: Owner}" }
        let lab = try GraphLab(users: users)
        let ids = try lab.control.get("/users?$filter=displayName%20eq%20'Owner'&$top=999").values("id")
        let group = "/groups/\(GraphLab.staff)"
        #expect(ids.count == 100)
        for id in ids {
            #expect(try lab.control.post("\(group)/owners/$ref", Relations.reference(id)).status == 204)
        }
        #expect(
            try lab.control.post("\(group)/owners/$ref", Relations.reference(Seed.alex)).graph
                == "403 Directory_ResourceSizeExceeded")
    }

    @Test("A user with no directory role manages the members of an owned group, and reads memberships at /me")
    func ownersManageMembers() throws {
        let lab = try GraphLab(scopes: "GroupMember.ReadWrite.All User.Read")
        let adele = try #require(try lab.control.get("/users/adele@contoso.com")["id"])
        let calls = try lab.calls(as: "adele@contoso.com", scope: "GroupMember.ReadWrite.All User.Read")
        let members = "/groups/\(GraphLab.staff)/members"
        let reference = Relations.reference(adele)
        #expect(try calls.post("\(members)/$ref", reference).graph == "403 Authorization_RequestDenied")
        #expect(try lab.control.post("/groups/\(GraphLab.staff)/owners/$ref", reference).status == 204)
        #expect(try calls.post("\(members)/$ref", reference).status == 204)
        #expect(try calls.get("/me/memberOf").values("id") == [GraphLab.staff])
        #expect(
            try calls.post("/me/checkMemberGroups", #"{"groupIds":["\#(GraphLab.staff)"]}"#).json?["value"]?.array?
                .count == 1)
        #expect(try calls.get("/me/ownedObjects").values("id") == [GraphLab.staff])
        #expect(try calls.get("/directoryObjects/\(adele)").graph == "403 Authorization_RequestDenied")
    }
}
