import COpenSSL
import Synchronization

/// AES-256-GCM (NIST SP 800-38D) with one key, a 12-byte nonce, and a 16-byte tag after the ciphertext. The key is initialized
/// once. Each use sets the nonce and has exclusive access to the context. Thread-safe.
final class AES256GCM: Sendable {
    static let keySize = 32
    static let nonceSize = 12
    static let tagSize = 16

    private let sealing: Mutex<OwnedHandle>
    private let opening: Mutex<OwnedHandle>

    /// Creates a cipher from a key of 32 bytes.
    init(key: [UInt8]) {
        Algorithm.require(key.count == AES256GCM.keySize)
        sealing = Mutex(OwnedHandle.cipher { EVP_EncryptInit_ex2($0, Algorithm.aes256GCM.pointer, key, nil, nil) })
        opening = Mutex(OwnedHandle.cipher { EVP_DecryptInit_ex2($0, Algorithm.aes256GCM.pointer, key, nil, nil) })
    }

    /// Appends ciphertext ‖ tag to `out`.
    func seal(_ plaintext: [UInt8], nonce: [UInt8], associated: [UInt8], to out: inout [UInt8]) {
        let start = out.count
        out.append(contentsOf: repeatElement(0, count: plaintext.count + AES256GCM.tagSize))
        let sealed = out.withUnsafeMutableBufferPointer { out in
            guard nonce.count == AES256GCM.nonceSize, let out = out.baseAddress?.advanced(by: start) else {
                return false
            }
            return sealing.withLock { owner in
                owner.use { AES256GCM.encrypt($0, plaintext, nonce, associated, to: out) }
            }
        }
        Algorithm.require(sealed)
    }

    /// Returns the plaintext, or nil if any input was changed.
    func open(_ sealed: ArraySlice<UInt8>, nonce: ArraySlice<UInt8>, associated: [UInt8]) -> [UInt8]? {
        guard sealed.count >= AES256GCM.tagSize, nonce.count == AES256GCM.nonceSize else { return nil }
        defer { ERR_clear_error() }
        var isGenuine = false
        // The buffer has room for a tag as well, to which OpenSSL may write before the last step.
        let out = [UInt8](unsafeUninitializedCapacity: sealed.count) { out, count in
            isGenuine = sealed.withUnsafeBufferPointer { sealed in
                nonce.withUnsafeBufferPointer { nonce in
                    opening.withLock { owner in
                        owner.use { AES256GCM.decrypt($0, sealed, nonce, associated, to: out) }
                    }
                }
            }
            count = isGenuine ? sealed.count - AES256GCM.tagSize : 0
        }
        return isGenuine ? out : nil
    }

    /// Writes ciphertext ‖ tag to `out`, which must have enough room.
    private static func encrypt(
        _ context: OpaquePointer?, _ plaintext: [UInt8], _ nonce: [UInt8], _ associated: [UInt8],
        to out: UnsafeMutablePointer<UInt8>
    ) -> Bool {
        let tag = out.advanced(by: plaintext.count)
        var count: Int32 = 0
        return EVP_EncryptInit_ex2(context, nil, nil, nonce, nil) == 1
            && EVP_EncryptUpdate(context, nil, &count, associated, Int32(clamping: associated.count)) == 1
            && EVP_EncryptUpdate(context, out, &count, plaintext, Int32(clamping: plaintext.count)) == 1
            && EVP_EncryptFinal_ex(context, tag, &count) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, Int32(clamping: tagSize), tag) == 1
    }

    /// Writes the plaintext of ciphertext ‖ tag to `out`, which is as long as `sealed`. Returns false if any input was changed.
    private static func decrypt(
        _ context: OpaquePointer?, _ sealed: UnsafeBufferPointer<UInt8>, _ nonce: UnsafeBufferPointer<UInt8>,
        _ associated: [UInt8], to out: UnsafeMutableBufferPointer<UInt8>
    ) -> Bool {
        let size = sealed.count - tagSize
        guard let length = Int32(exactly: size), let sealed = sealed.baseAddress, let out = out.baseAddress else {
            return false
        }
        // OpenSSL only reads the tag, but the parameter's type is mutable.
        let tag = UnsafeMutablePointer(mutating: sealed.advanced(by: size))
        var count: Int32 = 0
        return EVP_DecryptInit_ex2(context, nil, nil, nonce.baseAddress, nil) == 1
            && EVP_DecryptUpdate(context, nil, &count, associated, Int32(clamping: associated.count)) == 1
            && EVP_DecryptUpdate(context, out, &count, sealed, length) == 1
            && EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, Int32(clamping: tagSize), tag) == 1
            && EVP_DecryptFinal_ex(context, out.advanced(by: size), &count) == 1
    }
}

extension OwnedHandle {
    /// Creates a cipher context and sets its key.
    fileprivate static func cipher(_ setKey: (OpaquePointer?) -> Int32) -> OwnedHandle {
        let owner = OwnedHandle(EVP_CIPHER_CTX_new(), release: EVP_CIPHER_CTX_free)
        Algorithm.require(owner.use(setKey) == 1)
        return owner
    }
}
