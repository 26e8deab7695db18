import Platform
import Synchronization
import Wire

/// Signing keys that are made, or read, when they are first asked for: most servers never need them, and an RSA key takes
/// longer to make than all else at a start. Thread-safe.
package final class LazyKeyRing: Sendable {
    private enum State: ~Copyable {
        case absent
        /// On a thread of its own.
        case underWay(SideWork<Result<KeyRing, CryptoFailure>>)
        case made(KeyRing)
    }

    private let state = Mutex(State.absent)
    private let make: @Sendable () throws(CryptoFailure) -> KeyRing

    package init(_ make: @escaping @Sendable () throws(CryptoFailure) -> KeyRing) {
        self.make = make
    }

    /// The same ring each time. Whoever asks while it is made waits for it. After a failure the next call tries again.
    package func get() throws(CryptoFailure) -> KeyRing {
        try state.withLock { (state) throws(CryptoFailure) in
            let ring: KeyRing
            switch exchange(&state, with: .absent) {
            case .made(let made): ring = made
            case .underWay(let work): ring = try work.value().get()
            case .absent: ring = try make()
            }
            state = .made(ring)
            return ring
        }
    }

    /// Has it made, or read, beside the caller's work, where the system has a thread. `get` waits for that thread, and tells
    /// what went wrong: none is about it any more when `get` has returned.
    func prepare() {
        state.withLock { [make] state in
            state = .underWay(SideWork { Result { () throws(CryptoFailure) in try make() } })
        }
    }
}
