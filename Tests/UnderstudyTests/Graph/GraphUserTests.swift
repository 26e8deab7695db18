import Formats
import Testing
@testable import Understudy

@Suite struct GraphUserTests {
    private static let new =
        #"{"accountEnabled":true,"displayName":"New","mailNickname":"new","userPrincipalName":"new@contoso.com","passwordProfile":{"password":"Understudy!2"}}"#

    @Test("A user is created, signs in, is updated and deleted") func createsSignsInUpdatesAndDeletesUser() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let created = try graph.post("/users", GraphUserTests.new)
        #expect(created.status == 201)
        #expect(created.json?["passwordProfile"] == nil)
        let id = try #require(created["id"])
        let signIn = { (password: String) in
            try lab.site.signIn(
                GraphLab.console, ["scope": "openid"], as: "new@contoso.com", password: password, tenant: Seed.contoso)
        }
        #expect(try signIn("Understudy!2").fields["code"] != nil)
        #expect(try graph.get("/users/NEW@contoso.com")["id"] == id)
        #expect(
            try graph.get("/users('new@contoso.com')?$select=accountEnabled,userType,mailNickname").text.contains(
                #""accountEnabled":true,"userType":"Member","mailNickname":"new""#))
        #expect(try graph.patch("/users/\(id)", #"{"passwordProfile":{"password":"Understudy!3"}}"#).status == 204)
        #expect(try signIn("Understudy!2").fields["code"] == nil)
        #expect(try signIn("Understudy!3").fields["code"] != nil)
        #expect(try graph.patch("/users/\(id)", #"{"accountEnabled":false,"city":"Bern"}"#).status == 204)
        #expect(try signIn("Understudy!3").code == 50057)
        #expect(try graph.get("/users?$filter=city%20eq%20'bern'").values("id") == [id])
        #expect(try graph.delete("/users/\(id)").status == 204)
        #expect(try graph.get("/users/\(id)").graph == "404 Request_ResourceNotFound")
        #expect(try signIn("Understudy!3").code == 50034)
    }

    @Test("A password reset by an administrator revokes tokens, even those issued in the same second")
    func revokesTokensOnAdministratorPasswordReset()
        throws
    {
        let lab = try GraphLab()
        let tokens = try lab.site.tokens(
            GraphLab.console, ["scope": "openid offline_access"], as: "alex@contoso.com", tenant: Seed.contoso)
        let refresh = GraphLab.console.refresh(try #require(tokens["refresh_token"]))
        let body = #"{"passwordProfile":{"password":"Understudy!9","forceChangePasswordNextSignIn":false}}"#
        #expect(try lab.site.token(refresh, tenant: Seed.contoso).status == 200)
        #expect(try lab.automation().patch("/users/alex@contoso.com", body).status == 204)
        #expect(try lab.site.token(refresh, tenant: Seed.contoso).outcome == .jsonError(400, "invalid_grant", 50173))
    }

    @Test("A user who must change the password gets the page at sign-in")
    func requiresPasswordChangeAtSignIn() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let body = #"{"passwordProfile":{"password":"Understudy!9","forceChangePasswordNextSignIn":true}}"#
        #expect(try graph.patch("/users/alex@contoso.com", body).status == 204)
        let response = try lab.site.signIn(
            GraphLab.console, ["scope": "openid"], password: "Understudy!9", tenant: Seed.contoso)
        #expect(response.page.element(id: "newPassword") != nil || response.text.contains("password"))
        #expect(response.fields["code"] == nil)
    }

    @Test(
        "An invalid user is rejected",
        arguments: [
            ("displayName", #""displayName":null"#, "MissingValue"),
            ("accountEnabled", #""accountEnabled":"yes""#, "InvalidValue"),
            ("userPrincipalName", #""userPrincipalName":"new""#, "InvalidValue"),
            ("userPrincipalName", #""userPrincipalName":"new@elsewhere.test""#, "InvalidValue"),
            ("userPrincipalName", #""userPrincipalName":"Alex@contoso.com""#, "ObjectConflict"),
            ("passwordProfile", #""passwordProfile":{"password":"short"}"#, "InvalidValue"),
            ("passwordProfile", #""passwordProfile":{}"#, "MissingValue"),
            ("mailNickname", #""mail":"alex@contoso.com","mailNickname":"x""#, "ObjectConflict"),
            ("mailNickname", #""usageLocation":"Switzerland","mailNickname":"x""#, "InvalidValue"),
            ("mailNickname", #""colour":"red","mailNickname":"x""#, nil),
            ("mailNickname", #""id":"\#(Seed.megan)","mailNickname":"x""#, nil),
        ] as [(String, String, String?)])
    func rejectsInvalidUser(_ replaced: String, _ member: String, _ detail: String?) throws {
        let graph = try GraphLab().automation()
        let members = try #require(JSONValue(parsing: Array(GraphUserTests.new.utf8))?.object)
        let others = members.filter { $0.name != replaced }.map { JSONValue.Member($0.name, $0.value) }
        let body = String(decoding: JSONWriter.value(.object(others)), as: UTF8.self).dropLast() + "," + member + "}"
        let response = try graph.post("/users", String(body))
        #expect(response.graph == "400 Request_BadRequest", "\(response.text)")
        #expect(response.detail == detail)
    }

    @Test(
        "A property of a user has the maximum length of the service",
        arguments: [
            ("displayName", 256), ("givenName", 64), ("surname", 64), ("jobTitle", 128), ("officeLocation", 128),
            ("mobilePhone", 64), ("city", 128), ("companyName", 64), ("country", 128), ("department", 64),
            ("employeeId", 16), ("mailNickname", 64), ("postalCode", 40), ("state", 128), ("streetAddress", 1_024),
        ])
    func limitsPropertyLength(_ property: String, _ maximum: Int) throws {
        let graph = try GraphLab().automation()
        let body = { (length: Int) in #"{"\#(property)":"\#(String(repeating: "ö", count: length))"}"# }
        #expect(try graph.patch("/users/\(Seed.alex)", body(maximum)).status == 204)
        let response = try graph.patch("/users/\(Seed.alex)", body(maximum + 1))
        #expect(response.graph == "400 Request_BadRequest")
        #expect(response.detail == "InvalidValue")
        #expect(
            response.json?["error"]?["message"]?.string
                == "Invalid value specified for property '\(property)' of resource 'User'.")
    }

    @Test(
        "Lists and enumerated values of a user are validated",
        arguments: [
            (#"{"businessPhones":["1"]}"#, "204"), (#"{"businessPhones":["1","2"]}"#, "400 Request_BadRequest"),
            (#"{"otherMails":["\#(String(repeating: "a", count: 250))"]}"#, "204"),
            (#"{"otherMails":["\#(String(repeating: "a", count: 251))"]}"#, "400 Request_BadRequest"),
            (#"{"otherMails":[\#([String](repeating: #""a""#, count: 250).joined(separator: ","))]}"#, "204"),
            (
                #"{"otherMails":[\#([String](repeating: #""a""#, count: 251).joined(separator: ","))]}"#,
                "400 Request_BadRequest"
            ),
            (#"{"passwordPolicies":"DisablePasswordExpiration, DisableStrongPassword"}"#, "204"),
            (#"{"passwordPolicies":null}"#, "204"), (#"{"passwordPolicies":"Disable"}"#, "400 Request_BadRequest"),
            (#"{"ageGroup":"Minor"}"#, "204"), (#"{"ageGroup":"Old"}"#, "400 Request_BadRequest"),
        ])
    func limitsListsAndEnumeratedValues(_ body: String, _ outcome: String) throws {
        #expect(try GraphLab().automation().patch("/users/\(Seed.alex)", body).graph == outcome)
    }

    @Test(
        "A password must be as strong as on the sign-in pages",
        arguments: [
            ("Understudy!9", "", "204"), ("alllowercase", "", "400 Request_BadRequest"),
            ("Password1", "", "400 Request_BadRequest"), ("Adele4ever!", "", "400 Request_BadRequest"),
            ("Short!1", "", "400 Request_BadRequest"), ("Schlüssel!1", "", "400 Request_BadRequest"),
            ("alllowercase", "DisablePasswordExpiration", "400 Request_BadRequest"),
            ("alllowercase", "DisablePasswordExpiration, DisableStrongPassword", "204"),
            ("short", "DisableStrongPassword", "400 Request_BadRequest"),
        ])
    func requiresPasswordStrengthOfSignInPages(_ password: String, _ policies: String, _ outcome: String) throws {
        let graph = try GraphLab().automation()
        let policy = policies.isEmpty ? "" : #","passwordPolicies":"\#(policies)""#
        let body = #"{"passwordProfile":{"password":"\#(password)"}\#(policy)}"#
        let response = try graph.patch("/users/adele@contoso.com", body)
        #expect(response.graph == outcome)
        #expect(
            response.status == 204
                || response.json?["error"]?["message"]?.string?.hasPrefix("The specified password does not comply")
                    == true
        )
        let prefix =
            #"{"accountEnabled":true,"displayName":"N","mailNickname":"n","userPrincipalName":"adele@contoso.onmicrosoft.com","#
        let created = try graph.post("/users", prefix + String(body.dropFirst()))
        #expect(created.graph == (outcome == "204" ? "201" : outcome))
    }

    @Test(
        "Revoking a user's sessions invalidates the refresh tokens",
        arguments: ["revokeSignInSessions", "invalidateAllRefreshTokens"])
    func revokesRefreshTokensWithSessions(_ action: String) throws {
        let lab = try GraphLab()
        let tokens = try lab.site.tokens(
            GraphLab.console, ["scope": "openid offline_access"], tenant: Seed.contoso)
        let refresh = try #require(tokens["refresh_token"])
        lab.entra.clock.advance(seconds: 10)
        let response = try lab.automation().post("/users/\(Seed.alex)/\(action)", "")
        #expect(
            response.text == #"{"@odata.context":"https://localhost:8443/v1.0/$metadata#Edm.Boolean","value":true}"#)
        #expect(try lab.site.token(GraphLab.console.refresh(refresh), tenant: Seed.contoso).code == 50173)
    }

    @Test("Revoking a guest's sessions affects the resource tenant only")
    func revokesGuestSessionsInOwnTenantOnly() throws {
        let lab = try GraphLab(settings: "{staySignedInPage: false, consent: automatic}")
        let fabrikam = GraphCalls(site: lab.site, headers: [("X-Understudy-Tenant", "fabrikam.com")])
        let created = try fabrikam.application(
            #"{"displayName":"Home","signInAudience":"AzureADMyOrg","isFallbackPublicClient":true,"publicClient":{"redirectUris":["http://localhost"]}}"#
        )
        let homeClient = Client(id: try #require(created["appId"]), redirectURI: "http://localhost")
        let scope: Parameters = ["scope": "openid offline_access"]
        let megan = "megan@fabrikam.com"
        let guestTokens = try lab.site.tokens(GraphLab.console, scope, as: megan, tenant: Seed.contoso)
        let homeTokens = try lab.site.tokens(homeClient, scope, as: megan, tenant: Seed.fabrikam)
        let browser = Browser(lab.site)
        try browser.open(homeClient, scope, tenant: Seed.fabrikam)
        #expect(try browser.enter(megan).fields["code"] != nil)
        #expect(try browser.open(GraphLab.console, scope, tenant: Seed.contoso).fields["code"] != nil)
        let graph = try lab.automation()
        let guest = try #require(try graph.get("/users?$filter=userType%20eq%20'Guest'").values("id").first)
        #expect(try graph.post("/users/\(guest)/revokeSignInSessions", "").status == 200)
        let refresh = { (client: Client, tokens: TestResponse, tenant: String) throws in
            try lab.site.token(client.refresh(try #require(tokens["refresh_token"])), tenant: tenant)
        }
        #expect(try refresh(GraphLab.console, guestTokens, Seed.contoso).code == 50173)
        #expect(try refresh(homeClient, homeTokens, Seed.fabrikam).status == 200)
        #expect(try browser.open(homeClient, scope, tenant: Seed.fabrikam).fields["code"] != nil)
        #expect(try browser.open(GraphLab.console, scope, tenant: Seed.contoso).fields["code"] == nil)
        try browser.enter(megan)
        #expect(try browser.open(GraphLab.console, scope, tenant: Seed.contoso).fields["code"] != nil)
    }

    @Test("Disabling a user ends the sessions, and enabling does not restore them")
    func keepsReenabledUserSignedOut() throws {
        let lab = try GraphLab()
        let tokens = try lab.site.tokens(
            GraphLab.console, ["scope": "openid offline_access"], tenant: Seed.contoso)
        let refresh = try #require(tokens["refresh_token"])
        lab.entra.clock.advance(seconds: 10)
        let automation = try lab.automation()
        #expect(try automation.patch("/users/\(Seed.alex)", #"{"city":"Basel"}"#).status == 204)
        #expect(try lab.site.token(GraphLab.console.refresh(refresh), tenant: Seed.contoso).outcome == .json)
        #expect(try automation.patch("/users/\(Seed.alex)", #"{"accountEnabled":false}"#).status == 204)
        #expect(try automation.patch("/users/\(Seed.alex)", #"{"accountEnabled":true}"#).status == 204)
        #expect(try lab.site.token(GraphLab.console.refresh(refresh), tenant: Seed.contoso).code == 50173)
    }

    @Test("With User.ReadWrite a user changes only the own telephone number")
    func limitsOwnChangesToMobilePhone() throws {
        let lab = try GraphLab(scopes: "User.ReadWrite")
        let denied = "403 Authorization_RequestDenied"
        let alex = try lab.calls(as: "alex@contoso.com", scope: "User.ReadWrite")
        #expect(try alex.patch("/me", #"{"mobilePhone":"+41 1"}"#).status == 204)
        #expect(try alex.get("/me")["mobilePhone"] == "+41 1")
        #expect(try alex.patch("/me", #"{"mobilePhone":"+41 2","jobTitle":"Boss"}"#).graph == denied)
        #expect(try alex.patch("/me", #"{"accountEnabled":true}"#).graph == denied)
        #expect(try alex.patch("/me", #"{"passwordProfile":{"password":"Understudy!9"}}"#).graph == denied)
        #expect(try alex.patch("/users/adele@contoso.com", #"{"mobilePhone":"+41 3"}"#).graph == denied)
        #expect(try alex.get("/me")["mobilePhone"] == "+41 1")
    }

    @Test("An annotation next to a password requires no further permission")
    func ignoresAnnotationNextToPassword() throws {
        let graph = try GraphLab(roles: ["User-PasswordProfile.ReadWrite.All"]).automation()
        let body = ##"{"@odata.type":"#microsoft.graph.user","passwordProfile":{"password":"Understudy!9"}}"##
        #expect(try graph.patch("/users/alex@contoso.com", body).status == 204)
        let more = #"{"city":"Bern","passwordProfile":{"password":"Understudy!8"}}"#
        #expect(try graph.patch("/users/alex@contoso.com", more).graph == "403 Authorization_RequestDenied")
    }

    @Test("A user reads the own profile and groups") func readsOwnProfileAndGroups() throws {
        let lab = try GraphLab(scopes: "User.Read")
        let alex = try lab.calls(as: "alex@contoso.com", scope: "User.Read")
        let me = try alex.get("/me")
        #expect(me["id"] == Seed.alex)
        #expect(me["@odata.context"] == "https://localhost:8443/v1.0/$metadata#users/$entity")
        #expect(try alex.get("/me?$select=surname").text.hasSuffix(#""surname":"Wilber"}"#))
        #expect(try alex.get("/users/\(Seed.alex)").status == 200)
        #expect(try alex.get("/me/memberOf").values("displayName") == ["Staff"])
        #expect(try alex.get("/me/memberOf").values("@odata.type") == ["#microsoft.graph.group"])
        #expect(
            try alex.post("/me/getMemberObjects", #"{"securityEnabledOnly":true}"#).json?["value"]
                == .array([.string(GraphLab.staff)]))
        #expect(try alex.post("/me/getMemberGroups", "{}").detail == "MissingValue")
        #expect(
            try alex.post("/me/checkMemberGroups", #"{"groupIds":["\#(GraphLab.staff)","\#(Seed.alex)"]}"#)
                .json?["value"] == .array([.string(GraphLab.staff)]))
        #expect(try alex.get("/users/adele@contoso.com").graph == "403 Authorization_RequestDenied")
        #expect(try alex.patch("/me", #"{"jobTitle":"Boss"}"#).graph == "403 Authorization_RequestDenied")
        #expect(try alex.patch("/me", #"{"mobilePhone":"+41 1"}"#).graph == "403 Authorization_RequestDenied")
        for path in ["//me", "//Me//memberOf", "//users/\(Seed.alex)"] {
            #expect(try alex.get(path).status == 200, "\(path)")
        }
        #expect(try lab.automation().get("/me").graph == "400 BadRequest")
        #expect(try lab.control.get("/me").graph == "400 BadRequest")
    }

    @Test("The direct reports of a user are the users whose manager the user is") func listsDirectReports() throws {
        let graph = try GraphLab().control
        let reports = "/users/\(GraphLab.admin)/directReports"
        #expect(try graph.get(reports).values("id") == [])
        let manager = #"{"@odata.id":"https://graph.microsoft.com/v1.0/users/\#(GraphLab.admin)"}"#
        #expect(try graph.send("PUT", "/users/\(Seed.alex)/manager/$ref", manager).status == 204)
        #expect(try graph.get(reports).values("id") == [Seed.alex])
        #expect(try graph.get(reports).values("@odata.type") == ["#microsoft.graph.user"])
        #expect(try graph.get("\(reports)/microsoft.graph.user").values("displayName") == ["Alex Wilber"])
        #expect(try graph.send("DELETE", "/users/\(Seed.alex)/manager/$ref").status == 204)
        #expect(try graph.get(reports).values("id") == [])
    }
}
