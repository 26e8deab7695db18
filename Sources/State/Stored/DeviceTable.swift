import Directory
import Entra
import Synchronization
import Wire

/// Device authorizations under one lock, in the order of their start. The oldest give way to new ones when there are too
/// many; an expired one is kept for a while, so that who types its code late is told so.
package final class DeviceTable: Sendable {
    /// Seconds by which a poll may be early: networks are not metronomes.
    package static let tolerance: Int64 = 1
    /// Seconds that the interval grows with each poll that is too soon (RFC 8628 §3.5).
    package static let penalty: Int64 = 5
    /// Seconds for which an expired user code is still known as such.
    package static let afterlife: Int64 = 900

    /// Bytes of text that clients may have kept here in all; the oldest give way.
    package static let maximumBytes = 32 * 1024 * 1024

    private let capacity: Int
    private let state = Mutex(State())

    fileprivate struct Entry {
        let authorization: DeviceAuthorization
        var decision: DeviceDecision?
        var interval: Int64
        var lastPoll: Timestamp?

        func isExpired(_ now: Timestamp) -> Bool { now.seconds >= authorization.expiresAt }
    }

    fileprivate struct State {
        var entries: [GUID: Entry] = [:]
        var ids: [UserCode: GUID] = [:]
        /// Ids by age; those before `oldest` are gone.
        var order: [GUID] = []
        var oldest = 0
        /// What clients sent, of all entries.
        var bytes = 0
        var tries = UserCodeTries()
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    func start(_ authorization: DeviceAuthorization, now: Timestamp) -> DeviceStart {
        state.withLock { state in
            state.dropOldest(keeping: capacity - 1, room: authorization.bytes, now)
            guard state.ids[authorization.userCode] == nil else { return .userCodeTaken }
            state.entries[authorization.id] = Entry(authorization: authorization, interval: authorization.interval)
            state.ids[authorization.userCode] = authorization.id
            state.order.append(authorization.id)
            state.bytes += authorization.bytes
            return .started
        }
    }

    func enter(
        _ code: UserCode, from address: String, now: Timestamp, clock: ((DeviceAuthorization) -> Timestamp)? = nil
    ) -> UserCodeEntry {
        state.withLock { state in
            guard !state.tries.isBlocked(address, now) else { return .blocked }
            guard let id = state.ids[code], let entry = state.entries[id] else {
                state.tries.countWrong(address, now)
                return .unknown
            }
            if entry.decision != nil { return .used }
            return entry.isExpired(clock?(entry.authorization) ?? now) ? .expired : .found(entry.authorization)
        }
    }

    func decide(_ id: GUID, _ decision: DeviceDecision, now: Timestamp) -> DeviceDecisionOutcome {
        state.withLock { state in
            guard let entry = state.entries[id], !entry.isExpired(now) else { return .expired }
            guard entry.decision == nil else { return .decidedBefore }
            state.entries[id]?.decision = decision
            return .recorded
        }
    }

    func poll(_ id: GUID, now: Timestamp) -> DevicePoll {
        state.withLock { state in
            guard var entry = state.entries[id], !entry.isExpired(now) else { return .expired }
            switch entry.decision {
            case .approved(let grant): return .approved(entry.authorization, grant)
            case .declined: return .declined
            case nil: break
            }
            defer { state.entries[id] = entry }
            let last = entry.lastPoll
            entry.lastPoll = now
            guard let last, DeviceTable.isTooSoon(now, after: last, interval: entry.interval) else { return .pending }
            entry.interval += DeviceTable.penalty
            return .tooSoon
        }
    }

    /// Whether a poll comes before the interval is over.
    static func isTooSoon(_ now: Timestamp, after last: Timestamp, interval: Int64) -> Bool {
        last <= now && now < last.adding(seconds: interval - tolerance)
    }

    /// Forgets the authorizations that an authority was asked for; all when it is nil.
    func removeAll(of authority: String?) {
        state.withLock { state in
            guard let authority else {
                state = State()
                return
            }
            for (id, entry) in state.entries where entry.authorization.authority == authority { state.remove(id) }
        }
    }
}

extension DeviceTable.State {
    /// Removes what is past its afterlife, from the oldest on, and then as many as there are too many, or too large for
    /// `room` more bytes.
    fileprivate mutating func dropOldest(keeping count: Int, room: Int, _ now: Timestamp) {
        while oldest < order.count {
            let id = order[oldest]
            if let entry = entries[id], entries.count <= count, bytes + room <= DeviceTable.maximumBytes,
                now.seconds - entry.authorization.expiresAt < DeviceTable.afterlife
            {
                break
            }
            remove(id)
            oldest += 1
        }
        guard oldest > 1_024, 2 * oldest > order.count else { return }
        // Allowed (remove-end): `oldest` is at most the count, and more than half of it.
        order.removeFirst(oldest)
        oldest = 0
    }

    fileprivate mutating func remove(_ id: GUID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        ids[entry.authorization.userCode] = nil
        bytes -= entry.authorization.bytes
    }
}

extension DeviceAuthorization {
    /// Of the text that the client sent.
    package var bytes: Int { [scope, resource, claims].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
}
