@testable import ControlPlane
import Formats
import HTTP
import Testing
@testable import Understudy

@Suite struct GraphAccessTests {
    /// Returns a path that matches the operation, whether or not the object exists.
    private static func path(_ operation: GraphOperation) -> String {
        operation.pattern.split(separator: "/").map { segment in
            segment.hasPrefix("{") ? Seed.megan : String(segment)
        }.reduce("") { "\($0)/\($1)" }
    }

    @Test("The operation table is well-formed, and every operation requires a permission")
    func requiresPermissionForEveryOperation() throws {
        _ = try GraphService()
        for operation in GraphOperation.table {
            // Only users reset a password by its method, change the own (authenticationmethod-resetpassword), and create a device
            // (device-post-devices).
            let name = "\(operation.method) \(operation.pattern)"
            let isForUsers = ["resetPassword", "changePassword", "POST /devices"].contains { name.hasSuffix($0) }
            #expect(operation.permission.application.isEmpty == isForUsers, "\(operation.pattern)")
            #expect(!operation.permission.delegated.isEmpty, "\(operation.pattern)")
        }
    }

    @Test("Every operation rejects a token without the permission") func rejectsTokenWithoutPermission() throws {
        let lab = try GraphLab(roles: ["Mail.Read"], scopes: "Mail.Read")
        let application = try lab.automation()
        let user = try lab.calls(scope: "Mail.Read")
        for operation in GraphOperation.table {
            let path = GraphAccessTests.path(operation)
            let name = "\(operation.method) \(operation.pattern)"
            #expect(
                try application.send(operation.method, path, "{}").graph == "403 Authorization_RequestDenied", "\(name)"
            )
            #expect(try user.send(operation.method, path, "{}").graph == "403 Authorization_RequestDenied", "\(name)")
            #expect(
                try lab.anonymous.send(operation.method, path, "{}").graph == "401 InvalidAuthenticationToken",
                "\(name)")
        }
    }

    @Test("A user needs a directory role in addition to the permission to change objects of others")
    func requiresDirectoryRoleForForeignObjects() throws {
        let scopes = "Application.ReadWrite.All Group.ReadWrite.All User.ReadWrite.All User.RevokeSessions.All"
        let lab = try GraphLab(scopes: scopes)
        let alex = try lab.calls(as: "alex@contoso.com", scope: ".default")
        let orders = "/applications(appId='\(GraphLab.orders)')"
        let change = #"{"notes":"x"}"#
        let denied = "403 Authorization_RequestDenied"
        #expect(try alex.get(orders).status == 200)
        #expect(try alex.patch(orders, change).graph == denied)
        #expect(try alex.patch("/users/adele@contoso.com", #"{"city":"x"}"#).graph == denied)
        #expect(try alex.patch("/groups/\(GraphLab.staff)", #"{"description":"x"}"#).graph == denied)
        #expect(try alex.post("/users/adele@contoso.com/revokeSignInSessions", "").graph == denied)
        #expect(try alex.post("/me/revokeSignInSessions", "").status == 200)
        lab.entra.clock.advance(seconds: 60)
        let again = try lab.calls(as: "alex@contoso.com", scope: ".default")
        let own = try #require(try again.post("/applications", #"{"displayName":"Own"}"#)["id"])
        #expect(try again.patch("/applications/\(own)", change).status == 204)
        let appId = try #require(try again.get("/applications/\(own)")["appId"])
        #expect(try again.post("/servicePrincipals", #"{"appId":"\#(appId)"}"#).status == 201)
        #expect(try again.post("/servicePrincipals", #"{"appId":"\#(GraphLab.partner)"}"#).graph == denied)
        let admin = try lab.calls(scope: ".default")
        #expect(try admin.patch(orders, change).status == 204)
        #expect(try admin.patch("/users/adele@contoso.com", #"{"city":"x"}"#).status == 204)
        #expect(
            try admin.patch("/users/adele@contoso.com", #"{"passwordProfile":{"password":"Understudy!7"}}"#).graph
                == denied)
    }

    @Test(
        "An administrator changes the credentials only of users whose roles are not more privileged",
        arguments: [
            ("User Administrator", "Global Administrator", false), ("User Administrator", "Groups Administrator", true),
            ("User Administrator", "Authentication Administrator", false),
            ("User Administrator", "Application Administrator", false),
            ("Helpdesk Administrator", "Reports Reader", true), ("Helpdesk Administrator", "User Administrator", false),
            ("Password Administrator", "Guest Inviter", true), ("Password Administrator", "Reports Reader", false),
            ("Authentication Administrator", "Authentication Administrator", true),
            ("Privileged Authentication Administrator", "Global Administrator", true),
            ("Global Administrator", "Privileged Role Administrator", true),
        ])
    func limitsAccountChangesByTargetRoles(_ role: String, _ other: String, _ isAllowed: Bool) throws {
        let scopes = "User.ReadWrite.All User-PasswordProfile.ReadWrite.All User.RevokeSessions.All"
        let lab = try GraphLab(
            scopes: scopes,
            users: [
                "{userPrincipalName: one@contoso.com, password: Understudy!1, roles: [\(role)]}",
                "{userPrincipalName: two@contoso.com, password: Understudy!1, roles: [\(other)]}",
            ])
        let one = try lab.calls(as: "one@contoso.com", scope: ".default")
        let two = "/users/two@contoso.com"
        let reset = #"{"passwordProfile":{"password":"Understudy!7"}}"#
        let denied = "403 Authorization_RequestDenied"
        #expect(try one.post("\(two)/revokeSignInSessions", "").graph == (isAllowed ? "200" : denied))
        #expect(try one.patch(two, reset).graph == (isAllowed ? "204" : denied))
        #expect(try one.patch("/users/adele@contoso.com", reset).graph == "204")
        #expect(try one.post("/me/revokeSignInSessions", "").graph == "200")
    }

    @Test("Sensitive properties of an administrator's account require a more privileged role than other properties")
    func restrictsSensitivePropertiesOfAdministrators() throws {
        // The last permission is the one to add members to a group that can have roles.
        let lab = try GraphLab(
            roles: GraphLab.everything + ["RoleManagement.ReadWrite.Directory"], scopes: "User.ReadWrite.All",
            users: ["{userPrincipalName: one@contoso.com, password: Understudy!1, roles: [User Administrator]}"])
        let one = try lab.calls(as: "one@contoso.com", scope: ".default")
        let denied = "403 Authorization_RequestDenied"
        #expect(try one.patch("/users/admin@contoso.com", #"{"city":"Bern"}"#).status == 204)
        #expect(try one.patch("/users/admin@contoso.com", #"{"accountEnabled":false}"#).graph == denied)
        #expect(try one.patch("/users/admin@contoso.com", #"{"mobilePhone":"+41 1"}"#).graph == denied)
        #expect(try one.delete("/users/admin@contoso.com").graph == denied)
        #expect(try one.delete("/users/adele@contoso.com").status == 204)
        let application = try lab.automation()
        #expect(try application.delete("/users/admin@contoso.com").graph == denied)
        let group =
            #"{"displayName":"x","mailEnabled":false,"mailNickname":"x","securityEnabled":true,"isAssignableToRole":true,"members@odata.bind":["https://x.test/\#(Seed.alex)"]}"#
        #expect(try application.post("/groups", group).status == 201)
        #expect(try one.delete("/users/\(Seed.alex)").graph == denied)
    }

    @Test(
        "Granting an application permission of Microsoft Graph requires a more privileged role than others",
        arguments: [
            ("Application Administrator", "403 Authorization_RequestDenied"),
            ("Cloud Application Administrator", "403 Authorization_RequestDenied"),
            ("Privileged Role Administrator", "201"), ("Global Administrator", "201"),
        ])
    func restrictsGrantOfGraphApplicationPermissions(_ role: String, _ outcome: String) throws {
        let lab = try GraphLab(
            roles: [], scopes: "AppRoleAssignment.ReadWrite.All Application.ReadWrite.All",
            users: ["{userPrincipalName: one@contoso.com, password: Understudy!1, roles: [\(role)]}"])
        let one = try lab.calls(as: "one@contoso.com", scope: ".default")
        let id = { (app: String) in try #require(try one.get("/servicePrincipals(appId='\(app)')")["id"]) }
        let client = try id(GraphLab.automation.id)
        let assign = { (api: String, role: String) in
            try one.post(
                "/servicePrincipals/\(client)/appRoleAssignments",
                #"{"principalId":"\#(client)","resourceId":"\#(try id(api))","appRoleId":"\#(role)"}"#
            ).graph
        }
        #expect(try assign(Seed.graph, "9a5d68dd-52b0-4cc2-bd40-abcf44ac3a30") == outcome)
        #expect(try assign(GraphLab.orders, GraphLab.ordersRole) == "201")
    }

    @Test("An operation can require two permissions together") func requiresBothPermissionsTogether() throws {
        let lab = try GraphLab(roles: ["AppRoleAssignment.ReadWrite.All"])
        let path = "/users/\(Seed.alex)/appRoleAssignments"
        #expect(try lab.automation().post(path, "{}").graph == "403 Authorization_RequestDenied")
        let both = try GraphLab(roles: ["AppRoleAssignment.ReadWrite.All", "Application.Read.All"])
        #expect(try both.automation().post(path, "{}").graph == "400 Request_BadRequest")
    }

    @Test("User.ReadBasic.All shows only the basic profile of other users") func limitsOtherUsersToBasicProfile() throws
    {
        let lab = try GraphLab(scopes: "User.Read User.ReadBasic.All")
        let alex = try lab.calls(as: "alex@contoso.com", scope: ".default")
        #expect(
            try lab.control.patch("/users/adele@contoso.com", #"{"jobTitle":"Boss","businessPhones":["1"]}"#).status
                == 204)
        let adele = try alex.get("/users/adele@contoso.com")
        #expect(adele["displayName"] == "Adele Vance" && adele["userPrincipalName"] == "adele@contoso.com")
        #expect(adele.json?["jobTitle"] == .null && adele.json?["businessPhones"] == .array([]))
        #expect(try alex.get("/users/adele@contoso.com?$select=accountEnabled").json?["accountEnabled"] == .null)
        #expect(try alex.get("/users?$select=jobTitle").values("jobTitle").isEmpty)
        #expect(try alex.get("/users?$filter=jobTitle%20eq%20'Boss'").graph == "403 Authorization_RequestDenied")
        #expect(try alex.get("/users?$filter=displayName%20eq%20'Adele%20Vance'").values("surname").isEmpty)
        #expect(try alex.get("/me?$select=accountEnabled").json?["accountEnabled"] == .bool(true))
        let full = try GraphLab(scopes: "User.ReadBasic.All User.Read.All")
        let reader = try full.calls(as: "alex@contoso.com", scope: ".default")
        #expect(
            try reader.get("/users/adele@contoso.com?$select=accountEnabled").json?["accountEnabled"] == .bool(true))
    }

    @Test("A guest reads only the own account") func limitsGuestToOwnAccount() throws {
        let lab = try GraphLab(scopes: "User.Read User.ReadBasic.All")
        let megan = try lab.calls(as: "megan@fabrikam.com", scope: ".default")
        #expect(try megan.get("/me?$select=userType")["userType"] == "Guest")
        #expect(try megan.get("/users").graph == "403 Authorization_RequestDenied")
    }

    @Test(
        "A guest reads the own account with each permission of the reference's table and no other account",
        arguments: [
            "User.Read", "User.ReadWrite", "User.ReadBasic.All", "User.Read.All", "User.ReadWrite.All",
            "Directory.Read.All", "Directory.ReadWrite.All",
        ])
    func guestReadsOwnAccount(scope: String) throws {
        let lab = try GraphLab(scopes: scope)
        let megan = try lab.calls(as: "megan@fabrikam.com", scope: ".default")
        #expect(try megan.get("/me").status == 200)
        #expect(try megan.get("/me?$select=userType,accountEnabled").json?["accountEnabled"] == .bool(true))
        let id = try #require(try megan.get("/me")["id"])
        #expect(try megan.get("/users/\(id)")["id"] == id)
        #expect(try megan.get("/users/\(Seed.alex)").graph == "403 Authorization_RequestDenied")
        #expect(try megan.get("/users").graph == "403 Authorization_RequestDenied")
    }

    @Test(
        "A guest reads the own groups with each permission of the reference's table",
        arguments: [
            ("User.Read", true), ("User.Read.All", true), ("Directory.Read.All", true),
            ("Directory.ReadWrite.All", true),
            ("GroupMember.Read.All", true), ("Group.Read.All", true), ("User.ReadBasic.All", false),
            ("Mail.Read", false),
        ])
    func guestReadsOwnGroups(scope: String, isAllowed: Bool) throws {
        let lab = try GraphLab(scopes: scope)
        let megan = try lab.calls(as: "megan@fabrikam.com", scope: ".default")
        #expect(try megan.get("/me/memberOf").status == (isAllowed ? 200 : 403))
        #expect(try megan.get("/users/\(Seed.alex)/memberOf").graph == "403 Authorization_RequestDenied")
    }

    @Test("A permission for all users covers the user's own account")
    func acceptsAllUsersPermissionForOwnAccount() {
        for operation in GraphOperation.table where !operation.permission.own.isEmpty && operation.method == "GET" {
            let permission = operation.permission
            #expect(Set(permission.delegated).isSubset(of: permission.own), "\(operation.pattern)")
        }
    }

    @Test("Graph rejects tokens for another audience, expired tokens and tokens of deleted users")
    func rejectsInvalidGraphTokens() throws {
        let lab = try GraphLab()
        let other = try lab.site.token(
            GraphLab.automation.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]
            ),
            tenant: Seed.contoso)
        let calls = { (header: String) in GraphCalls(site: lab.site, headers: [("Authorization", header)]) }
        let rejected = "401 InvalidAuthenticationToken"
        #expect(try calls("Bearer \(try #require(other["access_token"]))").get("/users").graph == rejected)
        #expect(try calls("Bearer x").get("/users").graph == rejected)
        #expect(try calls("Basic eDp5").get("/users").graph == rejected)
        let response = try calls("Bearer").get("/users")
        #expect(response.graph == rejected)
        #expect(response.header("WWW-Authenticate")?.hasPrefix("Bearer realm=\"\"") == true)
        let graph = try lab.automation()
        #expect(try graph.get("/users").status == 200)
        let revoked = try GraphLab(scopes: "User.Read.All")
        let alex = try revoked.calls(as: "alex@contoso.com", scope: "User.Read.All")
        #expect(try revoked.control.delete("/users/\(Seed.alex)").status == 204)
        #expect(try alex.get("/users").graph == rejected)
        lab.entra.clock.advance(seconds: 7_200)
        #expect(try graph.get("/users").graph == rejected)
    }

    @Test("With the setting anyToken, any token for Graph is sufficient") func acceptsAnyGraphTokenBySetting() throws {
        let lab = try GraphLab(roles: [], scopes: "User.Read", settings: "{graphPermissions: anyToken}")
        #expect(try lab.automation().get("/users").status == 200)
        #expect(try lab.automation().post("/applications", #"{"displayName":"x"}"#).status == 201)
        #expect(
            try lab.calls(as: "alex@contoso.com", scope: "User.Read").delete("/users/adele@contoso.com").status == 204)
        #expect(try lab.anonymous.get("/users").graph == "401 InvalidAuthenticationToken")
    }

    @Test("The setting anyToken of an application applies to that application only")
    func appliesAnyTokenPerApplication() throws {
        let lab = try GraphLab(roles: [], scopes: "User.Read", automation: "{graphPermissions: anyToken}")
        #expect(try lab.automation().get("/users").status == 200)
        #expect(try lab.calls(as: "alex@contoso.com", scope: "User.Read").get("/users").status == 403)
    }

    @Test("A control-plane caller names a tenant and needs no Graph token")
    func acceptsControlPlaneCallerWithTenantHeader() throws {
        let lab = try GraphLab(server: ServerSettings(controlToken: "control"))
        let calls = { (headers: [(String, String)]) in GraphCalls(site: lab.site, headers: headers) }
        let tenant = ("X-Understudy-Tenant", "contoso.com")
        let token = ("Authorization", "Bearer control")
        #expect(try calls([tenant]).get("/users").status == 401)
        #expect(try calls([tenant, ("Authorization", "Bearer other")]).get("/users").status == 401)
        #expect(try calls([tenant, token]).get("/users").values("displayName").contains("Alex Wilber"))
        #expect(try calls([tenant, token, ("Origin", "https://evil.test")]).get("/users").status == 403)
        #expect(
            try calls([("X-Understudy-Tenant", Seed.fabrikam), token]).get("/users").values("displayName") == ["Megan"])
        #expect(try calls([("X-Understudy-Tenant", "Consumers"), token]).get("/users").status == 200)
        for name in ["nowhere.test", "common", "organizations"] {
            #expect(
                try calls([("X-Understudy-Tenant", name), token]).get("/users").graph
                    == "404 Request_ResourceNotFound")
        }
        #expect(try calls([token]).get("/users").graph == "401 InvalidAuthenticationToken")
    }

    @Test(
        "If registrations share an id, the settings of the one in the token's tenant apply", arguments: [true, false])
    func usesSettingsOfTokenTenantRegistration(_ isInTokenTenant: Bool) throws {
        let app = "appId: \(Client.mobile.id), publicClient: {redirectUris: [\"http://localhost\"]}"
        let setting = "settings: {graphPermissions: anyToken}"
        let user = "users: [{userPrincipalName: megan@fabrikam.com, password: Understudy!1}]"
        let site = try MockEntra(
            yaml: """
                tenants:
                  - {id: \(Seed.contoso), domains: [contoso.com], applications: [{\(app)\(isInTokenTenant ? "" : ", \(setting)")}]}
                  - {id: \(Seed.fabrikam), domains: [fabrikam.com], \(user),
                     applications: [{\(app), sharesAppId: true\(isInTokenTenant ? ", \(setting)" : "")}]}
                """
        ).site
        let tokens = try site.tokens(.mobile, ["scope": "User.Read"], as: "megan@fabrikam.com", tenant: "fabrikam.com")
        let headers = [("Authorization", "Bearer \(tokens["access_token"] ?? "")")]
        let status = try site.send("GET", "/v1.0/users", headerList: headers).status
        #expect(status == (isInTokenTenant ? 200 : 403))
    }
}
