import Directory
import Testing

/// What stands under `server:` and keeps the server from starting.
@Suite struct ServerCheckTests {
    private static let both = "server:\n  httpPort: off\n  httpsPort: off\ntenants: []"
    private static let files = "server:\n  tls:\n    certificate: missing.pem\n    key: gone.pem\ntenants: []"

    /// Problems as `FILE:LINE: KEY`, where no file can be read.
    private static func problems(_ text: String, _ given: ServerOptions = ServerOptions()) throws -> [String] {
        let configuration = try #require(load(text).configuration)
        do throws(Configuration.Problems) {
            try configuration.checkServer(given.over(configuration.server), files: .none)
            return []
        } catch {
            #expect(error.problems.allSatisfy { $0.hint != nil })
            return error.problems.map { "\($0.file):\($0.line): \($0.keyPath)" }
        }
    }

    @Test(
        "is told with its place",
        arguments: [
            (both, ["c.yaml:2: server.httpPort"]),
            (files, ["c.yaml:3: server.tls.certificate", "c.yaml:4: server.tls.key"]),
            (files.replacing("tls:", with: "httpsPort: off\n  tls:"), []),
            ("server: {httpPort: off}\ntenants: []", []), ("tenants: []", []),
        ])
    func told(_ text: String, _ expected: [String]) throws {
        #expect(try ServerCheckTests.problems(text) == expected)
    }

    @Test("is passed over where the command line says otherwise")
    func overruled() throws {
        var given = ServerOptions()
        given.httpPorts = .ports([0])
        #expect(try ServerCheckTests.problems(ServerCheckTests.both, given).isEmpty)
        given.httpsPorts = .off
        #expect(try ServerCheckTests.problems(ServerCheckTests.files, given).isEmpty)
    }
}
