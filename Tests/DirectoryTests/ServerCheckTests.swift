import Directory
import Testing

/// Checks the mistakes under `server:` that keep the server from starting.
@Suite struct ServerCheckTests {
    private static let both = "server:\n  httpPort: off\n  httpsPort: off\ntenants: []"
    private static let files = "server:\n  tls:\n    certificate: missing.pem\n    key: gone.pem\ntenants: []"

    /// Returns the problems as `FILE:LINE: KEY`. By default no file can be read.
    private static func problems(
        _ text: String, _ options: ServerOptions = ServerOptions(), files: ConfigurationFiles = .none
    ) throws -> [String] {
        let configuration = try #require(load(text).configuration)
        do throws(Configuration.Problems) {
            try configuration.checkServer(options.over(configuration.server), files: files) { certificate, key in
                let invalid = Array("bad".utf8)
                if certificate == invalid { return (isOfKey: false, reason: "is bad") }
                return key == invalid ? (isOfKey: true, reason: "is bad") : nil
            }
            return []
        } catch {
            #expect(error.problems.allSatisfy { $0.hint != nil })
            return error.problems.map { "\($0.file):\($0.line): \($0.keyPath)" }
        }
    }

    @Test(
        "A mistake is reported at its line",
        arguments: [
            (both, ["c.yaml:2: server.httpPort"]),
            (
                "server:\n  host: 127.0.0.1\n  httpPort: 9443\n  httpsPort: 9443\ntenants: []",
                ["c.yaml:3: server.httpPort"]
            ),
            ("server: {httpPort: 9443, httpsPort: [9444, 9443]}\ntenants: []", ["c.yaml:1: server.httpPort"]),
            ("server: {httpPort: 8443}\ntenants: []", ["c.yaml:1: server.httpPort"]),
            ("server: {httpsPort: 8080}\ntenants: []", ["c.yaml:1: server.httpsPort"]),
            ("server: {httpPort: 0, httpsPort: 0}\ntenants: []", []),
            (files, ["c.yaml:3: server.tls.certificate", "c.yaml:4: server.tls.key"]),
            (files.replacing("tls:", with: "httpsPort: off\n  tls:"), []),
            ("server: {httpPort: off}\ntenants: []", []), ("tenants: []", []),
            ("server:\n  store: redis://x\ntenants: []", ["c.yaml:2: server.store"]),
            ("server:\n  store: redis://x\n  seed: s\ntenants: []", []),
            ("server:\n  store: redis://x\n  dataDir: d\ntenants: []", []),
            ("server:\n  storeCA: ca.pem\ntenants: []", ["c.yaml:2: server.storeCA"]),
            ("server:\n  store: redis://x\n  seed: s\n  storeCA: ca.pem\ntenants: []", ["c.yaml:4: server.storeCA"]),
            ("server:\n  store: rediss://x\n  seed: s\n  storeCA: gone.pem\ntenants: []", ["c.yaml:4: server.storeCA"]),
        ])
    func reportsServerMistakeAtItsLine(_ text: String, _ expected: [String]) throws {
        #expect(try ServerCheckTests.problems(text) == expected)
    }

    @Test(
        "An unusable certificate or key is reported",
        arguments: [
            ("bad", "good", ["c.yaml:3: server.tls.certificate"]), ("good", "bad", ["c.yaml:4: server.tls.key"]),
            ("good", "good", []),
        ])
    func reportsUnusableCertificateOrKey(_ certificate: String, _ key: String, _ expected: [String]) throws {
        let files = ConfigurationFiles(
            read: { path, _ in .success(Array((path.hasSuffix("gone.pem") ? key : certificate).utf8)) },
            list: { _ in nil })
        #expect(try ServerCheckTests.problems(ServerCheckTests.files, files: files) == expected)
    }

    @Test("Keys that the command line overrides are ignored")
    func ignoresKeysThatCommandLineOverrides() throws {
        var options = ServerOptions()
        options.httpPorts = .ports([0])
        #expect(try ServerCheckTests.problems(ServerCheckTests.both, options).isEmpty)
        #expect(try ServerCheckTests.problems("server: {httpPort: 1, httpsPort: 1}\ntenants: []", options).isEmpty)
        options.httpsPorts = .off
        #expect(try ServerCheckTests.problems(ServerCheckTests.files, options).isEmpty)
        options.seed = "s"
        #expect(try ServerCheckTests.problems("server:\n  store: redis://x\ntenants: []", options).isEmpty)
    }
}
