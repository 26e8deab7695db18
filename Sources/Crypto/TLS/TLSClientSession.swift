import COpenSSL
import Formats
import Platform

/// A TLS session with another server over a connected socket. The server's certificate and name are verified.
final class TLSClientSession {
    private let context: SharedHandle
    private let ssl: OpaquePointer
    private let socket: DeadlineSocket

    /// Performs the handshake. `host` is the name or the numeric address that the certificate must have. `authorityPEM` has the
    /// authorities that may sign the certificate; nil means the system's authorities. Throws one sentence about the problem. The
    /// caller keeps ownership of the descriptor.
    init(_ socket: DeadlineSocket, host: String, authorityPEM: [UInt8]?) throws(TLSFailure) {
        ERR_clear_error()
        guard let context = SharedHandle(SSL_CTX_new(TLS_client_method()), release: SSL_CTX_free),
            let ssl = SSL_new(context.pointer)
        else { throw .openSSL("a TLS session cannot be created") }
        self.context = context
        self.ssl = ssl
        self.socket = socket
        try TLSClientSession.trust(context, authorityPEM)
        SSL_set_verify(ssl, SSL_VERIFY_PEER, nil)
        guard TLSClientSession.setExpectedHost(host, ssl), SSL_set_fd(ssl, socket.descriptor) == 1 else {
            throw .openSSL("a TLS session for \(host) cannot be created")
        }
        try performHandshake()
    }

    private func performHandshake() throws(TLSFailure) {
        do throws(ConnectionFailure) {
            guard try perform({ SSL_connect(ssl) }) else { throw .broken }
        } catch {
            guard error == .broken else { throw TLSFailure(reason: "the TLS handshake takes too long") }
            let status = SSL_get_verify_result(ssl)
            guard status == X509_V_OK else {
                ERR_clear_error()
                throw TLSFailure(
                    reason: "the certificate is not trusted: \(String(cString: X509_verify_cert_error_string(status)))"
                )
            }
            throw .openSSL("the TLS handshake failed")
        }
    }

    deinit {
        SSL_free(ssl)
    }

    /// Writes all bytes.
    func write(_ bytes: [UInt8]) throws(ConnectionFailure) {
        guard !bytes.isEmpty else { return }
        // A repeated write must pass its bytes at the same address.
        let outcome = bytes.withUnsafeBytes { bytes in
            Result { () throws(ConnectionFailure) in
                var count = 0
                return try perform { SSL_write_ex(ssl, bytes.baseAddress, bytes.count, &count) }
            }
        }
        guard try outcome.get() else { throw .broken }
    }

    /// Returns the number of bytes read, or 0 after the other side has sent close_notify.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(ConnectionFailure) -> Int {
        var count = 0
        return try perform { SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count) } ? count : 0
    }

    /// Calls OpenSSL, waiting and repeating the call as OpenSSL requires. Returns false after close_notify of the other side.
    private func perform(_ call: () -> Int32) throws(ConnectionFailure) -> Bool {
        while true {
            ERR_clear_error()
            let result = call()
            if result == 1 { return true }
            switch SSL_get_error(ssl, result) {
            case SSL_ERROR_WANT_READ: try socket.wait(for: Int32(POLLIN))
            case SSL_ERROR_WANT_WRITE: try socket.wait(for: Int32(POLLOUT))
            case SSL_ERROR_ZERO_RETURN: return false
            default: throw .broken
            }
        }
    }

    /// Whether the session has decrypted bytes that have not been read.
    var hasPending: Bool { SSL_has_pending(ssl) == 1 }

    private static func trust(_ context: SharedHandle, _ authorityPEM: [UInt8]?) throws(TLSFailure) {
        guard let authorityPEM else {
            let isRead =
                SystemAuthorities.file.map { SSL_CTX_load_verify_file(context.pointer, $0) }
                ?? SSL_CTX_set_default_verify_paths(context.pointer)
            guard isRead == 1 else { throw .openSSL("the system's certificate authorities cannot be read") }
            return
        }
        do throws(CryptoFailure) {
            let store = SSL_CTX_get_cert_store(context.pointer)
            for block in try PEM.blocks(authorityPEM) where block.label.isExactly(PEMBlock.certificate) {
                let certificate = try Certificate(der: block.bytes)
                withExtendedLifetime(certificate) { _ = X509_STORE_add_cert(store, certificate.pointer) }
            }
        } catch {
            throw TLSFailure(reason: error.reason)
        }
    }

    private static func setExpectedHost(_ host: String, _ ssl: OpaquePointer) -> Bool {
        if ServerName.isAddress(host) { return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1 }
        return copenssl_set_servername(ssl, host) == 1 && SSL_set1_host(ssl, host) == 1
    }
}

/// One request over TLS on a blocking socket, for the health check of a server without an HTTP port. The certificate is not
/// verified, because the check only asks whether this machine's own server responds.
package enum TLSExchange {
    /// Sends `request` and reads at most `limit` bytes until the server closes the connection. Returns nil if TLS fails.
    package static func run(_ descriptor: Int32, request: [UInt8], limit: Int) -> [UInt8]? {
        ERR_clear_error()
        guard let context = SSL_CTX_new(TLS_client_method()) else { return nil }
        defer { SSL_CTX_free(context) }
        guard let session = SSL_new(context) else { return nil }
        defer { SSL_free(session) }
        guard SSL_set_fd(session, descriptor) == 1, SSL_connect(session) == 1,
            SSL_write(session, request, Int32(truncatingIfNeeded: request.count)) == request.count
        else { return nil }
        var response: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4_096)
        while response.count < limit {
            let count = SSL_read(session, &chunk, Int32(clamping: chunk.count))
            guard count > 0 else { break }
            response.append(contentsOf: chunk.prefix(Int(count)))
        }
        return response
    }
}
