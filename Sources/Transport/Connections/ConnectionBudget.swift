import Synchronization

/// The number of connections that all workers of the server may hold together.
final class ConnectionBudget: Sendable {
    private let capacity: Int
    private let held = Atomic<Int>(0)

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Takes room for one connection. Returns false if there is no room.
    func take() -> Bool {
        guard held.wrappingAdd(1, ordering: .relaxed).newValue <= capacity else {
            release()
            return false
        }
        return true
    }

    /// Takes the place of a connection that is about to return it.
    func takeOver() {
        held.wrappingAdd(1, ordering: .relaxed)
    }

    func release() {
        held.wrappingSubtract(1, ordering: .relaxed)
    }
}
