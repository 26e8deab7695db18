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

    /// Orders that one process gives out at most: a million a second for a fortnight, and then the clock is ahead of them.
    private static let ordersOfAProcess: Int64 = 1_000_000_000_000

    /// Where the machine's clock was set back, the time of the start is no measure.
    private static func reserveOrders(_ file: StateFile, above firstOrder: Int64) throws(EntraError) -> Int64 {
        let ceiling = try file.use { database throws(DatabaseFailure) in
            try database.number("SELECT ceiling FROM issue_order")
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
                try database.run("DELETE FROM device WHERE authority = ?", name)
            } else {
                for table in [
                    "permission_grant", "role_assignment", "withdrawal", "revocation", "device", "redemption",
                ] {
                    try database.run("DELETE FROM \(table)")
                }
            }
            try DurableStore.write(subject, now, order, to: database)
        } then: {
            if tenant == nil {
                marks.withLock { $0 = RedemptionMarks(count: 0) }
                tries.withLock { $0 = UserCodeTries() }
            }
            memory.reset(tenant: tenant, now: now, order: order)
        }
    }
}
