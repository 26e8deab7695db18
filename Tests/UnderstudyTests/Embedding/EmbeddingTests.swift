import FoundationEssentials
import Testing
@testable import Understudy

/// Starting and stopping a server in a program of one's own.
@Suite struct EmbeddingTests {
    @Test("several servers run at once, each with its own ports, keys and state")
    func several() throws {
        let one = try Understudy.start()
        let other = try Understudy.start()
        #expect(one.origins.count == 2)
        #expect(Set(one.origins + other.origins).count == 4)
        #expect(one.origin.hasPrefix("https://localhost:"))
        #expect(one.httpOrigin?.hasPrefix("http://localhost:") == true)
        #expect(one.certificateAuthorityPEM != other.certificateAuthorityPEM)
        try one.clock.advance(by: .seconds(3600))
        #expect(try other.clock.reading().offset == .zero)
    }

    @Test("servers of one seed have one certificate authority")
    func seed() throws {
        let options = Understudy.Options(seed: "embedding")
        #expect(
            try Understudy.start(options).certificateAuthorityPEM == Understudy.start(options).certificateAuthorityPEM)
    }

    @Test("a port is free again when the server is stopped, and when it is released")
    func stops() throws {
        let first = try Understudy.start(.init(http: .any, https: .off))
        let port = try #require(first.origin.split(separator: ":").last.flatMap { UInt16($0) })
        let options = Understudy.Options(http: .number(port), https: .off)
        #expect(throws: Understudy.StartError.self) { try Understudy.start(options) }
        first.stop()
        first.stop()
        // Each of these is released at once.
        for _ in 0..<3 { #expect(try Understudy.start(options).origin == first.origin) }
        #expect(try first.journal.count() == 0)
    }

    @Test("a scope stops its server, whatever came of it")
    func scope() async throws {
        struct Failure: Error {}
        var origin = ""
        await #expect(throws: Failure.self) {
            try await withUnderstudy(.init(https: .off)) { server in
                origin = server.origin
                throw Failure()
            }
        }
        let port = try #require(origin.split(separator: ":").last.flatMap { UInt16($0) })
        let again = try await withUnderstudy(.init(http: .number(port), https: .off)) { $0.origin }
        #expect(again == origin)
    }

    @Test("the control plane answers under the name that the server listens at")
    func namedHost() throws {
        // A name with dots that leads to this machine everywhere: an address in its short form (inet_aton(3)).
        let server = try Understudy.start(.init(https: .off, host: "127.1"))
        #expect(server.origin.hasPrefix("http://127.1:"))
        #expect(try server.journal.count() == 0)
    }

    private static let yaml = """
        server: { httpPort: 1, logLevel: debug }
        tenants:
          - id: \(Seed.contoso)
            domains: [embedded.test]
            applications: [{ appId: app, passwordCredentials: [{ secretText: s }] }]
        """

    @Test("the directory comes from text, from a file, and from another server")
    func sources() throws {
        let path = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID()).yaml")
        try Data(EmbeddingTests.yaml.utf8).write(to: path)
        defer { try? FileManager.default.removeItem(at: path) }
        let text = try Understudy.start(.init(source: .text(EmbeddingTests.yaml)))
        let file = try Understudy.start(.init(source: .file(path.path)))
        let copy = try Understudy.start(.init(source: .exported(text.directory.export())))
        for server in [text, file, copy] {
            #expect(try server.directory.export()["tenants"]?[0]?["domains"]?[0] == "embedded.test")
        }
    }

    struct Refusal: Sendable, CustomTestStringConvertible {
        let options: Understudy.Options
        let kind: Understudy.StartError.Kind
        let line: String
        var testDescription: String { line }
    }

    @Test(
        "what cannot be started says why, before anything listens",
        arguments: [
            Refusal(
                options: .init(source: .text("tenants: []\naplications: []")), kind: .configuration,
                line: "configuration:2:1: aplications: "),
            Refusal(
                options: .init(source: .file("/nowhere/understudy.yaml")), kind: .configuration,
                line: "/nowhere/understudy.yaml"),
            Refusal(options: .init(http: .off, https: .off), kind: .option, line: "http-port and https-port"),
            Refusal(options: .init(host: "203.0.113.1"), kind: .system, line: "203.0.113.1"),
            Refusal(options: .init(dataFolder: "/dev/null/understudy"), kind: .system, line: "/dev/null/understudy"),
        ])
    func refusals(_ refusal: Refusal) throws {
        let error = try #require(throws: Understudy.StartError.self) { try Understudy.start(refusal.options) }
        #expect(error.kind == refusal.kind)
        #expect(error.description.contains(refusal.line), "\(error)")
    }

    @Test("calls in process show the control token; state outlives a server in a data folder")
    func tokenAndFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let options = Understudy.Options(dataFolder: folder.path, controlToken: "secret")
        let first = try Understudy.start(options)
        let tenant = try first.directory.makeTenant(cloneOf: "contoso.com")
        first.stop()
        let second = try Understudy.start(options)
        #expect(try second.directory.export()["tenants"]?.array?.contains { $0["id"]?.string == tenant.id } == true)
    }
}
