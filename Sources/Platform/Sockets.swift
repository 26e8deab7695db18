/// What systems call differently about sockets.
package enum Sockets {
    #if canImport(Darwin) || canImport(Musl)
        /// `SOCK_STREAM`, as `socket` takes it.
        package static let stream = SOCK_STREAM
    #else
        /// `SOCK_STREAM`, as `socket` takes it.
        package static let stream = Int32(SOCK_STREAM.rawValue)
    #endif

    #if canImport(Darwin)
        /// For `send`: no SIGPIPE. A socket itself says so here, `SO_NOSIGPIPE`, and the process ignores the signal.
        package static let noSignal: Int32 = 0
    #else
        /// For `send`: no SIGPIPE.
        package static let noSignal = Int32(MSG_NOSIGNAL)
    #endif

    /// Whether the kernel deals out the connections of a port to all the sockets that listen on it.
    package static let dealsOutConnections: Bool = {
        #if os(Linux) && !UNDERSTUDY_PORTABLE
            true
        #else
            false
        #endif
    }()

    /// A new stream socket that no child process gets; negative where there is none.
    package static func open(family: Int32, kind: Int32, protocolNumber: Int32) -> Int32 {
        let descriptor = socket(family, kind, protocolNumber)
        if descriptor >= 0 { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
        return descriptor
    }

    /// Bounds how long one step of reading (`SO_RCVTIMEO`) or writing (`SO_SNDTIMEO`) may wait.
    package static func limit(_ descriptor: Int32, _ option: Int32, milliseconds: Int) {
        var timeout = timeval()
        timeout.tv_sec = numericCast(max(milliseconds, 0) / 1_000)
        timeout.tv_usec = numericCast(max(milliseconds, 0) % 1_000 * 1_000)
        setsockopt(descriptor, SOL_SOCKET, option, &timeout, socklen_t(MemoryLayout<timeval>.size))
    }
}
