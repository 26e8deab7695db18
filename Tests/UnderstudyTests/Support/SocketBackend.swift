import Crypto
import Entra
import Formats
import HTTP
import Platform
@testable import Understudy

/// A server behind a real socket, with one connection for each request.
struct SocketBackend: Backend {
    let port: UInt16
    /// The key of the certificate that the client shows on request.
    var key: SigningKey?

    struct Failed: Error {}

    /// Returns the site at an origin such as `http://localhost:8080`.
    static func site(_ origin: String, showing key: SigningKey? = nil) throws -> Site {
        guard let port = origin.split(separator: ":").last.flatMap({ UInt16($0) }) else { throw Failed() }
        return Site(backend: SocketBackend(port: port, key: key), origin: origin)
    }

    func exchange(_ request: HTTPRequest, isSecure: Bool) throws -> HTTPResponse {
        let descriptor = socket(AF_INET, Sockets.stream, 0)
        guard descriptor >= 0 else { throw Failed() }
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let connected = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard connected == 0 else { throw Failed() }
        if isSecure {
            let name = String(request.authority.prefix { $0 != ":" })
            let tls = try TLSSocket(descriptor, serverName: name, showing: key)
            return try SocketBackend.response(from: tls.exchange(SocketBackend.bytes(of: request)))
        }
        try write(SocketBackend.bytes(of: request), to: descriptor)
        return try SocketBackend.response(from: readAll(descriptor))
    }

    private static func bytes(of request: HTTPRequest) -> [UInt8] {
        let target = request.query.isEmpty ? request.path : "\(request.path)?\(request.query)"
        var head = "\(request.method) \(target) HTTP/1.1\r\n"
        for field in request.headers.fields { head += "\(field.name): \(field.value)\r\n" }
        head += "Content-Length: \(request.body.count)\r\nConnection: close\r\n\r\n"
        return Array(head.utf8) + request.body
    }

    private func write(_ bytes: [UInt8], to descriptor: Int32) throws {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes {
                send(descriptor, $0.baseAddress, $0.count, Sockets.noSignal)
            }
            guard count > 0 else { throw Failed() }
            sent += count
        }
    }

    private func readAll(_ descriptor: Int32) throws -> [UInt8] {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count >= 0 else { throw Failed() }
            if count == 0 { return bytes }
            bytes += chunk.prefix(count)
        }
    }

    private static func response(from bytes: [UInt8]) throws -> HTTPResponse {
        let text = String(decoding: bytes, as: UTF8.self)
        let parts = text.split(separator: "\r\n\r\n", maxSplits: 1, omittingEmptySubsequences: false)
        let lines = parts[0].split(separator: "\r\n")
        guard parts.count == 2, let status = lines.first?.split(separator: " ").dropFirst().first.flatMap({ Int($0) })
        else { throw Failed() }
        var headers = HeaderList()
        for line in lines.dropFirst() {
            let field = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            headers.append(String(field[0]), field.count > 1 ? String(field[1].drop { $0 == " " }) : "")
        }
        return HTTPResponse(status: status, headers: headers, body: Array(parts[1].utf8))
    }
}

extension UnderstudyServer {
    /// The origins at which the server listens, HTTP first.
    var originTexts: [String] { server.origins.map(\.description) }
}
