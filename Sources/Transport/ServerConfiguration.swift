package import Crypto
package import HTTP

/// What a server listens on and how it treats its clients.
package struct ServerConfiguration: Sendable {
    /// A numeric address or a name; `::` takes IPv4 too.
    package var host: String
    /// 0 for any free port, nil for none.
    package var httpPort: Int?
    /// 0 for any free port.
    package var httpsPorts: [Int]
    /// Event loops, each with a thread of its own; at least 1.
    package var workers: Int
    package var limits: HTTPLimits
    /// How much of a body is taken in by its path; nil where that is the same for all.
    package var bodyRule: BodyRule?
    /// Needed when there are HTTPS ports.
    package var tls: TLSServerContext?
    package var poller: PollerKind
    /// Receives how many slow readers were closed and how many bytes waited for them; called on a worker's thread, at most once a
    /// second for each worker.
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

/// Answers one request. Called on the thread of the connection's loop, which serves nobody else meanwhile.
package typealias Responder = @Sendable (HTTPRequest, Peer) -> Reply

/// An answer, or what has to happen before there is one.
package enum Reply: Sendable {
    case now(HTTPResponse)
    /// The connection waits; the loop serves the others meanwhile.
    case later(Deferral)
    /// The connection waits for that long, then goes on with what `next` says, on the thread of its loop; at once when the server
    /// stops.
    case after(Duration, next: Next)

    package typealias Next = @Sendable () -> Reply
}

/// An answer that has to wait for something that happens elsewhere: another thread's work, a point in time.
package struct Deferral: Sendable {
    /// Starts what is waited for, without blocking. What it is given is to be called once, by any thread, when that is over;
    /// calls after the first, and for a client that has gone, come to nothing.
    package let begin: @Sendable (_ done: @escaping @Sendable () -> Void) -> Void
    /// Says then how it goes on, on the thread of the connection's loop.
    package let next: Reply.Next

    package init(
        begin: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void, next: @escaping Reply.Next
    ) {
        self.begin = begin
        self.next = next
    }
}
