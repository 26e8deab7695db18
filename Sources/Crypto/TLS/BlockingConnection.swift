import Platform

/// A connection to another machine, plain or through TLS, that blocks. Of one thread at a time.
package final class BlockingConnection {
    private let descriptor: Int32
    private let session: TLSClientSession?

    /// What TLS is to verify.
    package struct Security: Sendable {
        /// PEM of the authorities that may have signed the server's certificate; nil for the system's.
        package let authorityPEM: [UInt8]?

        package init(authorityPEM: [UInt8]?) {
            self.authorityPEM = authorityPEM
        }
    }

    /// Connects to the first address of the host that takes the connection. `host` is a name or a numeric address, IPv6 without
    /// brackets; `security` is nil for a plain connection. Connecting, and each step of reading or writing, take at most
    /// `stepMilliseconds`. Throws one sentence on what is wrong.
    package init(host: String, port: Int, security: Security?, stepMilliseconds: Int) throws(TLSFailure) {
        let descriptor = BlockingConnection.connected(host, port, stepMilliseconds)
        guard descriptor >= 0 else { throw TLSFailure(reason: "nothing answers at \(host):\(port)") }
        self.descriptor = descriptor
        guard let security else {
            session = nil
            return
        }
        do throws(TLSFailure) {
            session = try TLSClientSession(descriptor, host: host, authorityPEM: security.authorityPEM)
        } catch {
            // What throws here has no deinit.
            _ = close(descriptor)
            throw error
        }
    }

    deinit {
        _ = close(descriptor)
    }

    /// Writes everything; false when the other side takes no more.
    package func write(_ bytes: [UInt8]) -> Bool {
        if let session { return session.write(bytes) }
        return bytes.withUnsafeBytes { bytes in
            var written = 0
            while written < bytes.count {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[written...])
                let count = send(descriptor, rest.baseAddress, rest.count, Sockets.noSignal)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return false }
                written += count
            }
            return true
        }
    }

    /// How many bytes were read; 0 at the end, negative when it failed or took too long.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        if let session { return session.read(into: buffer) }
        while true {
            let count = recv(descriptor, buffer.baseAddress, buffer.count, 0)
            if count < 0, errno == EINTR { continue }
            return count
        }
    }

    /// Limits the steps of reading from now on.
    package func limitReading(toMilliseconds time: Int) {
        Sockets.limit(descriptor, SO_RCVTIMEO, milliseconds: time)
    }

    /// Whether there is something to read within that time, the end included.
    package func isReadable(withinMilliseconds time: Int) -> Bool {
        if let session, session.hasPending { return true }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, Int32(clamping: time)) > 0
    }

    /// Negative without a connection.
    private static func connected(_ host: String, _ port: Int, _ stepMilliseconds: Int) -> Int32 {
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICSERV
        hints.ai_socktype = Sockets.stream
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, String(port), &hints, &list) == 0 else { return -1 }
        defer { freeaddrinfo(list) }
        var next = list
        while let address = next?.pointee {
            next = address.ai_next
            let descriptor = Sockets.open(
                family: address.ai_family, kind: address.ai_socktype, protocolNumber: address.ai_protocol)
            // The machine may lack that family, and have the next.
            guard descriptor >= 0 else { continue }
            // On Linux, connecting takes no longer than sending may.
            for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
                Sockets.limit(descriptor, option, milliseconds: stepMilliseconds)
            }
            var isOn: Int32 = 1
            setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
            if connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return descriptor }
            _ = close(descriptor)
        }
        return -1
    }
}
