import Synchronization

/// A value that is computed at its first use, for a table that most runs never read. Thread-safe: threads that ask at the same time
/// may each compute the value, and all get the result that was stored first. No lock is held during the computation, so values may
/// depend on each other.
package final class Lazy<Value: Sendable>: Sendable {
    private let compute: @Sendable () -> Value
    private let stored = Mutex<Value?>(nil)

    package init(_ compute: @escaping @Sendable () -> Value) {
        self.compute = compute
    }

    package var value: Value {
        if let value = stored.withLock({ $0 }) { return value }
        let computed = compute()
        return stored.withLock { stored in
            let value = stored ?? computed
            stored = value
            return value
        }
    }
}
