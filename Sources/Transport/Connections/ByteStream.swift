import Crypto

/// The bytes of one connection, plain or through TLS.
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

    /// Goes on with the TLS handshake; `.done` at once without TLS.
    func handshake() -> IOResult {
        switch self {
        case .plain: .done(0)
        case .secure(let session): result(session.handshake())
        }
    }

    /// Tells the other side that no more will come, as far as TLS has a word for it.
    func endWriting() {
        if case .secure(let session) = self { _ = session.shutdown() }
    }

    /// The bytes that an unfinished write keeps besides what the caller keeps: one TLS record (RFC 8446 §5.1), sealed.
    var unfinishedWriteBytes: Int {
        switch self {
        case .plain: 0
        case .secure: 17 * 1024
        }
    }

    /// Whether bytes wait that no poller can know of.
    var hasBufferedInput: Bool {
        if case .secure(let session) = self { return session.pendingBytes > 0 }
        return false
    }

    /// Whether the handshake failed because the client speaks HTTP without TLS.
    var metPlainHTTP: Bool {
        if case .secure(let session) = self { return session.metPlainHTTP }
        return false
    }

    /// The client's certificate in DER, after the handshake.
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
