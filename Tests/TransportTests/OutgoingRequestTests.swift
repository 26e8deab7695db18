import Crypto
import Platform
import TestTags
import Testing
@testable import Transport

/// Checks requests to other servers that respond badly.
@Suite struct OutgoingRequestTests {
    /// How the server ends the connection.
    enum Ending: Sendable {
        /// FIN, after close_notify with TLS.
        case orderly
        /// FIN without close_notify.
        case cut
        case reset
        /// None until the client disconnects.
        case none
    }

    /// A server for one connection.
    private final class SingleConnectionServer: Sendable {
        static let authority = Result { try CertificateAuthority.make(SystemRandom()) }

        let port: Int
        private let listener: Int32
        private let thread: LoopThread

        init(_ serve: @escaping @Sendable (Int32) -> Void) throws {
            let listener = socket(AF_INET, Sockets.stream, 0)
            var address = sockaddr_in()
            var size = socklen_t(MemoryLayout<sockaddr_in>.size)
            address.sin_family = sa_family_t(AF_INET)
            address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
            withUnsafeMutablePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    _ = bind(listener, $0, size)
                    _ = listen(listener, 1)
                    _ = getsockname(listener, $0, &size)
                }
            }
            self.listener = listener
            port = Int(in_port_t(bigEndian: address.sin_port))
            thread = try LoopThread {
                let client = accept(listener, nil, nil)
                guard client >= 0 else { return }
                serve(client)
                Descriptor.close(client)
            }
        }

        deinit {
            thread.join()
            Descriptor.close(listener)
        }

        func request(isSecure: Bool = false, totalMilliseconds: Int = 20_000) throws -> OutgoingRequest {
            var request = OutgoingRequest(
                isSecure: isSecure, host: isSecure ? "localhost" : "127.0.0.1", port: port, target: "/",
                authorityPEM: Array(try SingleConnectionServer.authority.get().certificatePEM.utf8))
            request.stepMilliseconds = 20_000
            request.totalMilliseconds = totalMilliseconds
            return request
        }
    }

    /// Returns a server that sends the response after the first bytes arrive.
    private func server(_ response: String, isSecure: Bool = false, _ ending: Ending) throws -> SingleConnectionServer {
        let context = isSecure ? try TLSServerContext(authority: SingleConnectionServer.authority.get()) : nil
        return try SingleConnectionServer { descriptor in
            guard let stream = OutgoingRequestTests.stream(descriptor, context) else { return }
            var space = [UInt8](repeating: 0, count: 4096)
            _ = space.withUnsafeMutableBytes { stream.read(into: $0) }
            _ = Array(response.utf8).withUnsafeBytes { stream.write($0) }
            switch ending {
            case .orderly: stream.endWriting()
            case .cut: break
            case .reset:
                // The sent bytes must arrive before the reset.
                waitUntil { hasDelivered(descriptor) }
                Descriptor.resetOnClose(descriptor)
            case .none: _ = space.withUnsafeMutableBytes { stream.read(into: $0) }
            }
        }
    }

    private static func stream(_ descriptor: Int32, _ context: TLSServerContext?) -> ByteStream? {
        guard let context else { return .plain(descriptor) }
        guard let session = try? context.makeSession(fileDescriptor: descriptor) else { return nil }
        let stream = ByteStream.secure(session)
        guard case .done = stream.handshake() else { return nil }
        return stream
    }

    private static let head = "HTTP/1.1 200 OK\r\n"

    @Test(
        "A response with a length or an orderly end is complete",
        arguments: [
            (head + "\r\n{}", false, .orderly, "{}"), (head + "\r\n{}", true, .orderly, "{}"),
            (head + "Content-Length: 2\r\n\r\n{}", false, .reset, "{}"),
            (head + "Content-Length: 2\r\n\r\n{}", true, .cut, "{}"),
            ("HTTP/1.1 103 Early Hints\r\n\r\n" + head + "\r\n{}", false, .orderly, "{}"),
        ] as [(String, Bool, Ending, String)])
    func acceptsCompleteResponses(_ text: String, _ isSecure: Bool, _ ending: Ending, _ body: String) throws {
        let server = try server(text, isSecure: isSecure, ending)
        #expect(try server.request(isSecure: isSecure).run() == .success(Array(body.utf8)))
    }

    @Test(
        "A failure reports its cause", .tags(.slow),
        arguments: [
            (head + "Content-Length: 3\r\n\r\n{}", false, .reset, "the connection failed"),
            (head + "\r\n{}", false, .reset, "the connection failed"),
            (head + "\r\n{}", true, .cut, "the connection failed"),
            (head + "Content-Length: 3\r\n\r\n{}", false, .orderly, "the response is not HTTP"),
            (head + "\r\n{}", false, .none, "the response takes too long"),
            (head + "\r\n" + String(repeating: " ", count: 70_000), false, .orderly, "the response is too long"),
            ("HTTP/1.1 404 Not Found\r\n\r\n", false, .orderly, "the response has status 404"),
        ] as [(String, Bool, Ending, String)])
    func reportsCauseOfFailure(_ text: String, _ isSecure: Bool, _ ending: Ending, _ reason: String) throws {
        let server = try server(text, isSecure: isSecure, ending)
        let result = try server.request(isSecure: isSecure, totalMilliseconds: 3_000).run()
        #expect(result == .failure(.init(reason: reason)))
    }

    /// A TLS record or a status line that never ends: each step is short, but their sum exceeds the limit.
    @Test(
        "A server that sends byte by byte is given up when the total time is over", .tags(.slow),
        arguments: [
            ([0x16, 0x03, 0x03, 0x40, 0x00, 0x02], true, "the TLS handshake takes too long"),
            (Array("HTTP/1.1 200 ".utf8), false, "the response takes too long"),
        ] as [([UInt8], Bool, String)])
    func givesUpSlowServerAfterTotalTime(_ begin: [UInt8], _ isSecure: Bool, _ reason: String) throws {
        let server = try SingleConnectionServer { descriptor in
            var bytes = begin
            // The server sees the client's disconnect as a reset soon after the next byte.
            for _ in 0..<1_500 {
                let count = bytes.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Sockets.noSignal) }
                guard count > 0 else { return }
                bytes = [0x61]
                // Allowed (sleep): The server sends slowly; all its steps together would take 30 seconds.
                poll(nil, 0, 20)
            }
        }
        let began = MonotonicClock.milliseconds()
        let result = try server.request(isSecure: isSecure, totalMilliseconds: 300).run()
        #expect(result == .failure(.init(reason: reason)))
        #expect((300..<15_000).contains(MonotonicClock.milliseconds() - began))
    }
}
