import COpenSSL

/// The algorithms of OpenSSL's default provider, fetched once, because each fetch takes a global lock.
enum Algorithm {
    static let sha256 = present(SharedHandle(EVP_MD_fetch(nil, "SHA256", nil), release: EVP_MD_free))
    static let sha1 = present(SharedHandle(EVP_MD_fetch(nil, "SHA1", nil), release: EVP_MD_free))
    /// The initialized HMAC contexts for these digests. Each use copies a context (EVP_MAC-HMAC(7)).
    static let hmacSHA256 = present(hmac("SHA256"))
    static let hmacSHA1 = present(hmac("SHA1"))
    static let aes256GCM = present(SharedHandle(EVP_CIPHER_fetch(nil, "AES-256-GCM", nil), release: EVP_CIPHER_free))

    private static func hmac(_ digest: String) -> SharedHandle? {
        let algorithm = EVP_MAC_fetch(nil, "HMAC", nil)
        defer { EVP_MAC_free(algorithm) }
        guard let context = SharedHandle(EVP_MAC_CTX_new(algorithm), release: EVP_MAC_CTX_free) else { return nil }
        return copenssl_prepare_hmac(context.pointer, digest) == 1 ? context : nil
    }

    /// Stops the process if a call failed that fails only without memory or without OpenSSL's default provider. No input can cause
    /// the failure. Continuing would produce hashes and keys of zeros.
    static func require(_ succeeded: Bool) {
        // Allowed (trap): no input can cause this failure, and continuing would be worse.
        precondition(succeeded, "OpenSSL's default provider or memory is missing")
    }

    static func present(_ handle: SharedHandle?) -> SharedHandle {
        // Allowed (trap): happens at first use and depends on the installation, not on input.
        guard let handle else { preconditionFailure("OpenSSL's default provider is missing an algorithm") }
        return handle
    }
}

extension Algorithm {
    /// Returns the initialized context that every signature of an RSA key is copied from: RSASSA-PKCS1-v1_5 with SHA-256. A copy
    /// avoids the lookups by name.
    static func signing(_ key: PrivateKey) throws(CryptoFailure) -> SharedHandle {
        guard
            let context = SharedHandle(EVP_PKEY_CTX_new_from_pkey(nil, key.pointer, nil), release: EVP_PKEY_CTX_free),
            EVP_PKEY_sign_init(context.pointer) == 1,
            EVP_PKEY_CTX_set_rsa_padding(context.pointer, RSA_PKCS1_PADDING) == 1,
            EVP_PKEY_CTX_set_signature_md(context.pointer, sha256.pointer) == 1
        else { throw .openSSL("the key cannot sign") }
        return context
    }

    /// Returns a signature of `size` bytes over the message. Each call has its own context, so threads can share the key.
    static func sign(_ message: [UInt8], _ signing: SharedHandle, size: Int) throws(CryptoFailure) -> [UInt8] {
        let context = EVP_PKEY_CTX_dup(signing.pointer)
        defer { EVP_PKEY_CTX_free(context) }
        let digest = Digest.sha256(message)
        var out = [UInt8](repeating: 0, count: size)
        var count = size
        guard EVP_PKEY_sign(context, &out, &count, digest, digest.count) == 1, count == size else {
            throw .openSSL("a signature cannot be created")
        }
        return out
    }

    /// Whether the signature is valid. A malformed signature is invalid, not an error.
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
        // Only 1 means success: 0 and negative results mean that the signature is invalid.
        return EVP_DigestVerify(context, signature, signature.count, message, message.count) == 1
    }
}
