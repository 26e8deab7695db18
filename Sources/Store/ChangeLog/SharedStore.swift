import Directory
package import Entra
package import Formats
import Synchronization

/// The state that the stores of all requests of one process share.
package final class SharedState: Sendable {
    package let replica: Replica
    let records: SharedRecords
    let operations: any SharedOperations
    /// The state of this process alone: the tokens of managed identities' hosts, and the rates of clients' requests.
    let local = MemoryStore()

    /// Creates the shared state. `records` must subscribe to the replica's change log.
    package init(_ replica: Replica, records: SharedRecords, operations: any SharedOperations) {
        self.replica = replica
        self.records = records
        self.operations = operations
    }

    /// The store in the state that this process knows, for decisions that other processes need not know of.
    package var store: SharedStore { SharedStore(self, replica.offset) }

    /// The reason why the store does not respond or rejects commands, or nil if the last command succeeded.
    package var failure: String? { operations.failure }
    /// The error code of the store for `failure`, or nil if the store gave none.
    package var failureCode: String? { operations.failureCode }
}

/// The store of one request, shared with other processes. Reads come from memory, in the state that the process has applied;
/// `Replica.catchUp` runs first. Redemptions, decisions, counts and all changes are agreed with the other processes.
package final class SharedStore: Store {
    let sharing: SharedState
    /// The offset at which the request began, or nil if the change log was not read yet.
    private let offset: LogOffset?
    /// The last sequence number of the request, and the end of its range.
    private let last: Mutex<(order: Int64, end: Int64)>

    init(_ sharing: SharedState, _ offset: LogOffset?) {
        self.sharing = sharing
        self.offset = offset
        let first = LogicalClock.first(at: offset?.number ?? 0)
        last = Mutex((first, first &+ LogicalClock.spread))
    }

    /// The epoch of the change log that this request's decisions are based on.
    var epoch: GUID {
        get throws(EntraError) {
            guard let offset else { throw .storeUnavailable("the server has not reached the store yet") }
            return offset.epoch
        }
    }

    /// Returns the next sequence number of the request. If the range is exhausted, the last number is reused, so that no number
    /// is above a later revocation.
    package func nextOrder() -> Int64 {
        last.withLock { last in
            last.order = min(last.order &+ 1, last.end &- 1)
            return last.order
        }
    }

    package func redeem(_ id: GUID, until expiry: Timestamp, now: Timestamp) throws(EntraError) -> Redemption {
        try sharing.operations.redeem(id, until: expiry, now: now, in: try epoch)
    }

    package func isRedeemed(_ id: GUID) throws(EntraError) -> Bool {
        try sharing.operations.isRedeemed(id, in: try epoch)
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
        try sharing.operations.startDevice(authorization, now: now, in: try epoch)
    }

    package func enterUserCode(
        _ code: UserCode, at source: UserCodeAttempts.Source, clock: (TenantID?) -> Timestamp
    ) throws(EntraError) -> UserCodeEntry {
        let finding = try sharing.operations.lookUp(
            code, at: source, now: clock(source.tenant), serverNow: clock(nil), in: try epoch)
        return finding.entry(clock: clock)
    }

    package func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp
    ) throws(EntraError) -> DeviceDecisionOutcome {
        try sharing.operations.decideDevice(id, decision, now: now, in: try epoch)
    }

    package func pollDevice(_ id: GUID, now: Timestamp) throws(EntraError) -> DevicePoll {
        try sharing.operations.pollDevice(id, now: now, in: try epoch)
    }

    package func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp
    ) throws(EntraError) -> EventCount {
        guard event.isShared else {
            return sharing.local.count(event, within: seconds, renewing: renewing, now: now)
        }
        return try sharing.operations.count(event, within: seconds, renewing: renewing, now: now, in: try epoch)
    }

    package func counted(
        _ event: CountedEvent, within seconds: Int64, now: Timestamp
    ) throws(EntraError) -> EventCount {
        guard event.isShared else { return sharing.local.counted(event, within: seconds, now: now) }
        return try sharing.operations.counted(event, within: seconds, now: now, in: try epoch)
    }

    package func forget(_ event: CountedEvent) throws(EntraError) {
        guard event.isShared else { return sharing.local.forget(event) }
        try sharing.operations.forget(event, in: try epoch)
    }

    package func reset(tenant: TenantID?, now: Timestamp) throws(EntraError) {
        let subject = tenant.map(RevocationSubject.tenant) ?? .everything
        // The revocation comes first, so that no value is valid whose use is forgotten.
        try sharing.replica.make { () throws(EntraError) in
            let change = try revoking(concerning: subject) { content, order in
                SharedStore.removals(of: tenant, content) + [SharedRecords.document(subject, before: now, order: order)]
            }
            return [change]
        }
        try sharing.operations.reset(tenant: tenant, in: try epoch)
        sharing.local.reset(tenant: tenant, now: now)
    }

    /// Writes the documents that `decide` returns and applies them in this process.
    func write(_ decide: (SharedRecords.Content) -> [SharedDocument]) throws(EntraError) {
        try sharing.replica.make { () throws(EntraError) in
            let (content, _) = try state()
            return [taking(decide(content)) {}]
        }
    }

    /// Returns a change that writes a revocation and other documents. `decide` receives the sequence number of the revocation.
    /// The call must happen within a transaction.
    ///
    /// Values that the request issues afterwards come after its own revocation. The exception: if another process wrote a
    /// revocation that concerns the same person since the request began, the values of this request are invalid too.
    func revoking(
        concerning own: RevocationSubject, _ decide: (SharedRecords.Content, Int64) -> [SharedDocument]
    ) throws(EntraError) -> SharedChange {
        let (content, offset) = try state()
        let order = LogicalClock.revocation(behind: offset)
        let known = last.withLock { $0.end &- LogicalClock.spread }
        let isAlone = !content.revocations.contains { $0.value.order > known && $0.key.mayInvalidate(valuesAfter: own) }
        return taking(decide(content, order)) { [self] in
            if isAlone { last.withLock { $0 = (order, order &+ LogicalClock.spread) } }
        }
    }

    /// Returns the state that a decision is based on. The call must happen within a transaction.
    private func state() throws(EntraError) -> (SharedRecords.Content, LogOffset) {
        guard let offset = sharing.replica.offset, offset.epoch == (try epoch) else {
            throw .storeUnavailable("the store was reset")
        }
        return (sharing.records.read { $0 }, offset)
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
    /// Whether all processes count the event together. The rate of a client's requests is counted per process: an attacker
    /// gains nothing, and otherwise every token request would wait for the store.
    fileprivate var isShared: Bool {
        if case .tokenRequests = self { false } else { true }
    }
}
