import Synchronization
import Transport

extension Deferral {
    /// Work that is done on another thread and says how it goes on. `run` has it done there, or returns false where too much waits:
    /// then `otherwise` says it, on the thread of the connection's loop.
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

/// A value that one thread leaves for another.
private final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func give(_ value: Value) { self.value.withLock { $0 = value } }

    /// What was left, once; nil before.
    func take() -> Value? { value.withLock { $0.take() } }
}
