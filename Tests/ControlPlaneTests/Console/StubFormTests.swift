@testable import ControlPlane
import Formats
import Protocol
import Testing

/// Checks the form of the console that builds a stub.
@Suite struct StubFormTests {
    /// A request whose members are those of a response to requests.
    private struct Response: ControlRequest {
        init(reading body: inout ControlBody) { _ = StubbedResponse(&body) }
    }

    @Test("The form has a field for each member of a match and of a response")
    func formHasEveryMember() {
        #expect(Set(StubField.match.map(\.name)) == Set(RequestCriteria.members + ["host"]))
        #expect(Set(StubField.response.map(\.name)) == Response.members.known)
        #expect(Set(StubField.all.map(\.name)).count == StubField.all.count)
        #expect(StubField.faults.flatMap(\.names).count == StubbedFault.named.count)
    }

    private func json(_ fields: [(String, String)]) -> String {
        String(decoding: JSONWriter.value(StubForm(Form(fields.map { Form.Field($0.0, $0.1) })).json), as: UTF8.self)
    }

    @Test(
        "The form becomes the body of the request",
        arguments: [
            (
                [("clientId", "a"), ("endpoint", "token"), ("error", "50076"), ("times", "always")],
                #"{"match":{"clientId":"a","endpoint":"token"},"responses":[{"error":"50076"}],"times":"always"}"#
            ),
            (
                [
                    ("header", "X-A: b: c\r\n\r\nX-P ^= pre\r\nX-Any\r\n!X-No"), ("status", "503"),
                    ("headers", "Retry-After: 30"),
                ],
                #"{"match":{"header":{"X-A":"b: c","X-P":{"prefix":"pre"},"X-Any":true,"X-No":false}},"#
                    + #""responses":[{"status":503,"headers":{"Retry-After":"30"}}]}"#
            ),
            (
                [
                    ("notEndpoint", "token, keys"), ("status", "many"), ("body", #"{"a": 1}"#), ("delay", "0.5"),
                    ("times", "2"),
                ],
                #"{"match":{"notEndpoint":["token","keys"]},"responses":[{"status":"many","body":{"a":1},"#
                    + #""delay":"PT0.5S"}],"times":2}"#
            ),
            (
                [
                    ("host", "login.example"), ("fault", "tls"), ("body", "plain"), ("delay", "PT2S"),
                    ("pick", "AADSTS1"),
                ],
                #"{"match":{"host":"login.example"},"responses":[{"error":"AADSTS1","body":"plain","#
                    + #""delay":"PT2S","fault":"tls"}]}"#
            ),
        ])
    func becomesBody(fields: [(String, String)], body: String) {
        #expect(json(fields) == body)
    }

    @Test("Each problem of a stub stands at the field of the member")
    func sortsProblems() throws {
        let form = StubForm(
            Form([
                .init("endpoint", "tokn"), .init("error", "AADSTS1"), .init("duration", "5"), .init("times", "0"),
                .init("headers", "Content-Length: 1"),
            ]))
        let problem = try #require(throws: ProblemDocument.self) { try StubRequest.stub(form.json, id: "s") }
        let problems = StubProblems(problem)
        for name in ["endpoint", "error", "duration", "times", "headers"] { #expect(problems[name] != nil, "\(name)") }
        #expect(problems["clientId"] == nil && problems.match.isEmpty)
        #expect(problems["times"]?.contains("1 to 10000") == true)

        let empty = try #require(throws: ProblemDocument.self) {
            try StubRequest.stub(StubForm(Form([.init("error", "50076")])).json, id: "s")
        }
        #expect(StubProblems(empty).match.count == 1)
    }

    @Test("JSON is indented by two spaces a level")
    func indentsJSON() {
        let value = JSONValue.object([
            .init("a", .object([.init("b", .array([.integer(1), .string("x\"")]))])), .init("c", .object([])),
        ])
        #expect(
            value.indented == """
                {
                  "a": {
                    "b": [1, "x\\""]
                  },
                  "c": {}
                }
                """)
    }
}
