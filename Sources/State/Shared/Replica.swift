package import Entra
import Synchronization

/// Takes in the documents of some kinds. Called by one thread at a time, in the ledger's order.
package protocol LedgerFollower: Sendable {
    /// The kinds that it takes in; no other follower of a replica does.
    var kinds: [SharedDocument.Kind] { get }

    /// These are all documents of its kinds that there are.
    func begin(with documents: [SharedDocument])

    /// These changed, in this order.
    func follow(_ documents: [SharedDocument])
}

/// One process's part in a ledger: knows how far it has come, takes in what others write, and writes what was decided here.
/// Safe to use from any thread; whoever calls may wait for another machine.
///
/// All that changes shared state happens in a turn, one at a time: a turn is the outermost lock, followers' own locks are taken
/// within it. A follower never calls its replica from `begin` or `follow`.
package final class Replica: Sendable {
    /// Times that a write is decided anew because others were faster.
    static let attempts = 64

    private let ledger: any Ledger
    private let followers: [any LedgerFollower]
    /// Held for a turn.
    private let turn = Mutex(())
    /// What all followers have taken in. Written in a turn alone.
    private let known = Mutex<LedgerPlace?>(nil)

    /// Reads nothing yet: `catchUp` does.
    package init(_ ledger: any Ledger, followers: [any LedgerFollower]) {
        self.ledger = ledger
        self.followers = followers
    }

    /// How far it has come, with everything until there taken in; nil before the first reading. Never waits.
    package var place: LedgerPlace? { known.withLock { $0 } }

    /// Takes in what was written until now. Waits for no turn where there is nothing. Throws `EntraError.storeUnavailable`.
    package func catchUp() throws(EntraError) {
        if let place, try ledger.isLast(place) { return }
        try turn.withLock { (_) throws(EntraError) in take(try ledger.read(after: place)) }
    }

    /// Returns when there may be something to take in, or when so much time is over. Throws `EntraError.storeUnavailable`.
    package func awaitNews(for time: Duration) throws(EntraError) {
        guard let place else { return }
        try ledger.awaitNews(after: place, for: time)
    }

    /// Has documents written that `decide` finds from the state as it is in this turn, and then `finish` done in the same turn;
    /// where others wrote meanwhile, decides again with what they wrote taken in. The documents are not handed to followers:
    /// `finish` does what they would. Nothing is written where there are none. Within `decide`, `place` is where they are written
    /// behind.
    ///
    /// Throws what `decide` throws, and `EntraError.storeUnavailable`; then `finish` is not called.
    package func write<Decision>(
        _ decide: () throws(EntraError) -> (documents: [SharedDocument], decision: Decision),
        finish: (Decision) -> Void = { _ in }
    ) throws(EntraError) -> Decision {
        try turn.withLock { (_) throws(EntraError) in
            for _ in 0..<Replica.attempts {
                let place = try begun()
                let (documents, decision) = try decide()
                guard !documents.isEmpty else {
                    finish(decision)
                    return decision
                }
                switch try ledger.write(documents, after: place) {
                case .written(let place):
                    finish(decision)
                    known.withLock { $0 = place }
                    return decision
                case .behind(let reading): take(reading)
                }
            }
            throw .storeUnavailable("others write faster than this process can follow")
        }
    }

    private func begun() throws(EntraError) -> LedgerPlace {
        if let place { return place }
        let reading = try ledger.read(after: nil)
        take(reading)
        return reading.place
    }

    /// Others hear of the place when all followers are there.
    private func take(_ reading: LedgerReading) {
        if reading.isWhole || !reading.documents.isEmpty {
            for follower in followers {
                let own = reading.documents.filter { follower.kinds.contains($0.kind) }
                if reading.isWhole { follower.begin(with: own) } else if !own.isEmpty { follower.follow(own) }
            }
        }
        known.withLock { $0 = reading.place }
    }
}
