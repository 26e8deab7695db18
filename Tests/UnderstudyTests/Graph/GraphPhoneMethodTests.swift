import Formats
import HTTP
import Testing
@testable import Understudy

/// These tests cover the telephone numbers of a user (phoneAuthenticationMethod in the reference of Microsoft Graph).
@Suite struct GraphPhoneMethodTests {
    private static let phones = "/users/\(Seed.alex)/authentication/phoneMethods"
    private static let ids = [
        "mobile": "3179e48a-750b-4051-897c-87b9720928f7", "alternateMobile": "b6332ec1-7057-4abe-9331-3d72feddfe41",
        "office": "e37fc753-ff3b-4958-9484-eaa9425c82bc",
    ]

    private static func body(_ type: String, _ number: String = "+1 5555551234") -> String {
        #"{"phoneNumber":"\#(number)","phoneType":"\#(type)"}"#
    }

    private static func path(_ type: String) -> String { "\(phones)/\(ids[type] ?? type)" }

    @Test("A user has one phone of each type, under the ID of the type") func registersEachType() throws {
        let graph = try GraphLab().control
        for type in ["mobile", "alternateMobile", "office"] {
            let made = try graph.post(GraphPhoneMethodTests.phones, GraphPhoneMethodTests.body(type))
            #expect(made.status == 201)
            #expect(made["id"] == GraphPhoneMethodTests.ids[type])
            #expect(made["phoneType"] == type)
            #expect(made["smsSignInState"] == (type.isExactly("mobile") ? "notAllowedByPolicy" : "notSupported"))
            let again = try graph.post(GraphPhoneMethodTests.phones, GraphPhoneMethodTests.body(type))
            #expect(again.graph == "400 Request_BadRequest")
        }
        let list = try graph.get(GraphPhoneMethodTests.phones)
        #expect(list.values("phoneType") == ["mobile", "alternateMobile", "office"])
        let export = try graph.site.control("GET", "directory").text
        #expect(try graph.site.control("PUT", "directory", export).status == 204)
        #expect(try graph.get(GraphPhoneMethodTests.phones).values("id") == list.values("id"))
    }

    @Test("A number of each type is changed and removed, and its type is not", arguments: ["mobile", "office"])
    func changesNumber(_ type: String) throws {
        let graph = try GraphLab().control
        _ = try graph.post(GraphPhoneMethodTests.phones, GraphPhoneMethodTests.body(type))
        let one = GraphPhoneMethodTests.path(type)
        #expect(try graph.patch(one, #"{"phoneNumber":"+1 5555551235x123"}"#).status == 204)
        #expect(try graph.get(one)["phoneNumber"] == "+1 5555551235x123")
        #expect(try graph.patch(one, GraphPhoneMethodTests.body("alternateMobile")).graph == "400 Request_BadRequest")
        #expect(try graph.patch(one, GraphPhoneMethodTests.body(type, "5555551234")).graph == "400 Request_BadRequest")
        #expect(try graph.delete(one).status == 204)
        #expect(try graph.get(one).graph == "404 resourceNotFound")
        #expect(try graph.patch(one, GraphPhoneMethodTests.body(type)).graph == "404 resourceNotFound")
    }

    @Test("An alternateMobile phone requires a mobile phone") func requiresMobileFirst() throws {
        let graph = try GraphLab().control
        let alternate = GraphPhoneMethodTests.body("alternateMobile")
        #expect(try graph.post(GraphPhoneMethodTests.phones, alternate).graph == "400 Request_BadRequest")
        #expect(try graph.post(GraphPhoneMethodTests.phones, GraphPhoneMethodTests.body("mobile")).status == 201)
        #expect(try graph.post(GraphPhoneMethodTests.phones, alternate).status == 201)
        #expect(try graph.delete(GraphPhoneMethodTests.path("mobile")).graph == "400 Request_BadRequest")
        #expect(try graph.delete(GraphPhoneMethodTests.path("alternateMobile")).status == 204)
        #expect(try graph.delete(GraphPhoneMethodTests.path("mobile")).status == 204)
    }

    @Test(
        "A phone without a number, a type or a known type is rejected",
        arguments: [
            #"{"phoneNumber":"+1 5555551234"}"#, #"{"phoneType":"office"}"#, GraphPhoneMethodTests.body("home"),
            GraphPhoneMethodTests.body("office", "+1 5555x"),
            GraphPhoneMethodTests.body("office", "+1 555"),
        ])
    func rejectsIncompletePhone(_ body: String) throws {
        #expect(try GraphLab().control.post(GraphPhoneMethodTests.phones, body).graph == "400 Request_BadRequest")
    }

    @Test("SMS sign-in is not enabled without a policy, and exists for mobile phones only") func rejectsSMSSignIn()
        throws
    {
        let graph = try GraphLab().control
        for type in ["mobile", "office"] {
            let one = GraphPhoneMethodTests.path(type)
            #expect(try graph.post("\(one)/enableSmsSignIn", "").graph == "404 resourceNotFound")
            _ = try graph.post(GraphPhoneMethodTests.phones, GraphPhoneMethodTests.body(type))
            #expect(try graph.post("\(one)/enableSmsSignIn", "").graph == "400 Request_BadRequest")
            let status = type.isExactly("mobile") ? 204 : 400
            #expect(try graph.post("\(one)/disableSmsSignIn", "").status == status)
        }
    }

    @Test("A user deletes the own phone, and does not add or change it") func limitsOwnChanges() throws {
        let lab = try GraphLab(scopes: "UserAuthenticationMethod.ReadWrite")
        _ = try lab.control.post(GraphPhoneMethodTests.phones, GraphPhoneMethodTests.body("office"))
        let alex = try lab.calls(as: "alex@contoso.com", scope: "UserAuthenticationMethod.ReadWrite")
        let phones = "/me/authentication/phoneMethods"
        let one = "\(phones)/\(GraphPhoneMethodTests.ids["office"] ?? "")"
        let denied = "403 Authorization_RequestDenied"
        #expect(try alex.post(phones, GraphPhoneMethodTests.body("mobile")).graph == denied)
        #expect(try alex.patch(one, GraphPhoneMethodTests.body("office")).graph == denied)
        #expect(try alex.delete(one).status == 204)
    }
}
