@testable import ControlPlane
import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store
import Testing
@testable import Understudy

@Suite struct GraphQueryTests {
    private static func nested(_ filter: String, _ depth: Int) -> String {
        String(repeating: "(", count: depth) + filter + String(repeating: ")", count: depth)
    }

    @Test(
        "A supported query returns the matching users",
        arguments: [
            ("$filter=displayName%20eq%20'alex%20wilber'", ["Alex Wilber"]),
            ("$filter=startswith(displayName,'A')", ["Alex Wilber", "Adele Vance", "Admin"]),
            ("$filter=startswith(displayName,'A')%20and%20surname%20eq%20'Wilber'", ["Alex Wilber"]),
            ("$filter=surname%20eq%20'Wilber'%20or%20displayName%20eq%20'Admin'", ["Alex Wilber", "Admin"]),
            ("$filter=userPrincipalName%20in%20('adele@contoso.com','x')", ["Adele Vance"]),
            ("$filter=accountEnabled%20eq%20false", []),
            ("$filter=userType%20eq%20'Guest'", ["Megan"]),
            ("$filter=id%20eq%20'\(Seed.alex)'&$select=displayName", ["Alex Wilber"]),
            ("$top=1", ["Alex Wilber"]),
        ])
    func returnsMatchingUsers(_ query: String, _ names: [String]) throws {
        #expect(try GraphLab().automation().get("/users?\(query)").values("displayName") == names)
    }

    @Test(
        "A malformed or unsupported query is rejected",
        arguments: [
            ("/users?$filter=displayName%20eq", "400 BadRequest"),
            ("/users?$filter=colour%20eq%20'x'", "400 BadRequest"),
            ("/users?$filter=accountEnabled%20eq%20'true'", "400 BadRequest"),
            ("/users?$filter=displayName%20eq%20true", "400 BadRequest"),
            ("/users?$select=colour", "400 BadRequest"),
            ("/users/\(Seed.alex)?$select=colour", "400 BadRequest"),
            ("/users?$top=0", "400 Request_UnsupportedQuery"), ("/users?$top=x", "400 BadRequest"),
            ("/users?$what=1", "400 BadRequest"),
            ("/users?$filter=id%20eq%20'\(String(repeating: "a", count: 8_192))'", "400 BadRequest"),
            ("/users?$filter=\(nested("id%20eq%20'a'", 33))", "400 BadRequest"),
            ("/users?$skiptoken=x", "400 Request_BadRequest"),
            ("/users?$orderby=mail", "400 Request_UnsupportedQuery"), ("/users?$orderby=colour", "400 BadRequest"),
            ("/users?$skip=1", "400 Request_UnsupportedQuery"),
            ("/users?$filter=displayName%20ne%20'x'", "400 Request_UnsupportedQuery"),
            ("/users?$filter=not(displayName%20eq%20'x')", "400 Request_UnsupportedQuery"),
            ("/users?$filter=endswith(mail,'x')", "400 Request_UnsupportedQuery"),
            ("/users?$filter=mail%20eq%20null", "400 Request_UnsupportedQuery"),
            ("/users?$filter=preferredLanguage%20eq%20'x'", "400 Request_UnsupportedQuery"),
            ("/users?$filter=startswith(id,'x')", "400 Request_UnsupportedQuery"),
            ("/users?$filter=businessPhones/any(p:p%20eq%20'x')", "400 Request_UnsupportedQuery"),
            ("/applications?$filter=notes%20eq%20'x'", "400 Request_UnsupportedQuery"),
            ("/users/$count", "400 Request_BadRequest"),
            ("/planets", "400 BadRequest"), ("/users?$top=%00", "400 BadRequest"),
            ("/users/\(Seed.alex)/moons", "400 BadRequest"),
            ("/users/\(Seed.orders)", "404 Request_ResourceNotFound"),
            ("/users(appId='x')", "404 Request_ResourceNotFound"),
        ])
    func rejectsUnsupportedQuery(_ path: String, _ outcome: String) throws {
        #expect(try GraphLab().automation().get(path).graph == outcome)
    }

    /// Returns `count` comparisons, joined by a word.
    private static func joined(_ count: Int, by word: String) -> String {
        (0..<count).map { "surname%20eq%20'\($0)'" }.joined(separator: "%20\(word)%20")
    }

    private static func listed(_ count: Int) -> String {
        "id%20in%20(" + (0..<count).map { "'\($0)'" }.joined(separator: ",") + ")"
    }

    @Test(
        "A filter has a limited complexity, and an advanced query has a higher limit",
        arguments: [
            (joined(15, by: "or"), "200", "200"), (joined(16, by: "or"), "400 Request_UnsupportedQuery", "200"),
            (joined(40, by: "and"), "200", "200"), (joined(80, by: "and"), "200", "400 Request_UnsupportedQuery"),
            (joined(101, by: "and"), "400 BadRequest", "400 BadRequest"),
            ("(\(joined(8, by: "or")))%20or%20(\(joined(8, by: "or")))", "400 Request_UnsupportedQuery", "200"),
            ("(\(joined(15, by: "or")))%20and%20(\(joined(15, by: "or")))", "200", "200"),
            (listed(15), "200", "200"), (listed(16), "400 Request_UnsupportedQuery", "200"),
            (listed(101), "400 BadRequest", "400 BadRequest"),
            ("displayName%20eq%20'\(String(repeating: "a", count: 120))'", "200", "200"),
            ("startswith(displayName,'\(String(repeating: "a", count: 121))')", "400 Request_UnsupportedQuery", "200"),
            // Combining marks count, too, although a reader sees 61 characters only.
            (
                "displayName%20eq%20'\(String(repeating: "e%CC%81", count: 61))'", "400 Request_UnsupportedQuery",
                "200"
            ),
            (
                "displayName%20eq%20'\(String(repeating: "a", count: 2_048))'", "400 Request_UnsupportedQuery",
                "400 Request_UnsupportedQuery"
            ),
        ])
    func limitsFilterComplexity(_ filter: String, _ plain: String, _ advanced: String) throws {
        let graph = try GraphLab().automation()
        let eventual = [("ConsistencyLevel", "eventual")]
        #expect(try graph.get("/users?$filter=\(filter)").graph == plain)
        #expect(try graph.get("/users?$filter=\(filter)", eventual).graph == plain)
        #expect(try graph.get("/users?$count=true&$filter=\(filter)", eventual).graph == advanced)
        #expect(try graph.get("/users/$count?$filter=\(filter)", eventual).graph == advanced)
    }

    @Test("Too many alternatives are rejected with the message of the service")
    func reportsTooManyAlternativesAsService() throws {
        let response = try GraphLab().automation().get("/users?$filter=\(GraphQueryTests.joined(16, by: "or"))")
        #expect(
            response.json?["error"]?["message"]?.string
                == "Too many child clauses specified in search filter expression containing 'OR' operators: 16. "
                + "Max allowed: 15.")
    }

    @Test("A wrong HTTP method and a malformed body are rejected") func rejectsWrongMethodAndMalformedBody() throws {
        let graph = try GraphLab().automation()
        #expect(try graph.send("PUT", "/users", "{}").graph == "405 Request_BadRequest")
        #expect(try graph.send("DELETE", "/users").graph == "405 Request_BadRequest")
        for body in ["", "x", "[]", #"{"a":1,"a":2}"#, "null"] {
            #expect(try graph.post("/users", body).graph == "400 BadRequest", "\(body)")
        }
    }

    @Test(
        "A body must have a JSON content type, except from a control-plane caller",
        arguments: [
            (nil, "400 BadRequest", "201"), ("text/plain", "400 BadRequest", "201"),
            ("application/x-www-form-urlencoded", "400 BadRequest", "201"), ("application/json", "201", "201"),
            ("Application/JSON; charset=utf-8", "201", "201"),
            ("application/json;odata.metadata=minimal", "201", "201"),
        ] as [(String?, String, String)])
    func requiresJSONContentTypeExceptForControlPlane(_ type: String?, _ outcome: String, _ ofControl: String) throws {
        let lab = try GraphLab()
        let headers = type.map { [("Content-Type", $0)] } ?? []
        for (calls, expected) in [(try lab.automation(), outcome), (lab.control, ofControl)] {
            let response = try lab.site.send(
                "POST", "/v1.0/applications", headerList: calls.headers + headers, body: #"{"displayName":"x"}"#)
            #expect(response.graph == expected, "\(response.text)")
        }
        let revoke = "/v1.0/users/\(Seed.alex)/revokeSignInSessions"
        #expect(try lab.site.send("POST", revoke, headerList: lab.automation().headers, body: "").status == 200)
    }

    @Test("An error has the shape and the headers of Graph") func returnsErrorWithGraphShapeAndHeaders() throws {
        let graph = try GraphLab().automation()
        let id = "7f4c1fd0-8b6e-4c5c-9a30-3f0a3ed1b3b1"
        let response = try graph.get("/users/nobody", [("client-request-id", id)])
        let error = try #require(response.json?["error"])
        #expect(error.object?.map(\.name) == ["code", "message", "innerError"])
        #expect(error["innerError"]?.object?.map(\.name) == ["date", "request-id", "client-request-id"])
        #expect(error["innerError"]?["date"]?.string == "2026-09-21T14:13:20")
        #expect(error["innerError"]?["client-request-id"]?.string == id)
        #expect(response.header("client-request-id") == id)
        #expect(response.header("request-id") == error["innerError"]?["request-id"]?.string)
        #expect(response.header("Access-Control-Allow-Origin") == "*")
    }

    @Test("A list is paged by next links and counted on request") func pagesByNextLinkAndCountsOnRequest() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        for number in 0..<7 {
            #expect(try graph.post("/applications", #"{"displayName":"page \#(number)"}"#).status == 201)
        }
        var link = "/applications?$top=3&$filter=startswith(displayName,'page')&$select=displayName&$count=true"
        var names: [[String]] = []
        for _ in 0..<4 {
            let response = try graph.get(link, [("ConsistencyLevel", "eventual")])
            names.append(response.values("displayName"))
            // The service counts on the first page only (known issues with query parameters).
            #expect(response.json?["@odata.count"]?.integer == (names.count == 1 ? 7 : nil))
            guard let next = response["@odata.nextLink"] else { break }
            #expect(next.hasPrefix("https://localhost:8443/v1.0/applications?"))
            link = String(next.dropFirst("https://localhost:8443/v1.0".count))
        }
        #expect(names == [["page 0", "page 1", "page 2"], ["page 3", "page 4", "page 5"], ["page 6"]])
        #expect(try graph.get("/applications?$count=true").json?["@odata.count"] == nil)
        #expect(try graph.get("/applications/$count", [("ConsistencyLevel", "eventual")]).text == "10")
    }

    @Test("The version beta has the same operations, and its links keep the version")
    func servesBetaWithLinksOfBeta() throws {
        let lab = try GraphLab()
        let headers = try lab.automation().headers
        for (path, context) in [("/beta/users", "/beta"), ("/beta//users", "/beta"), ("/BETA/users", "/beta")] {
            let response = try lab.site.send("GET", "\(path)?$top=1", headerList: headers)
            #expect(response["@odata.context"] == "https://localhost:8443\(context)/$metadata#users")
            let next = try #require(response["@odata.nextLink"])
            #expect(next.hasPrefix("https://localhost:8443\(context)/users?"))
            #expect(try lab.site.send("GET", next, headerList: headers).values("displayName").count == 1)
        }
        let created = try lab.site.send(
            "POST", "/beta/applications", headerList: headers + [("Content-Type", "application/json")],
            body: #"{"displayName":"x"}"#)
        #expect(created.header("Location")?.hasPrefix("https://localhost:8443/beta/applications/") == true)
        #expect(try lab.site.send("GET", "/v2.0/users", headerList: headers).status == 404)
    }

    @Test("The version beta returns all properties of a user and the scopes of a service principal under another name")
    func servesPropertiesOfBeta() throws {
        let lab = try GraphLab()
        let headers = try lab.automation().headers
        func names(_ path: String) throws -> [String] {
            try lab.site.send("GET", path, headerList: headers).json?.object?.map(\.name) ?? []
        }
        let user = "/users/\(Seed.alex)"
        #expect(try !names("/v1.0\(user)").contains("accountEnabled"))
        let shown = try names("/beta\(user)")
        #expect(shown.contains("accountEnabled") && shown.contains("createdDateTime") && !shown.contains("skills"))
        #expect(try names("/beta\(user)?$select=id") == ["@odata.context", "id"])
        let principal = "/servicePrincipals(appId='\(GraphLab.orders)')"
        for (version, own, other) in [
            ("/v1.0", "oauth2PermissionScopes", "publishedPermissionScopes"),
            ("/beta", "publishedPermissionScopes", "oauth2PermissionScopes"),
        ] {
            let scopes = try names(version + principal)
            #expect(scopes.contains(own) && !scopes.contains(other))
            let selected = "\(version)\(principal)?$select=\(other)"
            #expect(try lab.site.send("GET", selected, headerList: headers).graph == "400 BadRequest")
        }
    }

    @Test("The version beta has the authorization policy in a list") func listsAuthorizationPolicyInBeta() throws {
        let headers = [("X-Understudy-Tenant", "contoso.com"), ("Content-Type", "application/json")]
        let site = try GraphLab().site
        let path = "/policies/authorizationPolicy"
        let one = "\(path)/authorizationPolicy"
        #expect(try site.send("GET", "/v1.0\(path)", headerList: headers)["id"] == "authorizationPolicy")
        #expect(try site.send("GET", "/v1.0\(one)", headerList: headers).graph == "400 BadRequest")
        #expect(try site.send("GET", "/beta\(path)", headerList: headers).values("id") == ["authorizationPolicy"])
        #expect(try site.send("GET", "/beta\(one)", headerList: headers)["id"] == "authorizationPolicy")
        let body = #"{"allowedToUseSSPR":false}"#
        #expect(try site.send("PATCH", "/beta\(path)", headerList: headers, body: body).status == 405)
        #expect(try site.send("PATCH", "/beta\(one)", headerList: headers, body: body).status == 204)
        #expect(
            try site.send("GET", "/v1.0\(path)", headerList: headers).json?["allowedToUseSSPR"]?.bool == false)
    }

    @Test("No operation has more segments than the routes")
    func routesEveryOperation() {
        let longest = ControlRoutes.graph.map { $0.pattern.split(separator: "/").count }.max() ?? 0
        for operation in GraphOperation.table {
            // The path has the version too, and can have an empty segment.
            #expect(operation.pattern.split(separator: "/").count + 2 <= longest, "\(operation.pattern)")
        }
    }

    @Test("A request to Graph's own host returns links to that host") func returnsGraphLinksForGraphHost() throws {
        let lab = try GraphLab()
        let graph = GraphCalls(
            site: lab.entra.at("https://graph.microsoft.com"),
            headers: [("Authorization", "Bearer \(try lab.applicationToken())")])
        let response = try graph.get("/users?$top=1")
        #expect(response["@odata.context"] == "https://graph.microsoft.com/v1.0/$metadata#users")
        #expect(response["@odata.nextLink"]?.hasPrefix("https://graph.microsoft.com/v1.0/users?") == true)
    }

    @Test("Concurrent changes are all applied, and none twice") func appliesConcurrentChangesOnce() async throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
            for worker in 0..<8 {
                group.addTask {
                    for number in 0..<10 {
                        _ = try graph.post("/applications", #"{"displayName":"w\#(worker) \#(number)"}"#)
                    }
                    return try graph.post(
                        "/applications", #"{"displayName":"same","identifierUris":["api://same"]}"#
                    ).graph
                }
            }
            var outcomes: [String: Int] = [:]
            for try await outcome in group { outcomes[outcome, default: 0] += 1 }
            return outcomes
        }
        #expect(outcomes == ["201": 1, "400 Request_BadRequest": 7])
        let all = try graph.get("/applications?$top=999").values("appId")
        #expect(all.count == 3 + 80 + 1)
        #expect(Set(all).count == all.count)
    }

    @Test("A reset discards every change") func resetDiscardsEveryChange() throws {
        let lab = try GraphLab()
        let graph = try lab.automation()
        let created = try graph.application()
        try lab.entra.server.directoryStore.reset()
        #expect(try graph.get("/applications").values("displayName").contains("Made") == false)
        #expect(lab.entra.server.directory.registration(of: .init(try #require(created["appId"]))) == nil)
    }
}
