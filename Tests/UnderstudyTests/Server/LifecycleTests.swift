import Directory
import Formats
import FoundationEssentials
import Logging
import Testing
@testable import Understudy

/// A whole server starts and stops (docs/reference/interface.md#command-line).
@Suite struct LifecycleTests {
    private func options(_ port: UInt16 = 0) -> ServerOptions {
        var options = ServerOptions()
        options.httpPorts = .ports([port])
        options.httpsPorts = .off
        options.workers = 1
        options.seed = "lifecycle"
        return options
    }

    private func start(_ options: ServerOptions) throws(StartFailure) -> UnderstudyServer {
        guard let directory = try? Configuration.load(.seed).directory else {
            throw .system("the seed directory is invalid")
        }
        return try UnderstudyServer.start(
            options, directory: directory, logger: Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() })
    }

    @Test("Servers in one process have separate consents and codes")
    func serversInOneProcessAreIndependent() throws {
        let servers = try (0..<2).map { _ in try start(options()) }
        defer { for server in servers { server.stop(drain: 0) } }
        let sites = try servers.map { try SocketBackend.site($0.originTexts[0]) }
        #expect(sites[0].origin != sites[1].origin)
        _ = try sites[0].code(.web, ["scope": "openid"], tenant: "contoso.com")
        #expect(
            try sites[0].signIn(.web, ["scope": "openid"], consent: nil, tenant: "contoso.com").outcome == .redirected)
        #expect(
            try sites[1].signIn(.web, ["scope": "openid"], consent: nil, tenant: "contoso.com").outcome
                == .page(.consent))
    }

    @Test("A port in use stops the start with one line and exit code 1")
    func portInUseStopsStart() throws {
        let server = try start(options())
        defer { server.stop(drain: 0) }
        let port = try #require(server.originTexts[0].split(separator: ":").last.flatMap { UInt16($0) })
        do {
            try start(options(port)).stop(drain: 0)
            Issue.record("a second server listens on the same port")
        } catch {
            #expect(error.exitCode == 1)
            #expect(error.lines.count == 1)
            #expect(error.lines.first?.contains(String(port)) == true)
        }
    }

    @Test("A damaged key file stops the start")
    func damagedKeysStopStart() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = options()
        options.seed = nil
        options.dataDir = folder.path()
        let keys = folder.appending(path: "keys")
        try FileManager.default.createDirectory(at: keys, withIntermediateDirectories: true)
        try Data("garbage".utf8).write(to: keys.appending(path: "signing.pem"))
        do {
            try start(options).stop(drain: 0)
            Issue.record("started on damaged keys")
        } catch {
            #expect(error.exitCode == 1)
            #expect(error.lines.first?.contains("signing.pem") == true)
        }
    }

    @Test("Exporting the CA of a new folder creates no signing key")
    func exportsNewCAWithoutSigningKey() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        var options = options()
        options.seed = nil
        options.dataDir = folder.path()
        let export = try #require(try CertificateAuthorityExport.stored(options))
        let created = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "keys").path())
        #expect(created.contains("ca.pem") && !created.contains("signing.pem"))
        #expect(try CertificateAuthorityExport.stored(options)?.pem == export.pem)
        options.tls = TLSFiles(certificate: "chain.pem", key: "key.pem")
        #expect(throws: StartFailure.self) { try CertificateAuthorityExport.stored(options) }
    }

    @Test("An invalid certificate file stops the start, and the error names the file")
    func invalidCertificateStopsStart() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "understudy-\(UUID().uuidString).pem")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("garbage".utf8).write(to: file)
        var options = options()
        options.httpsPorts = .ports([0])
        options.tls = TLSFiles(certificate: file.path(), key: file.path())
        do {
            try start(options).stop(drain: 0)
            Issue.record("started without a certificate")
        } catch {
            #expect(error.exitCode == 78)
            #expect(error.lines.count == 1 && error.lines.first?.hasPrefix("\(file.path()): ") == true)
        }
    }

    @Test("A missing certificate file stops the start")
    func missingCertificateStopsStart() throws {
        var options = options()
        options.httpsPorts = .ports([0])
        options.tls = TLSFiles(certificate: "/nowhere/cert.pem", key: "/nowhere/key.pem")
        do {
            try start(options).stop(drain: 0)
            Issue.record("started without a certificate")
        } catch {
            #expect(error.exitCode == 78)
            #expect(error.lines.first?.hasPrefix("/nowhere/cert.pem: cannot be read") == true)
        }
    }

    @Test("A stopped server no longer responds")
    func stoppedServerNoLongerResponds() throws {
        let server = try start(options())
        let site = try SocketBackend.site(server.originTexts[0])
        #expect(try site.get("/_understudy/health").status == 200)
        server.stop(drain: 1)
        #expect(throws: SocketBackend.Failed.self) { try site.get("/_understudy/health") }
    }

    @Test("Health reports the ports that the system chose")
    func healthReportsChosenPorts() throws {
        var options = options()
        options.httpsPorts = .ports([0, 0])
        let server = try start(options)
        defer { server.stop(drain: 0) }
        #expect(server.originTexts.count == 3)
        let site = try SocketBackend.site(server.originTexts[0])
        #expect(try site.get("/_understudy/health").json?["origins"]?.array?.compactMap(\.string) == server.originTexts)
        #expect(server.certificateAuthorityPEM == (try site.get("/_understudy/ca.pem").text))
    }
}
