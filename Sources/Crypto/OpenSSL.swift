import COpenSSL
package import Platform

/// The OpenSSL library as a whole.
package enum OpenSSL {
    /// Disables two things that OpenSSL does by default. The call must come before any other use of OpenSSL; later, it has no
    /// effect.
    ///
    /// - The cleanup at exit frees memory that a thread still needs if the thread has just created a key and is ending. The
    ///   operating system frees the memory anyway.
    /// - The system's configuration file (openssl.cnf, `OPENSSL_CONF`) can change which algorithms work, and can name providers
    ///   that a static binary crashes in.
    package static func disableDefaults() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT | OPENSSL_INIT_NO_LOAD_CONFIG), nil)
    }

    /// Starts to find the algorithms that every start of a server needs, on another thread, because the first lookups of OpenSSL
    /// read all its providers. `disableDefaults` must come before.
    package static func startPreparation() -> BackgroundComputation<Void> {
        BackgroundComputation {
            _ = (Algorithm.sha256, Algorithm.sha1, Algorithm.hmacSHA256, Algorithm.aes256GCM)
            // Most of the time for the first context is for the algorithms that all contexts share.
            SSL_CTX_free(SSL_CTX_new(TLS_server_method()))
        }
    }
}

/// The reason why a key, certificate or signature could not be created or read. One sentence for a person, without secrets.
package struct CryptoFailure: Error, Equatable, CustomStringConvertible {
    package let reason: String

    package init(_ reason: String) {
        self.reason = reason
    }

    package var description: String { reason }

    /// Returns a failure with the operation that failed and with OpenSSL's own reason, if there is one. Clears the thread's error
    /// queue: a stale entry would later look like a TLS failure.
    static func openSSL(_ operation: String) -> CryptoFailure {
        let reason = ErrorQueue.take()
        return CryptoFailure(reason.map { "\(operation): \($0)" } ?? operation)
    }
}

/// The error queue that OpenSSL keeps for each thread.
enum ErrorQueue {
    /// Returns the reason of the newest entry, or nil if there is none. Clears the queue.
    static func take() -> String? {
        let code = ERR_peek_last_error()
        ERR_clear_error()
        guard code != 0 else { return nil }
        guard let text = ERR_reason_error_string(code) else { return "error \(code)" }
        return String(cString: text)
    }
}

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
