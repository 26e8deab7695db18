import COpenSSL
@testable import Crypto
import Platform
import Testing

/// A TLS client on one end of a socket pair. The test drives the server session on the other end.
final class TLSClient {
    struct Options {
        var serverName: String?
        var protocols: [String] = []
        var onlyVersion: Int32?
        /// The trusted authority in PEM; nil trusts any certificate.
        var authority: [UInt8]?
        /// The host name that the certificate must be for.
        var expectedHost: String?
        var expectedAddress: String?
        /// The certificate for a server that requests one, with this many copies as its chain.
        var certificate: (leaf: Certificate, key: PrivateKey, copies: Int)?
        /// The session to resume.
        var session: SharedHandle?
    }

    private let context: OpaquePointer
    private let ssl: OpaquePointer

    init(descriptor: Int32, _ options: Options) throws {
        context = try #require(SSL_CTX_new(TLS_client_method()))
        if let certificate = options.certificate {
            SSL_CTX_use_certificate(context, certificate.leaf.pointer)
            SSL_CTX_use_PrivateKey(context, certificate.key.pointer)
            for _ in 0..<certificate.copies { _ = copenssl_add_chain_certificate(context, certificate.leaf.pointer) }
        }
        ssl = try #require(SSL_new(context))
        SSL_set_fd(ssl, descriptor)
        SSL_set_connect_state(ssl)
        if let name = options.serverName { _ = copenssl_set_servername(ssl, name) }
        if let version = options.onlyVersion { copenssl_set_only_version(ssl, version) }
        if let session = options.session { SSL_set_session(ssl, session.pointer) }
        let wire = options.protocols.flatMap { [UInt8(truncatingIfNeeded: $0.utf8.count)] + Array($0.utf8) }
        if !wire.isEmpty { SSL_set_alpn_protos(ssl, wire, UInt32(wire.count)) }
        if let pem = options.authority { try trust(pem, options) }
    }

    private func trust(_ pem: [UInt8], _ options: Options) throws {
        let read = pem.withUnsafeBytes { pem in
            let bio = BIO_new_mem_buf(pem.baseAddress, Int32(pem.count))
            defer { BIO_free(bio) }
            return PEM_read_bio_X509(bio, nil, nil, nil)
        }
        let certificate = try #require(read)
        defer { X509_free(certificate) }
        X509_STORE_add_cert(SSL_CTX_get_cert_store(context), certificate)
        SSL_set_verify(ssl, SSL_VERIFY_PEER, nil)
        let parameters = SSL_get0_param(ssl)
        X509_VERIFY_PARAM_set_flags(parameters, UInt(X509_V_FLAG_X509_STRICT))
        if let host = options.expectedHost { SSL_set1_host(ssl, host) }
        if let address = options.expectedAddress { X509_VERIFY_PARAM_set1_ip_asc(parameters, address) }
    }

    deinit {
        SSL_free(ssl)
        SSL_CTX_free(context)
    }

    /// Returns 1 when complete, 0 when waiting and -1 after a failure.
    func handshake() -> Int {
        ERR_clear_error()
        let result = SSL_do_handshake(ssl)
        if result == 1 { return 1 }
        let error = SSL_get_error(ssl, result)
        return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1
    }

    /// OpenSSL's reason for the last failure in this thread.
    var failure: String {
        ERR_reason_error_string(ERR_peek_last_error()).map { String(cString: $0) } ?? ""
    }

    func write(_ bytes: [UInt8]) -> Int {
        Int(SSL_write(ssl, bytes, Int32(bytes.count)))
    }

    func read(_ count: Int) -> [UInt8] {
        var out = [UInt8](repeating: 0, count: count)
        let readCount = SSL_read(ssl, &out, Int32(count))
        return Array(out.prefix(max(0, Int(readCount))))
    }

    func shutdown() { SSL_shutdown(ssl) }

    /// The session that the server offered for resumption, possibly after the handshake.
    var session: SharedHandle? { SharedHandle(SSL_get1_session(ssl), release: SSL_SESSION_free) }

    var isResumed: Bool { SSL_session_reused(ssl) == 1 }

    var version: String { String(cString: SSL_get_version(ssl)) }

    var chosenProtocol: String {
        var start: UnsafePointer<UInt8>?
        var count: UInt32 = 0
        SSL_get0_alpn_selected(ssl, &start, &count)
        return String(decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }
}
