import Formats
import HTTP
import Testing
@testable import Understudy

@Suite struct GraphUserMethodTests {
    private static let password = "28c10230-6103-485e-b985-444c60001490"
    private static let mobile = "3179e48a-750b-4051-897c-87b9720928f7"
    private static let methods = "/users/\(Seed.alex)/authentication"

    private static let configured = [
        #"{userPrincipalName: otp@contoso.com, password: Understudy!1, mfa: "totp:GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"}"#,
        #"{userPrincipalName: phone@contoso.com, password: Understudy!1, mfa: "+1 5555551234"}"#,
    ]

    @Test(
        "The methods of a user are listed by type",
        arguments: [
            ("adele@contoso.com", ["#microsoft.graph.passwordAuthenticationMethod"]),
            (
                "otp@contoso.com",
                ["#microsoft.graph.passwordAuthenticationMethod", "#microsoft.graph.softwareOathAuthenticationMethod"]
            ),
            (
                "phone@contoso.com",
                ["#microsoft.graph.passwordAuthenticationMethod", "#microsoft.graph.phoneAuthenticationMethod"]
            ),
        ])
    func listsMethods(_ user: String, _ types: [String]) throws {
        let graph = try GraphLab(users: GraphUserMethodTests.configured).control
        #expect(try graph.get("/users/\(user)/authentication/methods").values("@odata.type") == types)
        #expect(
            try graph.get("/users/\(user)/authentication/passwordMethods").values("id")
                == [GraphUserMethodTests.password])
        #expect(try graph.get("/users/\(user)/authentication/fido2Methods").values("id").isEmpty)
    }

    @Test("A telephone number is registered, changed and removed") func managesPhone() throws {
        let graph = try GraphLab().control
        let phones = "\(GraphUserMethodTests.methods)/phoneMethods"
        let body = { (number: String) in #"{"phoneNumber":"\#(number)","phoneType":"mobile"}"# }
        let made = try graph.post(phones, body("+1 5555551234"))
        #expect(made.status == 201)
        #expect(made["id"] == GraphUserMethodTests.mobile)
        #expect(try graph.post(phones, body("+1 5555551235")).graph == "400 Request_BadRequest")
        #expect(try graph.post(phones, body("x")).graph == "400 Request_BadRequest")
        let one = "\(phones)/\(GraphUserMethodTests.mobile)"
        #expect(try graph.patch(one, body("+1 5555551236")).status == 204)
        #expect(try graph.get(one)["phoneNumber"] == "+1 5555551236")
        #expect(try graph.delete(one).status == 204)
        #expect(try graph.get(one).graph == "404 resourceNotFound")
    }

    @Test("A mail address is a method besides the telephone number") func managesEmail() throws {
        let graph = try GraphLab(users: GraphUserMethodTests.configured).control
        let emails = "/users/phone@contoso.com/authentication/emailMethods"
        let made = try graph.post(emails, #"{"emailAddress":"phone@example.com"}"#)
        #expect(made.status == 201)
        #expect(try graph.get("/users/phone@contoso.com/authentication/methods").values("id").count == 3)
        let id = try #require(made["id"])
        #expect(try graph.delete("\(emails)/\(id)").status == 204)
        #expect(try graph.get("/users/phone@contoso.com/authentication/phoneMethods").values("id").count == 1)
    }

    @Test(
        "A permission for one kind of methods suffices for it, for an application also with administrators",
        arguments: [
            ("UserAuthMethod-TAP.ReadWrite.All", "temporaryAccessPassMethods", "201", "403"),
            ("UserAuthMethod-Phone.ReadWrite.All", "phoneMethods", "403", "201"),
            ("UserAuthMethod-Phone.Read.All", "phoneMethods", "403", "403"),
            ("UserAuthenticationMethod.ReadWrite.All", "methods", "201", "201"),
        ])
    func admitsPermissionOfKind(_ role: String, _ list: String, _ pass: String, _ phone: String) throws {
        let graph = try GraphLab(roles: [role]).automation()
        let methods = "/users/\(GraphLab.admin)/authentication"
        #expect(try graph.get("\(methods)/\(list)").status == 200)
        #expect(try graph.get("\(methods)/passwordMethods").status == (list.isExactly("methods") ? 200 : 403))
        let passes = try graph.post("\(methods)/temporaryAccessPassMethods", "{}")
        #expect(String(passes.status) == pass)
        let body = #"{"phoneNumber":"+1 5555551234","phoneType":"mobile"}"#
        #expect(String(try graph.post("\(methods)/phoneMethods", body).status) == phone)
    }

    @Test("A temporary access pass signs the user in until it ends") func signsInWithPass() throws {
        let lab = try GraphLab()
        let made = try lab.control.post(
            "\(GraphUserMethodTests.methods)/temporaryAccessPassMethods",
            #"{"isUsableOnce":true,"lifetimeInMinutes":60}"#)
        #expect(made.status == 201)
        #expect(made["methodUsabilityReason"] == "EnabledByPolicy")
        let pass = try #require(made["temporaryAccessPass"])
        let passes = try lab.control.get("\(GraphUserMethodTests.methods)/temporaryAccessPassMethods")
        #expect(passes.values("temporaryAccessPass").isEmpty)
        #expect(passes.values("id") == [made["id"]])
        let signIn = {
            try lab.site.signIn(
                GraphLab.console, ["scope": "openid"], as: "alex@contoso.com", password: pass, tenant: Seed.contoso)
        }
        #expect(try signIn().fields["code"] != nil)
        #expect(try signIn().fields["code"] == nil)
        let spent = try lab.control.get("\(GraphUserMethodTests.methods)/temporaryAccessPassMethods")
        #expect(spent.values("methodUsabilityReason") == ["OneTimeUsed"])
        let wrong = try lab.control.post(
            "\(GraphUserMethodTests.methods)/temporaryAccessPassMethods", #"{"lifetimeInMinutes":5}"#)
        #expect(wrong.graph == "400 Request_BadRequest")
    }

    @Test("A reset of a password is an operation with a location, and ends earlier sign-ins")
    func resetsPassword() throws {
        let lab = try GraphLab(scopes: "UserAuthenticationMethod.ReadWrite.All")
        let path = "\(GraphUserMethodTests.methods)/methods/\(GraphUserMethodTests.password)/resetPassword"
        let reset = try lab.control.post(path, "")
        #expect(reset.status == 202)
        let password = try #require(reset["newPassword"])
        #expect(password.utf8.count == 8)
        let location = try #require(reset.header("Location"))
        let start = try #require(location.firstRange(of: "/v1.0"))
        #expect(try lab.control.get(String(location[start.upperBound...]))["status"] == "succeeded")
        let given = try lab.control.post(path, #"{"newPassword":"Understudy!2"}"#)
        #expect(given.status == 202)
        #expect(given["newPassword"] == nil)
        #expect(try lab.control.post(path, #"{"newPassword":"x"}"#).graph == "400 Request_BadRequest")
        let unknown = "\(GraphUserMethodTests.methods)/methods/\(GraphUserMethodTests.mobile)/resetPassword"
        #expect(try lab.control.post(unknown, "").graph == "404 resourceNotFound")
    }

    @Test(
        "An administrator resets a password with a permission for password methods, and an application does not",
        arguments: [
            ("UserAuthenticationMethod.ReadWrite.All", 202), ("UserAuthMethod-Password.ReadWrite.All", 202),
            ("UserAuthMethod-Password.Read.All", 403), ("UserAuthMethod-Password.ReadWrite", 403),
            ("UserAuthMethod-Phone.ReadWrite.All", 403), ("User.ReadWrite.All", 403),
        ])
    func requiresPermissionForReset(_ scope: String, _ status: Int) throws {
        let lab = try GraphLab(roles: ["UserAuthMethod-Password.ReadWrite.All"], scopes: scope)
        let path = "\(GraphUserMethodTests.methods)/methods/\(GraphUserMethodTests.password)/resetPassword"
        #expect(try lab.automation().post(path, "").status == 403)
        let reset = try lab.calls(scope: scope).post(path, "")
        #expect(reset.status == status)
        guard let location = reset.header("Location"), let start = location.firstRange(of: "/v1.0") else { return }
        let operation = String(location[start.upperBound...])
        #expect(try lab.calls(scope: scope).get(operation)["status"] == "succeeded")
    }

    @Test("A method of a kind that nobody has cannot be deleted", arguments: ["fido2", "microsoftAuthenticator"])
    func deletesNoAbsentMethod(_ kind: String) throws {
        let path = "\(GraphUserMethodTests.methods)/\(kind)Methods/x"
        #expect(try GraphLab().control.delete(path).graph == "404 resourceNotFound")
    }

    @Test("Only the user changes the own password, with the current one") func changesOwnPassword() throws {
        let lab = try GraphLab(scopes: "Directory.AccessAsUser.All")
        let alex = try lab.calls(as: "alex@contoso.com", scope: "Directory.AccessAsUser.All")
        let body = { (old: String, new: String) in #"{"currentPassword":"\#(old)","newPassword":"\#(new)"}"# }
        #expect(
            try alex.post("/users/adele@contoso.com/changePassword", body("Understudy!1", "Understudy!2")).graph
                == "403 Authorization_RequestDenied")
        #expect(try alex.post("/me/changePassword", body("x", "Understudy!2")).graph == "400 Request_BadRequest")
        #expect(try alex.post("/me/changePassword", body("Understudy!1", "x")).graph == "400 Request_BadRequest")
        #expect(try alex.post("/me/changePassword", body("Understudy!1", "Understudy!2")).status == 204)
    }

    @Test("A photo is stored and returned in every size, and an absent one is not found") func storesPhoto() throws {
        let graph = try GraphLab().control
        let path = "/users/\(Seed.alex)/photo"
        #expect(try graph.get("\(path)/$value").graph == "404 ImageNotFound")
        #expect(try graph.get(path).graph == "404 ImageNotFound")
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8)
            + [0, 0, 0, 2, 0, 0, 0, 3]
        #expect(try graph.put("\(path)/$value", "image/png", png).status == 200)
        let read = try graph.get("\(path)/$value")
        #expect(read.body == png)
        #expect(read.header("Content-Type") == "image/png")
        #expect(try graph.get("/users/\(Seed.alex)/photos/48x48/$value").body == png)
        #expect(try graph.get("/users/\(Seed.alex)/photos/1x1/$value").graph == "404 ImageNotFound")
        #expect(try graph.get(path).json?["width"]?.integer == 2)
        #expect(try graph.put("\(path)/$value", "image/png", Array("no image".utf8)).graph == "400 BadRequest")
        #expect(try graph.delete("\(path)/$value").status == 204)
        #expect(try graph.get("\(path)/$value").graph == "404 ImageNotFound")
        #expect(try graph.put("/groups/\(GraphLab.staff)/photo/$value", "image/png", png).status == 200)
        #expect(try graph.get("/groups/\(GraphLab.staff)/photo/$value").body == png)
        let large = png + [UInt8](repeating: 0, count: 131_072)
        #expect(try graph.put("\(path)/$value", "image/png", large).graph == "413 RequestEntityTooLarge")
    }

    @Test("An invitation creates a guest, whose address redeems it") func invitesGuest() throws {
        let lab = try GraphLab()
        let body = #"{"invitedUserEmailAddress":"diego@example.org","inviteRedirectUrl":"https://app.example.com/"}"#
        let made = try lab.control.post("/invitations", body)
        #expect(made.status == 201)
        #expect(made["status"] == "PendingAcceptance")
        let id = try #require(made.json?["invitedUser"]?["id"]?.string)
        let select = "/users/\(id)?$select=userType,externalUserState,mail,userPrincipalName"
        let guest = try lab.control.get(select)
        #expect(guest["userType"] == "Guest")
        #expect(guest["externalUserState"] == "PendingAcceptance")
        #expect(guest["userPrincipalName"] == "diego_example.org#EXT#@contoso.onmicrosoft.com")
        let export = try lab.site.control("GET", "directory").text
        #expect(try lab.site.control("PUT", "directory", export).status == 204)
        #expect(try lab.control.get(select)["userType"] == "Guest")
        let url = try #require(made["inviteRedeemUrl"])
        let start = try #require(url.firstRange(of: "/redeem"))
        let redeemed = try lab.site.send("GET", String(url[start.lowerBound...]))
        #expect(redeemed.status == 302)
        #expect(redeemed.header("Location") == "https://app.example.com/")
        #expect(try lab.control.get(select)["externalUserState"] == "Accepted")
        #expect(try lab.site.send("GET", "/redeem?tenant=\(Seed.contoso)&user=\(id)&ticket=x").status == 404)
        let again = try lab.control.post("/invitations", body)
        #expect(again.json?["invitedUser"]?["id"]?.string == id)
    }

    @Test(
        "An invitation that Entra ID rejects is rejected",
        arguments: [
            #"{"invitedUserEmailAddress":"x","inviteRedirectUrl":"https://app.example.com/"}"#,
            #"{"invitedUserEmailAddress":"x@example.org"}"#,
            #"{"invitedUserEmailAddress":"x@example.org","inviteRedirectUrl":"app"}"#,
            #"{"invitedUserEmailAddress":"alex@contoso.com","inviteRedirectUrl":"https://app.example.com/"}"#,
        ])
    func rejectsInvitation(_ body: String) throws {
        #expect(try GraphLab().control.post("/invitations", body).graph == "400 Request_BadRequest")
    }

    @Test("An invited user of another tenant signs in with the account at home") func invitesAccountOfTenant() throws {
        let lab = try GraphLab()
        let megan = try #require(
            try lab.control.get("/users").json?["value"]?.array?.first {
                $0["mail"]?.string == "megan@fabrikam.com"
            }?["id"]?.string)
        let body = #"""
            {"invitedUserEmailAddress":"megan@fabrikam.com","inviteRedirectUrl":"https://app.example.com/",
             "sendInvitationMessage":true}
            """#
        let made = try lab.control.post("/invitations", body)
        #expect(made.json?["invitedUser"]?["id"]?.string == megan)
        let tokens = try lab.site.tokens(
            GraphLab.console, ["scope": "openid"], as: "megan@fabrikam.com", tenant: Seed.contoso)
        #expect(tokens["id_token"] != nil)
        let outbox = try lab.site.control("GET", "outbox?to=megan@fabrikam.com").text
        #expect(outbox.contains("/redeem?"))
    }

    @Test("A directory extension is defined, has values, and reaches tokens") func usesExtension() throws {
        let lab = try GraphLab()
        let graph = lab.control
        let path = "/applications(appId='\(GraphLab.console.id)')"
        let properties = "\(path)/extensionProperties"
        let made = try graph.post(
            properties, #"{"name":"skypeId","dataType":"String","targetObjects":["User"]}"#)
        #expect(made.status == 201)
        let name = "extension_\(GraphLab.console.id.replacing("-", with: ""))_skypeId"
        #expect(made["name"] == name)
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"\#(name)":"alex.w"}"#).status == 204)
        #expect(try graph.get("/users/\(Seed.alex)?$select=\(name)")[name] == "alex.w")
        #expect(try graph.get("/users?$filter=\(name) eq 'alex.w'").values("id") == [Seed.alex])
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"\#(name)":1}"#).graph == "400 Request_BadRequest")
        #expect(try graph.patch("/users/\(Seed.alex)", #"{"\#(name)x":"y"}"#).graph == "400 Request_BadRequest")
        #expect(try graph.patch("/groups/\(GraphLab.staff)", #"{"\#(name)":"y"}"#).graph == "400 Request_BadRequest")
        let claims = #"{"optionalClaims":{"idToken":[{"name":"\#(name)","source":"user"}]}}"#
        #expect(try graph.patch(path, claims).status == 204)
        let tokens = try lab.site.tokens(GraphLab.console, ["scope": "openid"], tenant: Seed.contoso)
        #expect(try Token(tokens["id_token"])["extn.skypeId"] == "alex.w")
        let available = try graph.post("/directoryObjects/getAvailableExtensionProperties", "")
        #expect(available.values("name") == [name])
        #expect(
            try graph.post(properties, #"{"name":"skypeId","dataType":"String","targetObjects":["User"]}"#).graph
                == "400 Request_BadRequest")
        let id = try #require(made["id"])
        #expect(try graph.get("\(properties)/\(id)")["dataType"] == "String")
        #expect(try graph.delete("\(properties)/\(id)").status == 204)
        #expect(try graph.get(properties).values("id").isEmpty)
    }
}

extension GraphCalls {
    /// Sends bytes of another type than JSON.
    fileprivate func put(_ path: String, _ type: String, _ body: [UInt8]) throws -> TestResponse {
        let authority = String(site.origin.drop { $0 != "/" }.dropFirst(2))
        var list = HeaderList([.init("Host", authority), .init("Content-Type", type)])
        for (name, value) in headers { list.append(name, value) }
        let request = HTTPRequest(
            method: "PUT", path: "/v1.0\(path)", query: "", headers: list, body: body, authority: authority)
        return TestResponse(try site.backend.exchange(request, isSecure: site.origin.hasPrefix("https:")))
    }
}
