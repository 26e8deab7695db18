import COpenSSL
import Formats

/// The settings and certificates that all TLS connections of the server share. Thread-safe.
///
/// The context allows TLS 1.2 and 1.3 with forward secrecy and authenticated encryption only, no renegotiation, and ALPN
/// `http/1.1`. Sessions resume by tickets, which need no memory here; the session cache is off. Under the names for which the
/// server requests a client certificate, no session is resumed.
package final class TLSServerContext: Sendable {
    let context: SharedHandle
    /// The objects that the context's callbacks point to, which must live as long as the context.
    let names: ServerNames
    private let certificateRequest: ClientCertificateRequest

    /// Serves a leaf of the authority for any valid DNS name that the client requests. Without a name, the leaf is for `localhost`,
    /// `127.0.0.1` and `::1`. If `requestsCertificate` returns true for the requested name in lower case, the server requests the
    /// client's certificate. If `failing` returns a fault for the name, the handshake fails with that fault.
    package init(
        authority: CertificateAuthority,
        requestsCertificate: @escaping @Sendable (_ name: String) -> Bool = { _ in false },
        failing: @escaping HandshakeFaults = { _ in nil }
    ) throws(TLSFailure) {
        let issuer: LeafIssuer
        do { issuer = try LeafIssuer(authority: authority) } catch { throw TLSFailure(reason: error.reason) }
        names = ServerNames(leaves: LeafCache(issuer: issuer), fault: failing)
        certificateRequest = ClientCertificateRequest(names: requestsCertificate)
        context = try TLSServerContext.makeContext(names, certificateRequest)
    }

    /// Serves the user's certificate (PEM, leaf first, then its chain) with its unencrypted key, for any requested name.
    /// `requestsCertificate` and `failing` work as in `init(authority:requestsCertificate:failing:)`, but every fault ends the
    /// handshake with an alert, because the user's certificate cannot be changed.
    package init(
        certificatePEM: [UInt8], keyPEM: [UInt8],
        requestsCertificate: @escaping @Sendable (_ name: String) -> Bool = { _ in false },
        failing: @escaping HandshakeFaults = { _ in nil }
    ) throws(TLSFailure) {
        names = ServerNames(leaves: nil, fault: failing)
        certificateRequest = ClientCertificateRequest(names: requestsCertificate)
        context = try TLSServerContext.makeContext(names, certificateRequest)
        let chain: UserCertificate
        do throws(UserCertificate.Problem) {
            chain = try UserCertificate(certificatePEM: certificatePEM, keyPEM: keyPEM)
        } catch {
            throw TLSFailure(reason: error.reason)
        }
        do throws(CryptoFailure) {
            try TLSServerContext.use(chain, context.pointer)
        } catch {
            throw TLSFailure(reason: error.reason)
        }
    }

    /// Creates a server session over a connected, non-blocking socket. The caller keeps ownership of the descriptor and must close
    /// it after the session is released.
    package func makeSession(fileDescriptor: Int32) throws(TLSFailure) -> TLSSession {
        ERR_clear_error()
        guard let ssl = SSL_new(context.pointer) else { throw .openSSL("a TLS session cannot be created") }
        guard SSL_set_fd(ssl, fileDescriptor) == 1 else {
            SSL_free(ssl)
            throw .openSSL("a TLS session cannot be created")
        }
        SSL_set_accept_state(ssl)
        return TLSSession(ssl: ssl, context: self)
    }

    private static func makeContext(
        _ names: ServerNames, _ certificateRequest: ClientCertificateRequest
    ) throws(TLSFailure) -> SharedHandle {
        guard let context = SharedHandle(SSL_CTX_new(TLS_server_method()), release: SSL_CTX_free),
            copenssl_harden_server(context.pointer) == 1,
            SSL_CTX_set_cipher_list(context.pointer, "ECDHE+AESGCM:ECDHE+CHACHA20") == 1,
            copenssl_set_groups(context.pointer, "X25519:P-256:P-384") == 1
        else { throw .openSSL("a TLS context cannot be created") }
        SSL_CTX_set_alpn_select_cb(context.pointer, chooseProtocol, nil)
        copenssl_set_servername_callback(context.pointer, chooseLeaf, Unmanaged.passUnretained(names).toOpaque())
        certificateRequest.install(in: context.pointer)
        return context
    }

    /// Returns the reason why OpenSSL rejects the certificate, or nil if OpenSSL accepts it.
    static func rejection(of user: UserCertificate) -> String? {
        do throws(TLSFailure) {
            // This context serves no connections, so the callbacks are never called.
            let (names, requests) = (
                ServerNames(leaves: nil) { _ in nil }, ClientCertificateRequest(names: { _ in false })
            )
            let context = try makeContext(names, requests)
            do throws(CryptoFailure) {
                try use(user, context.pointer)
                return nil
            } catch {
                return error.reason
            }
        } catch {
            return error.reason
        }
    }

    private static func use(_ user: UserCertificate, _ context: OpaquePointer) throws(CryptoFailure) {
        guard SSL_CTX_use_certificate(context, user.leaf.pointer) == 1,
            SSL_CTX_use_PrivateKey(context, user.key.pointer) == 1,
            user.chain.allSatisfy({ copenssl_add_chain_certificate(context, $0.pointer) == 1 })
        else { throw .openSSL("the TLS certificate cannot be used") }
    }
}

/// Returns the fault of the handshake with a client that requests this host name, or nil for no fault. The name is nil if the
/// client requests no name or an address.
package typealias HandshakeFaults = @Sendable (String?) -> HandshakeFault?

/// The fault with which an operator lets a handshake fail.
package enum HandshakeFault: Sendable {
    /// The handshake ends with the alert `handshake_failure`.
    case rejected
    /// The certificate expired an hour ago.
    case expiredCertificate
    /// The certificate is for another host.
    case wrongHost
    /// The certificate is signed only by its own key.
    case unknownAuthority
}

/// The choices that depend on the host name that a client requests (SNI, RFC 6066 §3).
final class ServerNames: Sendable {
    /// The leaf certificates, or nil if the server uses the user's own certificate.
    let leaves: LeafCache?
    let fault: HandshakeFaults

    init(leaves: LeafCache?, fault: @escaping HandshakeFaults) {
        self.leaves = leaves
        self.fault = fault
    }
}

/// Chooses the certificate. Runs once for each ClientHello, with or without SNI. An address as a name gets the default leaf, as
/// with most servers: RFC 6066 §3 forbids it, but some clients send it. Any other text that is not a DNS name ends the handshake
/// with `unrecognized_name`.
private func chooseLeaf(
    _ ssl: OpaquePointer?, _ alert: UnsafeMutablePointer<Int32>?, _ argument: UnsafeMutableRawPointer?
)
    -> Int32
{
    guard let ssl, let argument else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    let names = Unmanaged<ServerNames>.fromOpaque(argument).takeUnretainedValue()
    var name: ServerName?
    if let requestedName = SSL_get_servername(ssl, TLSEXT_NAMETYPE_host_name) {
        let text = String(cString: requestedName)
        name = ServerName(text.utf8)
        guard name != nil || ServerName.isAddress(text) || names.leaves == nil else {
            alert?.pointee = SSL_AD_UNRECOGNIZED_NAME
            return SSL_TLSEXT_ERR_ALERT_FATAL
        }
    }
    let fault = names.fault(name?.text)
    guard fault == nil || (fault != .rejected && names.leaves != nil) else {
        alert?.pointee = SSL_AD_HANDSHAKE_FAILURE
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
    guard let leaves = names.leaves else { return SSL_TLSEXT_ERR_OK }
    guard let leaf = leaves.leaf(for: name, fault), SSL_use_certificate(ssl, leaf.pointer) == 1,
        SSL_use_PrivateKey(ssl, leaves.issuer.key.pointer) == 1
    else {
        alert?.pointee = SSL_AD_INTERNAL_ERROR
        return SSL_TLSEXT_ERR_ALERT_FATAL
    }
    return SSL_TLSEXT_ERR_OK
}

/// Selects `http/1.1` from the client's list. A list without it ends the handshake (RFC 7301 §3.2).
private func chooseProtocol(
    _ ssl: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ chosenCount: UnsafeMutablePointer<UInt8>?, _ offered: UnsafePointer<UInt8>?, _ offeredCount: UInt32,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    let offers = UnsafeBufferPointer(start: offered, count: Int(offeredCount))
    var next = 0
    while next < offers.count {
        let start = next + 1
        let end = start + Int(offers[next])
        guard end <= offers.count else { break }
        if offers[start..<end].elementsEqual("http/1.1".utf8) {
            // The result points into the client's own list, which outlives the callback.
            chosen?.pointee = offered.map { $0 + start }
            chosenCount?.pointee = UInt8(truncatingIfNeeded: end - start)
            return SSL_TLSEXT_ERR_OK
        }
        next = end
    }
    return SSL_TLSEXT_ERR_ALERT_FATAL
}

/// Requests a certificate from clients that connect to certain server names, so that no browser prompts its user under any other
/// name. Any certificate is accepted if the client has its key. The code that knows the registered certificates identifies the
/// client (RFC 8705 §2.2).
final class ClientCertificateRequest: Sendable {
    /// Returns whether to request a certificate under a server name in lower case.
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

/// The reason why TLS could not be set up, such as an invalid certificate or key file. One sentence for a person.
package struct TLSFailure: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package var description: String { reason }

    static func openSSL(_ operation: String) -> TLSFailure {
        TLSFailure(reason: CryptoFailure.openSSL(operation).reason)
    }
}
