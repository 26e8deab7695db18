/// An OpenSSL object that threads share: EVP_PKEY, X509, SSL_CTX, EVP_MD, EVP_CIPHER, and an EVP_PKEY_CTX or EVP_MAC_CTX
/// that is only copied. Freed with its last owner.
///
/// `@unchecked Sendable`, proof: the pointer is a `let`. The objects put in here are complete before the handle is made
/// and only read after; OpenSSL counts their references atomically and locks what it caches inside them, so concurrent
/// use is allowed as long as each call has its own context object (openssl-threads(7), "thread safety"). The release
/// function runs once, in `deinit`, when no other thread can hold the handle.
final class SharedHandle: @unchecked Sendable {
    let pointer: OpaquePointer
    private let release: @convention(c) (OpaquePointer?) -> Void

    /// Takes over one reference; nil when there is no object.
    init?(_ pointer: OpaquePointer?, release: @convention(c) (OpaquePointer?) -> Void) {
        guard let pointer else { return nil }
        self.pointer = pointer
        self.release = release
    }

    deinit {
        release(pointer)
    }
}
