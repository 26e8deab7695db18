/// An OpenSSL object with a single owner, who may change it, such as an EVP_CIPHER_CTX. The object is freed with its owner.
///
/// `@unchecked Sendable`, proof: the owner cannot be copied, and the pointer is private. The pointer is created in the call of
/// `init` that passes it on, and is lent only during a call of `use`, which must not keep it. Code that holds the owner, for
/// example in a lock, therefore has exclusive access; OpenSSL's objects may be used from any thread (openssl-threads(7)).
struct OwnedHandle: ~Copyable, @unchecked Sendable {
    private let pointer: OpaquePointer?
    private let release: @convention(c) (OpaquePointer?) -> Void

    /// Takes ownership of the object.
    init(_ pointer: OpaquePointer?, release: @convention(c) (OpaquePointer?) -> Void) {
        self.pointer = pointer
        self.release = release
    }

    /// Lends the object to `body`, which must not keep it.
    borrowing func use<Result>(_ body: (OpaquePointer?) -> Result) -> Result { body(pointer) }

    deinit { release(pointer) }
}
