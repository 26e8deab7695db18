package import Wire

/// The order of what is issued and revoked among processes that share a ledger: by the ledger's numbers, which every process
/// sees alike.
///
/// What a request issues comes after every revocation that was written when it began, and before every one of others that was
/// written later: a revocation stands at the number of its write, what is issued above the number at which the request began.
package enum SharedOrder {
    /// Places from one number of a ledger to the next. A number is not above 2^43, some 8 × 10¹².
    static let spread: Int64 = 1 << 20

    /// That of a revocation which is written behind a place.
    package static func revocation(behind place: LedgerPlace) -> Int64 { first(at: place.number) &+ spread }

    /// The lowest of what is issued at a number.
    static func first(at number: Int64) -> Int64 { number &* spread }

    /// Where a process begins that shares no ledger. A ledger's numbers begin with the milliseconds of its time, and rise slower
    /// than those: processes of the same keys gave out less while they shared one. Nor does one process issue so many values in
    /// a millisecond, so it is above all that an earlier one gave out; but for one whose state file was lost, which runs two
    /// seconds ahead (`DurableStore.endEarlier`).
    package static func first(at time: Timestamp) -> Int64 {
        let milliseconds = time.seconds * 1_000 + Int64(time.nanoseconds) / 1_000_000
        return first(at: min(max(milliseconds, 0), Int64.max / spread - 1))
    }
}
