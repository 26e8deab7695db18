/// An OpenSSL object that one owner has, to change it: an EVP_CIPHER_CTX. Freed with its owner.
///
/// `@unchecked Sendable`, proof: the owner cannot be copied, and the pointer is private. It is made in the call of `init` that
/// gives it away, and lent for as long as a call of `use` takes, which keeps none of it. So whoever has the owner, as within a
/// lock, has the object alone; OpenSSL's objects do not mind which thread that is (openssl-threads(7)).
struct OwnedHandle: ~Copyable, @unchecked Sendable {
    private let pointer: OpaquePointer?
    private let release: @convention(c) (OpaquePointer?) -> Void

    /// Takes the object over.
    init(_ pointer: OpaquePointer?, release: @convention(c) (OpaquePointer?) -> Void) {
        self.pointer = pointer
        self.release = release
    }

    /// Lends the object, which must not be kept.
    borrowing func use<Result>(_ body: (OpaquePointer?) -> Result) -> Result { body(pointer) }

    deinit { release(pointer) }
}
