import CPosix
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
        let isShared = workers > 1 && Sockets.dealsOutConnections
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
