import CPosix
package import Crypto
package import HTTP

/// The addresses on which a server listens, and the treatment of its clients.
package struct ServerConfiguration: Sendable {
    /// A numeric address or a name; `::` includes IPv4.
    package var host: String
    /// The HTTP port: 0 for any free port, nil for none.
    package var httpPort: Int?
    /// The HTTPS ports; 0 stands for any free port.
    package var httpsPorts: [Int]
    /// The number of event loops, each with its own thread; at least 1.
    package var workers: Int
    package var limits: HTTPLimits
    /// The limits on bodies by path, or nil if all paths have the same limit.
    package var bodyRule: BodyRule?
    /// The TLS context, required if there are HTTPS ports.
    package var tls: TLSServerContext?
    package var poller: PollerKind
    /// Receives the number of slow readers that were closed and the number of bytes that waited for them. Called on a worker's
    /// thread, at most once a second for each worker.
    package var reportSlowReaders: @Sendable (_ count: Int, _ bytes: Int) -> Void = { _, _ in }

    package init(
        host: String = "127.0.0.1", httpPort: Int? = nil, httpsPorts: [Int] = [], workers: Int = 1,
        limits: HTTPLimits = HTTPLimits(), bodyRule: BodyRule? = nil, tls: TLSServerContext? = nil,
        poller: PollerKind = .system
    ) {
        self.host = host
        self.httpPort = httpPort
        self.httpsPorts = httpsPorts
        self.workers = workers
        self.limits = limits
        self.bodyRule = bodyRule
        self.tls = tls
        self.poller = poller
    }
}

/// Answers one request. Called on the thread of the connection's loop, which serves no other client during the call.
package typealias Responder = @Sendable (HTTPRequest, Peer) -> Reply

/// A response, or the event that must occur before there is one.
package enum Reply: Sendable {
    case now(HTTPResponse)
    /// The connection waits. In the meantime, the loop serves other connections.
    case later(Deferral)
    /// The connection waits for the duration and then continues with the reply of `next`, on the thread of its loop. If the server
    /// stops, the wait ends immediately.
    case after(Duration, next: Next)

    package typealias Next = @Sendable () -> Reply
}

/// A response that must wait for an event elsewhere, such as the work of another thread or a point in time.
package struct Deferral: Sendable {
    /// Starts the work without blocking. The work must call `done` once, from any thread, when it ends. Further calls, and calls
    /// for a disconnected client, have no effect.
    package let begin: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void
    /// Returns the reply after the work has ended, on the thread of the connection's loop.
    package let next: Reply.Next

    package init(
        begin: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, next: @escaping Reply.Next
    ) {
        self.begin = begin
        self.next = next
    }
}

/// The processors of the machine.
package enum CoreCount {
    /// The number of cores that this process may use, at least 1.
    package static var available: Int { Int(cposix_core_count()) }
}
