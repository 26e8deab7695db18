import Crypto
import Platform
import Testing

/// Both ends of one connection, which the test's thread steps alternately.
final class TLSPair {
    let server: TLSSession
    let client: TLSClient
    let serverEnd: Int32
    let clientEnd: Int32

    init(_ context: TLSServerContext, _ options: TLSClient.Options = .init()) throws {
        var ends: [Int32] = [-1, -1]
        try #require(socketpair(AF_UNIX, Sockets.stream, 0, &ends) == 0)
        for end in ends { try #require(fcntl(end, F_SETFL, O_NONBLOCK) == 0) }
        serverEnd = ends[0]
        clientEnd = ends[1]
        server = try context.makeSession(fileDescriptor: serverEnd)
        client = try TLSClient(descriptor: clientEnd, options)
    }

    deinit {
        close(serverEnd)
        close(clientEnd)
    }

    /// Steps both ends until each is done or one has failed.
    func handshake() -> (client: Int, server: TLSSession.Outcome) {
        var server = TLSSession.Outcome.wantRead
        var client = 0
        for _ in 0..<20 {
            if client == 0 { client = self.client.handshake() }
            if server == .wantRead || server == .wantWrite { server = self.server.handshake() }
            if client != 0, server != .wantRead { break }
        }
        return (client, server)
    }

    func serverRead(_ count: Int) -> (TLSSession.Outcome, [UInt8]) {
        var buffer = [UInt8](repeating: 0, count: count)
        let outcome = buffer.withUnsafeMutableBytes { server.read(into: $0) }
        if case .done(let read) = outcome { return (outcome, Array(buffer.prefix(read))) }
        return (outcome, [])
    }

    func serverWrite(_ bytes: [UInt8]) -> TLSSession.Outcome {
        bytes.withUnsafeBytes { server.write($0) }
    }
}
