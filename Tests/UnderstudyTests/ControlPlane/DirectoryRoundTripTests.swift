import Formats
import Testing
@testable import Understudy

/// A directory that was edited at run time survives a round trip through `GET directory` and `PUT directory`.
@Suite struct DirectoryRoundTripTests {
    /// One edit through Microsoft Graph. Later edits may depend on its result.
    struct Edit: Row {
        let name: String
        let make: @Sendable (GraphCalls) throws -> [TestResponse]
    }

    /// The edits, in an order in which each can build on the ones before.
    static let edits: [Edit] = [
        Edit(name: "a registration without service principal, with everything Graph can say") { graph in
            [
                try graph.post(
                    "/applications",
                    """
                    {"displayName": "Made", "signInAudience": "AzureADMultipleOrgs", "notes": "n", "tags": ["t"],
                     "identifierUris": [], "web": {"redirectUris": ["https://made.example/cb"], "homePageUrl": "https://made.example"},
                     "spa": {"redirectUris": ["http://localhost:3000/"]}, "publicClient": {"redirectUris": ["http://localhost"]},
                     "appRoles": [{"id": "0aaa0006-0000-4000-8000-000000000001", "value": "Do.All", "displayName": "Do",
                       "description": "d", "allowedMemberTypes": ["Application"], "isEnabled": true}],
                     "passwordCredentials": [{"displayName": "first"}]}
                    """)
            ]
        },
        Edit(name: "a service principal of its own, and one of another tenant's application") { graph in
            let created = try graph.application()
            return [created, try graph.post("/servicePrincipals", #"{"appId":"\#(GraphLab.partner)"}"#)]
        },
        Edit(name: "owners, secrets and a trust") { graph in
            let path = "/applications(appId='\(GraphLab.orders)')"
            let key = try graph.post("\(path)/addPassword", #"{"passwordCredential":{"displayName":"p"}}"#)
            return [
                key, try graph.post("\(path)/addPassword", ""),
                try graph.post("\(path)/removePassword", #"{"keyId":"\#(key["keyId"] ?? "")"}"#),
                try graph.post("\(path)/owners/$ref", reference(Seed.alex)),
                try graph.post(
                    "\(path)/federatedIdentityCredentials",
                    """
                    {"name": "fic", "issuer": "https://i.example", "subject": "s", "description": "why",
                     "audiences": ["api://AzureADTokenExchange"]}
                    """),
            ]
        },
        Edit(name: "a registration changed in every part") { graph in
            [
                try graph.patch(
                    "/applications(appId='\(GraphLab.orders)')",
                    """
                    {"displayName": "Renamed", "groupMembershipClaims": "SecurityGroup", "isFallbackPublicClient": true,
                     "optionalClaims": {"accessToken": [{"name": "email", "essential": true}], "idToken": [], "saml2Token": []},
                     "requiredResourceAccess": [{"resourceAppId": "\(Seed.graph)",
                       "resourceAccess": [{"id": "e1fe6dd8-ba31-4d61-89e7-88639da4683d", "type": "Scope"}]}],
                     "api": {"knownClientApplications": ["\(GraphLab.console.id)"], "preAuthorizedApplications": [
                       {"appId": "\(GraphLab.console.id)", "delegatedPermissionIds": ["\(GraphLab.ordersRead)"]}]}}
                    """),
                try graph.patch(
                    "/servicePrincipals(appId='\(GraphLab.orders)')", #"{"appRoleAssignmentRequired":true}"#),
            ]
        },
        Edit(name: "users made and changed, a guest too") { graph in
            let guest = try graph.get("/users?$filter=userType%20eq%20'Guest'").values("id").first ?? ""
            return [
                try graph.post(
                    "/users",
                    """
                    {"accountEnabled": true, "displayName": "New", "mailNickname": "new", "userPrincipalName": "new@contoso.com",
                     "department": "d", "otherMails": ["o@contoso.com"],
                     "passwordProfile": {"password": "Understudy!1", "forceChangePasswordNextSignIn": true}}
                    """),
                try graph.patch(
                    "/users/\(Seed.alex)", #"{"jobTitle":"j","city":"c","usageLocation":"CH","mail":"a@b.example"}"#),
                try graph.patch("/users/\(guest)", #"{"displayName":"Guest","accountEnabled":false,"city":"x"}"#),
            ]
        },
        Edit(name: "groups and members") { graph in
            let group = try graph.post(
                "/groups",
                """
                {"displayName": "Made", "mailEnabled": false, "mailNickname": "made", "securityEnabled": true,
                 "description": "d", "visibility": "Private"}
                """)
            let made = "/groups/\(group["id"] ?? "")"
            let orders = try principal(GraphLab.orders, graph)
            return [
                group, try graph.post("\(made)/members/$ref", reference(Seed.alex)),
                try graph.post("\(made)/members/$ref", reference(orders)),
                try graph.post("\(made)/members/$ref", reference(try principal(GraphLab.partner, graph))),
                try graph.post("\(made)/members/$ref", reference(GraphLab.staff)),
                try graph.post("\(made)/owners/$ref", reference(Seed.alex)),
                try graph.post("\(made)/owners/$ref", reference(orders)),
                try graph.post("/servicePrincipals/\(orders)/owners/$ref", reference(Seed.alex)),
                try graph.post(
                    "/servicePrincipals(appId='\(GraphLab.partner)')/owners/$ref", reference(Seed.alex)),
                try graph.patch("/groups/\(GraphLab.staff)", #"{"description":"changed","displayName":"People"}"#),
                try graph.delete("/groups/\(GraphLab.staff)/members/\(Seed.alex)/$ref"),
            ]
        },
        Edit(name: "consents and roles") { graph in
            let orders = try principal(GraphLab.orders, graph)
            let console = try principal(GraphLab.console.id, graph)
            let partner = try principal(GraphLab.partner, graph)
            return [
                try graph.post(
                    "/oauth2PermissionGrants",
                    """
                    {"clientId": "\(console)", "consentType": "Principal", "principalId": "\(Seed.alex)",
                     "resourceId": "\(orders)", "scope": "Orders.Read"}
                    """),
                try graph.post(
                    "/servicePrincipals/\(orders)/appRoleAssignedTo", role(GraphLab.ordersRole, orders, Seed.alex)),
                try graph.post(
                    "/servicePrincipals/\(orders)/appRoleAssignedTo", role(GraphLab.ordersRole, orders, partner)),
            ]
        },
        Edit(name: "what others refer to taken away") { graph in
            [
                try graph.patch(
                    "/applications(appId='\(GraphLab.orders)')",
                    #"{"api":{"preAuthorizedApplications":[],"oauth2PermissionScopes":[{"id":"\#(GraphLab.ordersRead)","value":"Orders.Read","type":"User","isEnabled":false,"adminConsentDisplayName":"a","adminConsentDescription":"b"}]}}"#
                ),
                try graph.patch(
                    "/applications(appId='\(GraphLab.orders)')", #"{"api":{"oauth2PermissionScopes":[]}}"#),
                try graph.delete("/users/\(Seed.alex)"), try graph.delete("/groups/\(GraphLab.staff)"),
                try graph.delete("/servicePrincipals(appId='\(GraphLab.console.id)')"),
                try graph.delete("/applications(appId='\(GraphLab.orders)')"),
            ]
        },
    ]

    private static func reference(_ id: String) -> String {
        #"{"@odata.id":"https://graph.microsoft.com/v1.0/directoryObjects/\#(id)"}"#
    }

    private static func principal(_ appID: String, _ graph: GraphCalls) throws -> String {
        try #require(try graph.get("/servicePrincipals(appId='\(appID)')")["id"])
    }

    private static func role(_ role: String, _ resource: String, _ principal: String) -> String {
        #"{"appRoleId":"\#(role)","resourceId":"\#(resource)","principalId":"\#(principal)"}"#
    }

    /// Puts the exported directory back and checks that a second export is equal.
    private static func check(_ site: Site) throws {
        let before = try site.control("GET", "directory")
        let put = try site.control("PUT", "directory", before.text)
        #expect(put.status == 204, "\(put.text)")
        let after = try site.control("GET", "directory")
        #expect(after.text == before.text)
    }

    @Test("The directory survives a round trip after each edit through Microsoft Graph")
    func roundTripsAfterEveryGraphEdit() throws {
        let lab = try GraphLab()
        for edit in DirectoryRoundTripTests.edits {
            for response in try edit.make(lab.control) {
                #expect((200...204).contains(response.status), "\(edit.name): \(response.text)")
            }
            try DirectoryRoundTripTests.check(lab.site)
        }
    }

    @Test("Microsoft Graph returns the same entities after a round trip")
    func graphReturnsSameEntitiesAfterRoundTrip() throws {
        let lab = try GraphLab()
        for edit in DirectoryRoundTripTests.edits.dropLast() { _ = try edit.make(lab.control) }
        let paths = [
            "/applications", "/servicePrincipals", "/users", "/groups", "/oauth2PermissionGrants",
            "/applications(appId='\(GraphLab.orders)')/owners", "/servicePrincipals(appId='\(GraphLab.orders)')/owners",
            "/servicePrincipals(appId='\(GraphLab.partner)')/owners",
            "/servicePrincipals(appId='\(GraphLab.orders)')/memberOf", "/users/\(Seed.alex)/ownedObjects",
            "/applications(appId='\(GraphLab.orders)')/federatedIdentityCredentials", "/users/\(Seed.alex)/memberOf",
            "/users/\(Seed.alex)/appRoleAssignments", "/users?$filter=userType%20eq%20'Guest'&$select=city,displayName",
        ]
        let before = try paths.map { try lab.control.get($0) }
        #expect(before.allSatisfy { $0.status == 200 && $0.json?["value"]?.array?.isEmpty == false })
        try DirectoryRoundTripTests.check(lab.site)
        #expect(try paths.map { Set(try lab.control.get($0).values("id")) } == before.map { Set($0.values("id")) })
        #expect(try paths.map { sorted(try lab.control.get($0)) } == before.map(sorted))
    }

    /// The entities of a list in a canonical order.
    private func sorted(_ response: TestResponse) -> [String] {
        (response.json?["value"]?.array ?? []).map { String(decoding: JSONWriter.value($0), as: UTF8.self) }.sorted()
    }

    @Test("Clones of a tenant survive a round trip, with new or with shared application IDs", arguments: [true, false])
    func roundTripsClonedTenants(keepsAppIds: Bool) throws {
        let site = try MockEntra().site
        let body = #"{"cloneOf":"contoso.com","keepAppIds":\#(keepsAppIds)}"#
        let ids = try (0..<2).map { _ in try #require(try site.control("POST", "tenants", body).value["id"]?.string) }
        try DirectoryRoundTripTests.check(site)
        let form = Client.daemon.credentials.with([
            "grant_type": "client_credentials", "scope": "api://orders/.default",
        ])
        for tenant in ids + [Seed.contoso] {
            let response = try site.token(form, tenant: tenant)
            #expect((response.status == 200) == (keepsAppIds || tenant == Seed.contoso), "\(response.text)")
            if response.status == 200 { #expect(try response.accessToken()["tid"] == tenant) }
        }
    }

    @Test(
        "A directory with a duplicate ID, an unresolved reference or a wrong type is rejected",
        arguments: [
            (#""applications": [{"appId": "a"}, {"appId": "a"}]"#, "is used twice"),
            (
                #""applications": [{"appId": "a", "sharesAppId": true}, {"appId": "a", "sharesAppId": true}]"#,
                "is used twice"
            ),
            (#""applications": [{"appId": "a", "owners": ["somebody"]}]"#, "owners"),
            (
                #""applications": [{"appId": "a"}], "servicePrincipals": ["a"]"#,
                "no other tenant has a multi-tenant application"
            ),
            (#""servicePrincipals": ["unknown"]"#, "no other tenant has a multi-tenant application"),
            (
                #""users": [{"userPrincipalName": "u@a.example", "guestOf": [{"tenant": "a.example", "account": {"dispalyName": 1, "accountEnabled": "no"}}]}]"#,
                "accountEnabled"
            ),
        ])
    func rejectsDuplicatesAndUnresolvedReferences(parts: String, words: String) throws {
        let response = try MockEntra().site.control(
            "PUT", "directory", #"{"tenants": [{"id": "\#(Seed.contoso)", "domains": ["a.example"], \#(parts)}]}"#)
        #expect(response.status == 400)
        #expect(response.text.contains(words), "\(response.text)")
    }
}
