import Directory
package import Entra
import Synchronization
package import Wire

/// The store of one process with a state file: what is answered is on file before. What every request reads is kept in memory
/// too, as the file has it; single-use marks and device codes are on file alone.
///
/// Counts of events, wrong user codes and the tokens of managed identities' hosts end with the process: they are no answers,
/// and are soon forgotten anyway.
package final class DurableStore: Store {
    let file: StateFile
    let memory: MemoryStore
    let tries = Mutex(UserCodeTries())
    /// How many marks are on file, and how long ago expired ones were looked for.
    let marks: Mutex<RedemptionMarks>
    let maximumRedemptions: Int

    /// Reads what is on file. Orders begin above `firstOrder`, and above all that an earlier process gave out.
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

    /// Orders that one process gives out at most where the clock does not get ahead of them, some 10^8. As many go by in a tenth
    /// of a second of the clock (`SharedOrder`), and a start takes about as long: processes that follow one another hardly run
    /// ahead of it.
    private static let ordersOfAProcess: Int64 = 100 * SharedOrder.spread

    /// How far all of them together may have run ahead: two seconds of the clock. No farther, as processes that know nothing of the
    /// file, which share a ledger or keep no state, are to revoke what this one issues.
    private static let ordersAhead: Int64 = 2_000 * SharedOrder.spread

    /// Ends, in a new file, all that was issued before; orders begin above.
    static func endEarlier(_ time: Timestamp, firstOrder: Int64, in database: Database) throws(DatabaseFailure) {
        let order = firstOrder &+ ordersAhead
        try write(.everything, time, order, to: database)
        try database.run("UPDATE issue_order SET ceiling = ?", .integer(order))
    }

    /// Where the machine's clock was set back, the time of the start is no measure. Each revocation may take many orders
    /// (`placeAhead`): it is begun above all of them too, and above what a process issued since the last.
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
            // Above those of all that it deletes.
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
