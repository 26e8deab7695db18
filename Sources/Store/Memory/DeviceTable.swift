import Directory
import Entra
import Formats
import Synchronization

/// The device authorizations of one process, under one lock. If the table is full, the oldest authorization of the authority
/// that holds the most is evicted, so that one tenant cannot push out the device codes of another. An expired authorization is
/// kept for a while, so that a late user gets the expiry message.
package final class DeviceTable: Sendable {
    /// The time by which a poll may be early, in seconds. The tolerance allows for network jitter.
    package static let tolerance: Int64 = 1
    /// The increase of the interval for each poll that is too soon, in seconds (RFC 8628 §3.5).
    package static let penalty: Int64 = 5
    /// The time for which an expired user code is still recognized, in seconds.
    package static let afterlife: Int64 = 900

    /// The maximum size of all client text in the table, in bytes.
    package static let maximumBytes = 32 * 1024 * 1024
    /// The bytes that an authorization counts in addition to its text when authorities are compared.
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
        /// The IDs in the order of creation. IDs before `oldest` are removed; later ones may be removed too.
        var order: [GUID] = []
        var oldest = 0
        /// The total size: bytes of text, plus `overhead` for each authorization.
        var weight = 0
    }

    fileprivate struct State {
        var entries: [GUID: Entry] = [:]
        var ids: [UserCode: GUID] = [:]
        var shares: [ByteString: Share] = [:]
        /// The size of the client text of all entries, in bytes.
        var bytes = 0
        var tries = UserCodeAttempts()
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
        _ code: UserCode, at source: UserCodeAttempts.Source, now: Timestamp, serverNow: Timestamp
    ) -> UserCodeLookup {
        state.withLock { state in
            guard state.tries.isOpen(to: source.address, serverNow) else { return .blocked }
            guard let id = state.ids[code], let entry = state.entries[id], entry.authorization.isKnown(at: source)
            else {
                return state.tries.countWrong(source, now, serverNow: serverNow) ? .unknown : .blocked
            }
            let own = UserCodeAttempts.Source(entry.authorization.tenant, source.address)
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

    /// Whether a poll comes before the interval is over. `OperationScripts.pollDevice` has the same rule.
    static func isTooSoon(_ now: Timestamp, after last: Timestamp, interval: Int64) -> Bool {
        last <= now && now < last.adding(seconds: interval - tolerance)
    }

    /// Forgets the authorizations and wrong user codes of a tenant, or everything if `tenant` is nil.
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

    /// Removes the oldest authorizations of the same authority that are past their afterlife. Then removes the oldest
    /// authorization of the authority that holds the most until there is space for the new one.
    fileprivate mutating func makeRoom(for authorization: DeviceAuthorization, keeping count: Int, _ now: Timestamp) {
        while let id = oldest(of: authorization.authority), let entry = entries[id],
            now.seconds - entry.authorization.expiresAt >= DeviceTable.afterlife
        {
            remove(id)
        }
        while !entries.isEmpty, entries.count > count || bytes + authorization.bytes > DeviceTable.maximumBytes {
            // Ties are broken by name, so that every process evicts the same authorization.
            let largest = shares.max { ($0.value.weight, $1.key) < ($1.value.weight, $0.key) }
            guard let id = largest.flatMap({ oldest(of: $0.key.string) }) else { return }
            remove(id)
        }
    }

    /// Returns the oldest authorization of an authority, or nil if the authority has none.
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
    /// The size of the authorization when authorities are compared, in bytes.
    fileprivate var weight: Int { bytes + DeviceTable.overhead }
}

extension DeviceAuthorization {
    /// The size of the text that the client sent, in bytes.
    package var bytes: Int { [scope, resource, claims].reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
}
