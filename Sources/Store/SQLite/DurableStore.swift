import Directory
package import Entra
package import Formats
import Synchronization

/// The store of one process with a state file. A change is written to the file before the response is sent. State that every
/// request reads is also kept in memory; single-use marks and device codes are only in the file.
///
/// Event counts, wrong user codes and the tokens of managed identities' hosts are lost when the process ends: they are not part
/// of responses and are short-lived.
package final class DurableStore: Store {
    let file: StateFile
    let memory: MemoryStore
    let tries = Mutex(UserCodeAttemptTable())
    /// The number of marks in the file, and the redemptions since the last sweep.
    let marks: Mutex<RedemptionMarks>
    let maximumRedemptions: Int

    /// Reads the state file. Sequence numbers begin above `firstOrder` and above all numbers of earlier processes.
    package convenience init(_ file: StateFile, firstOrder: Int64) throws(EntraError) {
        try self.init(file, firstOrder: firstOrder, maximumRedemptions: MemoryStore.maximumRedemptions)
    }

    init(_ file: StateFile, firstOrder: Int64, maximumRedemptions: Int) throws(EntraError) {
        self.file = file
        self.maximumRedemptions = maximumRedemptions
        memory = MemoryStore(firstOrder: try DurableStore.reserveOrders(file, above: firstOrder))
        let count = try file.use { database throws(DatabaseFailure) in
            try database.number("SELECT count(*) FROM redemption")
        }
        marks = Mutex(RedemptionMarks(count: Int(count)))
        try readRevocations()
        try readConsents()
    }

    /// The number of sequence numbers that are reserved for one process, about 10^8. The clock advances by as many in a tenth
    /// of a second (`LogicalClock`), which is about the duration of a start, so successive processes hardly run ahead of the
    /// clock.
    private static let ordersOfAProcess: Int64 = 100 * LogicalClock.spread

    /// The maximum lead of all processes together over the clock: two seconds. The lead must stay small, because processes
    /// without this file (with a shared change log or without state) must be able to revoke what this process issues.
    private static let ordersAhead: Int64 = 2_000 * LogicalClock.spread

    /// Invalidates, in a new file, everything that was issued before. Sequence numbers begin above that revocation.
    static func invalidateIssuedBefore(_ time: Timestamp, firstOrder: Int64, in database: Database)
        throws(DatabaseFailure)
    {
        let order = firstOrder &+ ordersAhead
        try keep(.everything, Revocation(time: time, order: order), in: database)
        try database.run("UPDATE issue_order SET ceiling = ?", .integer(order))
    }

    /// Reserves sequence numbers above all earlier ones. The start time alone is not enough if the machine's clock was set
    /// back. A revocation may skip many numbers (`placeAhead`), so the reservation also starts above the highest revocation
    /// plus all numbers that a process can issue after it.
    private static func reserveOrders(_ file: StateFile, above firstOrder: Int64) throws(EntraError) -> Int64 {
        let ceiling = try file.use { database throws(DatabaseFailure) in
            try database.number(
                "SELECT max(ceiling, (SELECT ifnull(max(place) + \(ordersOfAProcess), 0) FROM revocation)) FROM issue_order"
            )
        }
        let first = max(firstOrder, ceiling)
        guard !file.isReadOnly else { return first }
        _ = try file.use { database throws(DatabaseFailure) in
            try database.run("UPDATE issue_order SET ceiling = ?", .integer(first &+ ordersOfAProcess))
        }
        return first
    }

    package func nextOrder() -> Int64 { memory.nextOrder() }

    package func hostToken(_ key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken? {
        memory.hostToken(key, now: now, published: published)
    }

    package func keep(_ token: HostToken, for key: HostToken.Key, now: Timestamp, published: [String]) -> HostToken {
        memory.keep(token, for: key, now: now, published: published)
    }

    package func count(
        _ event: CountedEvent, within seconds: Int64, renewing: Bool, now: Timestamp
    ) -> EventCount {
        memory.count(event, within: seconds, renewing: renewing, now: now)
    }

    package func counted(_ event: CountedEvent, within seconds: Int64, now: Timestamp) -> EventCount {
        memory.counted(event, within: seconds, now: now)
    }

    package func forget(_ event: CountedEvent) { memory.forget(event) }

    package func reset(tenant: TenantID?, now: Timestamp) throws(EntraError) {
        let subject = tenant.map(RevocationSubject.tenant) ?? .everything
        var order: Int64 = 0
        try file.change { database throws(DatabaseFailure) in
            // The number is above those of all deleted revocations.
            order = memory.nextOrder()
            if let tenant {
                let name = DatabaseValue.text(tenant.description)
                for table in ["permission_grant", "role_assignment", "withdrawal"] {
                    try database.run("DELETE FROM \(table) WHERE tenant = ?", name)
                }
                try DurableStore.remove(memory.revocations(removedByResetOf: tenant), from: database)
                for authority in DeviceAuthorization.authorities(of: tenant) {
                    try database.run("DELETE FROM device WHERE authority = ?", .text(authority))
                }
            } else {
                for table in [
                    "permission_grant", "role_assignment", "withdrawal", "revocation", "device", "redemption",
                ] {
                    try database.run("DELETE FROM \(table)")
                }
            }
            try DurableStore.keep(subject, Revocation(time: now, order: order), in: database)
        } then: {
            if tenant == nil { marks.withLock { $0 = RedemptionMarks(count: 0) } }
            tries.withLock { $0.removeAll(of: tenant) }
            memory.reset(tenant: tenant, now: now, order: order)
        }
    }
}

/// The number of single-use marks in the file, and the schedule of sweeps.
struct RedemptionMarks: Sendable {
    /// The number of redemptions between two sweeps for expired marks, and the maximum number of marks that one sweep removes.
    static let sweep = (every: 16, removes: 64)

    var count: Int
    /// The number of redemptions since the last sweep.
    var sinceSweep = 0

    /// Whether a sweep for expired marks is due. At the maximum, every redemption sweeps.
    mutating func isSweepDue(maximum: Int) -> Bool {
        sinceSweep += 1
        guard sinceSweep >= RedemptionMarks.sweep.every || count >= maximum else { return false }
        sinceSweep = 0
        return true
    }
}

extension DurableStore {
    package func redeem(_ id: GUID, until expiry: Timestamp, now: Timestamp) throws(EntraError) -> Redemption {
        if marks.withLock({ $0.isSweepDue(maximum: maximumRedemptions) }) { try sweep(now) }
        let hasRoom = marks.withLock { $0.count < maximumRedemptions }
        let isMarked = hasRoom ? try !mark(id, until: expiry) : try isRedeemed(id)
        return Redemption.decide(isMarked: isMarked, hasRoom: hasRoom)
    }

    /// Adds a mark. Returns false if the mark exists already.
    private func mark(_ id: GUID, until expiry: Timestamp) throws(EntraError) -> Bool {
        let added = try file.use { database throws(DatabaseFailure) in
            try database.run(
                "INSERT INTO redemption VALUES (?, ?) ON CONFLICT DO NOTHING", .blob(id.bytes),
                .integer(Redemption.end(of: expiry)))
        }
        marks.withLock { $0.count += added }
        return added > 0
    }

    package func isRedeemed(_ id: GUID) throws(EntraError) -> Bool {
        try file.use { database throws(DatabaseFailure) in
            try database.number("SELECT count(*) FROM redemption WHERE id = ?", .blob(id.bytes))
        } > 0
    }

    private func sweep(_ now: Timestamp) throws(EntraError) {
        let removed = try file.use { database throws(DatabaseFailure) in
            try database.run(
                """
                DELETE FROM redemption WHERE id IN
                (SELECT id FROM redemption WHERE expiry <= ? ORDER BY expiry LIMIT \(RedemptionMarks.sweep.removes))
                """, .integer(now.seconds))
        }
        guard removed > 0 else { return }
        marks.withLock { $0.count = max(0, $0.count - removed) }
    }
}

extension DurableStore {
    package func revoke(_ subject: RevocationSubject, before time: Timestamp) throws(EntraError) {
        let order = memory.nextOrder()
        try file.change { database throws(DatabaseFailure) in
            try DurableStore.keep(subject, Revocation(time: time, order: order), in: database)
        } then: {
            memory.revoke(subject, before: time, order: order)
        }
    }

    /// Returns a revocation with a sequence number above everything that is issued while the file is being written. Those
    /// values are based on the state before the change.
    package func revoking(_ subject: RevocationSubject, before time: Timestamp) -> SharedChange {
        let order = memory.orderAhead()
        return SharedChange([SharedRecords.document(subject, before: time, order: order)]) { [memory] in
            memory.revoke(subject, before: time, order: order)
            memory.pass(order)
        }
    }

    /// Writes a revocation by the rules of `Revocation`.
    static func keep(
        _ subject: RevocationSubject, _ revocation: Revocation, in database: Database
    ) throws(DatabaseFailure) {
        let (kind, name, tenant) = subject.columns
        let known = try revocations(
            in: database, "WHERE kind = ? AND subject = ? AND tenant = ?", .text(kind), .text(name), .text(tenant))
        let count = Int(try database.number("SELECT count(*) FROM revocation"))
        if RevocationSubject.mustMakeRoom(count, isKnown: !known.isEmpty) {
            try remove(RevocationSubject.evicted(from: try revocations(in: database)), from: database)
        }
        let merged = revocation.merged(with: known[subject])
        try database.run(
            "INSERT OR REPLACE INTO revocation VALUES (?, ?, ?, ?, ?, ?)", .text(kind), .text(name), .text(tenant),
            .integer(merged.time.seconds), .integer(Int64(merged.time.nanoseconds)), .integer(merged.order))
    }

    private static func remove(_ subjects: [RevocationSubject], from database: Database) throws(DatabaseFailure) {
        for subject in subjects {
            let (kind, name, tenant) = subject.columns
            try database.run(
                "DELETE FROM revocation WHERE kind = ? AND subject = ? AND tenant = ?", .text(kind), .text(name),
                .text(tenant))
        }
    }

    package func revocation(of subject: RevocationSubject) -> Timestamp? { memory.revocation(of: subject) }

    package func revocation(of subjects: @autoclosure () -> [RevocationSubject], after order: Int64) -> Timestamp? {
        memory.revocation(of: subjects(), after: order)
    }

    func readRevocations() throws(EntraError) {
        let known = try file.use { database throws(DatabaseFailure) in try DurableStore.revocations(in: database) }
        for (subject, revocation) in known {
            memory.revoke(subject, before: revocation.time, order: revocation.order)
        }
    }

    /// Returns the revocations in the file, or those that a condition selects.
    private static func revocations(
        in database: Database, _ condition: String = "", _ values: DatabaseValue...
    ) throws(DatabaseFailure) -> [RevocationSubject: Revocation] {
        let query = "SELECT kind, subject, tenant, seconds, nanoseconds, place FROM revocation \(condition)"
        let rows = try database.rows(query, values) { row throws(DatabaseFailure) in
            let (kind, name) = (row.text(0), row.text(1))
            guard let subject = RevocationSubject(kind: kind, subject: name, tenant: row.text(2)) else {
                throw .damage("the revocation of the \(kind) '\(name)' has no valid subject")
            }
            let time = Timestamp(seconds: row.integer(3), nanoseconds: Int32(clamping: row.integer(4)))
            return (subject, Revocation(time: time, order: row.integer(5)))
        }
        return Dictionary(rows) { $1 }
    }
}
