@testable import ControlPlane
import Entra
import Formats
@testable import Protocol
import Testing

/// Checks the forms in which the console exports a flow.
struct FlowExportTests {
    private func flow() throws -> Flow {
        let entry = try Sample.entry(
            query: [("a", "1")],
            form: [
                ("client_id", Sample.mobile), ("client_secret", "top-secret"), ("grant_type", "client_credentials"),
            ],
            headers: [("Content-Type", "application/x-www-form-urlencoded")],
            json: #"{"access_token":"hidden-token","token_type":"Bearer"}"#)
        return try #require(Flow.all(in: try Sample.journal([entry]).items).first)
    }

    /// The members are those that HAR 1.2 requires.
    @Test
    func archivesFlow() throws {
        let log = try #require(HARArchive.json(try flow(), Sample.reader, version: "1.0")["log"])
        #expect(log["version"]?.string == "1.2" && log["creator"]?["version"]?.string == "1.0")
        #expect(log["pages"]?.array?.first?["id"]?.string == "flow-1")
        let entry = try #require(log["entries"]?.array?.first)
        #expect(entry["startedDateTime"]?.string == "2026-09-21T14:13:20.000Z")
        for name in ["time", "request", "response", "cache", "timings"] { #expect(entry[name] != nil) }
        for name in ["method", "url", "httpVersion", "cookies", "headers", "queryString", "headersSize", "bodySize"] {
            #expect(entry["request"]?[name] != nil, "\(name)")
        }
        for name in [
            "status", "statusText", "httpVersion", "cookies", "headers", "content", "redirectURL", "headersSize",
            "bodySize",
        ] { #expect(entry["response"]?[name] != nil, "\(name)") }
        #expect(entry["request"]?["postData"]?["params"]?.array?.count == 3)
    }

    @Test
    func masksSecretsUnlessShown() throws {
        let masked = JSONWriter.value(HARArchive.json(try flow(), Sample.reader, version: "1"))
        let shown = JSONWriter.value(HARArchive.json(try flow(), Sample.reader.showingSecrets, version: "1"))
        for secret in ["top-secret", "hidden-token"] {
            #expect(!String(decoding: masked, as: UTF8.self).contains(secret))
            #expect(String(decoding: shown, as: UTF8.self).contains(secret))
        }
        let test = PytestFlow.text(try flow(), Sample.reader, showsSecrets: false)
        #expect(test.contains(#"CLIENT_SECRET = os.environ["CLIENT_SECRET"]"#) && !test.contains("top-secret"))
        #expect(
            PytestFlow.text(try flow(), Sample.reader, showsSecrets: true)
                .contains(#"CLIENT_SECRET = os.environ.get("CLIENT_SECRET", "top-secret")"#))
    }

    /// Every line of the commands works in an interactive zsh, which has no comments.
    @Test
    func namesStepsWithoutComments() throws {
        let text = CurlCommand.text(try flow(), Sample.reader, atMost: 10)
        #expect(text.hasPrefix(": 'Step 1: POST token'\ncurl "))
        #expect(!text.contains("#"))
    }

    @Test
    func makesStubFromError() throws {
        let entry = try Sample.entry(
            form: [("client_id", Sample.mobile), ("grant_type", "refresh_token")], status: 400,
            json: #"{"error":"invalid_grant","error_description":"AADSTS50076: MFA.","claims":"{\"a\":1}"}"#)
        let item = try #require(try Sample.journal([entry]).items.first)
        let stub = try #require(StubFromResponse.json(item, Sample.reader))
        #expect(stub["match"]?["clientId"]?.string == Sample.mobile && stub["match"]?["endpoint"]?.string == "token")
        #expect(stub["responses"]?.array?.first?["error"]?.string == "AADSTS50076")
        _ = try StubRequest.stub(stub, id: "x")
    }

    @Test
    func makesStubFromSuccess() throws {
        let item = try #require(try flow().items.first)
        let response = try #require(
            StubFromResponse.json(item, Sample.reader.showingSecrets)?["responses"]?.array?.first)
        #expect(response["status"]?.integer == 200)
        #expect(response["body"]?["access_token"]?.string == "hidden-token")
        _ = try StubRequest.stub(try #require(StubFromResponse.json(item, Sample.reader.showingSecrets)), id: "x")
    }

    @Test
    func indentsJSON() throws {
        let value = try Sample.json(#"{"a":[],"b":[1,{"c":"d"}]}"#)
        #expect(
            value.indented == """
                {
                  "a": [],
                  "b": [
                    1,
                    {
                      "c": "d"
                    }
                  ]
                }
                """)
    }
}
