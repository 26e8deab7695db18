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
        try write(.everything, time, order, to: database)
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
                try database.run(
                    "DELETE FROM revocation WHERE tenant = ? AND kind IN ('user', 'guest', 'password', 'application')",
                    name)
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
            try DurableStore.write(subject, now, order, to: database)
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
            try DurableStore.keep(subject, time, order, in: database)
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

    /// Writes a revocation, and evicts old ones first if the table is full.
    static func keep(
        _ subject: RevocationSubject, _ time: Timestamp, _ order: Int64, in database: Database
    ) throws(DatabaseFailure) {
        try makeRoom(in: database, for: subject)
        try write(subject, time, order, to: database)
    }

    package func revocation(of subject: RevocationSubject) -> Timestamp? { memory.revocation(of: subject) }

    package func revocation(of subjects: @autoclosure () -> [RevocationSubject], after order: Int64) -> Timestamp? {
        memory.revocation(of: subjects(), after: order)
    }

    /// Writes a revocation. If the subject has one already, the later time and the higher sequence number stay, as in
    /// `MemoryStore`.
    static func write(
        _ subject: RevocationSubject, _ time: Timestamp, _ order: Int64, to database: Database
    ) throws(DatabaseFailure) {
        let columns = subject.columns
        try database.run(
            """
            INSERT INTO revocation VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
                place = max(place, excluded.place), seconds = max(seconds, excluded.seconds),
                nanoseconds = CASE WHEN (seconds, nanoseconds) < (excluded.seconds, excluded.nanoseconds)
                    THEN excluded.nanoseconds ELSE nanoseconds END
            """, .text(columns.kind), .text(columns.subject), .text(columns.tenant), .integer(time.seconds),
            .integer(Int64(time.nanoseconds)), .integer(order))
    }

    /// Evicts an eighth of the revocations if the table is full: the oldest first, resets last, as in `MemoryStore`.
    private static func makeRoom(
        in database: Database, for subject: RevocationSubject
    ) throws(DatabaseFailure) {
        let columns = subject.columns
        let maximum = Int64(MemoryStore.maximumRevocations)
        guard try database.number("SELECT count(*) FROM revocation") >= maximum,
            try database.number(
                "SELECT count(*) FROM revocation WHERE kind = ? AND subject = ? AND tenant = ?", .text(columns.kind),
                .text(columns.subject), .text(columns.tenant)) == 0
        else { return }
        try database.run(
            """
            DELETE FROM revocation WHERE (kind, subject, tenant) IN (SELECT kind, subject, tenant FROM revocation
            ORDER BY kind IN ('tenant', 'everything'), place LIMIT ?)
            """, .integer(maximum / 8))
    }

    func readRevocations() throws(EntraError) {
        let known = try file.use { database throws(DatabaseFailure) in
            try database.rows("SELECT kind, subject, tenant, seconds, nanoseconds, place FROM revocation") {
                row throws(DatabaseFailure) in
                let (kind, name) = (row.text(0), row.text(1))
                guard let subject = RevocationSubject(kind: kind, subject: name, tenant: row.text(2)) else {
                    throw .damage("the revocation of the \(kind) '\(name)' has no valid subject")
                }
                let time = Timestamp(seconds: row.integer(3), nanoseconds: Int32(clamping: row.integer(4)))
                return (subject: subject, time: time, order: row.integer(5))
            }
        }
        for one in known { memory.revoke(one.subject, before: one.time, order: one.order) }
    }
}
