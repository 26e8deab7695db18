import COpenSSL
import Platform

/// TLS to another server over a connected, blocking socket, with the server's certificate and name verified.
package final class TLSClientSession {
    private let context: SharedHandle
    private let ssl: OpaquePointer

    /// Shakes hands. `host` is the name or the numeric address that the certificate must be for. `authorityPEM` holds the
    /// authorities that may have signed it; nil for the system's. Throws one sentence on what is wrong. The descriptor stays the
    /// caller's.
    package init(_ descriptor: Int32, host: String, authorityPEM: [UInt8]?) throws(TLSFailure) {
        ERR_clear_error()
        guard let context = SharedHandle(SSL_CTX_new(TLS_client_method()), release: SSL_CTX_free),
            let ssl = SSL_new(context.pointer)
        else { throw .openSSL("a TLS session cannot be made") }
        self.context = context
        self.ssl = ssl
        try TLSClientSession.trust(context, authorityPEM)
        SSL_set_verify(ssl, SSL_VERIFY_PEER, nil)
        guard TLSClientSession.expect(host, ssl), SSL_set_fd(ssl, descriptor) == 1 else {
            throw .openSSL("a TLS session for \(host) cannot be made")
        }
        guard SSL_connect(ssl) == 1 else {
            let verdict = SSL_get_verify_result(ssl)
            guard verdict == X509_V_OK else {
                ERR_clear_error()
                throw TLSFailure(
                    reason: "the certificate is not trusted: \(String(cString: X509_verify_cert_error_string(verdict)))"
                )
            }
            throw .openSSL("the TLS handshake failed")
        }
    }

    deinit {
        SSL_free(ssl)
    }

    /// Writes everything; false when the other side takes no more.
    package func write(_ bytes: [UInt8]) -> Bool {
        ERR_clear_error()
        var count = 0
        return SSL_write_ex(ssl, bytes, bytes.count, &count) == 1
    }

    /// How many bytes were read; 0 at the end, negative when it failed.
    package func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        ERR_clear_error()
        var count = 0
        let result = SSL_read_ex(ssl, buffer.baseAddress, buffer.count, &count)
        guard result != 1 else { return count }
        return SSL_get_error(ssl, result) == SSL_ERROR_ZERO_RETURN ? 0 : -1
    }

    /// Whether bytes were decrypted that nobody has read.
    var hasPending: Bool { SSL_has_pending(ssl) == 1 }

    private static func trust(_ context: SharedHandle, _ authorityPEM: [UInt8]?) throws(TLSFailure) {
        guard let authorityPEM else {
            guard SSL_CTX_set_default_verify_paths(context.pointer) == 1 else {
                throw .openSSL("the system's certificate authorities cannot be read")
            }
            return
        }
        do throws(CryptoFailure) {
            let store = SSL_CTX_get_cert_store(context.pointer)
            for block in try PEM.blocks(authorityPEM) where block.label == PEMBlock.certificate {
                let certificate = try Certificate(der: block.bytes)
                withExtendedLifetime(certificate) { _ = X509_STORE_add_cert(store, certificate.pointer) }
            }
        } catch {
            throw TLSFailure(reason: error.reason)
        }
    }

    private static func expect(_ host: String, _ ssl: OpaquePointer) -> Bool {
        if ServerName.isAddress(host) { return X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), host) == 1 }
        return copenssl_set_servername(ssl, host) == 1 && SSL_set1_host(ssl, host) == 1
    }
}
