import Crypto
import HTTP
import Platform
import Transport

/// Responds to test requests by path.
enum TestResponder {
    static let large = [UInt8](repeating: 0x61, count: 8 * 1024 * 1024)
    /// The largest allowed body, made once because that takes seconds under a sanitizer.
    static let upload = (0..<1_048_576).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    static let page = [UInt8](repeating: 0x61, count: 64 * 1024)

    static let respond: Responder = { .now(response($0, $1)) }

    private static func response(_ request: HTTPRequest, _ peer: Peer) -> HTTPResponse {
        switch request.path {
        case "/echo": HTTPResponse(status: 200, body: request.body, isCompressible: true)
        case "/large": HTTPResponse(status: 200, body: large)
        case "/page": HTTPResponse(status: 200, body: page)
        case "/peer":
            HTTPResponse(status: 200, body: Array("\(peer.address) \(peer.isSecure) \(peer.localPort)".utf8))
        case "/certificate": HTTPResponse(status: 200, body: peer.clientCertificate ?? [])
        case "/close": HTTPResponse(status: 200, headers: HeaderList([.init("Connection", "close")]))
        case "/empty": HTTPResponse(status: 204)
        default: HTTPResponse(status: 200, body: Array("\(request.method) \(request.path)".utf8))
        }
    }
}

extension Client.Reply {
    /// Whether this is the complete response to `/large`, which is too long to print.
    var isLarge: Bool { body == TestResponder.large }
}

extension HTTPLimits {
    /// Limits for tests that are not about time, so that a busy machine or a slow sanitizer closes no client.
    static var patient: HTTPLimits {
        var limits = HTTPLimits()
        for time in [\HTTPLimits.headTime, \.bodyTime, \.idleTime, \.handshakeTime, \.responseTimeout, \.writeTime] {
            limits[keyPath: time] = .seconds(90)
        }
        return limits
    }
}

extension HTTPServer {
    /// A server on free ports of 127.0.0.1.
    static func test(
        _ poller: PollerKind = .system, limits: HTTPLimits = .patient, bodyRule: BodyRule? = nil, workers: Int = 1,
        isSecure: Bool = false, responder: @escaping Responder = TestResponder.respond,
        reportSlowReaders: @escaping @Sendable (_ count: Int, _ bytes: Int) -> Void = { _, _ in }
    ) throws -> HTTPServer {
        let tls = isSecure ? try TLSServerContext(authority: .make(SystemRandom())) { $0 == "mtls.test" } : nil
        var configuration = ServerConfiguration(
            httpPort: 0, httpsPorts: isSecure ? [0] : [], workers: workers, limits: limits, bodyRule: bodyRule,
            tls: tls, poller: poller)
        configuration.reportSlowReaders = reportSlowReaders
        return try start(configuration, responder: responder)
    }
}
