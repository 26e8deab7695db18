/// An OpenSSL object that threads share: EVP_PKEY, X509, SSL_CTX, EVP_MD, EVP_CIPHER, and an EVP_PKEY_CTX or EVP_MAC_CTX that is
/// only copied. The object is freed with its last owner.
///
/// `@unchecked Sendable`, proof: the pointer is a `let`. The objects are complete before the handle is created and are only read
/// afterwards. OpenSSL counts their references atomically and locks its caches inside them, so concurrent use is allowed as long as
/// each call has its own context object (openssl-threads(7), "thread safety"). The release function runs once, in `deinit`, when no
/// other thread can hold the handle.
final class SharedHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let release: @convention(c) (OpaquePointer?) -> Void

    /// Takes ownership of one reference, or returns nil if there is no object.
    init?(_ pointer: OpaquePointer?, release: @convention(c) (OpaquePointer?) -> Void) {
        guard let pointer else { return nil }
        self.pointer = pointer
        self.release = release
    }

    deinit {
        release(pointer)
    }
}
