package import Formats

extension Timestamp {
    /// The maximum clock difference between concurrent requests, in seconds. Processes that share a store are included.
    package static let leeway: Int64 = 10

    /// Whether an end time that was set at most `seconds` ahead is in the future. An end time that is further away was set
    /// before the clock was set back, and counts as past.
    func isAhead(of now: Timestamp, within seconds: Int64) -> Bool {
        now < self && self <= now.adding(seconds: seconds).adding(seconds: Timestamp.leeway)
    }
}
