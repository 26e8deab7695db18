import COpenSSL

/// OpenSSL as a whole.
package enum OpenSSL {
    /// To be called before anything else of it is used. The process may then end whatever its threads are about: OpenSSL's
    /// own clean-up at exit, which this leaves out, frees what a thread still needs that has just made a key and is ending.
    /// What it would free the system takes back. Where the process has used OpenSSL before, nothing changes.
    package static func staysUntilTheEnd() {
        OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_ATEXIT), nil)
    }
}
