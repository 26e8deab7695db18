import Crypto
import Directory
import Formats
import Platform
import Understudy

/// Sends a request to a running server on this machine, found by its `ServerOptions`. Commands of the CLI use this type.
enum LocalRequest {
    /// The response. Chunked responses are not supported: `body` contains the bytes as received.
    struct Response: Sendable {
        let status: Int
        let body: [UInt8]
    }

    /// The number of bytes after which the client reads no more of a response.
    private static let maximumResponseBytes = 1 << 20
    /// The timeout of each read and each write.
    private static let timeoutSeconds = 5

    /// Sends a GET request to the HTTP port, or to the first HTTPS port. Throws `StartFailure` with a message for the user.
    static func get(_ path: String, _ options: ServerOptions) throws(StartFailure) -> Response {
        try perform("GET", path, head: "", body: "", options)
    }

    /// Sends a form by POST to the HTTP port, or to the first HTTPS port. Throws `StartFailure` with a message for the user.
    static func post(_ path: String, _ form: Form, _ options: ServerOptions) throws(StartFailure) -> Response {
        let body = form.encoded
        let head = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n"
        return try perform("POST", path, head: head, body: body, options)
    }

    private static func perform(
        _ method: String, _ path: String, head: String, body: String, _ options: ServerOptions
    ) throws(StartFailure) -> Response {
        let host = connectAddress(options.host ?? Defaults.host)
        let isSecure = options.httpPort == nil
        guard let port = options.httpPort ?? options.httpsPortList.first, port != 0 else {
            throw .usage("the port of the running server is unknown: set --http-port or --https-port")
        }
        let origin = "\(isSecure ? "https" : "http")://\(host.containsExactly(":") ? "[\(host)]" : host):\(port)"
        let descriptor = connected(host, port)
        guard descriptor >= 0 else { throw .system("no server answers at \(origin)") }
        defer { close(descriptor) }
        let request = Array(
            "\(method) \(path) HTTP/1.1\r\nHost: localhost:\(port)\r\n\(head)Connection: close\r\n\r\n\(body)".utf8)
        let bytes =
            isSecure
            ? TLSExchange.run(descriptor, request: request, limit: maximumResponseBytes) : exchange(descriptor, request)
        guard let bytes, let response = parse(bytes) else {
            throw .system("\(origin)\(path) returned no valid response")
        }
        return response
    }

    /// Returns the address to connect to. A server that listens on every address is reached on the loopback address.
    private static func connectAddress(_ host: String) -> String {
        switch host {
        case "0.0.0.0", "localhost": "127.0.0.1"
        case "::": "::1"
        default: host
        }
    }

    private static func connected(_ host: String, _ port: Int) -> Int32 {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST | AI_NUMERICSERV
        hints.ai_socktype = Sockets.stream
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0, let address = list?.pointee else { return -1 }
        defer { freeaddrinfo(list) }
        let descriptor = socket(address.ai_family, address.ai_socktype, address.ai_protocol)
        guard descriptor >= 0 else { return -1 }
        for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
            Sockets.limit(descriptor, option, milliseconds: timeoutSeconds * 1_000)
        }
        guard connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 else {
            close(descriptor)
            return -1
        }
        return descriptor
    }

    private static func exchange(_ descriptor: Int32, _ request: [UInt8]) -> [UInt8]? {
        guard send(descriptor, request, request.count, Sockets.noSignal) == request.count else { return nil }
        var response: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while response.count < maximumResponseBytes {
            let count = recv(descriptor, &chunk, chunk.count, 0)
            guard count > 0 else { break }
            response.append(contentsOf: chunk.prefix(count))
        }
        return response
    }

    private static func parse(_ bytes: [UInt8]) -> Response? {
        let end = Array("\r\n\r\n".utf8)
        guard bytes.starts(with: "HTTP/1.1 ".utf8), bytes.count > 12, let status = ASCII.decimal(bytes[9..<12]),
            let head = (0..<max(bytes.count - 3, 0)).first(where: { bytes[$0..<$0 + 4].elementsEqual(end) })
        else { return nil }
        return Response(status: status, body: Array(bytes[(head + 4)...]))
    }
}
