/// Whether the store answers and does what it is asked, and when it is tried next where it does not answer.
struct RedisHealth: Sendable {
    /// Milliseconds from one attempt to the next: doubled each time, with up to as much again by chance, so that the processes of
    /// a fleet do not come all at once.
    private static let backoff = (first: 50, last: 1_000)

    /// Why it does not; nil where it does.
    private var failure: RedisFailure?
    /// What it refuses while it answers, until it has taken a change again.
    private var refusal: RedisFailure?
    private var failures = 0
    /// On the clock of `MonotonicClock`.
    private var retryAt = 0
    private var isBeingTried = false

    /// What is wrong with it; nil where nothing is known.
    var complaint: RedisFailure? { failure ?? refusal }

    /// Why not to ask; nil for who may. While the store is down that is one thread at a time, when it is time to try again.
    mutating func refusal(at now: Int) -> RedisFailure? {
        guard let failure else { return nil }
        guard !isBeingTried, now >= retryAt else { return failure }
        isBeingTried = true
        return nil
    }

    /// Why not to send what gathered while it was tried last; nil where nothing is known against it.
    var objection: RedisFailure? { isBeingTried ? nil : failure }

    /// It answers: it refuses this, if anything, or has taken a change, or did neither. Whether that is news.
    mutating func succeed(refusing: RedisFailure? = nil, hasChanged: Bool = false) -> Bool {
        let wasWell = complaint == nil
        let known = hasChanged ? nil : refusal
        self = RedisHealth()
        refusal = refusing ?? known
        return wasWell != (complaint == nil)
    }

    /// It answers what makes no sense; whether that is news.
    mutating func mistrust(_ reason: RedisFailure) -> Bool {
        defer { refusal = reason }
        return complaint == nil
    }

    /// It does not; whether that is news.
    mutating func fail(_ reason: RedisFailure, at now: Int) -> Bool {
        let isNews = failure == nil
        let wait = min(RedisHealth.backoff.first << min(failures, 10), RedisHealth.backoff.last)
        failures += 1
        failure = reason
        retryAt = now + wait + Int.random(in: 0...wait)
        isBeingTried = false
        return isNews
    }
}
