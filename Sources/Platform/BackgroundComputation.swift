import Synchronization

/// Work that runs on its own thread, in parallel with the caller, and whose result is read once. If no thread can be started, or
/// the work is too small for a thread, the work runs when the result is read.
package struct BackgroundComputation<Value: Sendable>: ~Copyable {
    private final class Outcome: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// The number of entries from which a thread is worth its start, which takes some 50 µs.
    package static var worthwhileCount: Int { 2_000 }

    private let work: @Sendable () -> Value
    private let outcome = Outcome()
    private let thread: SystemThread?

    /// Starts the work. `count` is the number of entries that the work handles, for work that may be too small for a thread.
    package init(count: Int = .max, _ work: @escaping @Sendable () -> Value) {
        self.work = work
        guard count >= BackgroundComputation.worthwhileCount else {
            thread = nil
            return
        }
        thread = try? SystemThread { [outcome] in
            let value = work()
            outcome.value.withLock { $0 = value }
        }
    }

    /// Waits for the result and returns it.
    package consuming func value() -> Value {
        thread?.join()
        return outcome.value.withLock { $0.take() } ?? work()
    }
}
