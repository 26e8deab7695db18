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

    /// Applies `DeviceLimits` to the file: removes authorizations that are forgotten, and then others until the new one fits.
    private static func makeRoom(
        for authorization: DeviceAuthorization, in database: Database, _ now: Timestamp
    ) throws(DatabaseFailure) {
        try database.run("DELETE FROM device WHERE expiry <= ?", .integer(DeviceLimits.latestForgotten(now)))
        while true {
            let count = Int(try database.number("SELECT count(*) FROM device"))
            let bytes = count > 0 ? Int(try database.number("SELECT total(bytes) FROM device")) : 0
            if DeviceLimits.fits(authorization, count: count, bytes: bytes, capacity: MemoryStore.maximumDevices) {
                return
            }
            let weights = try database.rows(
                "SELECT authority, total(bytes + ?) FROM device GROUP BY authority",
                .integer(Int64(DeviceLimits.overhead))
            ) { row in (authority: ByteString(row.text(0)), weight: Int(row.integer(1))) }
            guard let largest = DeviceLimits.largest(of: weights) else { return }
            try database.run(
                "DELETE FROM device WHERE place = (SELECT min(place) FROM device WHERE authority = ?)",
                .text(largest.string))
        }
    }

    package func enterUserCode(
        _ code: UserCode, at source: UserCodeAttempts.Source, clock: (TenantID?) -> Timestamp
    ) throws(EntraError) -> UserCodeEntry {
        let (now, serverNow) = (clock(source.tenant), clock(nil))
        // A blocked address costs no query.
        if tries.withLock({ $0.isBlocked(source.address, serverNow) }) { return .blocked }
        let record = try file.use { database throws(DatabaseFailure) in
            try database.rows(
                "\(DeviceRecord.query) WHERE user_code = ?", .text(code.description), read: DeviceRecord.init(row:)
            ).first
        }
        let finding = tries.withLock { $0.lookUp(record, at: source, now: now, serverNow: serverNow) }
        return finding.entry(clock: clock)
    }

    package func decideDevice(
        _ id: GUID, _ decision: DeviceDecision, now: Timestamp
    ) throws(EntraError) -> DeviceDecisionOutcome {
        try apply(id) { DeviceRecord.decide($0, decision, now: now) }
    }

    package func pollDevice(_ id: GUID, now: Timestamp) throws(EntraError) -> DevicePoll {
        try apply(id) { DeviceRecord.poll($0, now: now) }
    }

    private func apply<Answer: Sendable>(
        _ id: GUID, _ rule: (DeviceRecord?) -> (answer: Answer, change: DeviceRecord?)
    ) throws(EntraError) -> Answer {
        try file.change { database throws(DatabaseFailure) in
            let known = try database.rows(
                "\(DeviceRecord.query) WHERE id = ?", .blob(id.bytes), read: DeviceRecord.init(row:))
            let (answer, change) = rule(known.first)
            if let change {
                try database.run(
                    "UPDATE device SET interval = ?, polled_seconds = ?, polled_nanoseconds = ?, issued = ? WHERE id = ?",
                    .integer(change.authorization.interval), .integer(change.lastPoll?.seconds),
                    .integer((change.lastPoll?.nanoseconds).map(Int64.init)), .blob(change.decision?.record),
                    .blob(id.bytes))
            }
            return answer
        }
    }
}

extension DeviceRecord {
    /// The query of the columns that `init(row:)` reads.
    fileprivate static let query = """
        SELECT id, user_code, client, authority, is_v2, scope, resource, claims, expiry, interval, polled_seconds,
        polled_nanoseconds, issued, place FROM device
        """

    /// Creates the record from a row of the `device` table. Throws a damage failure if a column has a value that this code never
    /// writes.
    fileprivate init(row: DatabaseRow) throws(DatabaseFailure) {
        guard let id = GUID(bytes: row.blob(0)), let userCode = UserCode(typed: row.text(1)) else {
            throw .damage("the device authorization in row \(row.integer(13)) is not valid")
        }
        self.init(
            DeviceAuthorization(
                id: id, userCode: userCode, client: ClientID(row.text(2)), authority: row.text(3),
                endpoint: row.integer(4) == 1 ? .v2 : .v1, scope: row.optionalText(5), resource: row.optionalText(6),
                claims: row.optionalText(7), expiresAt: row.integer(8), interval: row.integer(9)),
            decision: row.optionalBlob(12).map(DeviceDecision.init(record:)),
            lastPoll: row.optionalInteger(10).map {
                Timestamp(seconds: $0, nanoseconds: Int32(clamping: row.integer(11)))
            })
    }
}
