import Platform

/// A blocking connection to another machine, plain or with TLS. Only one thread may use it at a time.
package final class BlockingConnection {
    private let socket: DeadlineSocket
    private let session: TLSClientSession?

    /// The settings with which TLS verifies the server.
    package struct Security: Sendable {
        /// The PEM of the authorities that may sign the server's certificate, or nil for the system's authorities.
        package let authorityPEM: [UInt8]?

        package init(authorityPEM: [UInt8]?) {
            self.authorityPEM = authorityPEM
        }
    }

    /// Connects to the first address of the host that accepts the connection. `host` is a name or a numeric address (IPv6 without
    /// brackets); `security` is nil for a plain connection. Connecting and each step of the handshake, of reading and of writing
    /// take at most `stepMilliseconds`, and no step continues after `end`, a time of `MonotonicClock` in milliseconds. Only the
    /// resolver, which finds the addresses, has its own timeout. Throws one sentence about the problem.
    package init(
        host: String, port: Int, security: Security?, stepMilliseconds: Int, end: Int = .max
    ) throws(TLSFailure) {
        guard let socket = BlockingConnection.connected(host, port, stepMilliseconds, end) else {
            throw TLSFailure(reason: "cannot connect to \(host):\(port)")
        }
        self.socket = socket
        guard let security else {
            session = nil
            return
        }
        do throws(TLSFailure) {
            session = try TLSClientSession(socket, host: host, authorityPEM: security.authorityPEM)
        } catch {
            // An initializer that throws does not run `deinit`.
            _ = close(socket.descriptor)
            throw error
        }
    }

    deinit {
        _ = close(socket.descriptor)
    }

    /// Writes all bytes.
    package func write(_ bytes: [UInt8]) throws(ConnectionFailure) {
        if let session { return try session.write(bytes) }
        var written = 0
        while written < bytes.count {
            let count = bytes[written...].withUnsafeBytes {
                send(socket.descriptor, $0.baseAddress, $0.count, Sockets.noSignal)
            }
            if count > 0 { written += count } else { try wait(for: Int32(POLLOUT)) }
        }
    }

    /// Returns the number of bytes read, or 0 after an orderly end of the other side: a FIN, or TLS's close_notify.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConnectionFailure) -> Int {
        if let session { return try session.read(into: buffer) }
        while true {
            let count = recv(socket.descriptor, buffer.baseAddress, buffer.count, 0)
            if count >= 0 { return count }
            try wait(for: Int32(POLLIN))
        }
    }

    /// Waits, after a call that failed temporarily, until another call can succeed.
    private func wait(for events: Int32) throws(ConnectionFailure) {
        switch errno {
        case EINTR: return
        case EAGAIN: try socket.wait(for: events)
        default: throw .broken
        }
    }

    /// Whether data or the end of the connection can be read within that time.
    package func isReadable(withinMilliseconds time: Int) -> Bool {
        if let session, session.hasPending { return true }
        var entry = pollfd(fd: socket.descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(clamping: time)) > 0
    }

    private static func connected(_ host: String, _ port: Int, _ stepMilliseconds: Int, _ end: Int) -> DeadlineSocket? {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICSERV
        hints.ai_socktype = Sockets.stream
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return nil }
        defer { freeaddrinfo(list) }
        var next = list
        while let address = next?.pointee {
            next = address.ai_next
            let descriptor = Sockets.open(
                family: address.ai_family, kind: address.ai_socktype, protocolNumber: address.ai_protocol)
            // The machine may lack this address family but have the next one.
            guard descriptor >= 0 else { continue }
            _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
            var enabled: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &enabled, socklen_t(MemoryLayout<Int32>.size))
            let socket = DeadlineSocket(descriptor: descriptor, stepMilliseconds: stepMilliseconds, end: end)
            if connect(socket, address) { return socket }
            _ = close(descriptor)
        }
        return nil
    }

    private static func connect(_ socket: DeadlineSocket, _ address: addrinfo) -> Bool {
        if Platform.connect(socket.descriptor, address.ai_addr, address.ai_addrlen) == 0 { return true }
        // An interrupted connect continues in the background, too.
        guard errno == EINPROGRESS || errno == EINTR, (try? socket.wait(for: Int32(POLLOUT))) != nil else {
            return false
        }
        var code: Int32 = -1
        var size = socklen_t(MemoryLayout<Int32>.size)
        return getsockopt(socket.descriptor, SOL_SOCKET, SO_ERROR, &code, &size) == 0 && code == 0
    }
}

/// The reason why a connection to another machine failed.
package enum ConnectionFailure: Error, Sendable, Equatable {
    /// The other side closed the connection without the orderly end that the protocol requires.
    case broken
    case timedOut
}

/// A connected, non-blocking socket with deadlines.
struct DeadlineSocket {
    let descriptor: Int32
    /// The maximum time to wait for one read or write, in milliseconds.
    let stepMilliseconds: Int
    /// The deadline of all steps together, a time of `MonotonicClock` in milliseconds, even if each step makes progress.
    let end: Int

    /// Waits until the socket is ready for `events` (`POLLIN`, `POLLOUT`) or has failed.
    func wait(for events: Int32) throws(ConnectionFailure) {
        let start = MonotonicClock.milliseconds()
        let stepEnd = min(start &+ min(stepMilliseconds, Int(Int32.max)), end)
        while true {
            let remaining = stepEnd - MonotonicClock.milliseconds()
            guard remaining > 0 else { throw .timedOut }
            var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
            let count = poll(&entry, 1, Int32(clamping: remaining))
            if count > 0 { return }
            guard count == 0 || errno == EINTR else { throw .broken }
        }
    }
}
