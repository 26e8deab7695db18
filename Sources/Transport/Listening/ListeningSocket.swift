import CPosix
import HTTP
import Platform
import Synchronization

/// One listening socket. It is created before the loops start and is then passed to one loop, which closes it.
final class ListeningSocket: Sendable {
    let descriptor: Int32
    /// The actual port, even if port 0 was requested.
    let port: Int
    let isSecure: Bool
    /// Whether the socket is closed. After that, the system may reuse the number of the descriptor.
    private let isClosed = Mutex(false)

    private static let backlog: Int32 = 1024

    private init(descriptor: Int32, port: Int, isSecure: Bool) {
        self.descriptor = descriptor
        self.port = port
        self.isSecure = isSecure
    }

    /// Closes the socket. The owner calls this function once.
    func close() {
        isClosed.withLock { isClosed in
            isClosed = true
            Descriptor.close(descriptor)
        }
    }

    /// Releases the port of a loop that is blocked, from any thread. Does nothing if the loop has closed the socket in the
    /// meantime. Until the loop closes it, the descriptor's number stays in use: it refers to another socket, which no client can
    /// reach.
    func release() {
        isClosed.withLock { isClosed in
            guard !isClosed else { return }
            let substitute = Sockets.open(family: AF_INET, kind: Sockets.stream, protocolNumber: 0)
            guard substitute >= 0 else { return }
            _ = dup2(substitute, descriptor)
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            Descriptor.close(substitute)
        }
    }

    /// Opens one socket per worker, all on the same port.
    ///
    /// Throws `portInUse` also if another listener would share the port. The kernel would allow that for a server of the same user,
    /// and would split the clients between both servers.
    static func open(host: String, port: Int, isSecure: Bool, workers: Int) throws(ServerFailure) -> [ListeningSocket] {
        let isShared = workers > 1 && Sockets.distributesConnections
        if isShared, port != 0 {
            Descriptor.close(try bind(host, port, CPOSIX_PROBE).descriptor)
        }
        var sockets: [ListeningSocket] = []
        do throws(ServerFailure) {
            for _ in 0..<workers {
                if workers > 1, !isShared, let first = sockets.first {
                    sockets.append(try first.again())
                    continue
                }
                // The first socket takes the requested port, or a free port that no other process shares; the others take the same
                // port.
                let bound = try bind(host, sockets.first?.port ?? port, isShared ? CPOSIX_SHARED : 0)
                sockets.append(ListeningSocket(descriptor: bound.descriptor, port: bound.port, isSecure: isSecure))
            }
        } catch {
            for socket in sockets { socket.close() }
            throw error
        }
        return sockets
    }

    /// Duplicates the socket for another worker, which closes the copy. The first worker to accept gets the connection.
    private func again() throws(ServerFailure) -> ListeningSocket {
        let copy = dup(descriptor)
        guard copy >= 0 else { throw .system(call: "dup", code: errno) }
        _ = fcntl(copy, F_SETFD, FD_CLOEXEC)
        return ListeningSocket(descriptor: copy, port: port, isSecure: isSecure)
    }

    private static func bind(
        _ host: String, _ port: Int, _ options: Int
    ) throws(ServerFailure) -> (descriptor: Int32, port: Int) {
        guard var number = UInt16(exactly: port) else { throw .invalidPort(host, port) }
        let descriptor = cposix_listen(host, &number, Int32(truncatingIfNeeded: options), backlog)
        guard descriptor >= 0 else { throw ServerFailure(listening: -descriptor, host, port) }
        return (descriptor, Int(number))
    }

    /// The result of accepting one connection.
    enum Accepted {
        case connection(descriptor: Int32, address: String)
        case none
        /// The client is already gone; another client may be waiting.
        case aborted
        /// The process is out of descriptors.
        case full
        /// The system is out of descriptors or memory.
        case exhausted
    }

    func accept() -> Accepted {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { address in
            guard let base = address.baseAddress else { return .none }
            let descriptor = cposix_accept(self.descriptor, base, address.count)
            return descriptor >= 0
                ? .connection(descriptor: descriptor, address: String(cString: base))
                : failed(-descriptor)
        }
    }

    /// Returns the meaning of a failed accept, by its errno.
    private func failed(_ code: Int32) -> Accepted {
        switch code {
        case EAGAIN, EBADF, EINVAL: .none
        // The system looks for a free descriptor first, and only then for a client.
        case EMFILE: Descriptor.isReadable(descriptor) ? .full : .none
        case ENFILE, ENOBUFS, ENOMEM: Descriptor.isReadable(descriptor) ? .exhausted : .none
        default: .aborted
        }
    }
}

/// The listening sockets of a server: one per port and worker.
struct Listeners {
    let ports: HTTPServer.BoundPorts
    /// The sockets by port, then by worker.
    private let sockets: [[ListeningSocket]]

    /// Opens all sockets. Throws for the first port that cannot be opened, and then leaves nothing open.
    init(_ configuration: ServerConfiguration, workers: Int) throws(ServerFailure) {
        let requested =
            (configuration.httpPort.map { [($0, false)] } ?? []) + configuration.httpsPorts.map { ($0, true) }
        var sockets: [[ListeningSocket]] = []
        do throws(ServerFailure) {
            for (port, isSecure) in requested {
                sockets.append(
                    try ListeningSocket.open(
                        host: configuration.host, port: port, isSecure: isSecure, workers: workers))
            }
        } catch {
            for socket in sockets.joined() { socket.close() }
            throw error
        }
        self.sockets = sockets
        let bound = sockets.compactMap(\.first)
        ports = HTTPServer.BoundPorts(
            http: bound.first { !$0.isSecure }?.port, https: bound.filter(\.isSecure).map(\.port))
    }

    /// Returns the sockets on which one worker listens. The worker closes them.
    func sockets(of worker: Int) -> [ListeningSocket] {
        sockets.map { $0[worker] }
    }

    /// Closes the sockets of all workers from that index on, which no worker has taken over.
    func close(from worker: Int) {
        for socket in sockets.flatMap({ $0.dropFirst(worker) }) { socket.close() }
    }
}

/// Accepts the connections of one listening socket, for one worker.
final class Acceptor: Pollable {
    /// The maximum number of accepts per round, so that a flood of new clients does not delay the others.
    static let perRound = 64

    let socket: ListeningSocket
    private let worker: Worker
    private var token: Token?

    init(_ socket: ListeningSocket, _ worker: Worker) {
        self.socket = socket
        self.worker = worker
    }

    /// Registers the socket, which the loop's poller already watches.
    func open() {
        token = worker.loop.adopt(self)
    }

    func ready(_ readiness: Readiness) {
        worker.flushPending()
        accept(atMost: Acceptor.perRound)
    }

    /// Ends the pause after descriptors ran out.
    func timeReached() {
        guard let token else { return }
        worker.loop.modify(socket.descriptor, token, .read)
    }

    /// Accepts the clients that have connected so far, then stops listening.
    func close() {
        guard let token else { return }
        accept(atMost: 1024)
        worker.loop.remove(socket.descriptor, token)
        self.token = nil
        socket.close()
    }

    /// Accepts connections. If descriptors run out, a silent connection makes room for the next client; if that fails, accepting
    /// pauses.
    private func accept(atMost count: Int) {
        var hasFreedDescriptor = false
        for _ in 0..<count {
            switch socket.accept() {
            case .connection(let descriptor, let address):
                worker.admit(PendingConnection(descriptor: descriptor, address: address, socket: socket))
                hasFreedDescriptor = false
            case .aborted: continue
            case .none: return
            case .full:
                guard !hasFreedDescriptor, worker.freeDescriptor() else { return pauseAccepting() }
                hasFreedDescriptor = true
            case .exhausted: return pauseAccepting()
            }
        }
    }

    /// Pauses accepting. The client waits in the backlog, and polling would spin.
    private func pauseAccepting() {
        guard let token else { return }
        worker.loop.modify(socket.descriptor, token, [])
        worker.loop.schedule(token, at: worker.loop.now + worker.settings.limits.acceptPause)
    }
}
