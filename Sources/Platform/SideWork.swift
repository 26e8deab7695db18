import Synchronization

/// Work that is done beside the caller's, on a thread of its own, and whose outcome is asked for once. Where there is no thread,
/// or the work is too small for one, it is done when it is asked for.
package struct SideWork<Value: Sendable>: ~Copyable {
    private final class Outcome: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// Entries of a list from which on a thread is worth its start, some 50 µs.
    package static var worthwhileCount: Int { 2_000 }

    private let work: @Sendable () -> Value
    private let outcome = Outcome()
    private let thread: SystemThread?

    /// `count`: how many entries the work is about, where it may be too small.
    package init(count: Int = .max, _ work: @escaping @Sendable () -> Value) {
        self.work = work
        guard count >= SideWork.worthwhileCount else {
            thread = nil
            return
        }
        thread = try? SystemThread { [outcome] in
            let value = work()
            outcome.value.withLock { $0 = value }
        }
    }

    /// Waits for the outcome.
    package consuming func value() -> Value {
        thread?.join()
        return outcome.value.withLock { $0.take() } ?? work()
    }
}
