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

    /// What others may know of the ring while the lock is held by who makes it.
    private struct Progress {
        var isMade = false
        /// Why the last attempt failed; nil once one has gone well.
        var failure: CryptoFailure?
        /// What is called at the end of the attempt that is under way; nil where none is.
        var waiting: [@Sendable () -> Void]?
    }

    /// Callers that wait for one attempt, at the most: as many as a server takes connections, and then some.
    package static let maximumWaiting = 16_384

    private let state: Mutex<State>
    private let progress: Mutex<Progress>
    private let make: @Sendable () throws(CryptoFailure) -> KeyRing

    package init(_ make: @escaping @Sendable () throws(CryptoFailure) -> KeyRing) {
        self.make = make
        state = Mutex(.absent)
        progress = Mutex(Progress())
    }

    /// A ring that is at hand.
    package init(_ ring: KeyRing) {
        make = { ring }
        state = Mutex(.made(ring))
        progress = Mutex(Progress(isMade: true))
    }

    /// Whether `get` returns at once.
    package var isMade: Bool { progress.withLock(\.isMade) }

    /// Why the keys could not be made or kept when they were last asked for; nil where they could, or nobody has asked.
    package var failure: CryptoFailure? { progress.withLock(\.failure) }

    /// The same ring each time. Whoever asks while it is made waits for it. After a failure the next call tries again.
    package func get() throws(CryptoFailure) -> KeyRing {
        do throws(CryptoFailure) {
            return try state.withLock { (state) throws(CryptoFailure) in
                let ring: KeyRing
                var isNew = true
                switch exchange(&state, with: .absent) {
                case .made(let made): (ring, isNew) = (made, false)
                case .underWay(let work): ring = try work.value().get()
                case .absent: ring = try make()
                }
                state = .made(ring)
                // Before anyone else has the ring, who would take it for one that is not made.
                if isNew { progress.withLock { ($0.isMade, $0.failure) = (true, nil) } }
                return ring
            }
        } catch {
            progress.withLock { $0.failure = error }
            throw error
        }
    }

    /// Has it made, or read, beside the caller's work, where the system has a thread. `get` waits for that thread, and tells
    /// what went wrong: none is about it any more when `get` has returned.
    func prepare() {
        state.withLock { [make] state in
            state = .underWay(SideWork { Result { () throws(CryptoFailure) in try make() } })
        }
    }

    /// Has the ring made elsewhere, for a caller that must not wait, such as an event loop. `run` runs a job on another thread, or
    /// returns false; `done` is called when the attempt is over, whatever came of it. One attempt serves all who ask meanwhile.
    package func prepare(
        on run: (_ job: @escaping @Sendable () -> Void) -> Bool, then done: @escaping @Sendable () -> Void
    ) {
        enum Turn { case first, waits, none }
        let turn = progress.withLock { progress -> Turn in
            guard !progress.isMade else { return .none }
            guard let count = progress.waiting?.count else {
                progress.waiting = [done]
                return .first
            }
            guard count < LazyKeyRing.maximumWaiting else { return .none }
            progress.waiting?.append(done)
            return .waits
        }
        switch turn {
        case .waits: return
        case .none: done()
        case .first:
            let isTaken = run { [self] in
                _ = try? get()
                callWaiting()
            }
            if !isTaken { callWaiting() }
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
