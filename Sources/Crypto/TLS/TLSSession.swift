import COpenSSL
import Platform

/// A TLS connection over a non-blocking socket, used by one thread. The caller polls the socket as each call requires.
package final class TLSSession {
    /// The result of one call.
    package enum Outcome: Equatable, Sendable {
        /// The number of bytes read or written; 0 for a handshake or shutdown.
        case done(Int)
        /// The call must be repeated when the socket is readable. A write may return this, too.
        case wantRead
        /// The call must be repeated when the socket is writable. A read may return this, too.
        case wantWrite
        /// The peer has closed the connection, with or without close_notify.
        case closed
        /// The peer violated the protocol. The connection must be closed without a shutdown.
        case failed(String)
    }

    private let ssl: OpaquePointer
    /// The context, retained because the callbacks of `ssl` point into it.
    private let context: TLSServerContext
    /// Whether a fatal error occurred. After that, OpenSSL forbids every further call, even shutdown.
    private var isBroken = false
    /// Whether the handshake failed because the client speaks HTTP without TLS. In that case nothing was written.
    package private(set) var receivedPlainHTTP = false

    /// Takes ownership of `ssl`.
    init(ssl: OpaquePointer, context: TLSServerContext) {
        self.ssl = ssl
        self.context = context
    }

    deinit {
        SSL_free(ssl)
    }

    /// Continues the handshake. Returns `.done(0)` when the handshake is complete.
    package func handshake() -> Outcome {
        perform { _ in SSL_do_handshake(ssl) }
    }

    /// Reads decrypted bytes, at most those of one record.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Outcome {
        guard !buffer.isEmpty else { return .done(0) }
        return perform { SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &$0) }
    }

    /// Writes some of the bytes. The buffer may move between calls, but its unwritten bytes must stay the same.
    package func write(_ bytes: UnsafeRawBufferPointer) -> Outcome {
        guard !bytes.isEmpty else { return .done(0) }
        return perform { SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &$0) }
    }

    /// The number of decrypted bytes in the session. The caller must read them before polling the socket, which does not report
    /// them.
    package var pendingBytes: Int {
        isBroken ? 0 : Int(SSL_pending(ssl))
    }

    /// The client's certificate as DER after the handshake, or nil if none was requested or sent. No authority has been verified.
    package var peerCertificate: [UInt8]? {
        guard !isBroken, let certificate = SSL_get0_peer_certificate(ssl) else { return nil }
        return try? DER.bytes(of: certificate, i2d_X509)
    }

    /// Sends close_notify without waiting for the peer's close_notify. Does nothing before the end of the handshake or after an
    /// error.
    package func shutdown() -> Outcome {
        guard !isBroken, SSL_in_init(ssl) == 0 else { return .done(0) }
        return perform { _ in SSL_shutdown(ssl) < 0 ? -1 : 1 }
    }

    /// Makes one OpenSSL call that returns 1 for success, and reads its error immediately, on the same thread.
    private func perform(_ call: (inout Int) -> Int32) -> Outcome {
        guard !isBroken else { return .closed }
        // A stale entry of another operation would look like this call's error.
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
            receivedPlainHTTP = ERR_GET_REASON(ERR_peek_error()) == SSL_R_HTTP_REQUEST
            return .failed(ErrorQueue.take() ?? "TLS error")
        }
    }
}
