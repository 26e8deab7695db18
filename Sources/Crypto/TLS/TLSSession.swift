import COpenSSL
import Platform

/// One TLS connection over a non-blocking socket, used by one thread. The caller polls the socket as each call asks.
package final class TLSSession {
    /// What one call came to.
    package enum Outcome: Equatable, Sendable {
        /// That many bytes were read or written; 0 for a handshake or shutdown.
        case done(Int)
        /// Call again when the socket is readable. A write may answer this too.
        case wantRead
        /// Call again when the socket is writable. A read may answer this too.
        case wantWrite
        /// The peer is gone, with or without a close_notify.
        case closed
        /// The peer broke the protocol; the connection is to be closed as it is.
        case failed(String)
    }

    private let ssl: OpaquePointer
    /// Kept: the callbacks of `ssl` point into it.
    private let context: TLSServerContext
    /// After a fatal error OpenSSL forbids every further call, shutdown included.
    private var isBroken = false
    /// Whether the handshake failed because the client speaks HTTP without TLS. Nothing was written then.
    package private(set) var metPlainHTTP = false

    /// Takes over `ssl`.
    init(ssl: OpaquePointer, context: TLSServerContext) {
        self.ssl = ssl
        self.context = context
    }

    deinit {
        SSL_free(ssl)
    }

    /// Goes on with the handshake; `.done(0)` when it is complete.
    package func handshake() -> Outcome {
        perform { _ in SSL_do_handshake(ssl) }
    }

    /// Reads decrypted bytes, at most one record's.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        guard !buffer.isEmpty else { return .done(0) }
        return perform { SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &$0) }
    }

    /// Writes some of the bytes; the buffer may move between calls, its unwritten bytes must stay the same.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        guard !bytes.isEmpty else { return .done(0) }
        return perform { SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &$0) }
    }

    /// Decrypted bytes that wait in the session: read them before polling the socket, which cannot know of them.
    package var pendingBytes: Int {
        isBroken ? 0 : Int(SSL_pending(ssl))
    }

    /// The client's certificate, in DER, once the handshake is complete; nil where none was asked for or none came. Nobody has
    /// vouched for it.
    package var peerCertificate: [UInt8]? {
        guard !isBroken, let certificate = SSL_get0_peer_certificate(ssl) else { return nil }
        return try? DER.bytes(of: certificate, i2d_X509)
    }

    /// Sends close_notify; the peer's answer is not awaited. Does nothing before the handshake or after an error.
    package func shutdown() -> Outcome {
        guard !isBroken, SSL_in_init(ssl) == 0 else { return .done(0) }
        return perform { _ in SSL_shutdown(ssl) < 0 ? -1 : 1 }
    }

    /// One OpenSSL call that answers 1 for success, with its error read at once, on this thread.
    private func perform(_ call: (inout Int) -> Int32) -> Outcome {
        guard !isBroken else { return .closed }
        // A stale entry of another operation would be taken for this one's error.
        ERR_clear_error()
        var count = 0
        let result = call(&count)
        if result == 1 { return .done(count) }
        switch SSL_get_error(ssl, result) {
        case SSL_ERROR_WANT_READ: return .wantRead
        case SSL_ERROR_WANT_WRITE: return .wantWrite
        case SSL_ERROR_ZERO_RETURN: return .closed
        case SSL_ERROR_SYSCALL:
            let code = errno
            isBroken = true
            ERR_clear_error()
            return [0, ECONNRESET, EPIPE].contains(code) ? .closed : .failed(String(cString: strerror(code)))
        default:
            isBroken = true
            metPlainHTTP = ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST
            return .failed(ErrorQueue.take() ?? "TLS error")
        }
    }
}
