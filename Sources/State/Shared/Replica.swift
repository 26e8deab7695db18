package import Entra
import Synchronization

/// Takes in the documents of some kinds. Called by one thread at a time, in the ledger's order.
package protocol LedgerFollower: AnyObject, Sendable {
    /// The kinds that it takes in; no other follower of a replica does.
    var kinds: [SharedDocument.Kind] { get }

    /// Whether a document of its kinds, one that has a content, is of the form that it writes. What is not is taken in as one
    /// that is gone.
    func canRead(_ document: SharedDocument) -> Bool

    /// These are all documents of its kinds that there are.
    func begin(with documents: [SharedDocument])

    /// These changed, in this order.
    func follow(_ documents: [SharedDocument])
}

/// What is to change: what has to be written first, and what is then done here.
package struct SharedChange {
    package var documents: [SharedDocument]
    package var finish: () -> Void

    package init(_ documents: [SharedDocument], finish: @escaping () -> Void) {
        self.documents = documents
        self.finish = finish
    }
}

/// One process's part in a ledger: knows how far it has come, takes in what others write, and writes what was decided here.
/// Without a ledger nothing is kept, and nobody else writes. Safe to use from any thread; whoever calls may wait for another
/// machine.
///
/// All that changes kept state happens in a turn, one at a time: a turn is the outermost lock, followers' own locks are taken
/// within it. A follower never calls its replica from `canRead`, `begin` or `follow`, and nobody from within a turn.
package final class Replica: Sendable {
    /// Times that a write is decided anew because others were faster.
    static let attempts = 64

    /// A follower is its owner's, who may be gone before the replica.
    private struct Seat {
        weak var follower: (any LedgerFollower)?
    }

    private let ledger: (any Ledger)?
    /// The same, where others write it too.
    private let shared: (any SharedLedger)?
    /// Held for a turn.
    private let turn = Mutex<[Seat]>([])
    /// How far the followers have come; changed in turns only.
    private let reached = Mutex<LedgerPlace?>(nil)
    private let report: @Sendable (String) -> Void

    /// Reads nothing yet: `catchUp` does. `report` is told in one line, with the names of ledger and document, of one that its
    /// follower cannot read.
    package init(_ ledger: (any Ledger)? = nil, report: @escaping @Sendable (String) -> Void = { _ in }) {
        self.ledger = ledger
        shared = ledger as? any SharedLedger
        self.report = report
    }

    package convenience init(_ ledger: any Ledger, followers: [any LedgerFollower]) {
        self.init(ledger)
        for follower in followers { join(follower) }
    }

    /// Has a follower take in what there is, from the next `catchUp` on.
    package func join(_ follower: any LedgerFollower) {
        turn.withLock { seats in
            seats.append(Seat(follower: follower))
            reached.withLock { $0 = nil }
        }
    }

    /// Whether other processes write too.
    package var isShared: Bool { shared != nil }

    /// How far it has come, with everything until there taken in; nil before the first reading. Never waits.
    package var place: LedgerPlace? { reached.withLock { $0 } }

    /// Takes in what was written until now. Waits for no turn where there is nothing. Throws `EntraError.storeUnavailable`.
    package func catchUp() throws(EntraError) {
        guard let ledger else { return }
        if let place {
            guard let shared, try !shared.isLast(place) else { return }
        }
        try turn.withLock { (seats) throws(EntraError) in take(try ledger.read(after: place), seats) }
    }

    /// Returns when there may be something to take in, or when so much time is over. Throws `EntraError.storeUnavailable`.
    package func awaitNews(for time: Duration) throws(EntraError) {
        guard let place, let shared else { return }
        try shared.awaitNews(after: place, for: time)
    }

    /// Has documents written that `decide` finds from the state as it is in this turn, and then `finish` done in the same turn;
    /// where others wrote meanwhile, decides again with what they wrote taken in. The documents are not handed to followers:
    /// `finish` does what they would. Nothing is written where there are none. Within `decide`, `place` is where they are written
    /// behind.
    ///
    /// Throws what `decide` throws, and `EntraError.storeUnavailable`; then `finish` is not called.
    package func write<Decision>(
        _ decide: () throws(EntraError) -> (documents: [SharedDocument], decision: Decision),
        finish: (Decision) -> Void
    ) throws(EntraError) -> Decision {
        try write(decide) { _, decision, _ in finish(decision) }
    }

    /// The same, where the followers take the documents in as if another process had written them.
    package func write<Decision>(
        _ decide: () throws(EntraError) -> (documents: [SharedDocument], decision: Decision)
    ) throws(EntraError) -> Decision {
        try write(decide) { documents, _, seats in hand(documents, to: seats) }
    }

    /// Has all of several changes made, or none. Throws `EntraError.storeUnavailable`.
    package func make(_ changes: () throws(EntraError) -> [SharedChange]) throws(EntraError) {
        _ = try write { () throws(EntraError) in
            let changes = try changes()
            return (changes.flatMap(\.documents), changes)
        } finish: { changes in
            for change in changes { change.finish() }
        }
    }

    /// Changes what is this process's own, and no other's, between turns.
    package func change(_ body: () -> Void) { turn.withLock { _ in body() } }

    private func write<Decision>(
        _ decide: () throws(EntraError) -> (documents: [SharedDocument], decision: Decision),
        then finish: ([SharedDocument], Decision, [Seat]) -> Void
    ) throws(EntraError) -> Decision {
        try turn.withLock { (seats) throws(EntraError) in
            for _ in 0..<Replica.attempts {
                let place = try known(seats)
                let (documents, decision) = try decide()
                let outcome =
                    try documents.isEmpty
                    ? nil
                    : place.flatMap { (place) throws(EntraError) in
                        try ledger?.write(documents, after: place)
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

    /// Where the followers stand; nil without a ledger.
    private func known(_ seats: [Seat]) throws(EntraError) -> LedgerPlace? {
        guard let ledger else { return nil }
        if let place { return place }
        let reading = try ledger.read(after: nil)
        take(reading, seats)
        return reading.place
    }

    /// Others hear of the place when all followers are there.
    private func take(_ reading: LedgerReading, _ seats: [Seat]) {
        if reading.isWhole {
            for follower in seats.compactMap(\.follower) {
                follower.begin(with: legible(reading.documents, to: follower))
            }
        } else {
            hand(reading.documents, to: seats)
        }
        reached.withLock { $0 = reading.place }
    }

    private func hand(_ documents: [SharedDocument], to seats: [Seat]) {
        guard !documents.isEmpty else { return }
        for follower in seats.compactMap(\.follower) {
            let own = legible(documents, to: follower)
            if !own.isEmpty { follower.follow(own) }
        }
    }

    /// Those of a follower's kinds. One that it cannot read is told of, and counts as gone: the ledger keeps it as it is.
    private func legible(_ documents: [SharedDocument], to follower: any LedgerFollower) -> [SharedDocument] {
        documents.filter { follower.kinds.contains($0.kind) }.map { document in
            guard document.content != nil, !follower.canRead(document) else { return document }
            let ledger = ledger.map { "\($0.name): " } ?? ""
            report("\(ledger)the \(document.kind.rawValue) '\(document.key)' cannot be read, and is ignored")
            return SharedDocument(document.kind, document.key, nil)
        }
    }
}
