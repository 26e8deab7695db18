import CPosix
import Platform
import Synchronization

/// One listening socket, made before the loops start and then handed to one of them, which closes it.
final class ListeningSocket: Sendable {
    let descriptor: Int32
    /// The actual port, also where 0 was asked for.
    let port: Int
    let isSecure: Bool
    /// Somebody else may have the number of the descriptor from then on.
    private let isClosed = Mutex(false)

    private static let backlog: Int32 = 1024

    private init(descriptor: Int32, port: Int, isSecure: Bool) {
        self.descriptor = descriptor
        self.port = port
        self.isSecure = isSecure
    }

    /// Called once, by whoever has it.
    func close() {
        isClosed.withLock { isClosed in
            isClosed = true
            Descriptor.close(descriptor)
        }
    }

    /// Gives back the port of a loop that is held up, from any thread; does nothing where the loop has closed the socket
    /// meanwhile. Until it does, the number is not free for others: another socket has it, which nobody reaches.
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

    /// One socket per worker, all on the same port.
    ///
    /// Throws `portInUse` also when the present listener would share the port: the kernel would let us in beside a server
    /// of the same user, and split the clients between us.
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
                // The first takes the port asked for, or a free one that nobody shares; the rest take the same.
                let bound = try bind(host, sockets.first?.port ?? port, isShared ? CPOSIX_SHARED : 0)
                sockets.append(ListeningSocket(descriptor: bound.descriptor, port: bound.port, isSecure: isSecure))
            }
        } catch {
            for socket in sockets { socket.close() }
            throw error
        }
        return sockets
    }

    /// The same socket for another worker, to be closed by that one: whoever comes first takes the connection.
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

    /// What accepting one connection came to.
    enum Accepted {
        case connection(descriptor: Int32, address: String)
        case none
        /// This client is gone already; the next may be there.
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

    /// What a failed accept means, by its errno.
    private func failed(_ code: Int32) -> Accepted {
        switch code {
        case EAGAIN, EBADF, EINVAL: .none
        // The system looks for a free descriptor first, and for a client only then.
        case EMFILE: Descriptor.isReadable(descriptor) ? .full : .none
        case ENFILE, ENOBUFS, ENOMEM: Descriptor.isReadable(descriptor) ? .exhausted : .none
        default: .aborted
        }
    }
}
