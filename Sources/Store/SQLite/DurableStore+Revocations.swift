import Directory
package import Entra
package import Formats

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
        let order = memory.placeAhead()
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
