@testable import ControlPlane
import Entra
import Formats
import HTTP
@testable import Protocol
import Testing

/// Checks the body of `POST responses`.
@Suite struct StubRequestTests {
    private func stub(_ body: String) throws -> Stub {
        try StubRequest.stub(Array(body.utf8), id: "s")
    }

    /// The stubbed responses of a body, one line each.
    private func lines(_ responses: String) throws -> [String] {
        var stub = try stub(#"{"match":{"clientId":"a"},"responses":\#(responses)}"#)
        var lines: [String] = []
        while let response = stub.next() { lines.append(StubRequestTests.line(response)) }
        return lines
    }

    private static func line(_ response: StubbedResponse) -> String {
        var parts: [String] = response.delay > .zero ? ["after \(response.delay.iso8601)"] : []
        switch response.content {
        case .own(let fault):
            parts.append(fault.map { "tokens \($0.kind.name)" } ?? "own")
            if let token = fault?.only { parts.append(token.rawValue) }
        case .error(let error):
            parts.append(error.code.name)
            if let suberror = error.suberror { parts.append(suberror.rawValue) }
            if let claims = error.claims { parts.append(claims) }
        case .raw(let raw):
            parts.append("\(raw.status)")
            parts += raw.headers.map { "\($0.name): \($0.value)" }
            parts.append(String(decoding: raw.body, as: UTF8.self))
        case .nothing: parts.append("nothing")
        case .handshake(let fault): parts.append("\(fault)")
        }
        switch response.fault {
        case nil: break
        case .drip(let time)?: parts.append("drip \(time.iso8601)")
        case let fault?: parts.append("\(fault)")
        }
        return parts.joined(separator: " ")
    }

    static let valid: [(String, [String])] = [
        (#"[{"error":"AADSTS50076"}]"#, ["AADSTS50076"]),
        (
            #"[{"error":50076},{"error":"50079"},{"error":"aadsts65001"}]"#,
            ["AADSTS50076", "AADSTS50079", "AADSTS65001"]
        ),
        (#"[{"error":"AADB2C90118"}]"#, ["AADB2C90118"]),
        (
            #"[{"error":50076,"claims":{"access_token":{"nbf":null}},"suberror":"basic_action"}]"#,
            [#"AADSTS50076 basic_action {"access_token":{"nbf":null}}"#]
        ),
        (#"[{"error":50076,"claims":"{\"a\":1}"}]"#, [#"AADSTS50076 {"a":1}"#]),
        (#"[{"status":429,"headers":{"Retry-After":"1"}}]"#, ["429 Retry-After: 1 "]),
        (#"[{"status":503,"body":"busy"}]"#, ["503 Content-Type: text/plain; charset=utf-8 busy"]),
        (
            #"[{"status":200,"headers":{"content-type":"text/html"},"body":"<p>"}]"#,
            ["200 content-type: text/html <p>"]
        ),
        (
            #"[{"status":200,"body":{"b":1,"a":[true]}}]"#,
            [#"200 Content-Type: application/json; charset=utf-8 {"b":1,"a":[true]}"#]
        ),
        (#"[{"status":204}]"#, ["204 "]),
        (#"[{"status":200,"body":null}]"#, ["200 Content-Type: application/json; charset=utf-8 null"]),
        (#"[{"delay":"PT2S"},{"delay":"PT0.5S","error":50076}]"#, ["after PT2S own", "after PT0.5S AADSTS50076"]),
        (
            #"[{"fault":"reset"},{"fault":"empty"},{"fault":"truncate"},{"fault":"malformedChunk"},{"fault":"drip"}]"#,
            ["nothing reset", "nothing empty", "own truncate", "own malformedChunk", "own drip PT5S"]
        ),
        (#"[{"fault":"drip","duration":"PT1M","status":200}]"#, ["200  drip PT1M"]),
        (#"[{"fault":"truncate","error":50076}]"#, ["AADSTS50076 truncate"]),
        (#"[{"fault":"reset","delay":"PT1S"}]"#, ["after PT1S nothing reset"]),
        (#"[{"fault":"expiredToken","token":"access_token"}]"#, ["tokens expired access_token"]),
        (
            #"[{"fault":"wrongSignature"},{"fault":"expiredToken"},{"fault":"notYetValidToken"},{"fault":"unknownKid"}]"#,
            ["tokens wrongSignature", "tokens expired", "tokens notYetValid", "tokens unknownKey"]
        ),
    ]

    @Test("The server reads every kind of stubbed response", arguments: valid)
    func readsStubbedResponses(_ responses: String, _ expected: [String]) throws {
        #expect(try lines(responses) == expected)
    }

    @Test("A list of responses repeats as often as requested")
    func repeatsResponsesAsOftenAsRequested() throws {
        var twice = try stub(
            #"{"match":{"user":"a"},"responses":[{"error":50076},{"error":50079}],"times":2}"#)
        #expect(twice.left == 4)
        let codes = (0..<4).compactMap { _ in twice.next() }.map(StubRequestTests.line)
        #expect(codes == ["AADSTS50076", "AADSTS50079", "AADSTS50076", "AADSTS50079"])
        #expect(twice.next() == nil && twice.isExhausted && twice.consumed == 4)
        var always = try stub(#"{"match":{"user":"a"},"responses":[{"error":50076}],"times":"always"}"#)
        #expect(always.isUnconsumed && always.left == nil)
        for _ in 0..<100 { #expect(always.next() != nil) }
        #expect(!always.isUnconsumed && !always.isExhausted && always.consumed == 100)
    }

    @Test("Only the host matches a handshake")
    func matchesHandshakesByHostAlone() throws {
        let stub = try stub(#"{"match":{"host":"Flaky.localhost"},"responses":[{"fault":"tls"}],"times":3}"#)
        guard case .handshakes("flaky.localhost") = stub.target else {
            Issue.record("\(stub.target)")
            return
        }
        #expect(stub.left == 3)
    }

    @Test("A handshake fails in the way that the stub names")
    func handshakeFailsAsStubbed() throws {
        let words = ["tls", "tlsExpiredCertificate", "tlsWrongHost", "tlsUnknownAuthority"]
        let responses = words.map { #"{"fault":"\#($0)"}"# }.joined(separator: ",")
        var stub = try stub(#"{"match":{"host":"a"},"responses":[\#(responses)]}"#)
        let faults = words.map { _ in stub.next().map(StubRequestTests.line) }
        #expect(faults == ["rejected", "expiredCertificate", "wrongHost", "unknownAuthority"])
    }

    private static let one = #""responses":[{"error":50076}]"#
    private static let m = #""match":{"clientId":"a"}"#

    private static func response(_ text: String) -> String { #"{\#(m),"responses":[{"delay":"PT0S"},\#(text)]}"# }

    /// Bodies and a part of the problem's detail.
    static let bad: [(String, String)] = [
        ("", "The body is empty"), ("[]", "Must be an object"), ("{", "not JSON"),
        (#"{"match":{"clientId":"a"},"match":{},\#(one)}"#, "two members with the same name"),
        ("{\(one)}", "/match: The member is required"), (#"{"match":null,\#(one)}"#, "/match: Must be an object"),
        (#"{"match":{"clientId":"a","header":null},\#(one)}"#, "/match/header: Must be an object"),
        (#"{"match":7,\#(one)}"#, "/match: Must be an object"),
        (#"{"match":{},\#(one)}"#, "/match: The match is empty"),
        (#"{"match":{"scope":" "},\#(one)}"#, "/match/scope: Must be"),
        (#"{"match":{"clientID":"a"},\#(one)}"#, "/match/clientID: Unknown member: did you mean clientId?"),
        (#"{"match":{"clientId":1},\#(one)}"#, "/match/clientId: Must be text"),
        (#"{"match":{"endpoint":"tokens"},\#(one)}"#, "did you mean token?"),
        ("{\(m)}", "/responses: The member is required"),
        (#"{\#(m),"responses":{}}"#, "/responses: Must be a list of 1 to 1000 items."),
        (#"{\#(m),"responses":[]}"#, "/responses: Must be a list of 1 to 1000 items."),
        (#"{\#(m),"response":[]}"#, "/response: Unknown member: did you mean responses?"),
        (
            #"{\#(m),"responses":[\#(Array(repeating: "{\"error\":50076}", count: 1_001).joined(separator: ","))]}"#,
            "/responses: Must be a list of 1 to 1000 items."
        ),
        (#"{\#(m),\#(one),"times":0}"#, "/times: Must be"), (#"{\#(m),\#(one),"times":10001}"#, "/times: Must be"),
        (#"{\#(m),\#(one),"times":"forever"}"#, "/times: Must be"),
        (#"{\#(m),\#(one),"times":1.5}"#, "/times: Must be"),
        (response("1"), "/responses/1: Must be an object"), (response("{}"), "/responses/1: Give at least one of"),
        (response(#"{"eror":50076}"#), "/responses/1/eror: Unknown member: did you mean error?"),
        (
            response(#"{"error":"AADSTS50067"}"#),
            "/responses/1/error: There is no error code AADSTS50067: did you mean"
        ),
        (response(#"{"error":1}"#), "There is no error code AADSTS1: GET /error lists all codes."),
        (
            response(#"{"error":"invalid_grnt"}"#),
            "Did you mean invalid_grant? Use status and body for any other response"
        ),
        (response(#"{"error":true}"#), "Must be a code such as"),
        (response(#"{"error":9e99}"#), "Must be a code such as"),
        (response(#"{"error":50076,"claims":[]}"#), "/responses/1/claims: Must be an object"),
        (response(#"{"error":50076,"claims":"{"}"#), "/responses/1/claims: Must be an object"),
        (response(#"{"status":200,"claims":{}}"#), "/responses/1/claims: claims is valid only with error"),
        (response(#"{"error":50076,"body":""}"#), "/responses/1/body: body is valid only with status"),
        (response(#"{"error":50076,"headers":{}}"#), "/responses/1/headers: headers is valid only with status"),
        (response(#"{"error":50076,"status":400}"#), "/responses/1: Give error or status, not both"),
        (response(#"{"status":199}"#), "/responses/1/status: Must be a whole number from 200 to 599"),
        (response(#"{"status":"200"}"#), "/responses/1/status: Must be a whole number"),
        (response(#"{"status":200,"headers":{"a b":"c"}}"#), "/responses/1/headers: a b is not a valid header field"),
        (response(#"{"status":200,"headers":{"a":"b\r\nc"}}"#), "/responses/1/headers: a is not a valid header field"),
        (response(#"{"status":200,"headers":{"a":1}}"#), "/responses/1/headers/a: Must be text"),
        (
            response(#"{"status":200,"headers":{"content-length":"1"}}"#),
            "/responses/1/headers: content-length is set by the server"
        ),
        (response(#"{"delay":2}"#), "/responses/1/delay: Must be a duration"),
        (response(#"{"delay":"PT61S"}"#), "/responses/1/delay: Must be a duration"),
        (response(#"{"delay":"-PT1S"}"#), "/responses/1/delay: Must be a duration"),
        (response(#"{"fault":"drop"}"#), "did you mean drip?"),
        (
            response(#"{"fault":"reset","status":200}"#),
            "/responses/1/status: status cannot be combined with the fault reset"
        ),
        (response(#"{"fault":"expiredToken","error":50076}"#), "error cannot be combined with the fault expiredToken"),
        (
            response(#"{"fault":"truncate","duration":"PT1S"}"#),
            "/responses/1/duration: duration is valid only with the fault drip"
        ),
        (
            response(#"{"fault":"drip","token":"id_token"}"#),
            "/responses/1/token: token is valid only with a token fault: wrongSignature"
        ),
        (response(#"{"fault":"expiredToken","token":"idtoken"}"#), "did you mean id_token?"),
        (
            response(#"{"fault":"tls"}"#),
            "tls breaks TLS handshakes, before there is a request: the match must have host only"
        ),
        (
            #"{"match":{"host":"a","clientId":"b"},"responses":[{"fault":"tls"}]}"#,
            "/match/host: host must be the only member"
        ),
        (#"{"match":{"host":"a b"},"responses":[{"fault":"tls"}]}"#, "/match/host: Must be a host name"),
        (#"{"match":{"host":"a"},"responses":[{"fault":"reset"}]}"#, "fault must be one of tls, tlsExpiredCertificate"),
        (#"{"match":{"host":"a"},"responses":[{"error":50076}]}"#, "/responses/0/fault: The member is required"),
        (#"{"match":{"host":"a"},"responses":[{"fault":"tls","delay":"PT1S"}]}"#, "/responses/0/delay: Unknown member"),
    ]

    @Test("A stub has a limited number of responses")
    func limitsResponsesOfStub() throws {
        func body(_ count: Int) -> String {
            let responses = Array(repeating: #"{"status":200}"#, count: count).joined(separator: ",")
            return #"{"match":{"clientId":"a"},"responses":[\#(responses)]}"#
        }
        _ = try stub(body(StubRequest.maximumResponses))
        #expect(throws: ProblemDocument.self) { try stub(body(StubRequest.maximumResponses + 1)) }
    }

    @Test("The server reports every error at once and adds no stub")
    func reportsAllErrorsAndStubsNothing() throws {
        let body = #"{"match":{"clientID":"a"},"responses":[{"eror":1},{"delay":2}],"times":0}"#
        let problem = #expect(throws: ProblemDocument.self) { try stub(body) }
        #expect(
            problem?.causes.map(\.pointer) == [
                "#/match/clientID", "#/times", "#/responses/0", "#/responses/0/eror", "#/responses/1/delay",
            ])
    }

    @Test("The problem names what is invalid", arguments: bad)
    func reportsWhatIsInvalid(_ body: String, _ detail: String) {
        do {
            _ = try stub(body)
            Issue.record("taken: \(body.prefix(200))")
        } catch {
            let problem = error as? ProblemDocument
            #expect(problem?.status == 400)
            #expect(problem?.detail.contains(detail) == true, "\(problem?.detail ?? "")")
        }
    }

    @Test("The request fills in the placeholders of an error message")
    func requestFillsErrorMessage() throws {
        let code = try #require(AADSTS.lookup(50076))
        let stubbed = StubbedError(code: code, claims: nil, suberror: nil)
        let rows: [([(String, String)], String)] = [
            ([], "00000003-0000-0000-c000-000000000000"),
            ([("scope", "openid User.Read")], "00000003-0000-0000-c000-000000000000"),
            ([("scope", "openid api://orders/Orders.Read")], "api://orders"),
            ([("resource", "https://r/")], "https://r/"),
        ]
        for (form, resource) in rows {
            #expect(try stubbed.error(for: Sample.facts(form: form)).message.hasSuffix("to access '\(resource)'."))
        }
        let unconsented = StubbedError(code: .consentRequired, claims: nil, suberror: .basicAction)
        let error = try unconsented.error(for: Sample.facts(form: [("client_id", Sample.mobile)]))
        #expect(error.message.contains("'\(Sample.mobile)' named 'Contoso Mobile'"))
        #expect(error.suberror == .basicAction && error.error == .invalidGrant)
    }
}
