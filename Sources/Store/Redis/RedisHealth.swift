/// The health of the store, and the time of the next attempt if the store does not respond.
struct RedisHealth: Sendable {
    /// The wait from one attempt to the next, in milliseconds. The wait doubles each time, with a random extra of up to the
    /// same length, so that the processes of a fleet do not reconnect at once.
    private static let backoff = (first: 50, last: 1_000)

    /// The reason why the store does not respond, or nil if it responds.
    private var failure: RedisFailure?
    /// The error with which the responding store rejects commands, until it accepts a change again.
    private var rejection: RedisFailure?
    private var failures = 0
    /// The time of the next attempt, on the clock of `MonotonicClock`.
    private var retryAt = 0
    private var isBeingTried = false

    /// The current problem of the store, or nil if none is known.
    var complaint: RedisFailure? { failure ?? rejection }

    /// Returns the reason not to send a command, or nil if the caller may send. While the store is down, one thread at a time
    /// may try after each wait.
    mutating func rejection(at now: Int) -> RedisFailure? {
        guard let failure else { return nil }
        guard !isBeingTried, now >= retryAt else { return failure }
        isBeingTried = true
        return nil
    }

    /// The reason not to send the commands that queued during the last attempt, or nil if no failure is known.
    var objection: RedisFailure? { isBeingTried ? nil : failure }

    /// Records that the store responds: it rejected a command, accepted a change, or did neither. Returns whether the health
    /// has changed.
    mutating func succeed(refusing: RedisFailure? = nil, hasChanged: Bool = false) -> Bool {
        let wasWell = complaint == nil
        let known = hasChanged ? nil : rejection
        self = RedisHealth()
        rejection = refusing ?? known
        return wasWell != (complaint == nil)
    }

    /// Records a malformed reply. Returns whether the health has changed.
    mutating func mistrust(_ reason: RedisFailure) -> Bool {
        defer { rejection = reason }
        return complaint == nil
    }

    /// Records that the store does not respond. Returns whether the failure is new.
    mutating func fail(_ reason: RedisFailure, at now: Int) -> Bool {
        let isChanged = failure == nil
        let wait = min(RedisHealth.backoff.first << min(failures, 10), RedisHealth.backoff.last)
        failures += 1
        failure = reason
        // Allowed (chance): replicas that lost the store together must not return to it together; no response depends on the value.
        retryAt = now + wait + Int.random(in: 0...wait)
        isBeingTried = false
        return isChanged
    }
}
