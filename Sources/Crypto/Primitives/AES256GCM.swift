import COpenSSL

/// AES-256-GCM (NIST SP 800-38D) with a 12-byte nonce and a 16-byte tag after the ciphertext.
enum AES256GCM {
    static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16

    /// Appends ciphertext ‖ tag.
    static func seal(
        _ plaintext: [UInt8], key: [UInt8], nonce: [UInt8], associated: [UInt8], to out: inout [UInt8]
    ) {
        let context = EVP_CIPHER_CTX_new()
        defer { EVP_CIPHER_CTX_free(context) }
        let start = out.count
        out.append(contentsOf: repeatElement(0, count: plaintext.count + tagSize))
        let sealed = out.withUnsafeMutableBufferPointer { out in
            guard sizesFit(key, nonce), let ciphertext = out.baseAddress?.advanced(by: start) else { return false }
            let tag = ciphertext.advanced(by: plaintext.count)
            var count: Int32 = 0
            return EVP_EncryptInit_ex2(context, Algorithm.aes256GCM.pointer, key, nonce, nil) == 1
                && EVP_EncryptUpdate(context, nil, &count, associated, Int32(clamping: associated.count)) == 1
                && EVP_EncryptUpdate(context, ciphertext, &count, plaintext, Int32(clamping: plaintext.count)) == 1
                && EVP_EncryptFinal_ex(context, tag, &count) == 1
                && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(clamping: tagSize), tag) == 1
        }
        Algorithm.require(sealed)
    }

    /// The plaintext, or nil when anything was changed.
    static func open(
        _ sealed: ArraySlice<UInt8>, key: [UInt8], nonce: ArraySlice<UInt8>, associated: [UInt8]
    ) -> [UInt8]? {
        guard sealed.count >= tagSize, sizesFit(key, nonce), let size = Int32(exactly: sealed.count - tagSize) else {
            return nil
        }
        let context = EVP_CIPHER_CTX_new()
        defer {
            EVP_CIPHER_CTX_free(context)
            ERR_clear_error()
        }
        var isGenuine = false
        // With room for a tag, which is OpenSSL's to write to until the last step has found that there is nothing more.
        let out = [UInt8](unsafeUninitializedCapacity: sealed.count) { out, count in
            isGenuine = sealed.withUnsafeBufferPointer { sealed in
                nonce.withUnsafeBufferPointer { nonce in
                    guard let sealed = sealed.baseAddress, let out = out.baseAddress else { return false }
                    // Only read from, though OpenSSL's type does not say so.
                    let tag = UnsafeMutablePointer(mutating: sealed.advanced(by: Int(size)))
                    var done: Int32 = 0
                    return EVP_DecryptInit_ex2(
                        context, Algorithm.aes256GCM.pointer, key, nonce.baseAddress, nil) == 1
                        && EVP_DecryptUpdate(context, nil, &done, associated, Int32(clamping: associated.count)) == 1
                        && EVP_DecryptUpdate(context, out, &done, sealed, size) == 1
                        && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(clamping: tagSize), tag) == 1
                        && EVP_DecryptFinal_ex(context, out.advanced(by: Int(size)), &done) == 1
                }
            }
            count = isGenuine ? Int(size) : 0
        }
        return isGenuine ? out : nil
    }

    private static func sizesFit(_ key: [UInt8], _ nonce: some Collection<UInt8>) -> Bool {
        key.count == keySize && nonce.count == nonceSize
    }
}
