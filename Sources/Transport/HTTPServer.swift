import Formats
import HTTP
import Platform
import Synchronization

/// An HTTP/1.1 server on its own threads. The server listens when `start` returns and has ended when `stop` returns.
package final class HTTPServer: Sendable {
    /// The ports on which the server listens, in the order of the configuration.
    package struct BoundPorts: Sendable, Equatable {
        package let http: Int?
        package let https: [Int]
    }

    package var boundPorts: BoundPorts { listeners.ports }
    private let listeners: Listeners
    private let mailboxes: [Mailbox]
    private let counters: [WorkerCounters]
    private let threads: Mutex<[LoopThread]>

    private init(
        _ listeners: Listeners, _ mailboxes: [Mailbox], _ counters: [WorkerCounters], _ threads: [LoopThread]
    ) {
        self.listeners = listeners
        self.mailboxes = mailboxes
        self.counters = counters
        self.threads = Mutex(threads)
    }

    deinit {
        stop(drain: 0)
    }

    /// Opens every port, passes the ports to `bound`, and then starts the loops. Throws if any port cannot be opened; then nothing
    /// is served. From here on, the whole process ignores SIGPIPE.
    package static func start(
        _ configuration: ServerConfiguration, bound: (BoundPorts) -> Void = { _ in }, responder: @escaping Responder
    ) throws(ServerFailure) -> HTTPServer {
        signal(SIGPIPE, SIG_IGN)
        guard configuration.httpsPorts.isEmpty || configuration.tls != nil else { throw .certificateMissing }
        let workers = max(configuration.workers, 1)
        let listeners = try Listeners(configuration, workers: workers)
        bound(listeners.ports)
        let settings = WorkerSettings(
            limits: configuration.limits, bodyRule: configuration.bodyRule, responder: responder,
            tls: configuration.tls,
            budget: ConnectionBudget(capacity: capacity(configuration.limits)),
            searching: ConnectionBudget(capacity: Acceptor.perRound), workers: workers,
            reportSlowReaders: configuration.reportSlowReaders)
        var mailboxes: [Mailbox] = []
        var threads: [LoopThread] = []
        let counters = (0..<workers).map { _ in WorkerCounters() }
        do throws(ServerFailure) {
            for _ in 0..<workers { mailboxes.append(try Mailbox()) }
            for (index, counters) in counters.enumerated() {
                let (mailbox, next) = (mailboxes[index], workers > 1 ? mailboxes[(index + 1) % workers] : nil)
                threads.append(
                    try Worker.start(
                        configuration.poller.make(), mailbox, next: next, settings, counters,
                        listeners.sockets(of: index)))
            }
        } catch {
            HTTPServer.drain(mailboxes, for: .zero)
            for thread in threads { thread.join() }
            listeners.close(from: threads.count)
            throw error
        }
        return HTTPServer(listeners, mailboxes, counters, threads)
    }

    /// Stops accepting, closes idle connections, and completes current requests for at most `seconds`. Returns when every thread
    /// has ended, or at `moment`, a time of `MonotonicClock` in milliseconds. A thread that a responder or a handshake keeps longer
    /// is detached, and its ports are released. A second call waits for the first. A responder must not call this function.
    package func stop(drain seconds: Double, until moment: Int = .max) {
        threads.withLock { threads in
            HTTPServer.drain(mailboxes, for: .seconds(seconds > 0 ? min(seconds, 3600) : 0))
            for (worker, thread) in threads.enumerated() where !thread.join(until: moment) {
                for socket in listeners.sockets(of: worker) { socket.release() }
            }
            threads = []
        }
    }

    package var statistics: ServerStatistics { ServerStatistics(counters) }

    private static func drain(_ mailboxes: [Mailbox], for time: Duration) {
        for mailbox in mailboxes { mailbox.post { $0.drain(for: time) } }
    }

    /// Returns the maximum number of connections: within the limits, and with descriptors left for everything else.
    private static func capacity(_ limits: HTTPLimits) -> Int {
        let available = Descriptor.limit()
        return max(min(limits.connections, max(available - 64, available / 2)), 1)
    }
}

/// The reason why the server could not start. `description` is one line for the person who started it.
package enum ServerFailure: Error, Equatable, CustomStringConvertible {
    case portInUse(host: String, port: Int)
    /// The server cannot listen. `code` is an errno value.
    case cannotListen(host: String, port: Int, code: Int32)
    /// No TLS context is set, although there are HTTPS ports.
    case certificateMissing
    case system(call: String, code: Int32)

    /// Creates the failure of a bind or listen from its errno.
    init(listening code: Int32, _ host: String, _ port: Int) {
        self =
            code == EADDRINUSE
            ? .portInUse(host: host, port: port) : .cannotListen(host: host, port: port, code: code)
    }

    static func invalidPort(_ host: String, _ port: Int) -> ServerFailure {
        .cannotListen(host: host, port: port, code: EINVAL)
    }

    package var description: String {
        switch self {
        case .portInUse(let host, let port): "\(ServerFailure.address(host, port)) is already in use"
        case .cannotListen(let host, let port, let code):
            "cannot listen on \(ServerFailure.address(host, port)): \(ServerFailure.text(code))"
        case .certificateMissing: "HTTPS requires a certificate"
        case .system(let call, let code): "\(call) failed: \(ServerFailure.text(code))"
        }
    }

    private static func address(_ host: String, _ port: Int) -> String {
        host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
    }

    private static func text(_ code: Int32) -> String {
        String(cString: strerror(code))
    }
}
