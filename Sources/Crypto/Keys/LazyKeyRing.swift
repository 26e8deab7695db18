import Platform
import Synchronization
import Wire

/// Signing keys that are made, or read, when they are first asked for: most servers never need them, and an RSA key takes
/// longer to make than all else at a start. Thread-safe.
package final class LazyKeyRing: Sendable {
    private let ring = Mutex<KeyRing?>(nil)
    private let make: @Sendable () throws(CryptoFailure) -> KeyRing

    package init(_ make: @escaping @Sendable () throws(CryptoFailure) -> KeyRing) {
        self.make = make
    }

    /// The same ring each time. Whoever asks while it is made waits for it.
    package func get() throws(CryptoFailure) -> KeyRing {
        try ring.withLock { (ring) throws(CryptoFailure) in
            if let ring { return ring }
            let made = try make()
            ring = made
            return made
        }
    }

    /// Has it made, or read, on a thread of its own where the system has one. `get` waits for it, and tells what went wrong.
    func prepare() {
        try? SystemThread { _ = try? self.get() }.detach()
    }
}
