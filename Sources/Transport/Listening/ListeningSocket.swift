import CLinux
import Glibc

/// One listening socket, made before the loops start and then handed to one of them, which closes it.
struct ListeningSocket: Sendable {
    let descriptor: Int32
    /// The actual port, also where 0 was asked for.
    let port: Int
    let isSecure: Bool

    private static let backlog: Int32 = 1024

    /// One socket per worker, all on the same port.
    ///
    /// Throws `portInUse` also when the present listener would share the port: the kernel would let us in beside a server
    /// of the same user, and split the clients between us.
    static func open(host: String, port: Int, isSecure: Bool, workers: Int) throws(ServerFailure) -> [ListeningSocket] {
        let isShared = workers > 1
        if isShared, port != 0 {
            Descriptor.close(try bind(host, port, CLINUX_PROBE).descriptor)
        }
        var sockets: [ListeningSocket] = []
        do throws(ServerFailure) {
            for _ in 0..<workers {
                // The first takes the port asked for, or a free one that nobody shares; the rest take the same.
                let bound = try bind(host, sockets.first?.port ?? port, isShared ? CLINUX_SHARED : 0)
                sockets.append(ListeningSocket(descriptor: bound.descriptor, port: bound.port, isSecure: isSecure))
            }
        } catch {
            for socket in sockets { Descriptor.close(socket.descriptor) }
            throw error
        }
        return sockets
    }

    private static func bind(
        _ host: String, _ port: Int, _ options: Int
    ) throws(ServerFailure) -> (descriptor: Int32, port: Int) {
        guard var number = UInt16(exactly: port) else { throw .invalidPort(host, port) }
        let descriptor = clinux_listen(host, &number, Int32(truncatingIfNeeded: options), backlog)
        guard descriptor >= 0 else { throw ServerFailure(listening: -descriptor, host, port) }
        return (descriptor, Int(number))
    }

    /// What accepting one connection came to.
    enum Accepted {
        case connection(descriptor: Int32, address: String)
        case none
        /// This client is gone already; the next may be there.
        case aborted
        /// The process or the system is out of descriptors or memory.
        case exhausted
    }

    func accept() -> Accepted {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { address in
            guard let base = address.baseAddress else { return .none }
            let descriptor = clinux_accept(self.descriptor, base, address.count)
            return descriptor >= 0
                ? .connection(descriptor: descriptor, address: String(cString: base))
                : ListeningSocket.failed(-descriptor)
        }
    }

    /// What a failed accept means, by its errno.
    private static func failed(_ code: Int32) -> Accepted {
        switch code {
        case EAGAIN, EBADF, EINVAL: .none
        case EMFILE, ENFILE, ENOBUFS, ENOMEM: .exhausted
        default: .aborted
        }
    }
}
