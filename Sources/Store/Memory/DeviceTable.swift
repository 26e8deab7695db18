import Directory
import Entra
import Formats
import Synchronization

/// The device authorizations of one process, under one lock. `DeviceRecord`, `EnteredUserCode` and `DeviceLimits` have the rules.
package final class DeviceTable: Sendable {
    private let capacity: Int
    private let state = Mutex(State())

    /// The authorizations of one authority.
    fileprivate struct Share {
        /// The IDs in the order of creation. IDs before `oldest` are removed; later ones may be removed too.
        var order: [GUID] = []
        var oldest = 0
        /// The total size: bytes of text, plus `overhead` for each authorization.
        var weight = 0
    }

    fileprivate struct State {
        var records: [GUID: DeviceRecord] = [:]
        var ids: [UserCode: GUID] = [:]
        var shares: [ByteString: Share] = [:]
        /// The size of the client text of all records, in bytes.
        var bytes = 0
        var tries = UserCodeAttemptTable()
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    func start(_ authorization: DeviceAuthorization, now: Timestamp) -> DeviceStart {
        state.withLock { state in
            state.makeRoom(for: authorization, capacity, now)
            guard state.ids[authorization.userCode] == nil else { return .userCodeTaken }
            state.add(authorization)
            return .started
        }
    }

    func enter(
        _ code: UserCode, at source: UserCodeAttempts.Source, now: Timestamp, serverNow: Timestamp
    ) -> UserCodeLookup {
        state.withLock { state in
            let record = state.ids[code].flatMap { state.records[$0] }
            return state.tries.lookUp(record, at: source, now: now, serverNow: serverNow)
        }
    }

    func decide(_ id: GUID, _ decision: DeviceDecision, now: Timestamp) -> DeviceDecisionOutcome {
        apply(id) { DeviceRecord.decide($0, decision, now: now) }
    }

    func poll(_ id: GUID, now: Timestamp) -> DevicePoll {
        apply(id) { DeviceRecord.poll($0, now: now) }
    }

    private func apply<Answer>(_ id: GUID, _ rule: (DeviceRecord?) -> (answer: Answer, change: DeviceRecord?)) -> Answer
    {
        state.withLock { state in
            let (answer, change) = rule(state.records[id])
            if let change { state.records[id] = change }
            return answer
        }
    }

    /// Forgets the authorizations and wrong user codes of a tenant, or everything if `tenant` is nil.
    func removeAll(of tenant: TenantID?) {
        state.withLock { state in
            guard let tenant else {
                state = State()
                return
            }
            for (id, record) in state.records where record.authorization.tenant == tenant { state.remove(id) }
            state.tries.removeAll(of: tenant)
        }
    }
}

extension DeviceTable.State {
    fileprivate mutating func add(_ authorization: DeviceAuthorization) {
        records[authorization.id] = DeviceRecord(authorization)
        ids[authorization.userCode] = authorization.id
        bytes += authorization.bytes
        shares[authorization.authority, default: DeviceTable.Share()].order.append(authorization.id)
        shares[authorization.authority]?.weight += authorization.weight
    }

    /// Removes the oldest authorizations of the same authority that are forgotten, and then others until the new one fits.
    fileprivate mutating func makeRoom(for authorization: DeviceAuthorization, _ capacity: Int, _ now: Timestamp) {
        while let id = oldest(of: authorization.authority), let record = records[id],
            record.authorization.expiresAt <= DeviceLimits.latestForgotten(now)
        {
            remove(id)
        }
        while !DeviceLimits.fits(authorization, count: records.count, bytes: bytes, capacity: capacity) {
            let largest = DeviceLimits.largest(of: shares.lazy.map { ($0.key, $0.value.weight) })
            guard let id = largest.flatMap({ oldest(of: $0.string) }) else { return }
            remove(id)
        }
    }

    /// Returns the oldest authorization of an authority, or nil if the authority has none.
    private mutating func oldest(of authority: String) -> GUID? {
        guard var share = shares[authority] else { return nil }
        while share.oldest < share.order.count, records[share.order[share.oldest]] == nil { share.oldest += 1 }
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
        guard let authorization = records.removeValue(forKey: id)?.authorization else { return }
        ids[authorization.userCode] = nil
        bytes -= authorization.bytes
        shares[authorization.authority]?.weight -= authorization.weight
        if let weight = shares[authorization.authority]?.weight, weight <= 0 { shares[authorization.authority] = nil }
    }
}
