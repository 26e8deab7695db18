package import Entra
import Formats

/// The change log in the state file. Documents are stored as JSON by kind and key. Revocations that are written together with
/// other changes go to the table that the store reads. Only one process writes the file, so no reader is ever behind.
extension StateFile: ChangeLog {
    private static let place = LogOffset(epoch: GUID(value: 0), number: 0)

    package var name: String { path }

    package func read(after place: LogOffset?) throws(EntraError) -> LogReading {
        guard place != StateFile.place else {
            return LogReading(isWhole: false, documents: [], place: StateFile.place)
        }
        let documents = try use { database throws(DatabaseFailure) in
            try database.rows("SELECT kind, key, content FROM document ORDER BY place") {
                row throws(DatabaseFailure) in try StateFile.document(row)
            }
        }
        return LogReading(isWhole: true, documents: documents, place: StateFile.place)
    }

    private static func document(_ row: DatabaseRow) throws(DatabaseFailure) -> SharedDocument {
        guard let kind = SharedDocument.Kind(rawValue: row.text(0)) else {
            throw .damage("a document has the unknown kind '\(row.text(0))'")
        }
        guard let content = JSONValue(parsing: row.blob(2)) else {
            throw .damage("the \(kind.rawValue) '\(row.text(1))' is not JSON")
        }
        return SharedDocument(kind, row.text(1), content)
    }

    package func write(_ documents: [SharedDocument], after place: LogOffset) throws(EntraError) -> LogWrite {
        try change { database throws(DatabaseFailure) in
            for document in documents { try StateFile.write(document, to: database) }
        }
        return .written(StateFile.place)
    }

    private static func write(_ document: SharedDocument, to database: Database) throws(DatabaseFailure) {
        if document.kind == .revocation {
            guard let (subject, revocation) = document.content.flatMap(SharedRecords.revocation) else { return }
            return try DurableStore.keep(subject, revocation.time, revocation.order, in: database)
        }
        let (kind, key) = (DatabaseValue.text(document.kind.rawValue), DatabaseValue.text(document.key))
        guard let content = document.content else {
            try database.run("DELETE FROM document WHERE kind = ? AND key = ?", kind, key)
            return
        }
        try database.run(
            """
            INSERT INTO document (kind, key, content) VALUES (?, ?, ?)
            ON CONFLICT (kind, key) DO UPDATE SET content = excluded.content
            """, kind, key, .blob(JSONWriter.value(content)))
    }
}
