import Synchronization

/// A value that one thread leaves for another.
final class Handover<Value: Sendable>: Sendable {
    private let value = Mutex<Value?>(nil)

    func give(_ value: Value) { self.value.withLock { $0 = value } }

    /// What was left, once; nil before.
    func take() -> Value? {
        value.withLock { value in
            defer { value = nil }
            return value
        }
    }
}
