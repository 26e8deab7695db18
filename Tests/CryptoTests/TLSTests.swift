import Crypto
import Glibc
import Testing
import Wire

@Suite struct TLSTests {
    let authority: CertificateAuthority
    let context: TLSServerContext

    init() throws {
        authority = try CertificateAuthority.make(SystemRandom())
        context = try TLSServerContext(authority: authority)
    }

    @Test(arguments: [(0x0303, "TLSv1.2"), (0x0304, "TLSv1.3")])
    func bytesGoBothWays(version: Int, name: String) throws {
        let pair = try TLSPair(context, .init(serverName: "login.example", onlyVersion: Int32(version)))
        let result = pair.handshake()
        #expect(result.client == 1)
        #expect(result.server == .done(0))
        #expect(pair.client.version == name)
        #expect(pair.client.write(Array("ping".utf8)) == 4)
        #expect(pair.serverRead(2).1 == Array("pi".utf8))
        #expect(pair.server.pendingBytes == 2)
        #expect(pair.serverRead(64).1 == Array("ng".utf8))
        #expect(pair.server.pendingBytes == 0)
        #expect(pair.serverRead(64).0 == .wantRead)
        #expect(Array("pong".utf8).withUnsafeBytes { pair.server.write($0) } == .done(4))
        #expect(pair.client.read(64) == Array("pong".utf8))
        #expect(pair.server.shutdown() == .done(0))
    }
}
