import COpenSSL
import Wire

/// Which clients are asked for a certificate: those that ask for certain server names, so that no browser is ever prompted
/// under any other. Whatever certificate comes is taken, once the client has shown that it has the key: who it is, is decided
/// by whoever knows the registered ones (RFC 8705 §2.2).
final class ClientCertificateRequest: Sendable {
    /// Given a server name in lower case.
    typealias Names = @Sendable (_ name: String) -> Bool

    /// Bytes of a client's certificate and what it sends along, as the handshake message has them.
    private static let maximumBytes = 32 * 1024

    private let names: Names

    init(names: @escaping Names) {
        self.names = names
    }

    /// Has the context ask. The callback points at this object, which must live as long as the context.
    func install(in context: OpaquePointer) {
        SSL_CTX_set_client_hello_cb(context, readHello, Unmanaged.passUnretained(self).toOpaque())
        // In place of the check of the chain; called for requested certificates only.
        SSL_CTX_set_cert_verify_callback(context, { _, _ in 1 }, nil)
    }

    /// A resumed session would know nothing of the certificate, and could come from another name: there is none here.
    fileprivate func apply(to ssl: OpaquePointer, name: String) {
        guard names(name.asciiLowercased) else { return }
        SSL_set_verify(ssl, SSL_VERIFY_PEER | SSL_VERIFY_CLIENT_ONCE, nil)
        copenssl_forbid_resumption(ssl)
        copenssl_limit_peer_certificates(ssl, ClientCertificateRequest.maximumBytes)
    }
}

/// Runs before anything is decided, the resumption of a session included.
private func readHello(
    _ ssl: OpaquePointer?, _ alert: UnsafeMutablePointer<Int32>?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    guard let ssl, let argument else { return SSL_CLIENT_HELLO_ERROR }
    if let name = askedName(ssl) {
        Unmanaged<ClientCertificateRequest>.fromOpaque(argument).takeUnretainedValue().apply(to: ssl, name: name)
    }
    return SSL_CLIENT_HELLO_SUCCESS
}

/// The name in the ClientHello (RFC 6066 §3); nil without one. What is malformed ends the handshake soon after.
private func askedName(_ ssl: OpaquePointer) -> String? {
    var start: UnsafePointer<UInt8>?
    var count = 0
    guard SSL_client_hello_get0_ext(ssl, UInt32(TLSEXT_TYPE_server_name), &start, &count) == 1 else { return nil }
    // A list's length (2 bytes), and of its one entry the type (1), the length (2) and the name.
    let bytes = UnsafeBufferPointer(start: start, count: count).dropFirst(5)
    // Allowed (lossy-text): compared with plain names only, which no other text becomes.
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}
