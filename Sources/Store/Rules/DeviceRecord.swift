import Entra
import Formats

/// A stored device authorization with the state that polls and decisions change, and the rules of both (RFC 8628 §3.5).
///
/// A rule receives the stored record, or nil if the authorization does not exist or was removed. It returns the answer, and the
/// record to store if the record changes. Stores apply a rule atomically: no other change happens between reading and writing.
package struct DeviceRecord: Sendable, Equatable {
    /// The time by which a poll may be early, in seconds. The tolerance allows for network jitter.
    static let tolerance: Int64 = 1
    /// The increase of the interval for each poll that is too soon, in seconds (RFC 8628 §3.5).
    static let penalty: Int64 = 5

    /// The authorization, whose interval includes the penalties so far.
    package private(set) var authorization: DeviceAuthorization
    /// The user's decision, or nil before the decision.
    var decision: DeviceDecision?
    /// The time of the last poll before the decision, or nil if there was none.
    var lastPoll: Timestamp?

    init(
        _ authorization: DeviceAuthorization, decision: DeviceDecision? = nil, interval: Int64? = nil,
        lastPoll: Timestamp? = nil
    ) {
        self.authorization = authorization
        self.authorization.interval = interval ?? authorization.interval
        self.decision = decision
        self.lastPoll = lastPoll
    }

    func isExpired(_ now: Timestamp) -> Bool { now.seconds >= authorization.expiresAt }

    /// Decides about a poll. A decision is returned even if the poll is early; each other early poll increases the interval. If
    /// the clock was set back, the last poll is in the future and does not count.
    static func poll(_ record: DeviceRecord?, now: Timestamp) -> (answer: DevicePoll, change: DeviceRecord?) {
        guard var record, !record.isExpired(now) else { return (.expired, nil) }
        switch record.decision {
        case .approved(let grant): return (.approved(record.authorization, grant), nil)
        case .declined: return (.declined, nil)
        case nil: break
        }
        let isTooSoon = record.isTooSoon(now)
        if isTooSoon { record.authorization.interval += penalty }
        record.lastPoll = now
        return (isTooSoon ? .tooSoon : .pending, record)
    }

    private func isTooSoon(_ now: Timestamp) -> Bool {
        guard let lastPoll, lastPoll <= now else { return false }
        return now < lastPoll.adding(seconds: authorization.interval - DeviceRecord.tolerance)
    }

    /// Decides about a user's decision. Only the first decision is recorded.
    static func decide(
        _ record: DeviceRecord?, _ decision: DeviceDecision, now: Timestamp
    ) -> (answer: DeviceDecisionOutcome, change: DeviceRecord?) {
        guard var record, !record.isExpired(now) else { return (.expired, nil) }
        guard record.decision == nil else { return (.decidedBefore, nil) }
        record.decision = decision
        return (.recorded, record)
    }
}
