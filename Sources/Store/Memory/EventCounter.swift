import Entra
import Formats
import Synchronization

/// A bounded set of event counts under one lock. A count is forgotten at the end of its period.
final class EventCounter: Sendable {
    /// The number of counts below which the counter does not search for ended ones.
    static let usualCount = 1_024

    fileprivate struct State {
        var counts: [CountedEvent: EventCount] = [:]
        /// The number of counts that triggers the next search for ended ones: twice the number left by the last search. The
        /// cost of a search is thereby amortized over the events.
        var sweepAt = EventCounter.usualCount
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    func count(_ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp) -> EventCount {
        state.withLock { state in
            let known = state.counts[event]
            if known == nil, state.counts.count >= min(state.sweepAt, capacity) {
                state.makeRoom(for: event.tenant, below: capacity, now)
            }
            let next = EventCount.next(after: known, within: seconds, renewing: renewing, now: now)
            state.counts[event] = next
            return next
        }
    }

    func counted(_ event: CountedEvent, within seconds: Int64, now: Timestamp) -> EventCount {
        EventCount.current(state.withLock { $0.counts[event] }, within: seconds, now: now)
    }

    func forget(_ event: CountedEvent) {
        state.withLock { $0.counts[event] = nil }
    }

    func removeAll(where isOld: (CountedEvent) -> Bool) {
        state.withLock { state in state.counts = state.counts.filter { !isOld($0.key) } }
    }

    /// The number of counts in memory, including ended ones that were not removed yet.
    var bufferedCount: Int { state.withLock { $0.counts.count } }
}

extension EventCounter.State {
    /// Removes the ended counts of the same tenant, because other tenants have other clocks. If the table is still full,
    /// removes an eighth of the capacity: the counts that end first, from the tenants that hold the most. A flood of events
    /// therefore causes few searches.
    fileprivate mutating func makeRoom(for tenant: TenantID?, below capacity: Int, _ now: Timestamp) {
        let target = counts.count < capacity ? counts.count : capacity - max(capacity / 8, 1)
        counts = counts.filter { $0.key.tenant != tenant || $0.value.until > now }
        if counts.count > target {
            let ordered = counts.sorted { $0.value.until < $1.value.until }
            for index in FairShare.leaving(ordered, keeping: target, owner: \.key.tenant) {
                counts[ordered[index].key] = nil
            }
        }
        sweepAt = max(EventCounter.usualCount, 2 * counts.count)
    }
}
