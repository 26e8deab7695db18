import COpenSSL

/// The algorithms of OpenSSL's default provider that we use, fetched once: a fetch on each call takes a global lock.
enum Algorithm {
    static let sha256 = present(SharedHandle(EVP_MD_fetch(nil, "SHA256", nil), release: EVP_MD_free))
    static let sha1 = present(SharedHandle(EVP_MD_fetch(nil, "SHA1", nil), release: EVP_MD_free))
    static let aes256GCM = present(SharedHandle(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil), release: EVP_CIPHER_free))

    /// Stops the process when a call that fails only without memory or without OpenSSL's default provider has failed.
    /// No input reaches this; going on would mean hashes and keys of zeros.
    static func require(_ succeeded: Bool) {
        precondition(succeeded, "OpenSSL's default provider or memory is missing")
    }

    private static func present(_ handle: SharedHandle?) -> SharedHandle {
        guard let handle else { preconditionFailure("OpenSSL's default provider is missing an algorithm") }
        return handle
    }
}
