import Directory
package import Entra
import Synchronization
package import Wire

/// What the stores of one process's requests have in common.
package final class Sharing: Sendable {
    package let replica: Replica
    let records: SharedRecords
    let verbs: any SharedVerbs
    /// What is of this process alone: the tokens of managed identities' hosts, and the rate of clients' requests.
    let local = MemoryStore()

    /// `records` follows the replica's ledger.
    package init(_ replica: Replica, records: SharedRecords, verbs: any SharedVerbs) {
        self.replica = replica
        self.records = records
        self.verbs = verbs
    }

    /// The store as this process knows it: for what decides nothing that others have to know of.
    package var store: SharedStore { SharedStore(self, replica.place) }

    /// Why the store does not answer, or not do what it is asked; nil where it did the last time.
    package var failure: String? { verbs.failure }
    /// The store's own word for that; nil where it said none.
    package var failureCode: String? { verbs.failureCode }
}

/// The store of one request, shared with other processes. Reads are answered from memory, as the ledger was when the request
/// began; `Replica.catchUp` comes before. What is redeemed, decided or counted, and every change, is agreed with the others.
package final class SharedStore: Store {
    let sharing: Sharing
    /// Nil before the ledger was read.
    private let place: LedgerPlace?
    /// Given out last.
    private let last: Mutex<(order: Int64, end: Int64)>

    init(_ sharing: Sharing, _ place: LedgerPlace?) {
        self.sharing = sharing
        self.place = place
        let first = SharedOrder.first(at: place?.number ?? 0)
        last = Mutex((first, first &+ SharedOrder.spread))
    }

    /// Of the ledger that this request's decisions rest on.
    var epoch: GUID {
        get throws(EntraError) {
            guard let place else { throw .storeUnavailable("the server has not reached the store yet") }
            return place.epoch
        }
    }

    /// Should they ever be used up, the rest share the last one: none passes a revocation to come.
    package func nextOrder() -> Int64 {
        last.withLock { last in
            last.order = min(last.order &+ 1, last.end &- 1)
            return last.order
        }
    }

    package func redeem(_ id: GUID, until expiry: Timestamp, now: Timestamp) throws(EntraError) -> Redemption {
        try sharing.verbs.redeem(id, until: expiry, now: now, in: try epoch)
    }

    package func isRedeemed(_ id: GUID) throws(EntraError) -> Bool {
        try sharing.verbs.isRedeemed(id, in: try epoch)
    }

    package func hostToken(_ key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken? {
        sharing.local.hostToken(key, now: now, published: published)
    }

    package func keep(_ token: HostToken, for key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken {
        sharing.local.keep(token, for: key, now: now, published: published)
    }

    package func startDevice(
        _ authorization: DeviceAuthorization, now: Timestamp
    ) throws(EntraError) -> DeviceStart {
        try sharing.verbs.startDevice(authorization, now: now, in: try epoch)
    }

    package func enterUserCode(
        _ code: UserCode, at place: UserCodeTries.Place, clock: (TenantID?) -> Timestamp
    ) throws(EntraError) -> UserCodeEntry {
        let finding = try sharing.verbs.look(
            up: code, at: place, now: clock(place.tenant), serverNow: clock(nil), in: try epoch)
        return finding.entry(clock: clock)
    }

    package func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp
    ) throws(EntraError) -> DeviceDecisionOutcome {
        try sharing.verbs.decideDevice(id, decision, now: now, in: try epoch)
    }

    package func pollDevice(_ id: GUID, now: Timestamp) throws(EntraError) -> DevicePoll {
        try sharing.verbs.pollDevice(id, now: now, in: try epoch)
    }

    package func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp
    ) throws(EntraError) -> EventCount {
        guard event.isShared else {
            return sharing.local.count(event, within: seconds, renewing: renewing, now: now)
        }
        return try sharing.verbs.count(event, within: seconds, renewing: renewing, now: now, in: try epoch)
    }

    package func counted(
        _ event: CountedEvent, within seconds: Int64, now: Timestamp
    ) throws(EntraError) -> EventCount {
        guard event.isShared else { return sharing.local.counted(event, within: seconds, now: now) }
        return try sharing.verbs.counted(event, within: seconds, now: now, in: try epoch)
    }

    package func forget(_ event: CountedEvent) throws(EntraError) {
        guard event.isShared else { return sharing.local.forget(event) }
        try sharing.verbs.forget(event, in: try epoch)
    }

    package func reset(tenant: TenantID?, now: Timestamp) throws(EntraError) {
        let subject = tenant.map(RevocationSubject.tenant) ?? .everything
        // First the revocation: nothing whose use is forgotten is good then.
        try sharing.replica.make { () throws(EntraError) in
            let change = try revoking(concerning: subject) { content, order in
                SharedStore.removals(of: tenant, content) + [SharedRecords.document(subject, before: now, order: order)]
            }
            return [change]
        }
        try sharing.verbs.reset(tenant: tenant, in: try epoch)
        sharing.local.reset(tenant: tenant, now: now)
    }

    /// Has documents written that `decide` finds; takes them in here.
    func write(_ decide: (SharedRecords.Content) -> [SharedDocument]) throws(EntraError) {
        try sharing.replica.make { () throws(EntraError) in
            let (content, _) = try state()
            return [taking(decide(content)) {}]
        }
    }

    /// The same of documents with a revocation at the place in the order that `decide` is given; decided within a turn. What the
    /// request issues from then on comes after its own revocation; but where others' that concern the same person were written
    /// since it began, what it issues ends with those.
    func revoking(
        concerning own: RevocationSubject, _ decide: (SharedRecords.Content, Int64) -> [SharedDocument]
    ) throws(EntraError) -> SharedChange {
        let (content, place) = try state()
        let order = SharedOrder.revocation(behind: place)
        let known = last.withLock { $0.end &- SharedOrder.spread }
        let isAlone = !content.revocations.contains { $0.value.order > known && $0.key.mayEnd(whatFollows: own) }
        return taking(decide(content, order)) { [self] in
            if isAlone { last.withLock { $0 = (order, order &+ SharedOrder.spread) } }
        }
    }

    /// Within a turn: the state that is decided on.
    private func state() throws(EntraError) -> (SharedRecords.Content, LedgerPlace) {
        guard let place = sharing.replica.place, place.epoch == (try epoch) else {
            throw .storeUnavailable("the store was reset")
        }
        return (sharing.records.read { $0 }, place)
    }

    private func taking(_ documents: [SharedDocument], finish: @escaping () -> Void) -> SharedChange {
        SharedChange(documents) { [records = sharing.records] in
            records.follow(documents)
            finish()
        }
    }

    func read<Result: Sendable>(_ body: (SharedRecords.Content) -> Result) -> Result { sharing.records.read(body) }
}

extension CountedEvent {
    /// Whether all processes count it together. The rate of a client's requests is held by each: it is nothing that a guesser
    /// gains by, and every token request would wait for the store.
    fileprivate var isShared: Bool {
        if case .tokenRequests = self { false } else { true }
    }
}
