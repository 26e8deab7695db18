package import Entra
package import Wire

/// Documents that several processes write and all follow: every one of them sees the same writes in the same order, and so
/// comes to the same state. Safe to use from any thread; each verb may wait for another machine.
///
/// A verb that throws, `EntraError.storeUnavailable`, may or may not have written: `read` tells.
package protocol Ledger: Sendable {
    /// What people know it by: the path of a file, the address of a store.
    var name: String { get }

    /// What was written after a place. Everything there is, where the place is nil or not known any more.
    func read(after place: LedgerPlace?) throws(EntraError) -> LedgerReading

    /// Writes all of the documents or none: only where nothing was written after `place`, so that what was decided on an older
    /// state is decided again.
    func write(_ documents: [SharedDocument], after place: LedgerPlace) throws(EntraError) -> LedgerWrite
}

/// A ledger that other processes write too.
package protocol SharedLedger: Ledger {
    /// Whether nothing was written after a place: cheaper than `read`, for every request asks.
    func isLast(_ place: LedgerPlace) throws(EntraError) -> Bool

    /// Returns when something may have been written after a place, or when so much time is over. Called by one thread at a
    /// time, beside the other verbs.
    func awaitNews(after place: LedgerPlace, for time: Duration) throws(EntraError)
}

/// A document as it is from some write on.
package struct SharedDocument: Sendable, Equatable {
    /// What documents tell of.
    package enum Kind: String, Sendable, CaseIterable {
        /// The directory that was put at run time; the key is empty.
        case directory
        /// One changed object of the directory; the key is its name.
        case change
        /// A script in force; the key is its id.
        case script
        /// How a clock is steered; the key is the tenant's id, empty for the server's.
        case clock
        /// The signing keys in force; the key is their ring's name. Sealed.
        case keys
        /// A delegated consent given at run time; the key names its parties.
        case grant
        /// An application permission given at run time; the key names its parties.
        case assignment
        /// A consent taken back; the key names its parties.
        case withdrawal
        /// The end of what was issued to somebody; the key is whose.
        case revocation
        /// A one-time code that was sent; the key is its own.
        case message
    }

    package let kind: Kind
    package let key: String
    /// Nil where there is none any more.
    package let content: JSONValue?

    package init(_ kind: Kind, _ key: String, _ content: JSONValue?) {
        self.kind = kind
        self.key = key
        self.content = content
    }
}

/// How far a process has come in a ledger.
package struct LedgerPlace: Sendable, Equatable {
    /// Of the ledger's memory: another one where it has lost what it knew.
    package let epoch: GUID
    /// Rises with every write.
    package let number: Int64

    package init(epoch: GUID, number: Int64) {
        self.epoch = epoch
        self.number = number
    }
}

/// What there is to take in.
package struct LedgerReading: Sendable, Equatable {
    /// Whether `documents` are all there are: what a process knows besides them is void.
    package let isWhole: Bool
    /// In the order of their writing. Where they are whole, each document that there is once, as it was written last, by its first
    /// write or its last, as the ledger has it.
    package let documents: [SharedDocument]
    /// Where the reader stands after them.
    package let place: LedgerPlace

    package init(isWhole: Bool, documents: [SharedDocument], place: LedgerPlace) {
        self.isWhole = isWhole
        self.documents = documents
        self.place = place
    }
}

/// What came of a write.
package enum LedgerWrite: Sendable, Equatable {
    /// It stands in the ledger; the writer is at that place now.
    case written(LedgerPlace)
    /// Nothing was written: others were there before.
    case behind(LedgerReading)
}
