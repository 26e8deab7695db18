import COpenSSL

/// The algorithms of OpenSSL's default provider that we use, fetched once: a fetch on each call takes a global lock.
enum Algorithm {
    static let sha256 = present(SharedHandle(EVP_MD_fetch(nil, "SHA256", nil), release: EVP_MD_free))
    static let sha1 = present(SharedHandle(EVP_MD_fetch(nil, "SHA1", nil), release: EVP_MD_free))
    static let aes256GCM = present(SharedHandle(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil), release: EVP_CIPHER_free))

    /// Stops the process when a call that fails only without memory or without OpenSSL's default provider has failed.
    /// No input reaches this; going on would mean hashes and keys of zeros.
    static func require(_ succeeded: Bool) {
        // Allowed (trap): no input reaches this, and going on would be worse.
        precondition(succeeded, "OpenSSL's default provider or memory is missing")
    }

    private static func present(_ handle: SharedHandle?) -> SharedHandle {
        // Allowed (trap): at the first use, by what is installed and not by input.
        guard let handle else { preconditionFailure("OpenSSL's default provider is missing an algorithm") }
        return handle
    }
}

extension Algorithm {
    /// A signature with SHA-256 by the key's own scheme: PKCS #1 v1.5 for RSA, ECDSA for P-256. One context per call, so
    /// threads share the key.
    static func sign(_ key: PrivateKey, _ message: [UInt8]) throws(CryptoFailure) -> [UInt8] {
        let context = EVP_MD_CTX_new()
        defer { EVP_MD_CTX_free(context) }
        var count = Int(EVP_PKEY_get_size(key.pointer))
        var out = [UInt8](repeating: 0, count: count)
        guard EVP_DigestSignInit(context, nil, sha256.pointer, nil, key.pointer) == 1,
            EVP_DigestSign(context, &out, &count, message, message.count) == 1, count <= out.count
        else { throw .openSSL("a signature cannot be made") }
        // Allowed (remove-end): `count` is at most `out.count`, checked above.
        out.removeLast(out.count - count)
        return out
    }

    /// Whether the signature is right; a broken one is wrong, not an error.
    static func verify(
        _ key: SharedHandle, _ signature: [UInt8], over message: [UInt8], _ algorithm: SignatureAlgorithm = .rs256
    ) -> Bool {
        let context = EVP_MD_CTX_new()
        defer {
            EVP_MD_CTX_free(context)
            ERR_clear_error()
        }
        var keyContext: OpaquePointer?
        guard EVP_DigestVerifyInit(context, &keyContext, sha256.pointer, nil, key.pointer) == 1 else { return false }
        if algorithm == .ps256 {
            guard EVP_PKEY_CTX_set_rsa_padding(keyContext, RSA_PKCS1_PSS_PADDING) == 1,
                EVP_PKEY_CTX_set_rsa_pss_saltlen(keyContext, RSA_PSS_SALTLEN_DIGEST) == 1
            else { return false }
        }
        // Only 1 is success: 0 and negative answers are both "no".
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
