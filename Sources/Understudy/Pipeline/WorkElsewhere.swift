import Synchronization
import Transport

extension Deferral {
    /// Creates a deferral whose work runs on another thread and returns the reply. `run` starts the work there, or returns false if
    /// too many jobs wait. In that case `otherwise` returns the reply, on the thread of the connection's event loop.
    init(
        by run: @escaping @Sendable (_ job: @escaping @Sendable () -> Void) -> Bool,
        _ work: @escaping @Sendable () -> Reply, otherwise: @escaping @Sendable () -> Reply
    ) {
        let made = Handover<Reply>()
        self.init(
            begin: { done in
                let isTaken = run {
                    made.give(work())
                    done()
                }
                if !isTaken { done() }
            }, next: { made.take() ?? otherwise() })
    }
}

/// A value that one thread passes to another.
private final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func give(_ value: Value) { self.value.withLock { $0 = value } }

    /// Returns the value once. Returns nil if there is no value yet.
    func take() -> Value? { value.withLock { $0.take() } }
}
