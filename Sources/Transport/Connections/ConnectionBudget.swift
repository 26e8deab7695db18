import Synchronization

/// How many connections the server may hold, over all its workers.
final class ConnectionBudget: Sendable {
    private let capacity: Int
    private let held = Atomic<Int>(0)

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Takes room for one connection; false when there is none.
    func take() -> Bool {
        guard held.wrappingAdd(1, ordering: .relaxed).newValue <= capacity else {
            giveBack()
            return false
        }
        return true
    }

    /// Takes the place of somebody who is about to give it back.
    func takeOver() {
        held.wrappingAdd(1, ordering: .relaxed)
    }

    func giveBack() {
        held.wrappingSubtract(1, ordering: .relaxed)
    }
}
