/// An OpenSSL object that one owner has, to change it: an EVP_CIPHER_CTX. Freed with its owner.
///
/// `@unchecked Sendable`, proof: whoever makes one gives the pointer away to it, nothing copies it, and the pointer is only used
/// where it is at hand. So whoever has it, as within a lock, has the object alone; OpenSSL's objects do not mind which thread
/// that is (openssl-threads(7)).
struct OwnedHandle: ~Copyable, @unchecked Sendable {
    let pointer: OpaquePointer?
    private let release: @convention(c) (OpaquePointer?) -> Void

    /// Takes the object over.
    init(_ pointer: OpaquePointer?, release: @convention(c) (OpaquePointer?) -> Void) {
        self.pointer = pointer
        self.release = release
    }

    deinit { release(pointer) }
}
