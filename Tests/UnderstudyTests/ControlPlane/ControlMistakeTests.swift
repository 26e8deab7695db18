import Formats
import Testing
@testable import Understudy

/// Common mistakes in control-plane requests produce error responses that state the correct form.
@Suite struct ControlMistakeTests {
    struct Mistake: Row {
        let name: String
        let request: String
        var body = ""
        var status = 400
        let words: String
    }

    static let mistakes: [Mistake] = [
        Mistake(
            name: "the protocol's spelling", request: "POST responses",
            body: #"{"match":{"client_id":"x"},"responses":[{"error":50076}]}"#, words: "did you mean clientId?"),
        Mistake(
            name: "one response, not in a list", request: "POST responses",
            body: #"{"match":{"endpoint":"token"},"responses":{"error":50076}}"#,
            words: "Must be a list of 1 to 1000 items"),
        Mistake(
            name: "an unknown OAuth error", request: "POST responses",
            body: #"{"match":{"endpoint":"token"},"responses":[{"error":"invalid_grand"}]}"#,
            words: "invalid_grant"),
        Mistake(
            name: "a number in a header", request: "POST responses",
            body: #"{"match":{"endpoint":"token"},"responses":[{"status":429,"headers":{"Retry-After":5}}]}"#,
            words: "/responses/0/headers/Retry-After: Must be text"),
        Mistake(
            name: "seconds for a duration", request: "POST responses",
            body: #"{"match":{"endpoint":"token"},"responses":[{"delay":2}]}"#, words: #"such as \"PT2S\""#),
        Mistake(
            name: "a path for an endpoint", request: "POST responses",
            body: #"{"match":{"endpoint":"/token"},"responses":[{"error":50076}]}"#, words: "did you mean token?"),
        Mistake(
            name: "a form for JSON", request: "POST responses", body: "match=token", words: "The body is not JSON"),
        Mistake(name: "no body", request: "PUT clock", words: "The body is empty"),
        Mistake(
            name: "another method", request: "POST clock", body: #"{"offset":"PT1H"}"#, status: 405,
            words: "The path accepts GET, PUT, not POST."),
        Mistake(name: "a word for a time", request: "PUT clock", body: #"{"frozen":true}"#, words: #"\"now\" or null"#),
        Mistake(
            name: "a tenant misspelt", request: "PUT clock?tenant=contosso.com", body: #"{"offset":"PT1H"}"#,
            status: 404,
            words: "There is no tenant contosso.com"),
        Mistake(
            name: "a parameter of the readiness, which has none", request: "GET health?tenant=contoso.com",
            words: "Unknown parameter 'tenant': this endpoint has no parameters."),
        Mistake(
            name: "a parameter of the CA, which has none", request: "GET ca.pem?format=der",
            words: "Unknown parameter 'format': this endpoint has no parameters."),
        Mistake(
            name: "a parameter of the SSH CA, which has none", request: "GET ssh-ca.pub?tenant=contoso.com",
            words: "Unknown parameter 'tenant': this endpoint has no parameters."),
        Mistake(name: "a parameter misspelt", request: "POST reset?tenants=contoso.com", words: "did you mean tenant?"),
        Mistake(
            name: "what to reset in a body", request: "POST reset", body: #"{"tenant":"contoso.com"}"#,
            words: "The request must have no body. Use the query parameters instead: tenant."),
        Mistake(
            name: "what to forget in a body", request: "DELETE requests", body: #"{"match":{"clientId":"x"}}"#,
            words: "The request must have no body."),
        Mistake(
            name: "a match in a body", request: "DELETE responses", body: #"{"match":{"clientId":"x"}}"#,
            words: "The request must have no body."),
        Mistake(name: "letters in another case", request: "POST tenants", body: #"{"cloneof":"x"}"#, words: "cloneOf?"),
        Mistake(
            name: "a match that is none", request: "POST requests/verify", body: #"{"endpoint":"token","count":1}"#,
            words: "valid names are match, count, order."),
        Mistake(
            name: "bounds by other names", request: "POST requests/verify", body: #"{"count":{"min":1}}"#,
            words: "valid names are exactly, atLeast, atMost."),
        Mistake(
            name: "the protocol's spelling again", request: "GET requests?client_id=x", words: "did you mean clientId?"),
        Mistake(
            name: "a parameter twice", request: "GET requests?clientId=a&clientId=b",
            words: "The parameter 'clientId' occurs more than once: give it once."),
        Mistake(
            name: "a filter of the list next to a match", request: "POST requests/count?tenant=contoso.com", body: "{}",
            words: "Unknown parameter 'tenant': this endpoint has no parameters."),
        Mistake(
            name: "one tenant's directory", request: "PUT directory?tenant=contoso.com", body: #"{"tenants":[]}"#,
            words: "Unknown parameter 'tenant'"),
        Mistake(
            name: "a tenant next to a user", request: "POST revocations?tenant=contoso.com",
            body: #"{"user":"alex@contoso.com"}"#, words: "Unknown parameter 'tenant'"),
        Mistake(name: "a stub by the protocol's name", request: "DELETE responses?client_id=x", words: "clientId?"),
        Mistake(name: "a word for a moment", request: "GET requests?since=yesterday", words: "a time such as"),
        Mistake(name: "a path misspelt", request: "GET request", status: 404, words: "/_understudy/requests?"),
        Mistake(
            name: "a path that there is not", request: "GET sessions/all/of/them", status: 404, words: "openapi.yaml"),
        Mistake(
            name: "the URL by another name", request: "POST signin", body: #"{"url":"/x","user":"alex"}"#,
            words: "/authorizeUrl: The member is required."),
        Mistake(
            name: "a scope for scopes", request: "POST tokens",
            body: #"{"user":"alex@contoso.com","scope":"User.Read"}"#,
            words: "did you mean scopes?"),
        Mistake(
            name: "a fault misspelt", request: "POST tokens", body: #"{"user":"alex@contoso.com","faults":["expire"]}"#,
            words: "did you mean expired?"),
        Mistake(
            name: "seconds for a grace", request: "POST keys/rotate", body: #"{"grace":3600}"#,
            words: #"/grace: Must be a duration such as \"PT2H\""#),
        Mistake(
            name: "half a name", request: "POST revocations", body: #"{"app":"x"}"#,
            words: "valid names are user, application"),
        Mistake(
            name: "null for a user, which would select the whole tenant", request: "POST revocations",
            body: #"{"user":null,"tenant":"contoso.com"}"#, words: "/user: Must be text"),
        Mistake(
            name: "null for every name", request: "POST revocations", body: #"{"user":null}"#,
            words: "/user: Must be text"),
        Mistake(
            name: "null for a tenant to copy", request: "POST tenants", body: #"{"cloneOf":null}"#,
            words: "/cloneOf: Must be text"),
        Mistake(
            name: "null for an offset", request: "PUT clock", body: #"{"offset":null}"#,
            words: "/offset: Must be a duration"),
        Mistake(
            name: "a claim misspelt", request: "POST challenges", body: #"{"acr":"c1"}"#, words: "did you mean acrs?"),
        Mistake(name: "a sender in the query", request: "GET outbox?from=x", words: "valid names are to."),
        Mistake(
            name: "YAML for a directory", request: "PUT directory", body: "tenants: []", words: "The body is not JSON"),
        Mistake(
            name: "a directory with a mistake", request: "PUT directory", body: #"{"tenants":[{"id":"x"}]}"#,
            words: #"a problem: /tenants/0/id: \"x\" is not a GUID"#),
    ]

    @Test("Each rejected request names the correction and changes nothing", arguments: mistakes)
    func explainsMistakeAndChangesNothing(_ row: Mistake) throws {
        let site = try MockEntra().site
        let before = try site.control("GET", "directory").text
        let parts = row.request.split(separator: " ").map(String.init)
        let response = try site.control(parts[0], parts[1], row.body)
        #expect(response.status == row.status)
        #expect(response.header("Content-Type") == "application/problem+json")
        #expect(response.text.contains(row.words), "\(response.text)")
        #expect(try site.get(Site.responses).json?["total"]?.integer == 0)
        #expect(try site.control("GET", "clock").value["offset"]?.string == "PT0S")
        #expect(try site.control("GET", "directory").text == before)
    }
}
