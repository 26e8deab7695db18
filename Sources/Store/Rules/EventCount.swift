import Formats

/// The rule of counted events: the count belongs to a period, and restarts when the period is over.
extension EventCount {
    /// Returns the count of the current period, given the stored count, or zero if there is none or its period is over.
    static func current(_ known: EventCount?, within seconds: Int64, now: Timestamp) -> EventCount {
        guard let known, known.until.isAhead(of: now, within: seconds) else { return EventCount(count: 0, until: now) }
        return known
    }

    /// Returns the count to store after one more event. The period begins with its first event, or again with each event if
    /// `renewing` is true, and ends at a whole second.
    static func next(
        after known: EventCount?, within seconds: Int64, renewing: Bool, now: Timestamp
    ) -> EventCount {
        var next = current(known, within: seconds, now: now)
        if next.count == 0 || renewing { next.until = Timestamp(seconds: now.adding(seconds: seconds).seconds) }
        next.count += 1
        return next
    }
}

extension Timestamp {
    /// The maximum clock difference between concurrent requests, in seconds. Processes that share a store are included.
    package static let leeway: Int64 = 10

    /// Whether an end time that was set at most `seconds` ahead is in the future. An end time that is further away was set
    /// before the clock was set back, and counts as past.
    func isAhead(of now: Timestamp, within seconds: Int64) -> Bool {
        now < self && self <= now.adding(seconds: seconds).adding(seconds: Timestamp.leeway)
    }
}
