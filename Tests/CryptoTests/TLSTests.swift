import COpenSSL
@testable import Crypto
import Formats
import Platform
import Synchronization
import Testing

@Suite struct TLSTests {
    let authority: CertificateAuthority
    let context: TLSServerContext

    init() throws {
        authority = try CertificateAuthority.make(SystemRandom())
        context = try TLSServerContext(authority: authority)
    }

    @Test(arguments: [(TLS1_2_VERSION, "TLSv1.2"), (TLS1_3_VERSION, "TLSv1.3")])
    func transfersBytesInBothDirections(version: Int32, name: String) throws {
        let pair = try TLSPair(context, .init(serverName: "login.example", onlyVersion: version))
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
        #expect(pair.serverRead(0).0 == .done(0))
        #expect(pair.serverWrite(Array("pong".utf8)) == .done(4))
        #expect(pair.serverWrite([]) == .done(0))
        #expect(pair.client.read(64) == Array("pong".utf8))
        #expect(pair.server.shutdown() == .done(0))
    }

    @Test func rejectsVersionsBelowTLS12() throws {
        let pair = try TLSPair(context, .init(onlyVersion: TLS1_1_VERSION))
        #expect(pair.handshake().client == -1)
    }

    /// The client verifies like `openssl verify -x509_strict`, as newer Python versions do.
    @Test(arguments: [
        (sent: "login.microsoftonline.com", host: "login.microsoftonline.com", accepted: true),
        (sent: "LOGIN.Example", host: "login.example", accepted: true),
        (sent: "my_service", host: "my_service", accepted: true),
        (
            sent: String(repeating: "a.", count: 126) + "b", host: String(repeating: "a.", count: 126) + "b",
            accepted: true
        ),
        (sent: "localhost", host: "localhost", accepted: true),
        (sent: "a.example", host: "b.example", accepted: false),
    ])
    func leafMatchesRequestedName(sent: String, host: String, accepted: Bool) throws {
        let pair = try TLSPair(
            context,
            .init(serverName: sent, authority: Array(authority.certificatePEM.utf8), expectedHost: host))
        #expect(pair.handshake().client == (accepted ? 1 : -1))
    }

    private static let machineNames: [(host: String?, address: String?)] = [
        ("localhost", nil), (nil, "127.0.0.1"), (nil, "::1"),
    ]

    @Test(arguments: machineNames)
    func leafWithoutNameIsForThisMachine(host: String?, address: String?) throws {
        let pair = try TLSPair(
            context,
            .init(
                authority: Array(authority.certificatePEM.utf8), expectedHost: host, expectedAddress: address))
        #expect(pair.handshake().client == 1)
    }

    /// RFC 6066 §3 forbids an address here, but some clients send one, and the real service accepts it.
    @Test(arguments: ["127.0.0.1", "10.0.0.7", "::1"])
    func addressAsNameGetsLeafOfThisMachine(address: String) throws {
        let pair = try TLSPair(
            context,
            .init(serverName: address, authority: Array(authority.certificatePEM.utf8), expectedAddress: "127.0.0.1"))
        #expect(pair.handshake().client == 1)
    }

    @Test func clientRejectsAnotherAuthority() throws {
        let other = try CertificateAuthority.make(SystemRandom())
        let pair = try TLSPair(
            context,
            .init(serverName: "a", authority: Array(other.certificatePEM.utf8), expectedHost: "a"))
        #expect(pair.handshake().client == -1)
    }

    @Test(arguments: [
        "*.example", "a,DNS:evil.example", "a..b", "-a", "a b", "a\r\nb", "é", "127.0.0.1:1", ".",
        String(repeating: "a", count: 64), String(repeating: "a.", count: 127),
    ])
    func invalidNameFailsOnlyItsHandshake(name: String) throws {
        let pair = try TLSPair(context, .init(serverName: name))
        let result = pair.handshake()
        #expect(result.client == -1)
        guard case .failed = result.server else {
            Issue.record("\(result.server)")
            return
        }
        #expect(pair.server.shutdown() == .done(0))
        #expect(pair.serverRead(1).0 == .closed)
        #expect(try TLSPair(context).handshake().client == 1)
    }

    @Test(
        "The server rejects a handshake by its server name",
        arguments: [
            ("down.example", false), ("DOWN.example", false), ("up.example", true), (nil, false), ("127.0.0.1", false),
        ])
    func rejectsHandshakeByName(name: String?, isAccepted: Bool) throws {
        let fault: HandshakeFaults = { $0 == "down.example" || $0 == nil ? .rejected : nil }
        let pair = try TLSPair(
            try TLSServerContext(authority: authority, failing: fault), .init(serverName: name))
        #expect(pair.handshake().client == (isAccepted ? 1 : -1))
    }

    @Test(
        "A client that verifies rejects a faulty certificate, and the next one is valid",
        arguments: [HandshakeFault.expiredCertificate, .wrongHost, .unknownAuthority])
    func clientRejectsFaultyCertificate(fault: HandshakeFault) throws {
        let hasFailed = Mutex(false)
        let context = try TLSServerContext(
            authority: authority,
            failing: { _ in
                hasFailed.withLock { hasFailed in
                    defer { hasFailed = true }
                    return hasFailed ? nil : fault
                }
            })
        let verifying = TLSClient.Options(
            serverName: "up.example", authority: Array(authority.certificatePEM.utf8), expectedHost: "up.example")
        #expect(try TLSPair(context, verifying).handshake().client == -1)
        #expect(try TLSPair(context, verifying).handshake().client == 1)
        hasFailed.withLock { $0 = false }
        #expect(
            try TLSPair(context, .init(serverName: "up.example")).handshake().client == 1,
            "a client that does not verify")
    }

    @Test(arguments: [
        ([], 1, ""), (["http/1.1"], 1, "http/1.1"), (["h2", "http/1.1"], 1, "http/1.1"), (["h2"], -1, ""),
        (["http/1.1x", "http/1."], -1, ""),
    ])
    func negotiatesHTTP11(offered: [String], expected: Int, chosen: String) throws {
        let pair = try TLSPair(context, .init(protocols: offered))
        #expect(pair.handshake().client == expected)
        if expected == 1 { #expect(pair.client.chosenProtocol == chosen) }
    }

    @Test func boundsLeafCache() throws {
        let leaves = try #require(context.names.leaves)
        for number in 0..<300 {
            #expect(leaves.leaf(for: ServerName("host-\(number).example".utf8)) != nil)
            #expect(leaves.count <= LeafCache.capacity)
        }
        #expect(leaves.count == LeafCache.capacity)
        let last = ServerName("again.example".utf8)
        #expect(leaves.leaf(for: last)?.der == leaves.leaf(for: last)?.der)
    }

    @Test(
        "A leaf is served from its creation for thirty days", arguments: [-2, 0, 29, 30].map { $0 * 86_400 })
    func reusesLeafForThirtyDays(later: Int64) throws {
        let leaves = try #require(context.names.leaves)
        let now: Int64 = 1_790_000_000
        let first = try #require(leaves.leaf(for: nil, now: now))
        let other = try #require(leaves.leaf(for: nil, now: now + later))
        #expect((other.der == first.der) == (0..<30 * 86_400).contains(later))
        var moment = Int(now + later)
        #expect(X509_cmp_time(X509_get0_notBefore(other.pointer), &moment) < 0, "it is valid")
        #expect(X509_cmp_time(X509_get0_notAfter(other.pointer), &moment) > 0)
    }

    @Test func endWithoutCloseNotifyCloses() throws {
        let pair = try TLSPair(context)
        _ = pair.handshake()
        shutdown(pair.clientEnd, Int32(SHUT_WR))
        #expect(pair.serverRead(64).0 == .closed)
    }

    @Test func endDuringHandshakeCloses() throws {
        let pair = try TLSPair(context)
        #expect(pair.server.handshake() == .wantRead)
        shutdown(pair.clientEnd, Int32(SHUT_WR))
        #expect(pair.server.handshake() == .closed)
        #expect(pair.server.shutdown() == .done(0))
    }

    @Test func closeNotifyCloses() throws {
        let pair = try TLSPair(context)
        _ = pair.handshake()
        pair.client.shutdown()
        #expect(pair.serverRead(64).0 == .closed)
        #expect(pair.serverWrite([1]) == .done(1))
        #expect(pair.server.shutdown() == .done(0))
    }

    @Test func continuesLargeWriteFromAnotherBuffer() throws {
        let pair = try TLSPair(context)
        _ = pair.handshake()
        let sent = SystemRandom().bytes(1_000_000)
        var (offset, blocked) = (0, 0)
        var received: [UInt8] = []
        for _ in 0..<10_000 where received.count < sent.count {
            switch pair.serverWrite(Array(sent[offset...])) {
            case .done(let count): offset += count
            case .wantWrite: blocked += 1
            default: break
            }
            if offset == sent.count || blocked > 0 { received += pair.client.read(16_384) }
        }
        #expect(blocked > 0)
        let isComplete = received == sent
        #expect(isComplete)
    }

    private static let garbage: [[UInt8]] = [
        Array("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n".utf8),
        [UInt8](repeating: 0, count: 600),
        [UInt8](repeating: 0xFF, count: 20_000),
        [0x16, 0x03, 0x01, 0xFF, 0xFF] + [UInt8](repeating: 0x01, count: 700),
        [0x16, 0x03, 0x01, 0x00, 0x04, 0x01, 0x00, 0x00, 0x00],
        [0x80, 0x2E, 0x01, 0x00, 0x02] + [UInt8](repeating: 0, count: 60),
    ]

    @Test(arguments: garbage)
    func garbageFailsOnlyItsHandshake(garbage: [UInt8]) throws {
        let pair = try TLSPair(context)
        #expect(write(pair.clientEnd, garbage, garbage.count) > 0)
        shutdown(pair.clientEnd, Int32(SHUT_WR))
        var outcome = pair.server.handshake()
        for _ in 0..<4 where outcome == .wantRead { outcome = pair.server.handshake() }
        switch outcome {
        case .failed, .closed: break
        default: Issue.record("\(outcome)")
        }
        #expect(try TLSPair(context).handshake().client == 1)
    }

    /// Changes each byte of a real ClientHello in turn. Any response is fine except a crash or an endless wait.
    @Test func survivesChangedClientHello() throws {
        let donor = try TLSPair(context, .init(serverName: "login.example", protocols: ["http/1.1"]))
        #expect(donor.client.handshake() == 0)
        var hello = [UInt8](repeating: 0, count: 4_096)
        let count = read(donor.serverEnd, &hello, hello.count)
        hello.removeLast(hello.count - max(0, count))
        try #require(hello.count > 100)
        for index in hello.indices {
            var changed = hello
            changed[index] = ~changed[index]
            let pair = try TLSPair(context)
            _ = write(pair.clientEnd, changed, changed.count)
            shutdown(pair.clientEnd, Int32(SHUT_WR))
            var steps = 0
            while steps < 5, pair.server.handshake() == .wantRead { steps += 1 }
            #expect(steps < 5)
        }
        #expect(try TLSPair(context).handshake().client == 1)
    }
}
