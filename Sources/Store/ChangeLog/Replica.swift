package import Entra
import Synchronization

/// A subscriber to the documents of some kinds. One thread at a time calls it, in the order of the change log.
package protocol ChangeSubscriber: AnyObject, Sendable {
    /// The kinds that the subscriber handles. No other subscriber of the replica handles them.
    var kinds: [SharedDocument.Kind] { get }

    /// Whether the subscriber can read a document of its kinds that has content. A document that the subscriber cannot read is
    /// passed on as deleted.
    func canRead(_ document: SharedDocument) -> Bool

    /// Replaces the state with these documents, which are all existing documents of the subscriber's kinds.
    func begin(with documents: [SharedDocument])

    /// Applies changed documents in the given order.
    func follow(_ documents: [SharedDocument])
}

/// A decided change: the documents to write first, and the function that then applies the change in this process.
package struct SharedChange {
    package var documents: [SharedDocument]
    package var finish: () -> Void

    package init(_ documents: [SharedDocument], finish: @escaping () -> Void) {
        self.documents = documents
        self.finish = finish
    }
}

/// One process's copy of a change log. The replica keeps the process's offset, applies what others write, and writes local
/// decisions. Without a change log, nothing is stored and there are no other writers. Safe to use from any thread; calls may
/// wait for another machine.
///
/// All changes to stored state happen in transactions, one at a time. The transaction lock is the outermost lock; subscribers
/// take their own locks within it. A subscriber must not call its replica from `canRead`, `begin` or `follow`, and no code may
/// call the replica from within a transaction.
package final class Replica: Sendable {
    /// The maximum number of decisions for one write while other processes write first.
    static let attempts = 64

    /// A weak reference to a subscriber, whose owner may release it before the replica.
    private struct WeakSubscriber {
        weak var subscriber: (any ChangeSubscriber)?
    }

    private let changeLog: (any ChangeLog)?
    /// The change log, if other processes write it too.
    private let shared: (any SharedChangeLog)?
    /// The transaction lock, which also protects the list of subscribers.
    private let transactionLock = Mutex<[WeakSubscriber]>([])
    /// The offset that all subscribers have reached. The offset changes only in transactions.
    private let reached = Mutex<LogOffset?>(nil)
    private let report: @Sendable (String) -> Void

    /// Creates a replica that reads nothing until `catchUp`. `report` receives a line, with the names of the log and the
    /// document, for each document that its subscriber cannot read.
    package init(_ changeLog: (any ChangeLog)? = nil, report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.changeLog = changeLog
        shared = changeLog as? any SharedChangeLog
        self.report = report
    }

    /// Adds a subscriber, which receives all existing documents with the next `catchUp`.
    package func join(_ subscriber: any ChangeSubscriber) {
        transactionLock.withLock { subscribers in
            subscribers.append(WeakSubscriber(subscriber: subscriber))
            reached.withLock { $0 = nil }
        }
    }

    /// Whether other processes write the change log too.
    package var isShared: Bool { shared != nil }

    /// The offset up to which every document is applied, or nil before the first read. The property never blocks on a
    /// transaction.
    package var offset: LogOffset? { reached.withLock { $0 } }

    /// Applies everything that was written until now. If there is nothing new, the method does not wait for a transaction.
    /// Throws `EntraError.storeUnavailable`.
    package func catchUp() throws(EntraError) {
        guard let changeLog else { return }
        if let offset {
            guard let shared, try !shared.isLast(offset) else { return }
        }
        try transactionLock.withLock { (subscribers) throws(EntraError) in
            take(try changeLog.read(after: offset), subscribers)
        }
    }

    /// Returns when there may be new documents, or when the time is over. Throws `EntraError.storeUnavailable`.
    package func awaitChanges(for time: Duration) throws(EntraError) {
        guard let offset, let shared else { return }
        try shared.awaitChanges(after: offset, for: time)
    }

    /// Writes the documents that `decide` derives from the current state, then calls `finish` in the same transaction. If
    /// others wrote in the meantime, applies their documents and calls `decide` again. Subscribers do not receive the
    /// documents, because `finish` applies them. Nothing is written if there are no documents. Within `decide`, `offset` is the
    /// offset after which the documents are written.
    ///
    /// Throws the errors of `decide`, and `EntraError.storeUnavailable`. After an error, `finish` is not called.
    package func write<Decision>(
        _ decide: () throws(EntraError) -> (documents: [SharedDocument], decision: Decision),
        finish: (Decision) -> Void
    ) throws(EntraError) -> Decision {
        try write(decide) { _, decision, _ in finish(decision) }
    }

    /// Writes documents like the overload with `finish`. Subscribers receive the documents as if another process had written
    /// them.
    package func write<Decision>(
        _ decide: () throws(EntraError) -> (documents: [SharedDocument], decision: Decision)
    ) throws(EntraError) -> Decision {
        try write(decide) { documents, _, subscribers in deliver(documents, to: subscribers) }
    }

    /// Makes all of several changes, or none. Throws `EntraError.storeUnavailable`.
    package func make(_ changes: () throws(EntraError) -> [SharedChange]) throws(EntraError) {
        _ = try write { () throws(EntraError) in
            let changes = try changes()
            return (changes.flatMap(\.documents), changes)
        } finish: { changes in
            for change in changes { change.finish() }
        }
    }

    /// Changes state that belongs to this process alone, between transactions.
    package func change(_ body: () -> Void) { transactionLock.withLock { _ in body() } }

    private func write<Decision>(
        _ decide: () throws(EntraError) -> (documents: [SharedDocument], decision: Decision),
        then finish: ([SharedDocument], Decision, [WeakSubscriber]) -> Void
    ) throws(EntraError) -> Decision {
        try transactionLock.withLock { (subscribers) throws(EntraError) in
            for _ in 0..<Replica.attempts {
                let offset = try known(subscribers)
                let (documents, decision) = try decide()
                let outcome =
                    try documents.isEmpty
                    ? nil
                    : offset.flatMap { (offset) throws(EntraError) in
                        try changeLog?.write(documents, after: offset)
                    }
                if case .behind(let reading)? = outcome {
                    take(reading, subscribers)
                    continue
                }
                finish(documents, decision, subscribers)
                if case .written(let offset)? = outcome { reached.withLock { $0 = offset } }
                return decision
            }
            throw .storeUnavailable("other replicas write faster than this process can read")
        }
    }

    /// Returns the offset of the subscribers, or nil without a change log.
    private func known(_ subscribers: [WeakSubscriber]) throws(EntraError) -> LogOffset? {
        guard let changeLog else { return nil }
        if let offset { return offset }
        let reading = try changeLog.read(after: nil)
        take(reading, subscribers)
        return reading.offset
    }

    /// Applies a reading. The offset becomes visible after all subscribers have applied the documents.
    private func take(_ reading: LogReading, _ subscribers: [WeakSubscriber]) {
        if reading.isWhole {
            for subscriber in subscribers.compactMap(\.subscriber) {
                subscriber.begin(with: readable(reading.documents, to: subscriber))
            }
        } else {
            deliver(reading.documents, to: subscribers)
        }
        reached.withLock { $0 = reading.offset }
    }

    private func deliver(_ documents: [SharedDocument], to subscribers: [WeakSubscriber]) {
        guard !documents.isEmpty else { return }
        for subscriber in subscribers.compactMap(\.subscriber) {
            let own = readable(documents, to: subscriber)
            if !own.isEmpty { subscriber.follow(own) }
        }
    }

    /// Returns the documents of the subscriber's kinds. A document that the subscriber cannot read is reported and passed on as
    /// deleted; the change log keeps it unchanged.
    private func readable(_ documents: [SharedDocument], to subscriber: any ChangeSubscriber) -> [SharedDocument] {
        documents.filter { subscriber.kinds.contains($0.kind) }.map { document in
            guard document.content != nil, !subscriber.canRead(document) else { return document }
            let changeLog = changeLog.map { "\($0.name): " } ?? ""
            report("\(changeLog)the \(document.kind.rawValue) '\(document.key)' cannot be read, and is ignored")
            return SharedDocument(document.kind, document.key, nil)
        }
    }
}
