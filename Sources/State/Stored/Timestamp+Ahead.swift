package import Wire

extension Timestamp {
    /// Seconds by which the clocks of requests under way at once may differ, those of processes that share a store among them.
    package static let leeway: Int64 = 10

    /// Whether an end that was set at most so many seconds ahead is still to come. One that is further off was set before the
    /// clock was set back, and is over.
    func isAhead(of now: Timestamp, within seconds: Int64) -> Bool {
        now < self && self <= now.adding(seconds: seconds).adding(seconds: Timestamp.leeway)
    }
}
