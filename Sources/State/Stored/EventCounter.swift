import Synchronization
import Wire

/// Counts of events, under one lock; bounded, and forgotten at the end of their periods.
final class EventCounter: Sendable {
    private let capacity: Int
    private let counts = Mutex<[CountedEvent: EventCount]>([:])

    init(capacity: Int) {
        self.capacity = capacity
    }

    func count(_ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp) -> EventCount {
        counts.withLock { counts in
            let end = Timestamp(seconds: now.seconds + seconds)
            var entry = EventCount(count: 0, until: end)
            if let known = counts[event], known.until > now {
                entry = known
            } else if counts.count >= capacity, counts[event] == nil {
                EventCounter.makeRoom(in: &counts, now)
            }
            entry.count += 1
            if renewing { entry.until = end }
            counts[event] = entry
            return entry
        }
    }

    func counted(_ event: CountedEvent, now: Timestamp) -> EventCount {
        counts.withLock { counts in
            guard let known = counts[event], known.until > now else { return EventCount(count: 0, until: now) }
            return known
        }
    }

    func forget(_ event: CountedEvent) {
        counts.withLock { $0[event] = nil }
    }

    func removeAll(where isOld: (CountedEvent) -> Bool) {
        counts.withLock { counts in counts = counts.filter { !isOld($0.key) } }
    }

    /// What has ended goes; where nothing has, the count that ends first.
    private static func makeRoom(in counts: inout [CountedEvent: EventCount], _ now: Timestamp) {
        let before = counts.count
        counts = counts.filter { $0.value.until > now }
        guard counts.count == before, let first = counts.min(by: { $0.value.until < $1.value.until }) else { return }
        counts[first.key] = nil
    }
}
