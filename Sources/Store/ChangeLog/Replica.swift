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
        weak var follower: (any ChangeSubscriber)?
    }

    private let changeLog: (any ChangeLog)?
    /// The change log, if other processes write it too.
    private let shared: (any SharedChangeLog)?
    /// The transaction lock, which also protects the list of subscribers.
    private let turn = Mutex<[WeakSubscriber]>([])
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

    package convenience init(_ changeLog: any ChangeLog, followers: [any ChangeSubscriber]) {
        self.init(changeLog)
        for follower in followers { join(follower) }
    }

    /// Adds a subscriber, which receives all existing documents with the next `catchUp`.
    package func join(_ follower: any ChangeSubscriber) {
        turn.withLock { seats in
            seats.append(WeakSubscriber(follower: follower))
            reached.withLock { $0 = nil }
        }
    }

    /// Whether other processes write the change log too.
    package var isShared: Bool { shared != nil }

    /// The offset up to which every document is applied, or nil before the first read. The property never blocks on a
    /// transaction.
    package var place: LogOffset? { reached.withLock { $0 } }

    /// Applies everything that was written until now. If there is nothing new, the method does not wait for a transaction.
    /// Throws `EntraError.storeUnavailable`.
    package func catchUp() throws(EntraError) {
        guard let changeLog else { return }
        if let place {
            guard let shared, try !shared.isLast(place) else { return }
        }
        try turn.withLock { (seats) throws(EntraError) in take(try changeLog.read(after: place), seats) }
    }

    /// Returns when there may be new documents, or when the time is over. Throws `EntraError.storeUnavailable`.
    package func awaitChanges(for time: Duration) throws(EntraError) {
        guard let place, let shared else { return }
        try shared.awaitChanges(after: place, for: time)
    }

    /// Writes the documents that `decide` derives from the current state, then calls `finish` in the same transaction. If
    /// others wrote in the meantime, applies their documents and calls `decide` again. Subscribers do not receive the
    /// documents, because `finish` applies them. Nothing is written if there are no documents. Within `decide`, `place` is the
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
        try write(decide) { documents, _, seats in hand(documents, to: seats) }
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
    package func change(_ body: () -> Void) { turn.withLock { _ in body() } }

    private func write<Decision>(
        _ decide: () throws(EntraError) -> (documents: [SharedDocument], decision: Decision),
        then finish: ([SharedDocument], Decision, [WeakSubscriber]) -> Void
    ) throws(EntraError) -> Decision {
        try turn.withLock { (seats) throws(EntraError) in
            for _ in 0..<Replica.attempts {
                let place = try known(seats)
                let (documents, decision) = try decide()
                let outcome =
                    try documents.isEmpty
                    ? nil
                    : place.flatMap { (place) throws(EntraError) in
                        try changeLog?.write(documents, after: place)
                    }
                if case .behind(let reading)? = outcome {
                    take(reading, seats)
                    continue
                }
                finish(documents, decision, seats)
                if case .written(let place)? = outcome { reached.withLock { $0 = place } }
                return decision
            }
            throw .storeUnavailable("other replicas write faster than this process can read")
        }
    }

    /// Returns the offset of the subscribers, or nil without a change log.
    private func known(_ seats: [WeakSubscriber]) throws(EntraError) -> LogOffset? {
        guard let changeLog else { return nil }
        if let place { return place }
        let reading = try changeLog.read(after: nil)
        take(reading, seats)
        return reading.place
    }

    /// Applies a reading. The offset becomes visible after all subscribers have applied the documents.
    private func take(_ reading: LogReading, _ seats: [WeakSubscriber]) {
        if reading.isWhole {
            for follower in seats.compactMap(\.follower) {
                follower.begin(with: legible(reading.documents, to: follower))
            }
        } else {
            hand(reading.documents, to: seats)
        }
        reached.withLock { $0 = reading.place }
    }

    private func hand(_ documents: [SharedDocument], to seats: [WeakSubscriber]) {
        guard !documents.isEmpty else { return }
        for follower in seats.compactMap(\.follower) {
            let own = legible(documents, to: follower)
            if !own.isEmpty { follower.follow(own) }
        }
    }

    /// Returns the documents of the subscriber's kinds. A document that the subscriber cannot read is reported and passed on as
    /// deleted; the change log keeps it unchanged.
    private func legible(_ documents: [SharedDocument], to follower: any ChangeSubscriber) -> [SharedDocument] {
        documents.filter { follower.kinds.contains($0.kind) }.map { document in
            guard document.content != nil, !follower.canRead(document) else { return document }
            let changeLog = changeLog.map { "\($0.name): " } ?? ""
            report("\(changeLog)the \(document.kind.rawValue) '\(document.key)' cannot be read, and is ignored")
            return SharedDocument(document.kind, document.key, nil)
        }
    }
}
