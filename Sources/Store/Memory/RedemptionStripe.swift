import Formats
import Synchronization

/// A set of single-use marks with expiry times, under one lock. Each use removes a few expired marks, so that no use pays for a
/// full sweep.
final class RedemptionStripe: Sendable {
    private let capacity: Int
    private let state = Mutex(State())

    fileprivate struct State {
        var expiries: [GUID: Timestamp] = [:]
        /// A binary heap ordered by expiry, earliest first.
        var queue: [(expiry: Timestamp, id: GUID)] = []
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    func redeem(_ id: GUID, until expiry: Timestamp, now: Timestamp) -> Redemption {
        state.withLock { state in
            for _ in 0..<4 {
                guard let first = state.queue.first, first.expiry <= now else { break }
                state.popFirst()
            }
            let outcome = Redemption.decide(isMarked: state.expiries[id] != nil, hasRoom: state.queue.count < capacity)
            if outcome == .first {
                state.expiries[id] = expiry
                state.push(expiry, id)
            }
            return outcome
        }
    }

    func isRedeemed(_ id: GUID) -> Bool {
        state.withLock { $0.expiries[id] != nil }
    }

    func removeAll() {
        state.withLock { $0 = State() }
    }
}

extension RedemptionStripe.State {
    fileprivate mutating func push(_ expiry: Timestamp, _ id: GUID) {
        queue.append((expiry, id))
        var child = queue.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard queue[child].expiry < queue[parent].expiry else { break }
            queue.swapAt(child, parent)
            child = parent
        }
    }

    fileprivate mutating func popFirst() {
        guard let first = queue.first, let last = queue.popLast() else { return }
        expiries[first.id] = nil
        guard !queue.isEmpty else { return }
        queue[0] = last
        var parent = 0
        while true {
            var smallest = parent
            for child in [2 * parent + 1, 2 * parent + 2]
            where child < queue.count && queue[child].expiry < queue[smallest].expiry {
                smallest = child
            }
            guard smallest != parent else { return }
            queue.swapAt(parent, smallest)
            parent = smallest
        }
    }
}
