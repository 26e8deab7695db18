@testable import ControlPlane
import Directory
import Formats
@testable import Protocol
import Testing

@Suite struct RequestCriteriaTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let match: String
        var endpoint = "token"
        var tenant: String? = "contoso.com"
        var query: [(String, String)] = []
        var form: [(String, String)]?
        var headers: [(String, String)] = []
        var captures: [(String, String)] = []
        /// The members that differ; empty if the request matches.
        var misses: [String] = []

        init(
            _ name: String, _ match: String, endpoint: String = "token", tenant: String? = "contoso.com",
            query: [(String, String)] = [], form: [(String, String)]? = nil, headers: [(String, String)] = [],
            captures: [(String, String)] = [], misses: [String] = []
        ) {
            testDescription = name
            self.match = match
            self.endpoint = endpoint
            self.tenant = tenant
            self.query = query
            self.form = form
            self.headers = headers
            self.captures = captures
            self.misses = misses
        }
    }

    private static let contoso = "11111111-1111-4111-8111-111111111111"
    private static let daemonToken = Sample.token([("appid", "abc"), ("idtyp", "app"), ("oid", "x"), ("tid", contoso)])
    private static let alexToken = Sample.token([("upn", "alex@contoso.com"), ("appid", Sample.mobile)])

    static let cases: [Case] = [
        Case("nothing named", "{}"),
        Case("endpoint, whatever the case", #"{"endpoint":"TOKEN"}"#),
        Case("another endpoint", #"{"endpoint":"keys"}"#, misses: ["endpoint"]),
        Case("grant type", #"{"grantType":"password"}"#, form: [("grant_type", "password")]),
        Case(
            "an extension grant by its last word", #"{"grantType":"jwt-bearer"}"#,
            form: [("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer")]),
        Case(
            "an extension grant sent by its last word",
            #"{"grantType":"urn:ietf:params:oauth:grant-type:device_code"}"#, form: [("grant_type", "device_code")]),
        Case(
            "another extension grant", #"{"grantType":"urn:ietf:params:oauth:grant-type:device_code"}"#,
            form: [("grant_type", "jwt-bearer")], misses: ["grantType"]),
        Case("no grant", #"{"grantType":"password"}"#, misses: ["grantType"]),
        Case("client of the form, case folded", #"{"clientId":"ABC"}"#, form: [("client_id", "abc")]),
        Case("client of the query", #"{"clientId":"abc"}"#, query: [("client_id", "abc")]),
        Case("client by Basic", #"{"clientId":"a:b"}"#, headers: [("Authorization", "Basic YSUzQWI6c2VjcmV0")]),
        Case(
            "client by its assertion", #"{"clientId":"abc"}"#,
            form: [("client_assertion", Sample.token([("sub", "abc")]))]),
        Case(
            "client by the token presented", "{\"clientId\":\"\(Sample.mobile)\"}",
            headers: [("Authorization", "Bearer \(alexToken)")]),
        Case("another client", #"{"clientId":"abd"}"#, form: [("client_id", "abc")], misses: ["clientId"]),
        Case("request id of the header", #"{"clientRequestId":"ID-1"}"#, headers: [("client-request-id", "id-1")]),
        Case("request id of the query", #"{"clientRequestId":"id-1"}"#, query: [("client-request-id", "id-1")]),
        Case("the id that was made", #"{"clientRequestId":"made-up"}"#),
        Case("another request id", #"{"clientRequestId":"id-2"}"#, misses: ["clientRequestId"]),
        Case("tenant by domain", #"{"tenant":"Contoso.com"}"#),
        Case("tenant by id", #"{"tenant":"11111111-1111-4111-8111-111111111111"}"#),
        Case("tenant by another domain", #"{"tenant":"contoso.onmicrosoft.com"}"#),
        Case("another tenant", #"{"tenant":"fabrikam.com"}"#, misses: ["tenant"]),
        Case("a tenant that is not there, by its own word", #"{"tenant":"gone.example"}"#, tenant: "gone.example"),
        Case("the word of the path", #"{"tenant":"common"}"#, tenant: "common"),
        Case("common is every tenant's", #"{"tenant":"contoso.com"}"#, tenant: "common", misses: ["tenant"]),
        Case(
            "under common, the tenant of the user", #"{"tenant":"contoso.com"}"#, tenant: "common",
            query: [("login_hint", "alex@contoso.com")]),
        Case("personal accounts", #"{"tenant":"9188040d-6c67-4c5b-b112-36a304b66dad"}"#, tenant: "consumers"),
        Case("personal accounts by their word", #"{"tenant":"consumers"}"#, tenant: "consumers"),
        Case(
            "personal accounts by their word, addressed by id", #"{"tenant":"Consumers"}"#,
            tenant: "9188040d-6c67-4c5b-b112-36a304b66dad"),
        Case("personal accounts by their word, addressed by domain", #"{"tenant":"consumers"}"#, tenant: "outlook.com"),
        Case(
            "under common, personal accounts by their word", #"{"tenant":"consumers"}"#, tenant: "common",
            query: [("login_hint", "ada@outlook.com")]),
        Case("not personal accounts", #"{"tenant":"consumers"}"#, misses: ["tenant"]),
        Case(
            "tenant by an application's own token", #"{"tenant":"contoso.com"}"#, endpoint: "graph", tenant: nil,
            headers: [("Authorization", "Bearer \(daemonToken)")]),
        Case(
            "an application's own token is about nobody", #"{"user":"x"}"#, endpoint: "graph", tenant: nil,
            headers: [("Authorization", "Bearer \(daemonToken)")], misses: ["user"]),
        Case(
            "another tenant's application", #"{"tenant":"fabrikam.com"}"#, endpoint: "graph", tenant: nil,
            headers: [("Authorization", "Bearer \(daemonToken)")], misses: ["tenant"]),
        Case(
            "tenant by the control plane's header", "{\"tenant\":\"\(contoso)\"}", endpoint: "graph", tenant: nil,
            headers: [("x-understudy-tenant", "Contoso.com")]),
        Case(
            "personal accounts by the control plane's header", #"{"tenant":"outlook.com"}"#, endpoint: "graph",
            tenant: nil, headers: [("X-Understudy-Tenant", "consumers")]),
        Case(
            "the header comes before the token", #"{"tenant":"contoso.com"}"#, endpoint: "graph", tenant: nil,
            headers: [("X-Understudy-Tenant", "fabrikam.com"), ("Authorization", "Bearer \(daemonToken)")],
            misses: ["tenant"]),
        Case(
            "the header says nothing elsewhere", #"{"tenant":"fabrikam.com"}"#,
            headers: [("X-Understudy-Tenant", "fabrikam.com")], misses: ["tenant"]),
        Case("user by name", #"{"user":"ALEX@contoso.com"}"#, form: [("username", "alex@contoso.com")]),
        Case("user by hint", #"{"user":"alex@contoso.com"}"#, query: [("login_hint", "alex@contoso.com")]),
        Case(
            "user by opaque hint", #"{"user":"alex@contoso.com"}"#,
            query: [("login_hint", "O." + Base64.url("alex@contoso.com".utf8))]),
        Case("user typed on the page", #"{"user":"alex@contoso.com"}"#, form: [("loginfmt", "alex@contoso.com")]),
        Case(
            "user of a realm request", #"{"user":"alex@contoso.com"}"#, tenant: "common",
            captures: [("username", "alex@contoso.com")]),
        Case(
            "user of an assertion", #"{"user":"alex@contoso.com"}"#, form: [("assertion", alexToken)]),
        Case("another user", #"{"user":"adele@contoso.com"}"#, form: [("assertion", alexToken)], misses: ["user"]),
        Case(
            "header", #"{"header":{"X-Test":"7"}}"#, headers: [("x-test", "6"), ("x-test", "7")]),
        Case("another header", #"{"header":{"x-test":"8"}}"#, headers: [("x-test", "7")], misses: ["header.x-test"]),
        // Seed 003's checks of an interceptor's headers, whose values are random (native-and-apple D7).
        Case("a header with any value", #"{"header":{"X-Fraud":true}}"#, headers: [("x-fraud", "a1b2")]),
        Case("a present header is missing", #"{"header":{"x-fraud":true}}"#, misses: ["header.x-fraud"]),
        Case("an absent header", #"{"header":{"x-fraud":false,"x-other":null}}"#),
        Case(
            "an absent header is present", #"{"header":{"x-fraud":null}}"#, headers: [("x-fraud", "")],
            misses: ["header.x-fraud"]),
        Case("a header by prefix", #"{"header":{"x-fraud":{"prefix":"v2."}}}"#, headers: [("x-fraud", "v2.abc")]),
        Case(
            "a header with another prefix", #"{"header":{"x-fraud":{"prefix":"v2."}}}"#,
            headers: [("x-fraud", "V2.abc")],
            misses: ["header.x-fraud"]),
        Case(
            "the object forms", #"{"header":{"a":{"equals":"1"},"b":{"present":true},"c":{"present":false}}}"#,
            headers: [("a", "1"), ("b", "2")]),
        Case(
            "an asterisk is text", #"{"header":{"x-fraud":"*"}}"#, headers: [("x-fraud", "1")],
            misses: ["header.x-fraud"]),
        Case("one of several endpoints", #"{"endpoint":["initiate","TOKEN"]}"#),
        Case("none of several endpoints", #"{"endpoint":["initiate","signup-start"]}"#, misses: ["endpoint"]),
        Case("a native endpoint", #"{"endpoint":"native"}"#, endpoint: "initiate"),
        Case("no native endpoint", #"{"endpoint":["native"]}"#, misses: ["endpoint"]),
        Case("not at other endpoints", #"{"notEndpoint":["initiate","native"]}"#),
        Case("at an excluded endpoint", #"{"notEndpoint":"initiate"}"#, endpoint: "initiate", misses: ["notEndpoint"]),
        Case("at an excluded group", #"{"notEndpoint":"native"}"#, endpoint: "signup-start", misses: ["notEndpoint"]),
        Case("parameter", #"{"parameter":{"prompt":"login"}}"#, query: [("prompt", "login")]),
        Case(
            "scopes, all of them", #"{"scope":"openid API://orders/Orders.Read"}"#,
            query: [("scope", "api://orders/Orders.Read profile openid")]),
        Case("a scope too few", #"{"scope":"openid email"}"#, query: [("scope", "openid")], misses: ["scope"]),
        Case(
            "all that differs", #"{"endpoint":"authorize","clientId":"x","user":"y"}"#, form: [("client_id", "z")],
            misses: ["endpoint", "clientId", "user"]),
    ]

    @Test("A match accepts the request or reports the members that differ", arguments: cases)
    func matchesOrReportsDifferingMembers(_ row: Case) throws {
        let facts = try Sample.facts(
            row.endpoint, tenant: row.tenant, query: row.query, form: row.form, headers: row.headers,
            captures: row.captures)
        let match = try Sample.match(row.match)
        #expect(match.misses(facts).map(\.member) == row.misses)
        #expect(match.matches(facts) == row.misses.isEmpty)
    }

    @Test("A match finds the user, object ID and tenant of a refresh token, even under common")
    func matchesUserAndTenantOfRefreshToken() throws {
        let facts = try Sample.facts(tenant: "common", form: [("refresh_token", Sample.refreshToken())])
        for match in [
            #"{"user":"alex@contoso.com"}"#, "{\"user\":\"\(try Sample.alex().id)\"}", #"{"tenant":"contoso.com"}"#,
        ] {
            #expect(try Sample.match(match).matches(facts), "\(match)")
        }
        #expect(try !Sample.match(#"{"tenant":"fabrikam.com"}"#).matches(facts))
    }

    @Test("A near miss reports the expected and the actual value")
    func reportsExpectedAndActualValue() throws {
        let facts = try Sample.facts(query: [("scope", "openid")])
        let misses = try Sample.match(#"{"scope":"email","clientId":"x"}"#).misses(facts)
        #expect(
            misses.map { "\($0.member): \($0.expected), not \($0.found ?? "-")" } == [
                "clientId: x, not -", "scope: email, not openid",
            ])
    }

    static let rejected: [(json: String, words: String)] = [
        (#"{"clientID":"x"}"#, "/match/clientID: Unknown member: did you mean clientId?"),
        (#"{"zzzzzzzz":"x"}"#, "/match/zzzzzzzz: Unknown member: valid names are clientRequestId"),
        (#"{"clientId":7}"#, "/match/clientId: Must be text of 1 to 4096 bytes."),
        (#"{"clientId":""}"#, "/match/clientId: Must be text of 1 to 4096 bytes."),
        (#"{"endpoint":"tokn"}"#, "/match/endpoint: There is no endpoint 'tokn': did you mean token?"),
        (#"{"scope":" "}"#, "/match/scope: Must be scopes separated by spaces, at most 4096 bytes."),
        (#"{"endpoint":7}"#, "/match/endpoint: Must be the name of an endpoint."),
        (#"{"header":["x"]}"#, "/match/header: Must be an object."),
        (#"{"header":{"x":1}}"#, "/match/header/x: Must be text of 1 to 4096 bytes, true for any value,"),
        (#"{"header":{"x":""}}"#, "/match/header/x: Must be text of 1 to 4096 bytes, true for any value,"),
        (#"{"header":{"x":{}}}"#, "/match/header/x: Must have exactly one of prefix, equals and present."),
        (#"{"header":{"x":{"prefix":"a","present":true}}}"#, "/match/header/x: Must have exactly one of"),
        (#"{"notEndpoint":["tokn"]}"#, "/match/notEndpoint/0: There is no endpoint 'tokn': did you mean token?"),
        (#"{"endpoint":[]}"#, "/match/endpoint: Must be a list of 1 to 64 items."),
        ("[]", "/match: Must be an object."),
        ("{\"user\":\"\(String(repeating: "u", count: 4097))\"}", "/match/user: Must be text of 1 to 4096 bytes."),
        ("{\"\(String(repeating: "u", count: 9000))\":1}", "/match/uuuu"),
    ]

    @Test("The server rejects unknown match members by name", arguments: rejected)
    func rejectsUnknownMatchMembersByName(_ row: (json: String, words: String)) throws {
        do {
            _ = try Sample.match(row.json)
            Issue.record("taken: \(row.json)")
        } catch let problem as ProblemDocument {
            #expect(problem.status == 400)
            #expect(problem.detail.contains(row.words), "\(problem.detail)")
            #expect(problem.detail.utf8.count < 500)
        }
    }

    @Test("A query describes the same match as a body")
    func readsMatchFromQuery() throws {
        let match = try RequestCriteria(
            query: Form(parsing: Array("clientId=x&scope=a%20b&header=x-y:%20z&parameter=prompt:login".utf8)))
        #expect(match.clientID == "x")
        #expect(match.scopes == ["a", "b"])
        #expect(match.headers.map(\.name) == ["x-y"] && match.headers.map(\.value) == [.exact("z")])
        let present = try RequestCriteria(
            query: Form(parsing: Array("header=x-y&endpoint=native,token&notEndpoint=keys".utf8)))
        #expect(present.headers.map(\.value) == [.present])
        #expect(present.endpoints == ["native", "token"] && present.excludedEndpoints == ["keys"])
        #expect(match.parameters.map(\.value) == ["login"])
        for text in [":value", "x-name:", "x-name: "] {
            #expect(throws: ProblemDocument.self) { try RequestCriteria(query: Form([.init("header", text)])) }
        }
        #expect(throws: ProblemDocument.self) { try RequestCriteria(query: Form([.init("endpoint", "nowhere")])) }
        #expect(throws: ProblemDocument.self) { try RequestCriteria(query: Form([.init("scope", " ")])) }
    }
}
