import COpenSSL

/// The OpenSSL library as a whole.
package enum OpenSSL {
    /// Disables OpenSSL's cleanup at exit. The cleanup frees memory that a thread still needs if the thread has just created a key
    /// and is ending. The operating system frees the memory anyway. The call must come before any other use of OpenSSL; later, it
    /// has no effect.
    package static func staysUntilTheEnd() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    }
}
