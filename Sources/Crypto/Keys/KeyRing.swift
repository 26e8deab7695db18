import Formats
import Platform
import Synchronization

/// The signing keys of a server: one key signs, all keys are published.
package struct KeyRing: Sendable {
    /// The key that signs.
    package let current: SigningKey
    /// The keys that are published but do not sign: future or previous keys.
    package let others: [SigningKey]

    package init(current: SigningKey, others: [SigningKey] = []) {
        self.current = current
        self.others = others
    }

    /// The keys in the order of the JWKS. As with Entra, the first key is not the signing key if there are several keys. A client
    /// that uses the first key instead of the key with the right `kid` fails.
    package var published: [SigningKey] {
        others + [current]
    }

    /// Returns every key and its certificate as DER, the signing key first.
    package func encoded() throws(CryptoFailure) -> [[UInt8]] { try blocks().map(\.bytes) }

    /// Reads the result of `encoded`.
    package init(encoded: [[UInt8]]) throws(CryptoFailure) {
        try self.init(
            blocks: encoded.enumerated().map { index, bytes in
                PEMBlock(label: index.isMultiple(of: 2) ? PEMBlock.privateKey : PEMBlock.certificate, bytes: bytes)
            })
    }

    /// Returns the published key with that ID, or nil if there is none.
    package func key(id: String) -> SigningKey? {
        published.first { $0.id.utf8.elementsEqual(id.utf8) }
    }
}

/// Signing keys that are created or read on first use. Most servers need only some of their rings, and creating an RSA key takes
/// longer than the rest of the start. Thread-safe.
package final class LazyKeyRing: Sendable {
    private enum State: ~Copyable {
        case absent
        /// The ring is being created on another thread.
        case inProgress(BackgroundComputation<Result<KeyRing, CryptoFailure>>)
        case created(KeyRing)
    }

    /// The state of the ring that is readable while another thread holds the lock to create the ring.
    private struct Progress {
        var isCreated = false
        /// The reason why the last attempt failed, or nil after a success.
        var failure: CryptoFailure?
        /// The callbacks of the current attempt, or nil if no attempt is running.
        var waiting: [@Sendable () -> Void]?
    }

    /// The maximum number of callers that wait for one attempt: more than the maximum number of connections.
    package static let maximumWaiting = 16_384

    private let state: Mutex<State>
    private let progress: Mutex<Progress>
    private let make: @Sendable () throws(CryptoFailure) -> KeyRing

    package init(_ make: @escaping @Sendable () throws(CryptoFailure) -> KeyRing) {
        self.make = make
        state = Mutex(.absent)
        progress = Mutex(Progress())
    }

    /// Creates a ring from keys in memory.
    package init(_ ring: KeyRing) {
        make = { ring }
        state = Mutex(.created(ring))
        progress = Mutex(Progress(isCreated: true))
    }

    /// Whether `get` returns immediately.
    package var isCreated: Bool { progress.withLock(\.isCreated) }

    /// The reason why the last attempt to create or store the keys failed, or nil if it succeeded or there was none.
    package var failure: CryptoFailure? { progress.withLock(\.failure) }

    /// Returns the same ring for every call. Calls wait while another call creates the ring. After a failure, the next call tries
    /// again.
    package func get() throws(CryptoFailure) -> KeyRing {
        do throws(CryptoFailure) {
            return try state.withLock { (state) throws(CryptoFailure) in
                let ring: KeyRing
                var isNew = true
                switch exchange(&state, with: .absent) {
                case .created(let existing): (ring, isNew) = (existing, false)
                case .inProgress(let work): ring = try work.value().get()
                case .absent: ring = try make()
                }
                state = .created(ring)
                // `isCreated` is set before the lock is released, so that no other caller has the ring while `isCreated` is false.
                if isNew { progress.withLock { ($0.isCreated, $0.failure) = (true, nil) } }
                return ring
            }
        } catch {
            progress.withLock { $0.failure = error }
            throw error
        }
    }

    /// Starts to create or read the ring on another thread, if the system can start one. `get` waits for that thread and throws its
    /// failure, so the thread has finished when `get` returns.
    func prepare() {
        state.withLock { [make] state in
            state = .inProgress(BackgroundComputation { Result { () throws(CryptoFailure) in try make() } })
        }
    }

    /// Creates the ring on another thread for a caller that must not block, such as an event loop. `run` starts a job on another
    /// thread, or returns false. `done` is called when the attempt ends, whether or not it succeeded. All callers during an attempt
    /// share the attempt.
    package func prepare(
        on run: (_ job: @escaping @Sendable () -> Void) -> Bool, then done: @escaping @Sendable () -> Void
    ) {
        enum Action { case start, wait, finish }
        let action = progress.withLock { progress -> Action in
            guard !progress.isCreated else { return .finish }
            guard let count = progress.waiting?.count else {
                progress.waiting = [done]
                return .start
            }
            guard count < LazyKeyRing.maximumWaiting else { return .finish }
            progress.waiting?.append(done)
            return .wait
        }
        switch action {
        case .wait: return
        case .finish: done()
        case .start:
            let isStarted = run { [self] in
                _ = try? get()
                callWaiting()
            }
            if !isStarted { callWaiting() }
        }
    }

    private func callWaiting() {
        let waiting = progress.withLock { progress in
            defer { progress.waiting = nil }
            return progress.waiting ?? []
        }
        for done in waiting { done() }
    }
}
