import FoundationEssentials
import Testing
@testable import Understudy

/// Starting and stopping a server in a program of one's own.
@Suite struct EmbeddingTests {
    @Test("Several servers run at once, each with its own ports, keys and state")
    func severalServersRunAtOnce() throws {
        let one = try UnderstudyServer.start()
        let other = try UnderstudyServer.start()
        #expect(one.baseURLs.count == 2)
        #expect(Set(one.baseURLs + other.baseURLs).count == 4)
        #expect(one.baseURL.scheme == "https" && one.baseURL.host() == "localhost")
        #expect(one.url(.http).scheme == "http" && one.url(.https) == one.baseURL)
        #expect(one.authority(for: "contoso.com").absoluteString == "\(one.baseURL)/contoso.com")
        #expect(one.authority(for: "common", over: .http).absoluteString == "\(one.url(.http))/common")
        #expect(one.certificateAuthorityPEM != other.certificateAuthorityPEM)
        try one.clock.advance(by: .seconds(3600))
        #expect(try other.clock.reading().offset == .zero)
    }

    @Test("Servers with the same seed have the same certificate authority")
    func serversOfOneSeedShareCA() throws {
        let options = UnderstudyOptions(seed: "embedding")
        #expect(
            try UnderstudyServer.start(options).certificateAuthorityPEM
                == UnderstudyServer.start(options).certificateAuthorityPEM)
    }

    @Test("A port is free again after the server stops or is released")
    func stoppedServerFreesItsPort() throws {
        let first = try UnderstudyServer.start(.init(http: .any, https: .off))
        #expect(first.baseURL == first.url(.https))
        let port = try #require(first.baseURL.port.flatMap { UInt16($0) })
        let options = UnderstudyOptions(http: .number(port), https: .off)
        #expect(throws: StartError.self) { try UnderstudyServer.start(options) }
        first.stop()
        first.stop()
        // Each of these is released at once.
        for _ in 0..<3 { #expect(try UnderstudyServer.start(options).baseURL == first.baseURL) }
        #expect(try first.journal.count() == 0)
    }

    @Test("A scope stops its server, also after an error")
    func scopeStopsItsServer() async throws {
        struct Failure: Error {}
        var url: URL?
        await #expect(throws: Failure.self) {
            try await withUnderstudy(.init(https: .off)) { server in
                url = server.baseURL
                throw Failure()
            }
        }
        let port = try #require(url?.port.flatMap { UInt16($0) })
        let again = try await withUnderstudy(.init(http: .number(port), https: .off)) { $0.baseURL }
        #expect(again == url)
    }

    @Test("The control plane accepts the host name at which the server listens")
    func controlPlaneAcceptsHostOfServer() throws {
        // A name with dots that leads to this machine everywhere: an address in its short form (inet_aton(3)).
        let server = try UnderstudyServer.start(.init(https: .off, host: "127.1"))
        #expect(server.baseURL.absoluteString.hasPrefix("http://127.1:"))
        #expect(try server.journal.count() == 0)
    }

    private static let yaml = """
        server: { httpPort: 1, logLevel: debug }
        tenants:
          - id: \(Seed.contoso)
            domains: [embedded.test]
            applications: [{ appId: app, passwordCredentials: [{ secretText: s }] }]
        """

    @Test("The directory comes from text, from a file, or from another server")
    func readsDirectoryFromTextFileAndServer() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID()).yaml")
        try Data(EmbeddingTests.yaml.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let text = try UnderstudyServer.start(.init(source: .text(EmbeddingTests.yaml)))
        let file = try UnderstudyServer.start(.init(source: .file(path.path)))
        let copy = try UnderstudyServer.start(.init(source: .exported(text.directory.export())))
        for server in [text, file, copy] {
            #expect(try server.directory.export()["tenants"]?[0]?["domains"]?[0] == "embedded.test")
        }
    }

    struct Rejection: Sendable, CustomTestStringConvertible {
        let options: UnderstudyOptions
        let kind: StartError.Kind
        let line: String
        var testDescription: String { line }
    }

    @Test(
        "Invalid options stop the start with a reason, before the server listens",
        arguments: [
            Rejection(
                options: .init(source: .text("tenants: []\naplications: []")), kind: .configuration,
                line: "configuration:2:1: aplications: "),
            Rejection(
                options: .init(source: .file("/nowhere/understudy.yaml")), kind: .configuration,
                line: "/nowhere/understudy.yaml"),
            Rejection(options: .init(http: .off, https: .off), kind: .option, line: "http-port and https-port"),
            Rejection(options: .init(host: "203.0.113.1"), kind: .system, line: "203.0.113.1"),
            Rejection(options: .init(dataFolder: "/dev/null/understudy"), kind: .system, line: "/dev/null/understudy"),
        ])
    func reportsInvalidOptions(_ rejection: Rejection) throws {
        let error = try #require(throws: StartError.self) { try UnderstudyServer.start(rejection.options) }
        #expect(error.kind == rejection.kind)
        #expect(error.description.contains(rejection.line), "\(error)")
    }

    @Test("Calls in process send the control token, and state in a data folder outlives the server")
    func sendsControlTokenAndKeepsStateInDataFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = UnderstudyOptions(dataFolder: folder.path, controlToken: "secret")
        let first = try UnderstudyServer.start(options)
        let tenant = try first.directory.makeTenant(cloneOf: "contoso.com")
        first.stop()
        let second = try UnderstudyServer.start(options)
        #expect(try second.directory.export()["tenants"]?.array?.contains { $0["id"]?.string == tenant.id } == true)
    }
}
