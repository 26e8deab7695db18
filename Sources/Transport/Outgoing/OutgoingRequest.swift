import Crypto
import Platform
import HTTP

/// One GET to another server, over a connection of its own. Redirects are not followed.
package struct OutgoingRequest: Sendable {
    let isSecure: Bool
    /// A name or a numeric address, IPv6 without brackets.
    let host: String
    let port: Int
    /// Path and query.
    let target: String
    /// PEM of the authorities that may have signed the server's certificate; nil for the system's.
    let authorityPEM: [UInt8]?

    /// Bytes of the longest answer that is read.
    private static let maximumAnswer = 64 * 1024
    /// Seconds for one step, and for all of them.
    private static let stepTime = 5
    private static let totalTime: Duration = .seconds(10)

    package init(isSecure: Bool, host: String, port: Int, target: String, authorityPEM: [UInt8]?) {
        self.isSecure = isSecure
        self.host = host
        self.port = port
        self.target = target
        self.authorityPEM = authorityPEM
    }

    /// Why there is no answer. One sentence for a person.
    package struct Failure: Error, Sendable, Equatable {
        package let reason: String
    }

    /// The body of an answer of status 200. Blocks for seconds: never to be called on a loop's thread.
    package func run() -> Result<[UInt8], Failure> {
        let end = MonotonicTime.current() + OutgoingRequest.totalTime
        let descriptor = connected()
        guard descriptor >= 0 else { return .failure(Failure(reason: "nothing answers at \(host):\(port)")) }
        defer { Descriptor.close(descriptor) }
        do throws(TLSFailure) {
            let stream = try BlockingStream(descriptor, tls: isSecure ? (host, authorityPEM) : nil)
            guard stream.write(head) else { return .failure(Failure(reason: "the connection broke")) }
            return answer(read(stream, until: end))
        } catch {
            return .failure(Failure(reason: error.reason))
        }
    }

    private var head: [UInt8] {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        let authority = port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
        return Array(
            "GET \(target) HTTP/1.1\r\nHost: \(authority)\r\nAccept: application/json\r\nConnection: close\r\n\r\n".utf8
        )
    }

    /// Everything until the end; nil when it is too long or takes too long.
    private func read(_ stream: BlockingStream, until end: MonotonicTime) -> [UInt8]? {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16 * 1024)
        while bytes.count <= OutgoingRequest.maximumAnswer, MonotonicTime.current() < end {
            let count = chunk.withUnsafeMutableBytes { stream.read(into: $0) }
            if count == 0 { return bytes }
            guard count > 0 else { return HTTPAnswer(parsing: bytes) == nil ? nil : bytes }
            bytes.append(contentsOf: chunk.prefix(count))
        }
        return nil
    }

    private func answer(_ bytes: [UInt8]?) -> Result<[UInt8], Failure> {
        guard let bytes else { return .failure(Failure(reason: "the answer is too long, or takes too long")) }
        guard let answer = HTTPAnswer(parsing: bytes) else { return .failure(Failure(reason: "the answer is no HTTP")) }
        guard answer.status == 200 else { return .failure(Failure(reason: "the answer has status \(answer.status)")) }
        return .success(answer.body)
    }

    /// A connected socket with time limits, to the first address of the host that takes the connection; negative without one.
    private func connected() -> Int32 {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICSERV
        hints.ai_socktype = Sockets.stream
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return -1 }
        defer { freeaddrinfo(list) }
        var next = list
        while let address = next?.pointee {
            let descriptor = Sockets.open(
                family: address.ai_family, kind: address.ai_socktype, protocolNumber: address.ai_protocol)
            var timeout = timeval(tv_sec: OutgoingRequest.stepTime, tv_usec: 0)
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
            }
            if descriptor >= 0, connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
            if descriptor >= 0 { Descriptor.close(descriptor) }
            next = address.ai_next
        }
        return -1
    }
}

/// A blocking connection, plain or through TLS.
private struct BlockingStream {
    private let descriptor: Int32
    private let session: TLSClientSession?

    init(_ descriptor: Int32, tls: (host: String, authorityPEM: [UInt8]?)?) throws(TLSFailure) {
        self.descriptor = descriptor
        guard let tls else {
            session = nil
            return
        }
        session = try TLSClientSession(descriptor, host: tls.host, authorityPEM: tls.authorityPEM)
    }

    func write(_ bytes: [UInt8]) -> Bool {
        session?.write(bytes) ?? (send(descriptor, bytes, bytes.count, Sockets.noSignal) == bytes.count)
    }

    /// 0 at the end, negative when it failed or took too long.
    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        session?.read(into: buffer) ?? recv(descriptor, buffer.baseAddress, buffer.count, 0)
    }
}
