import Entra
import Synchronization
import Wire

/// Counts of events, under one lock; bounded, and forgotten at the end of their periods.
final class EventCounter: Sendable {
    /// Counts held before those that have ended are looked for first.
    static let usualCount = 1_024

    fileprivate struct State {
        var counts: [CountedEvent: EventCount] = [:]
        /// How many counts there are when those that have ended are looked for next: twice as many as were left the last time,
        /// so that each event pays for one look.
        var sweepAt = EventCounter.usualCount
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    func count(_ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp) -> EventCount {
        state.withLock { state in
            let end = Timestamp(seconds: now.seconds + seconds)
            var entry = EventCount(count: 0, until: end)
            if let known = state.counts[event] {
                if known.until.isAhead(of: now, within: seconds) { entry = known }
            } else if state.counts.count >= min(state.sweepAt, capacity) {
                state.makeRoom(for: event.tenant, below: capacity, now)
            }
            entry.count += 1
            if renewing { entry.until = end }
            state.counts[event] = entry
            return entry
        }
    }

    func counted(_ event: CountedEvent, within seconds: Int64, now: Timestamp) -> EventCount {
        state.withLock { state in
            guard let known = state.counts[event], known.until.isAhead(of: now, within: seconds) else {
                return EventCount(count: 0, until: now)
            }
            return known
        }
    }

    func forget(_ event: CountedEvent) {
        state.withLock { $0.counts[event] = nil }
    }

    func removeAll(where isOld: (CountedEvent) -> Bool) {
        state.withLock { state in state.counts = state.counts.filter { !isOld($0.key) } }
    }

    /// How many events are counted, those among them that have ended and were not looked for yet.
    var heldCount: Int { state.withLock { $0.counts.count } }
}

extension EventCounter.State {
    /// What has ended in the same tenant goes: the others have clocks of their own. Where there is no room, an eighth goes in any
    /// case, of the tenants that hold the most, and of each what ends first: so that a flood of events looks for room rarely.
    fileprivate mutating func makeRoom(for tenant: TenantID?, below capacity: Int, _ now: Timestamp) {
        let wanted = counts.count < capacity ? counts.count : capacity - max(capacity / 8, 1)
        counts = counts.filter { $0.key.tenant != tenant || $0.value.until > now }
        if counts.count > wanted {
            let ordered = counts.sorted { $0.value.until < $1.value.until }
            for index in FairShare.leaving(ordered, keeping: wanted, owner: \.key.tenant) {
                counts[ordered[index].key] = nil
            }
        }
        sweepAt = max(EventCounter.usualCount, 2 * counts.count)
    }
}
