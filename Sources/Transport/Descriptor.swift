import Platform

/// The result of one attempt at I/O. "Would block" is a result, not an error.
enum IOResult {
    /// The number of bytes, at least one.
    case done(Int)
    case wantRead
    case wantWrite
    /// The end of input, or the other side is gone.
    case closed
}

/// The system calls on descriptors. A call that a signal interrupts is repeated.
enum Descriptor {
    static func read(_ descriptor: Int32, into buffer: UnsafeMutableRawBufferPointer) -> IOResult {
        while true {
            let count = Platform.read(descriptor, buffer.baseAddress, buffer.count)
            if count > 0 { return .done(count) }
            if count == 0 { return .closed }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wantRead
            default: return .closed
            }
        }
    }

    /// Writes bytes. SIGPIPE is ignored in the whole process, because OpenSSL writes without a flag to prevent it.
    static func write(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> IOResult {
        while true {
            let count = Platform.write(descriptor, bytes.baseAddress, bytes.count)
            if count > 0 { return .done(count) }
            if count == 0 { return .wantWrite }
            switch errno {
            case EINTR: continue
            case EAGAIN: return .wantWrite
            default: return .closed
            }
        }
    }

    static func close(_ descriptor: Int32) {
        _ = Platform.close(descriptor)
    }

    /// Sends FIN. Reading remains possible.
    static func endWriting(_ descriptor: Int32) {
        _ = shutdown(descriptor, Int32(SHUT_WR))
    }

    /// Makes `close` send RST instead of FIN. Data that was not delivered is dropped.
    static func resetOnClose(_ descriptor: Int32) {
        var linger = Platform.linger(l_onoff: 1, l_linger: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout<Platform.linger>.size))
    }

    /// Returns a non-blocking pipe that child processes do not inherit.
    static func pipe() throws(ServerFailure) -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Platform.pipe(&ends) == 0 else { throw .system(call: "pipe", code: errno) }
        for end in ends {
            _ = fcntl(end, F_SETFL, O_NONBLOCK)
            _ = fcntl(end, F_SETFD, FD_CLOEXEC)
        }
        return (ends[0], ends[1])
    }

    /// Whether data, or a connection to accept, is available.
    static func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) > 0
    }

    /// Whether data of the other side is available. The end of input does not count.
    static func hasArrivals(_ descriptor: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    /// Returns the maximum number of open descriptors of the process.
    static func limit() -> Int {
        OpenFiles.limit ?? 1024
    }
}
