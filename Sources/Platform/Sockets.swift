/// Socket constants and functions that differ between systems.
package enum Sockets {
    #if canImport(Darwin) || canImport(Musl)
        /// The value of `SOCK_STREAM` for `socket`.
        package static let stream = SOCK_STREAM
    #else
        /// The value of `SOCK_STREAM` for `socket`.
        package static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    #if canImport(Darwin)
        /// The flag of `send` that prevents SIGPIPE. Darwin has no such flag: the socket option `SO_NOSIGPIPE` prevents the signal,
        /// and the process ignores the signal.
        package static let noSignal: Int32 = 0
    #else
        /// The flag of `send` that prevents SIGPIPE.
        package static let noSignal = Int32(MSG_NOSIGNAL)
    #endif

    /// Whether the kernel distributes the connections of a port over all sockets that listen on the port.
    package static let distributesConnections: Bool = {
        #if os(Linux) && !UNDERSTUDY_PORTABLE
            true
        #else
            false
        #endif
    }()

    /// Opens a stream socket that child processes do not inherit. Returns a negative number on failure.
    package static func open(family: Int32, kind: Int32, protocolNumber: Int32) -> Int32 {
        let descriptor = socket(family, kind, protocolNumber)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// Limits the time that one read (`SO_RCVTIMEO`) or write (`SO_SNDTIMEO`) may wait.
    package static func limit(_ descriptor: Int32, _ option: Int32, milliseconds: Int) {
        var timeout = timeval()
        timeout.tv_sec = numericCast(max(milliseconds, 0) / 1_000)
        timeout.tv_usec = numericCast(max(milliseconds, 0) % 1_000 * 1_000)
        setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
}
