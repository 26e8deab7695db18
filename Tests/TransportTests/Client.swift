import COpenSSL
@testable import Crypto
import Platform
import Testing

/// A blocking HTTP client that sends exactly the given bytes.
final class Client {
    struct Reply: Equatable {
        var status: Int
        /// The header fields, with names in lower case.
        var headers: [String: String]
        var body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }
    }

    struct ConnectionError: Error {}

    private let descriptor: Int32
    private var context: OpaquePointer?
    private var ssl: OpaquePointer?
    private var buffer: [UInt8] = []
    /// Whether the server has reset the connection.
    private(set) var wasReset = false
    /// Whether a read timed out after a minute.
    private(set) var hasTimedOut = false

    /// Connects to the port. `serverName` is sent by TLS, and `identity` is the client certificate.
    init(
        port: Int?, isSecure: Bool = false, receiveBuffer: Int32? = nil, serverName: String? = nil,
        identity: CertificateAuthority? = nil
    ) throws {
        let port = try #require(port)
        descriptor = socket(AF_INET, Sockets.stream, 0)
        var timeout = timeval(tv_sec: 60, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
        if var size = receiveBuffer {
            setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = in_port_t(port).bigEndian
        address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard result == 0 else { throw ConnectionError() }
        if isSecure { try secure(serverName, identity) }
    }

    private func secure(_ serverName: String?, _ identity: CertificateAuthority?) throws {
        context = SSL_CTX_new(TLS_client_method())
        if let identity {
            SSL_CTX_use_certificate(context, identity.certificate.pointer)
            SSL_CTX_use_PrivateKey(context, identity.key.pointer)
        }
        ssl = SSL_new(context)
        if let ssl, let serverName { _ = copenssl_set_servername(ssl, serverName) }
        SSL_set_fd(ssl, descriptor)
        guard SSL_connect(ssl) == 1 else { throw ConnectionError() }
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
        Platform.close(descriptor)
    }

    /// Sends everything. Returns false if the server accepts no more.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
        var position = 0
        while position < bytes.count {
            let count = bytes[position...].withUnsafeBytes { remaining in
                ssl.map { Int(SSL_write($0, remaining.baseAddress, Int32(remaining.count))) }
                    ?? Platform.send(descriptor, remaining.baseAddress, remaining.count, Sockets.noSignal)
            }
            guard count > 0 else { return false }
            position += count
        }
        return true
    }

    @discardableResult
    func send(_ text: String) -> Bool {
        send(Array(text.utf8))
    }

    /// Whether the kernel of the server has received everything that was sent.
    var hasDelivered: Bool { TransportTests.hasDelivered(descriptor) }

    /// Resets the connection when this client is freed, as a killed process does.
    func reset() {
        var linger = Platform.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Platform.linger>.size))
    }

    func endWriting() {
        shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Whether more bytes arrived. Returns false at the end, after a reset, or after a timeout.
    private func receive() -> Bool {
        var piece = [UInt8](repeating: 0, count: 64 * 1024)
        errno = 0
        let count = piece.withUnsafeMutableBytes { space in
            ssl.map { Int(SSL_read($0, space.baseAddress, Int32(space.count))) }
                ?? recv(descriptor, space.baseAddress, space.count, 0)
        }
        guard count > 0 else {
            wasReset = errno == ECONNRESET
            hasTimedOut = errno == EAGAIN
            return false
        }
        buffer += piece[..<count]
        return true
    }

    /// Returns everything until the server closes.
    func readToEnd() -> [UInt8] {
        while receive() {}
        defer { buffer = [] }
        return buffer
    }

    /// Returns the text through `mark`, or without a mark until the server closes.
    func text(until mark: String?) -> String {
        String(decoding: mark.flatMap { take(through: $0) } ?? readToEnd(), as: UTF8.self)
    }

    /// Reads the given number of bytes. Returns false if the server closes before.
    func skip(_ count: Int) -> Bool {
        take(count) != nil
    }

    /// Whether the server has closed a connection without TLS.
    var hasEnded: Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) == 0
    }

    /// Whether the server closes without sending more.
    func isClosed() -> Bool {
        buffer.isEmpty && !receive() && !hasTimedOut
    }

    /// Returns the next complete response, or nil if the connection ends before.
    func reply(toHead: Bool = false) -> Reply? {
        guard let head = take(through: "\r\n\r\n") else { return nil }
        let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
        guard let first = lines.first, first.hasPrefix("HTTP/1.1 "), let status = Int(first.dropFirst(9).prefix(3))
        else {
            return nil
        }
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1)
            headers[parts[0].lowercased()] = parts.count > 1 ? String(parts[1].drop { $0 == " " }) : ""
        }
        var reply = Reply(status: status, headers: headers, body: [])
        if toHead || status < 200 || status == 204 || status == 304 { return reply }
        if headers["transfer-encoding"] != nil {
            while let line = take(through: "\r\n"),
                let size = Int(String(decoding: line.dropLast(2), as: UTF8.self), radix: 16)
            {
                guard let chunk = take(size + 2) else { return nil }
                if size == 0 { return reply }
                reply.body += chunk.dropLast(2)
            }
            return nil
        }
        guard let body = take(Int(headers["content-length"] ?? "") ?? 0) else { return nil }
        reply.body = body
        return reply
    }

    private func take(_ count: Int) -> [UInt8]? {
        while buffer.count < count { guard receive() else { return nil } }
        defer { buffer.removeFirst(count) }
        return Array(buffer.prefix(count))
    }

    private func take(through mark: String) -> [UInt8]? {
        let mark = Array(mark.utf8)
        var position = 0
        while true {
            while position + mark.count <= buffer.count {
                if buffer[position..<(position + mark.count)].elementsEqual(mark) { return take(position + mark.count) }
                position += 1
            }
            guard receive() else { return nil }
        }
    }
}

/// Whether the kernel of the other end has received everything that was sent on the socket.
func hasDelivered(_ descriptor: Int32) -> Bool {
    var unacknowledged: Int32 = 0
    return ioctl(descriptor, UInt(TIOCOUTQ), &unacknowledged) == 0 && unacknowledged == 0
}
