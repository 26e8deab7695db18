import COpenSSL
@testable import Crypto

/// A TLS client over a connected, blocking socket. The client trusts any server.
final class TLSSocket {
    private let context: SharedHandle
    private let ssl: OpaquePointer

    /// Performs the handshake. The client shows the self-signed certificate of `key` if the server requests one.
    init(_ descriptor: Int32, serverName: String, showing key: SigningKey?) throws {
        guard let context = SharedHandle(SSL_CTX_new(TLS_client_method()), release: SSL_CTX_free) else {
            throw SocketBackend.Failed()
        }
        if let key {
            SSL_CTX_use_certificate(context.pointer, key.certificate.pointer)
            SSL_CTX_use_PrivateKey(context.pointer, key.privateKey.pointer)
        }
        guard let ssl = SSL_new(context.pointer) else { throw SocketBackend.Failed() }
        self.context = context
        self.ssl = ssl
        guard copenssl_set_servername(ssl, serverName) == 1, SSL_set_fd(ssl, descriptor) == 1, SSL_connect(ssl) == 1
        else { throw SocketBackend.Failed() }
    }

    deinit {
        SSL_free(ssl)
    }

    /// Writes everything, then reads until the server closes the connection.
    func exchange(_ bytes: [UInt8]) throws -> [UInt8] {
        guard SSL_write(ssl, bytes, Int32(bytes.count)) == bytes.count else { throw SocketBackend.Failed() }
        var response: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = SSL_read(ssl, &chunk, Int32(chunk.count))
            guard count > 0 else { return response }
            response += chunk.prefix(Int(count))
        }
    }
}
