package import Entra
package import Formats

/// A log of documents that several processes write and all processes read. Every process sees the same writes in the same order
/// and therefore has the same state. Safe to use from any thread; each operation may wait for another machine.
///
/// An operation that throws `EntraError.storeUnavailable` may or may not have written. A later `read` shows the outcome.
package protocol ChangeLog: Sendable {
    /// The name of the log for people: the path of a file, or the address of a store.
    var name: String { get }

    /// Returns the documents that were written after an offset, or all documents if the offset is nil or no longer known.
    func read(after offset: LogOffset?) throws(EntraError) -> LogReading

    /// Writes all of the documents or none. The write succeeds only if nothing was written after `offset`, so that a decision
    /// based on an older state is made again.
    func write(_ documents: [SharedDocument], after offset: LogOffset) throws(EntraError) -> LogWrite
}

/// A change log that other processes write too.
package protocol SharedChangeLog: ChangeLog {
    /// Whether nothing was written after an offset. The check is cheaper than `read`, because every request needs it.
    func isLast(_ offset: LogOffset) throws(EntraError) -> Bool

    /// Returns when something may have been written after an offset, or when the time is over. One thread calls the method at a
    /// time, concurrently with the other operations.
    func awaitChanges(after offset: LogOffset, for time: Duration) throws(EntraError)
}

/// The state of a document after a write.
package struct SharedDocument: Sendable, Equatable {
    /// The kinds of documents.
    package enum Kind: String, Sendable, CaseIterable {
        /// The directory that was put at run time. The key is empty.
        case directory
        /// One changed object of the directory. The key is the object's name.
        case change
        /// A current stub. The key is the stub's ID.
        case stub = "script"
        /// The settings of a controlled clock. The key is the tenant's ID, or empty for the server's clock.
        case clock
        /// The current signing keys, sealed. The key is the name of the ring.
        case keys
        /// A delegated consent that was granted at run time. The key names the parties.
        case grant
        /// An application permission that was granted at run time. The key names the parties.
        case assignment
        /// A revoked consent. The key names the parties.
        case withdrawal
        /// A revocation of issued values. The key names the subject.
        case revocation
        /// A one-time code that was sent. The key is unique.
        case message
    }

    package let kind: Kind
    package let key: String
    /// The content, or nil if the document was deleted.
    package let content: JSONValue?

    package init(_ kind: Kind, _ key: String, _ content: JSONValue?) {
        self.kind = kind
        self.key = key
        self.content = content
    }
}

/// An offset in a change log: the last write that a process has read.
package struct LogOffset: Sendable, Equatable {
    /// The ID of the log's epoch. A log that has lost its data begins a new epoch.
    package let epoch: GUID
    /// The number of the write, which rises with every write.
    package let number: Int64

    package init(epoch: GUID, number: Int64) {
        self.epoch = epoch
        self.number = number
    }
}

/// The documents that a read returns.
package struct LogReading: Sendable, Equatable {
    /// Whether `documents` is complete. The reader must then discard all other documents that it knows.
    package let isWhole: Bool
    /// The documents in the order of their writes. If they are complete, each existing document appears once, with its last
    /// content, in the order of the first or the last writes, depending on the log.
    package let documents: [SharedDocument]
    /// The reader's offset after the documents.
    package let offset: LogOffset

    package init(isWhole: Bool, documents: [SharedDocument], offset: LogOffset) {
        self.isWhole = isWhole
        self.documents = documents
        self.offset = offset
    }
}

/// The result of a write.
package enum LogWrite: Sendable, Equatable {
    /// The documents are in the log. The writer's new offset is the associated value.
    case written(LogOffset)
    /// Nothing was written, because others wrote first.
    case behind(LogReading)
}

/// The operations that processes share in addition to documents. Each operation has one outcome among all processes, decided by
/// the rules of `Store/Rules`, and takes a few round trips to the other machine; a redemption takes one. Safe to use from any
/// thread.
///
/// `epoch` is the epoch of the change log that the caller's decisions are based on. In another epoch, nothing is changed. An
/// operation that throws `EntraError.storeUnavailable` may or may not have happened, so its caller must be safe in both cases.
package protocol SharedOperations: Sendable {
    /// The reason why the store does not respond or rejects commands, or nil if the last command succeeded.
    var failure: String? { get }
    /// The error code of the store for `failure`, or nil if the store gave none.
    var failureCode: String? { get }

    /// Marks a single-use value as used. `Store` documents this method and the others of the same names.
    func redeem(
        _ id: GUID, until expiry: Timestamp, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> Redemption

    func isRedeemed(_ id: GUID, in epoch: GUID) throws(EntraError) -> Bool

    func startDevice(
        _ authorization: DeviceAuthorization, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> DeviceStart

    /// Looks up a user code and counts a wrong one. `now` is the time of the page's tenant, `serverNow` the server's time.
    func lookUp(
        _ code: UserCode, at source: UserCodeAttempts.Source, now: Timestamp, serverNow: Timestamp, in epoch: GUID
    ) throws(EntraError) -> UserCodeLookup

    func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> DeviceDecisionOutcome

    func pollDevice(_ id: GUID, now: Timestamp, in epoch: GUID) throws(EntraError) -> DevicePoll

    func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> EventCount

    func counted(
        _ event: CountedEvent, within seconds: Int64, now: Timestamp, in epoch: GUID
    ) throws(EntraError) -> EventCount

    func forget(_ event: CountedEvent, in epoch: GUID) throws(EntraError)

    /// Forgets everything that the operations keep, or the part of one tenant.
    func reset(tenant: TenantID?, in epoch: GUID) throws(EntraError)
}
