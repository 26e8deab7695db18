import Directory
import Entra
import Synchronization
import Wire

/// Device authorizations under one lock. Where there are too many, the oldest of the authority that holds the most gives way, so
/// that the device codes of one tenant cannot push out those of another; an expired one is kept for a while, so that a person who
/// types its code late is told so.
package final class DeviceTable: Sendable {
    /// Seconds by which a poll may be early: networks are not metronomes.
    package static let tolerance: Int64 = 1
    /// Seconds that the interval grows with each poll that is too soon (RFC 8628 §3.5).
    package static let penalty: Int64 = 5
    /// Seconds for which an expired user code is still known as such.
    package static let afterlife: Int64 = 900

    /// Bytes of text that clients may have kept here in all.
    package static let maximumBytes = 32 * 1024 * 1024
    /// Bytes that an authorization counts for besides its text where authorities are compared.
    package static let overhead = 1_024

    private let capacity: Int
    private let state = Mutex(State())

    fileprivate struct Entry {
        let authorization: DeviceAuthorization
        var decision: DeviceDecision?
        var interval: Int64
        var lastPoll: Timestamp?

        func isExpired(_ now: Timestamp) -> Bool { now.seconds >= authorization.expiresAt }
    }

    /// The authorizations of one authority.
    fileprivate struct Share {
        /// Ids by age; those before `oldest` are gone, and so may be others.
        var order: [GUID] = []
        var oldest = 0
        /// What they hold: bytes of text, and `overhead` for each.
        var weight = 0
    }

    fileprivate struct State {
        var entries: [GUID: Entry] = [:]
        var ids: [UserCode: GUID] = [:]
        var shares: [ExactString: Share] = [:]
        /// What clients sent, of all entries.
        var bytes = 0
        var tries = UserCodeTries()
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    func start(_ authorization: DeviceAuthorization, now: Timestamp) -> DeviceStart {
        state.withLock { state in
            state.makeRoom(for: authorization, keeping: capacity - 1, now)
            guard state.ids[authorization.userCode] == nil else { return .userCodeTaken }
            state.add(authorization)
            return .started
        }
    }

    func enter(
        _ code: UserCode, at place: UserCodeTries.Place, now: Timestamp, serverNow: Timestamp
    ) -> UserCodeFinding {
        state.withLock { state in
            guard state.tries.isOpen(to: place.address, serverNow) else { return .blocked }
            guard let id = state.ids[code], let entry = state.entries[id], entry.authorization.isKnown(at: place) else {
                return state.tries.countWrong(place, now, serverNow: serverNow) ? .unknown : .blocked
            }
            let own = UserCodeTries.Place(entry.authorization.tenant, place.address)
            return .known(entry.authorization, isUsed: entry.decision != nil, recovered: state.tries.recovered(own))
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

    /// Forgets the authorizations and the wrong user codes of a tenant; all where there is none.
    func removeAll(of tenant: TenantID?) {
        state.withLock { state in
            guard let tenant else {
                state = State()
                return
            }
            for (id, entry) in state.entries where entry.authorization.tenant == tenant { state.remove(id) }
            state.tries.removeAll(of: tenant)
        }
    }
}

extension DeviceTable.State {
    fileprivate mutating func add(_ authorization: DeviceAuthorization) {
        entries[authorization.id] = DeviceTable.Entry(authorization: authorization, interval: authorization.interval)
        ids[authorization.userCode] = authorization.id
        bytes += authorization.bytes
        shares[authorization.authority, default: DeviceTable.Share()].order.append(authorization.id)
        shares[authorization.authority]?.weight += authorization.weight
    }

    /// Removes what is past its afterlife, of the same authority from the oldest on, and then the oldest of whoever holds the most
    /// until the authorization fits.
    fileprivate mutating func makeRoom(for authorization: DeviceAuthorization, keeping count: Int, _ now: Timestamp) {
        while let id = oldest(of: authorization.authority), let entry = entries[id],
            now.seconds - entry.authorization.expiresAt >= DeviceTable.afterlife
        {
            remove(id)
        }
        while !entries.isEmpty, entries.count > count || bytes + authorization.bytes > DeviceTable.maximumBytes {
            // Of equals, the same one in every process.
            let largest = shares.max { ($0.value.weight, $1.key) < ($1.value.weight, $0.key) }
            guard let id = largest.flatMap({ oldest(of: $0.key.string) }) else { return }
            remove(id)
        }
    }

    /// The oldest authorization of an authority; nil where it has none.
    private mutating func oldest(of authority: String) -> GUID? {
        guard var share = shares[authority] else { return nil }
        while share.oldest < share.order.count, entries[share.order[share.oldest]] == nil { share.oldest += 1 }
        guard share.oldest < share.order.count else {
            shares[authority] = nil
            return nil
        }
        if share.oldest > 1_024, 2 * share.oldest > share.order.count {
            // Allowed (remove-end): `oldest` is less than the count, and more than half of it.
            share.order.removeFirst(share.oldest)
            share.oldest = 0
        }
        let id = share.order[share.oldest]
        shares[authority] = share
        return id
    }

    fileprivate mutating func remove(_ id: GUID) {
        guard let entry = entries.removeValue(forKey: id) else { return }
        let authorization = entry.authorization
        ids[authorization.userCode] = nil
        bytes -= authorization.bytes
        shares[authorization.authority]?.weight -= authorization.weight
        if let weight = shares[authorization.authority]?.weight, weight <= 0 { shares[authorization.authority] = nil }
    }
}

extension DeviceAuthorization {
    /// What it counts for where authorities are compared.
    fileprivate var weight: Int { bytes + DeviceTable.overhead }
}

extension DeviceAuthorization {
    /// Bytes of the text that the client sent.
    package var bytes: Int { [scope, resource, claims].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
}
