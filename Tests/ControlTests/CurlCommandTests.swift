import Crypto
import Entra
import Platform
import HTTP
import Testing
import Wire

@testable import Control

/// The command line that sends a request again: a shell must give curl exactly what came.
struct CurlCommandTests {
    private func command(
        _ method: String, _ target: String, headers: [(String, String)] = [], body: [UInt8] = []
    ) throws -> String {
        let parts = target.split(separator: "?", maxSplits: 1).map(String.init)
        let request = HTTPRequest(
            method: method, path: parts[0], query: parts.count > 1 ? parts[1] : "",
            headers: HeaderList(headers.map { HeaderList.Field($0.0, $0.1) }), body: body, authority: "localhost")
        let entry = JournalEntry(
            endpoint: "token", request: request, captures: Captures(), query: nil, form: nil,
            origin: try #require(Origin(url: "http://localhost:8080")),
            peer: Peer(address: "127.0.0.1", isSecure: false), correlationID: "c", traceID: SystemRandom().guid(),
            time: Timestamp(seconds: 0), duration: 0, response: HTTPResponse(status: 200), notes: ExchangeNotes())
        return CurlCommand.text(entry, SecretMask(isOff: true))
    }

    private static let form = ("Content-Type", "application/x-www-form-urlencoded")

    @Test
    func leavesOutWhatCurlSaysItself() throws {
        let text = try command(
            "POST", "/t/oauth2/v2.0/token?a=1&b=2",
            headers: [
                Self.form, ("Host", "x"), ("Content-Length", "3"), ("User-Agent", "u"), ("Sec-Fetch-Mode", "cors"),
                ("client-request-id", "7"),
            ], body: Array("a=b&c=d%20e".utf8))
        #expect(
            text == """
                curl 'http://localhost:8080/t/oauth2/v2.0/token?a=1&b=2' \\
                  -H 'client-request-id: 7' \\
                  --data-raw 'a=b' \\
                  --data-raw 'c=d%20e'
                """)
    }

    @Test("the origin of a page stays: without it a single-page application's code is refused")
    func keepsTheOrigin() throws {
        let text = try command(
            "POST", "/t",
            headers: [Self.form, ("Origin", "http://localhost:3000"), ("Referer", "http://localhost:3000/")],
            body: Array("a=b".utf8))
        #expect(text.contains("-H 'Origin: http://localhost:3000'") && !text.contains("Referer"))
    }

    @Test(arguments: [
        ("GET", "", "curl 'http"), ("POST", "x", "curl 'http"), ("POST", "", "curl -X 'POST' 'http"),
        ("GET", "x", "curl -X 'GET' 'http"), ("DELETE", "", "curl -X 'DELETE' 'http"),
        ("a';b", "", "curl -X 'a'\\'';b' 'http"),
    ])
    func namesTheMethodWhereItMust(method: String, body: String, start: String) throws {
        #expect(try command(method, "/", body: Array(body.utf8)).hasPrefix(start))
    }

    @Test
    func keepsBodiesThatAreNoForms() throws {
        let text = try command(
            "POST", "/", headers: [("Content-Type", "application/json")], body: Array("{\"a\":\"&\"}".utf8))
        #expect(text.contains("-H 'Content-Type: application/json'"))
        #expect(text.hasSuffix("--data-raw '{\"a\":\"&\"}'"))
    }

    /// The shell hands on each argument as it came, whatever is in it.
    @Test(arguments: [
        "'; touch /tmp/pwned; '", "$(id) `id` \\ \"", "a'b''c", "line\nbreak", "é😀", "--next", "@/etc/passwd", "!!",
        "*?[]{}~",
    ])
    func quotesForTheShell(text: String) throws {
        let command = try command(
            "PUT", "/x", headers: [("Content-Type", "text/plain"), ("X-A", text)], body: Array(text.utf8))
        let script = "curl() { for a in \"$@\"; do printf '%s\\036' \"$a\"; done; }\n" + command
        let arguments = try run(script).split(separator: "\u{1E}").map(String.init)
        let header = text.replacing("\n", with: " ")
        #expect(
            arguments == [
                "-X", "PUT", "http://localhost:8080/x", "-H", "Content-Type: text/plain", "-H", "X-A: \(header)",
                "--data-raw", text,
            ])
    }

    private func run(_ script: String) throws -> String {
        let path = "/tmp/understudy-curl-\(SystemRandom().guid()).sh"
        defer { unlink(path) }
        let file = try #require(fopen(path, "w"))
        fwrite(script, 1, script.utf8.count, file)
        fclose(file)
        let pipe = try #require(popen("sh \(path)", "r"))
        defer { pclose(pipe) }
        var out: [UInt8] = []
        while case let byte = getc(pipe), byte != EOF { out.append(UInt8(truncatingIfNeeded: byte)) }
        return String(decoding: out, as: UTF8.self)
    }
}
