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
    let tries = Mutex(UserCodeAttempts())
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
