@testable import ControlPlane
import Crypto
import Entra
import Formats
import HTTP
import Platform
@testable import Protocol
import Testing

/// Checks that the `curl` command of a journal entry sends exactly the recorded request from a shell.
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
            time: Timestamp(seconds: 0), duration: 0, response: HTTPResponse(status: 200), notes: ResponseNotes())
        return CurlCommand.text(entry, SecretMask(isOff: true))
    }

    private static let form = ("Content-Type", "application/x-www-form-urlencoded")

    @Test
    func omitsHeadersThatCurlSetsItself() throws {
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

    @Test("The Origin header stays, because a single-page application's code needs it")
    func keepsOriginHeader() throws {
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
    func namesMethodOnlyWhenCurlWouldSendAnother(method: String, body: String, start: String) throws {
        #expect(try command(method, "/", body: Array(body.utf8)).hasPrefix(start))
    }

    @Test
    func keepsBodiesOtherThanForms() throws {
        let text = try command(
            "POST", "/", headers: [("Content-Type", "application/json")], body: Array("{\"a\":\"&\"}".utf8))
        #expect(text.contains("-H 'Content-Type: application/json'"))
        #expect(text.hasSuffix("--data-raw '{\"a\":\"&\"}'"))
    }

    private static let shells = ["sh", "dash", "bash", "zsh -f"]

    /// Each shell passes the arguments and the body to curl byte for byte, whatever they contain.
    @Test(arguments: shells)
    func quotesArgumentsForShell(shell: String) throws {
        for text in [
            "'; touch /tmp/pwned; '", "$(id) `id` \\ \"", "a'b''c", "line\nbreak", "é😀", "--next", "@/etc/passwd", "!!",
            "*?[]{}~", "x='\u{301};touch pwned;'\u{301}", "'\u{200D};id;'\u{FE0F}", "\u{202E}a\u{9B}b\u{1B}", "a\r\n\n",
            "\0'",
        ] {
            // A header list replaces each ASCII control character with a space.
            let header = HeaderList([HeaderList.Field("X-A", text)])["X-A"] ?? ""
            let command = try command(
                "PUT", "/x", headers: [("Content-Type", "text/plain"), ("X-A", header)], body: Array(text.utf8))
            let (arguments, input) = try run(command, in: shell)
            #expect(
                arguments.starts(with: [
                    "-X", "PUT", "http://localhost:8080/x", "-H", "Content-Type: text/plain", "-H",
                    "X-A: \(header)",
                ]) && arguments.count == 9, "\(arguments)")
            switch arguments.suffix(2) {
            case ["--data-raw", text]: #expect(input.isEmpty)
            default:
                #expect(arguments.suffix(2) == ["--data-binary", "@-"])
                #expect(input == Array(text.utf8), "\(text.debugDescription)")
            }
        }
    }

    @Test("A body that no argument can hold comes from a pipe", arguments: shells)
    func pipesBodiesThatNoArgumentCanHold(shell: String) throws {
        let long = Array(String(repeating: "a=b&", count: 50_000).utf8)
        for body in [
            [0xFF, 0xC3, 0x28], Array("a=\0&b=%".utf8), [0x27, 0x0A, 0x0A], Array("'\u{301}&a=b".utf8), long,
        ] {
            let command = try command("POST", "/x", headers: [Self.form], body: body)
            let (arguments, input) = try run(command, in: shell)
            #expect(arguments == ["http://localhost:8080/x", "--data-binary", "@-"])
            #expect(input == body)
        }
    }

    @Test("Curl interprets neither patterns nor dot segments of a URL and sends headers without a value")
    func keepsCurlFromInterpretingURL() throws {
        #expect(try command("GET", "/a?b={1,2}[3-4]") == "curl -g 'http://localhost:8080/a?b={1,2}[3-4]'")
        #expect(try command("GET", "/a/../b") == "curl --path-as-is 'http://localhost:8080/a/../b'")
        #expect(
            try command("GET", "/a", headers: [("X-A", "")]) == "curl 'http://localhost:8080/a' \\\n  -H 'X-A;'")
    }

    @Test("A path with NUL, which HTTP cannot carry, makes no command")
    func makesNoCommandForPathWithNUL() throws {
        #expect(try command("GET", "/a\0; id").hasPrefix("# No command can send this request"))
    }

    /// Returns the arguments and the standard input that curl would get.
    private func run(_ command: String, in shell: String) throws -> (arguments: [String], input: [UInt8]) {
        let path = "/tmp/understudy-curl-\(SystemRandom().guid()).sh"
        defer { unlink(path) }
        let stub =
            "curl() { for a in \"$@\"; do printf '%s\\036' \"$a\"; done; printf '\\035'; [ \"$a\" != @- ] || cat; }\n"
        let script = Array((stub + command).utf8)
        let file = try #require(fopen(path, "w"))
        fwrite(script, 1, script.count, file)
        fclose(file)
        let pipe = try #require(popen("\(shell) \(path)", "r"))
        var out: [UInt8] = []
        while case let byte = getc(pipe), byte != EOF { out.append(UInt8(truncatingIfNeeded: byte)) }
        try #require(pclose(pipe) == 0, "\(shell) is there, and takes the command")
        let end = try #require(out.firstIndex(of: 0x1D))
        return (
            out[..<end].split(separator: 0x1E).map { String(decoding: $0, as: UTF8.self) }, Array(out[(end + 1)...])
        )
    }
}
