@testable import ControlPlane
import Formats
import Testing
@testable import Understudy

/// Properties that the reference documents and the server does not use are kept as given.
@Suite struct GraphOpenTypeTests {
    @Test("A documented property is kept and returned on request") func keepsDocumentedProperty() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let body = #"{"faxNumber":"123","employeeOrgData":{"costCenter":"7","division":null},"skills":["swift"]}"#
        #expect(try graph.patch("/users/\(Seed.alex)", body).status == 204)
        let user = try graph.get("/users/\(Seed.alex)?$select=faxNumber,employeeOrgData,skills,birthday")
        #expect(user["faxNumber"] == "123")
        #expect(user.json?["employeeOrgData"]?["costCenter"] == .string("7"))
        #expect(user.json?["skills"]?.array == [.string("swift")])
        #expect(user.json?["birthday"] == .null)
        #expect(try graph.get("/users/\(Seed.alex)").json?["faxNumber"] == nil)
        let directory = try lab.site.get("/_understudy/directory").text
        #expect(directory.contains("faxNumber"))
    }

    @Test(
        "An unknown, read-only or malformed property is rejected",
        arguments: [
            ("/users/\(Seed.alex)", #"{"colour":"x"}"#, "Invalid property 'colour'."),
            (
                "/users/\(Seed.alex)", #"{"faxNumber":7}"#,
                "Invalid value specified for property 'faxNumber' of resource 'User'."
            ),
            (
                "/users/\(Seed.alex)", #"{"proxyAddresses":["x"]}"#,
                "Property 'proxyAddresses' is read-only and cannot be set."
            ),
            (
                "/users/\(Seed.alex)", #"{"createdDateTime":"2020-01-01T00:00:00Z"}"#,
                "Property 'createdDateTime' is read-only and cannot be set."
            ),
            (
                "/users/\(Seed.alex)", #"{"birthday":"soon"}"#,
                "Invalid value specified for property 'birthday' of resource 'User'."
            ),
            ("/groups/\(GraphLab.staff)", #"{"planet":"x"}"#, "Invalid property 'planet'."),
        ])
    func rejectsProperty(_ path: String, _ body: String, _ message: String) throws {
        let response = try GraphLab().automation().patch(path, body)
        #expect(response.graph == "400 Request_BadRequest")
        #expect(response.json?["error"]?["message"]?.string == message)
    }

    @Test("Every documented property has a known kind, and is documented once")
    func documentsPropertiesOnce() {
        for type in ["user", "group", "application", "servicePrincipal", "device", "directoryRole"] {
            let names = DocumentedProperty.all(of: type).map(\.name)
            #expect(names.count > 4)
            #expect(names.count == Set(names).count, "\(type)")
        }
    }

    @Test("A new user has the time of creation") func recordsCreation() throws {
        let graph = try GraphLab().automation()
        let user = #"""
            {"accountEnabled":true,"displayName":"N","mailNickname":"n","userPrincipalName":"n@contoso.com",
             "passwordProfile":{"password":"Understudy!1"}}
            """#
        #expect(try graph.post("/users", user).status == 201)
        let response = try graph.get("/users?$filter=createdDateTime%20ge%202026-01-01&$select=userPrincipalName")
        #expect(response.values("userPrincipalName") == ["n@contoso.com"])
    }
}
