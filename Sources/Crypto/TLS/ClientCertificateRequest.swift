import COpenSSL
import Formats

/// Requests a certificate from clients that connect to certain server names, so that no browser prompts its user under any other
/// name. Any certificate is accepted if the client has its key. The code that knows the registered certificates identifies the
/// client (RFC 8705 §2.2).
final class ClientCertificateRequest: Sendable {
    /// Returns whether to request a certificate under a server name, given in lower case.
    typealias Names = @Sendable (_ name: String) -> Bool

    /// The maximum size of a client's certificate message, in bytes, with the certificates that the client adds.
    private static let maximumBytes = 32 * 1024

    private let names: Names

    init(names: @escaping Names) {
        self.names = names
    }

    /// Installs the callbacks in the context. The callbacks point to this object, which must live as long as the context.
    func install(in context: OpaquePointer) {
        SSL_CTX_set_client_hello_cb(context, readHello, Unmanaged.passUnretained(self).toOpaque())
        // Replaces the verification of the chain. OpenSSL calls it only for requested certificates.
        SSL_CTX_set_cert_verify_callback(context, { _, _ in 1 }, nil)
    }

    /// Requests the certificate if the name requires one. Resumption is disabled, because a resumed session would have no
    /// certificate and could come from another name.
    fileprivate func apply(to ssl: OpaquePointer, name: String) {
        guard names(name.asciiLowercased) else { return }
        SSL_set_verify(ssl, SSL_VERIFY_PEER | SSL_VERIFY_CLIENT_ONCE, nil)
        copenssl_forbid_resumption(ssl)
        copenssl_limit_peer_certificates(ssl, ClientCertificateRequest.maximumBytes)
    }
}

/// Runs before OpenSSL makes any decision, including the resumption of a session.
private func readHello(
    _ ssl: OpaquePointer?, _ alert: UnsafeMutablePointer<Int32>?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    guard let ssl, let argument else { return SSL_CLIENT_HELLO_ERROR }
    if let name = requestedServerName(ssl) {
        Unmanaged<ClientCertificateRequest>.fromOpaque(argument).takeUnretainedValue().apply(to: ssl, name: name)
    }
    return SSL_CLIENT_HELLO_SUCCESS
}

/// Returns the name in the ClientHello (RFC 6066 §3), or nil if there is none. A malformed name ends the handshake soon afterwards.
private func requestedServerName(_ ssl: OpaquePointer) -> String? {
    var start: UnsafePointer<UInt8>?
    var count = 0
    guard SSL_client_hello_get0_ext(ssl, UInt32(TLSEXT_TYPE_server_name), &start, &count) == 1 else { return nil }
    // The length of the list (2 bytes), and for its only entry the type (1), the length (2) and the name.
    let bytes = UnsafeBufferPointer(start: start, count: count).dropFirst(5)
    // Allowed (lossy-text): compared only with ASCII names, to which no other text is converted.
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}
