import Crypto
import HTTP
import Synchronization

/// The bytes of one connection, plain or with TLS.
enum ByteStream {
    case plain(Int32)
    case secure(TLSSession)

    func read(into buffer: UnsafeMutableRawBufferPointer) -> IOResult {
        switch self {
        case .plain(let descriptor): Descriptor.read(descriptor, into: buffer)
        case .secure(let session): result(session.read(into: buffer))
        }
    }

    func write(_ bytes: UnsafeRawBufferPointer) -> IOResult {
        switch self {
        case .plain(let descriptor): Descriptor.write(descriptor, bytes)
        case .secure(let session): result(session.write(bytes))
        }
    }

    /// Continues the TLS handshake. Returns `.done` immediately without TLS.
    func handshake() -> IOResult {
        switch self {
        case .plain: .done(0)
        case .secure(let session): result(session.handshake())
        }
    }

    /// Sends TLS's close_notify. Does nothing without TLS.
    func endWriting() {
        if case .secure(let session) = self { _ = session.shutdown() }
    }

    /// The memory of an unfinished write, in addition to the caller's: one encrypted TLS record (RFC 8446 §5.1).
    var unfinishedWriteBytes: Int {
        switch self {
        case .plain: 0
        case .secure: 17 * 1024
        }
    }

    /// Whether bytes are available that no poller can report.
    var hasBufferedInput: Bool {
        if case .secure(let session) = self { return session.pendingBytes > 0 }
        return false
    }

    /// Whether the handshake failed because the client speaks HTTP without TLS.
    var receivedPlainHTTP: Bool {
        if case .secure(let session) = self { return session.receivedPlainHTTP }
        return false
    }

    /// The client's certificate as DER, after the handshake.
    var peerCertificate: [UInt8]? {
        if case .secure(let session) = self { return session.peerCertificate }
        return nil
    }

    private func result(_ outcome: TLSSession.Outcome) -> IOResult {
        switch outcome {
        case .done(let count): .done(count)
        case .wantRead: .wantRead
        case .wantWrite: .wantWrite
        case .closed, .failed: .closed
        }
    }
}

/// The TLS handshake, before the first request.
extension Connection {
    /// Continues the handshake. Returns whether the handshake is complete.
    func shakeHands() -> Bool {
        guard case .handshaking = stage, let stream else { return true }
        switch stream.handshake() {
        case .done:
            peer.clientCertificate = stream.peerCertificate
            stage = .serving
            worker.counters.handshakes.wrappingAdd(1, ordering: .relaxed)
            clock.restart(.head, at: worker.loop.now)
            return true
        case .wantRead: extraInterest = []
        case .wantWrite: extraInterest = .write
        case .closed: stream.receivedPlainHTTP ? rejectPlainHTTP() : close()
        }
        return false
    }

    /// Responds in plain text to a client that used `http://` instead of `https://`.
    private func rejectPlainHTTP() {
        worker.counters.failedHandshakes.wrappingAdd(1, ordering: .relaxed)
        stream = .plain(descriptor)
        abandon(Rejection(400, "this port accepts HTTPS only"))
    }
}
