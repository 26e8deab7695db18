package import Entra
package import Formats
import Synchronization

extension DurableStore {
    package func startDevice(
        _ authorization: DeviceAuthorization, now: Timestamp
    ) throws(EntraError) -> DeviceStart {
        try file.change { database throws(DatabaseFailure) in
            try DurableStore.makeRoom(for: authorization, in: database, now)
            let added = try database.run(
                """
                INSERT INTO device (id, user_code, client, authority, is_v2, scope, resource, claims, bytes, expiry, interval)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """, .blob(authorization.id.bytes), .text(authorization.userCode.description),
                .text(authorization.client.description), .text(authorization.authority),
                .integer(authorization.endpoint == .v2 ? 1 : 0), .text(authorization.scope),
                .text(authorization.resource), .text(authorization.claims), .integer(Int64(authorization.bytes)),
                .integer(authorization.expiresAt), .integer(authorization.interval))
            return added > 0 ? .started : .userCodeTaken
        }
    }

    /// Applies the limits of `DeviceTable` to the file: removes authorizations that are past their afterlife, and then, while
    /// there are too many or they are too large, the oldest one of the authority that holds the most.
    private static func makeRoom(
        for authorization: DeviceAuthorization, in database: Database, _ now: Timestamp
    ) throws(DatabaseFailure) {
        try database.run("DELETE FROM device WHERE expiry <= ?", .integer(now.seconds - DeviceTable.afterlife))
        while true {
            let count = try database.number("SELECT count(*) FROM device")
            let bytes = count > 0 ? try database.number("SELECT total(bytes) FROM device") : 0
            guard
                count >= MemoryStore.maximumDevices
                    || count > 0 && bytes + Int64(authorization.bytes) > DeviceTable.maximumBytes
            else { return }
            try database.run(
                """
                DELETE FROM device WHERE place = (SELECT min(place) FROM device WHERE authority = (
                SELECT authority FROM device GROUP BY authority ORDER BY total(bytes + ?) DESC, authority LIMIT 1))
                """, .integer(Int64(DeviceTable.overhead)))
        }
    }

    package func enterUserCode(
        _ code: UserCode, at source: UserCodeAttempts.Source, clock: (TenantID?) -> Timestamp
    ) throws(EntraError) -> UserCodeEntry {
        let (now, serverNow) = (clock(source.tenant), clock(nil))
        guard tries.withLock({ $0.isOpen(to: source.address, serverNow) }) else { return .blocked }
        let known = try file.use { database throws(DatabaseFailure) in
            try database.rows("\(DeviceRow.query) WHERE user_code = ?", .text(code.description), read: DeviceRow.init)
                .first
        }
        guard let known, known.authorization.isKnown(at: source) else {
            return tries.withLock { $0.countWrong(source, now, serverNow: serverNow) } ? .unknown : .blocked
        }
        let own = UserCodeAttempts.Source(known.authorization.tenant, source.address)
        let finding = UserCodeLookup.known(
            known.authorization, isUsed: known.decision != nil, recovered: tries.withLock { $0.recovered(own) })
        return finding.entry(clock: clock)
    }

    package func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp
    ) throws(EntraError) -> DeviceDecisionOutcome {
        try file.change { database throws(DatabaseFailure) in
            guard let known = try DurableStore.device(id, in: database), !known.isExpired(now) else { return .expired }
            guard known.decision == nil else { return .decidedBefore }
            try database.run(
                "UPDATE device SET issued = ? WHERE id = ?", .blob(decision.record), .blob(id.bytes))
            return .recorded
        }
    }

    package func pollDevice(_ id: GUID, now: Timestamp) throws(EntraError) -> DevicePoll {
        try file.change { database throws(DatabaseFailure) in
            guard var known = try DurableStore.device(id, in: database), !known.isExpired(now) else { return .expired }
            switch known.decision {
            case .approved(let grant): return .approved(known.authorization, grant)
            case .declined: return .declined
            case nil: break
            }
            let isTooSoon = known.notePoll(now)
            try database.run(
                "UPDATE device SET interval = ?, polled_seconds = ?, polled_nanoseconds = ? WHERE id = ?",
                .integer(known.interval), .integer(now.seconds), .integer(Int64(now.nanoseconds)), .blob(id.bytes))
            return isTooSoon ? .tooSoon : .pending
        }
    }

    private static func device(_ id: GUID, in database: Database) throws(DatabaseFailure) -> DeviceRow? {
        try database.rows("\(DeviceRow.query) WHERE id = ?", .blob(id.bytes), read: DeviceRow.init).first
    }
}

/// A row of the `device` table.
private struct DeviceRow {
    static let query = """
        SELECT id, user_code, client, authority, is_v2, scope, resource, claims, expiry, interval, polled_seconds,
        polled_nanoseconds, issued, place FROM device
        """

    let authorization: DeviceAuthorization
    let decision: DeviceDecision?
    /// The current interval in seconds, including penalties.
    private(set) var interval: Int64
    private var lastPoll: Timestamp?

    /// Creates the row. Throws a damage failure if a column has a value that this code never writes.
    init(_ row: DatabaseRow) throws(DatabaseFailure) {
        guard let id = GUID(bytes: row.blob(0)), let userCode = UserCode(typed: row.text(1)) else {
            throw .damage("the device authorization in row \(row.integer(13)) is not valid")
        }
        interval = row.integer(9)
        authorization = DeviceAuthorization(
            id: id, userCode: userCode, client: ClientID(row.text(2)), authority: row.text(3),
            endpoint: row.integer(4) == 1 ? .v2 : .v1, scope: row.optionalText(5), resource: row.optionalText(6),
            claims: row.optionalText(7), expiresAt: row.integer(8), interval: interval)
        lastPoll = row.optionalInteger(10).map {
            Timestamp(seconds: $0, nanoseconds: Int32(clamping: row.integer(11)))
        }
        decision = row.optionalBlob(12).map(DeviceDecision.init(record:))
    }

    func isExpired(_ now: Timestamp) -> Bool { now.seconds >= authorization.expiresAt }

    /// Records a poll and returns whether it came too soon. A poll that came too soon increases the interval.
    mutating func notePoll(_ now: Timestamp) -> Bool {
        guard let lastPoll, DeviceTable.isTooSoon(now, after: lastPoll, interval: interval) else { return false }
        interval += DeviceTable.penalty
        return true
    }
}
