import Synchronization

/// A signing key that few servers need: made, or read, when first asked for, since an RSA key takes long to make.
package final class DeferredKey: Sendable {
    private let make: @Sendable () throws(CryptoFailure) -> SigningKey
    private let made = Mutex<SigningKey?>(nil)

    init(_ make: @escaping @Sendable () throws(CryptoFailure) -> SigningKey) {
        self.make = make
    }

    /// The same key every time. Throws when it cannot be made, or its file cannot be read; the next call tries again.
    package func key() throws(CryptoFailure) -> SigningKey {
        // Under the lock: two threads that asked at once would else hold two keys.
        let result = made.withLock { made -> Result<SigningKey, CryptoFailure> in
            if let made { return .success(made) }
            let result = Result { () throws(CryptoFailure) in try make() }
            made = try? result.get()
            return result
        }
        return try result.get()
    }
}
