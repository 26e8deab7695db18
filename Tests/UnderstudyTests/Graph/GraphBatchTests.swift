import Formats
import Testing
@testable import Understudy

/// Batches of requests (Microsoft Learn, "Combine multiple HTTP requests using JSON batching").
@Suite struct GraphBatchTests {
    private func batch(_ graph: GraphCalls, _ requests: String) throws -> TestResponse {
        try graph.post("/$batch", #"{"requests":[\#(requests)]}"#)
    }

    private func response(_ response: TestResponse, _ id: String) throws -> JSONValue {
        try #require(response.json?["responses"]?.array?.first { $0["id"]?.string == id })
    }

    @Test("Each request has its own status, headers and body") func respondsToEachRequest() throws {
        let graph = try GraphLab().automation()
        let response = try batch(
            graph,
            """
            {"id":"1","method":"GET","url":"/users/\(Seed.alex)?$select=displayName"},
            {"id":"2","method":"GET","url":"users?$filter=city eq null&$count=true",
             "headers":{"ConsistencyLevel":"eventual"}},
            {"id":"3","method":"GET","url":"/users/nobody"},
            {"id":"4","method":"POST","url":"/groups","headers":{"Content-Type":"application/json"},
             "body":{"displayName":"G","mailEnabled":false,"mailNickname":"g","securityEnabled":true}},
            {"id":"5","method":"GET","url":"/users?$filter=city ne null&$count=true"},
            {"id":"6","method":"GET","url":"/users/$count","headers":{"ConsistencyLevel":"eventual"}}
            """)
        #expect(response.status == 200)
        let user = try self.response(response, "1")
        #expect(user["status"] == .integer(200))
        #expect(user["body"]?["displayName"] == .string("Alex Wilber"))
        #expect(user["headers"]?["Content-Type"]?.string?.hasPrefix("application/json") == true)
        #expect(try self.response(response, "2")["body"]?["@odata.count"] == .integer(4))
        let absent = try self.response(response, "3")
        #expect(absent["status"] == .integer(404))
        #expect(absent["body"]?["error"]?["code"] == .string("Request_ResourceNotFound"))
        #expect(try self.response(response, "4")["status"] == .integer(201))
        #expect(try self.response(response, "5")["status"] == .integer(400))
        #expect(
            try self.response(response, "6")["body"]?.string.flatMap { Base64.decodeStandard($0.utf8) }
                == Array("4".utf8))
    }

    @Test("A request that depends on a failed request is not run") func skipsDependentRequest() throws {
        let graph = try GraphLab().automation()
        let response = try batch(
            graph,
            """
            {"id":"b","dependsOn":["A"],"method":"DELETE","url":"/users/\(Seed.alex)"},
            {"id":"a","method":"GET","url":"/users/nobody"},
            {"id":"c","dependsOn":["d"],"method":"GET","url":"/users/\(Seed.alex)"},
            {"id":"d","method":"GET","url":"/users"}
            """)
        #expect(try self.response(response, "b")["status"] == .integer(424))
        #expect(try self.response(response, "c")["status"] == .integer(200))
        #expect(try graph.get("/users/\(Seed.alex)").status == 200)
    }

    @Test("Each request needs its own permission, and passes stubs and the journal")
    func checksPermissionOfEachRequest() throws {
        let lab = try GraphLab(roles: ["User.Read.All"])
        let graph = try lab.automation()
        let stub = #"{"match":{"endpoint":"graph","header":{"x-case":"4"}},"responses":[{"status":429}]}"#
        #expect(try lab.site.control("POST", "responses", stub).status == 201)
        let response = try batch(
            graph,
            """
            {"id":"1","method":"GET","url":"/users"}, {"id":"2","method":"GET","url":"/applications"},
            {"id":"3","method":"DELETE","url":"/users/\(Seed.alex)"},
            {"id":"4","method":"GET","url":"/users","headers":{"x-case":"4"}}
            """)
        let statuses = try ["1", "2", "3", "4"].map { try self.response(response, $0)["status"]?.integer }
        #expect(statuses == [200, 403, 403, 429])
        let journal = try lab.site.get("/_understudy/requests?endpoint=graph").json?["requests"]?.array ?? []
        #expect(journal.contains { $0["url"]?.string?.hasSuffix("/v1.0/applications") == true })
    }

    @Test(
        "A malformed batch is rejected as a whole",
        arguments: [
            (#"{"id":"1","url":"/users"}"#, "400 BadRequest"), (#"{"method":"GET","url":"/users"}"#, "400 BadRequest"),
            (#"{"id":"1","method":"GET"}"#, "400 BadRequest"),
            (#"{"id":"1","method":"GET","url":"https://other.test/v1.0/users"}"#, "400 BadRequest"),
            (#"{"id":"1","method":"GET","url":"https://graph.microsoft.com/beta/users"}"#, "400 BadRequest"),
            (
                #"{"id":"a","method":"GET","url":"/users"},{"id":"A","method":"GET","url":"/users"}"#, "400 BadRequest"
            ),
            (#"{"id":"1","method":"GET","url":"/users","dependsOn":["2"]}"#, "400 BadRequest"),
            (#"{"id":"1","method":"GET","url":"/users","dependsOn":["1"]}"#, "400 BadRequest"),
            (#"{"id":"1","method":"POST","url":"/users/x/revokeSignInSessions"}"#, "400 BadRequest"),
            (#"{"id":"1","method":"POST","url":"/users/x/revokeSignInSessions","body":{}}"#, "400 BadRequest"),
            (#"{"id":"1","method":"GET","url":"/users","headers":{"a b":"c"}}"#, "400 BadRequest"),
            ("", "400 BadRequest"),
            (
                (0..<21).map { #"{"id":"\#($0)","method":"GET","url":"/users"}"# }.joined(separator: ","),
                "400 BadRequest"
            ),
        ])
    func rejectsMalformedBatch(_ requests: String, _ outcome: String) throws {
        #expect(try batch(GraphLab().automation(), requests).graph == outcome)
    }

    @Test("An absolute URL of the same version is valid, as the Graph SDK for Python sends it")
    func acceptsAbsoluteURL() throws {
        let response = try batch(
            GraphLab().automation(),
            """
            {"id":"1","method":"GET","url":"https://graph.microsoft.com/v1.0/users?$top=1"},
            {"id":"2","method":"GET","url":"https://localhost:8443/v1.0/groups"}
            """)
        #expect(try self.response(response, "1")["body"]?["value"]?.array?.count == 1)
        #expect(try self.response(response, "2")["status"] == .integer(200))
    }

    @Test("The body of a batch cannot claim the rights of the control plane")
    func ignoresHeadersOfAccess() throws {
        let lab = try GraphLab()
        let headers = #"{"X-Understudy-Tenant":"contoso.com","Host":"localhost","Origin":"https://localhost:8443"}"#
        let response = try batch(
            lab.anonymous, #"{"id":"1","method":"GET","url":"/users","headers":\#(headers)}"#)
        #expect(try self.response(response, "1")["status"] == .integer(401))
        let control = try batch(lab.control, #"{"id":"1","method":"GET","url":"/users"}"#)
        #expect(try self.response(control, "1")["status"] == .integer(200))
    }

    @Test("A batch of beta calls beta") func keepsVersion() throws {
        let lab = try GraphLab()
        let response = try lab.site.send(
            "POST", "/beta/$batch",
            headerList: lab.automation().headers + [("Content-Type", "application/json")],
            body: #"{"requests":[{"id":"1","method":"GET","url":"/users?$top=1"}]}"#)
        let body = try self.response(response, "1")["body"]
        #expect(body?["@odata.context"] == .string("https://localhost:8443/beta/$metadata#users"))
        #expect(try lab.automation().get("/$batch").graph == "405 Request_BadRequest")
    }
}
