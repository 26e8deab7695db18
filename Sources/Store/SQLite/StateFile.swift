package import Entra
package import Formats
import Platform
import Synchronization

/// The file in the data directory that keeps state across restarts: a SQLite database (`state.sqlite`), used by one process at
/// a time. Safe to use from any thread.
///
/// A change is committed before the response is sent. SQLite uses a write-ahead log with `synchronous=NORMAL`. Committed
/// changes are handed to the operating system and survive any end of the process. A power failure may lose the last changes,
/// but never leaves a change half applied.
package final class StateFile: Sendable {
    /// The application ID that marks this project's SQLite files: "Unds".
    static let applicationID: Int64 = 0x556E_6473

    package let path: String
    /// The path with symbolic links resolved. SQLite creates its log next to the target of a link.
    private let resolvedPath: String
    /// Whether the file, or the folder of its log, is read-only. The state can be read, but every change fails.
    package let isReadOnly: Bool
    /// Whether the file had no content when it was opened: it was created, or its content was lost.
    package let isNew: Bool
    /// The identity of the opened file, or nil if the file is read-only.
    private let identity: Identity?
    /// The open database, or nil after `close`.
    private let database: Mutex<Database?>
    private let reports = Mutex(Reports())

    private struct Reports {
        var report: @Sendable (String) -> Void = { _ in }
    }

    /// Opens `state.sqlite` in a folder. Creates the file and the folder if they are missing, but not the folder's parent.
    /// Upgrades a file of an earlier version to the current format. A file that cannot be used is left unchanged.
    ///
    /// A new file begins with a revocation of everything issued before `earlier`, the time and first sequence number of this
    /// process, if `earlier` is not nil. The server no longer knows which of those values were used or revoked.
    package convenience init(
        in folder: String, ending earlier: (time: Timestamp, order: Int64)? = nil
    ) throws(StateFileProblem) {
        try self.init(in: folder, steps: Migrations.steps, ending: earlier)
    }

    init(
        in folder: String, steps: [String], ending earlier: (time: Timestamp, order: Int64)? = nil
    ) throws(StateFileProblem) {
        path = "\(folder)/state.sqlite"
        try StateFile.make(folder, path)
        resolvedPath = StateFile.resolvedPath(of: path)
        let access = try StateFile.access(resolvedPath)
        isReadOnly = access == .immutable
        do throws(DatabaseFailure) {
            let opened = try Database(resolvedPath, access)
            try StateFile.lock(opened, access)
            let version = try StateFile.version(opened, atMost: steps.count)
            try StateFile.check(opened)
            if access == .readWrite { try StateFile.useLog(opened) }
            try StateFile.migrate(opened, from: version, steps, ending: earlier)
            isNew = version == 0
            identity = access == .readWrite ? StateFile.identity(resolvedPath) : nil
            database = Mutex(opened)
        } catch {
            throw StateFileProblem(path, StateFile.explanation(error, path))
        }
    }

    /// Sets the function that receives a line for each failed read or write. Before the call, only the caller of the failed
    /// operation learns of the failure, because a failing start reports the failure itself.
    package func reportFailures(to report: @escaping @Sendable (String) -> Void) {
        reports.withLock { $0.report = report }
    }

    /// Writes the log to the database file and releases the file for the next process. Every later use fails.
    package func close() { database.withLock { $0 = nil } }

    /// Runs `body` in a transaction. Calls `finish` after the commit, before any other change.
    func change<Outcome: Sendable>(
        _ body: (Database) throws(DatabaseFailure) -> Outcome, then finish: () -> Void = {}
    ) throws(EntraError) -> Outcome {
        try use { database throws(DatabaseFailure) in
            let outcome = try database.transaction { () throws(DatabaseFailure) in try body(database) }
            finish()
            return outcome
        }
    }

    /// The reason why nothing can be stored, in one line, or nil if storing works. The property tries a write that changes
    /// nothing.
    package var obstacle: String? {
        guard !isReadOnly else { return "\(path): cannot be written" }
        let outcome = attempt { (database) throws(DatabaseFailure) in
            try database.transaction { () throws(DatabaseFailure) in
                try database.execute("PRAGMA user_version=\(try database.number("PRAGMA user_version"))")
            }
        }
        guard case .failure(let failure) = outcome else { return nil }
        return reason(failure)
    }

    /// Checks that the file at the path is still the opened one, and throws otherwise. Writes to a removed file would be lost with
    /// the process.
    private func checkIdentity() throws(DatabaseFailure) {
        guard let identity, StateFile.identity(resolvedPath) != identity else { return }
        throw DatabaseFailure(
            code: DatabaseFailure.own, reason: "was removed or replaced while the server was running")
    }

    /// Runs a single statement, which is atomic by itself, or a query.
    func use<Outcome: Sendable>(
        _ body: (Database) throws(DatabaseFailure) -> Outcome
    ) throws(EntraError) -> Outcome {
        switch attempt(body) {
        case .success(let outcome): return outcome
        case .failure(let failure):
            let reason = reason(failure)
            reports.withLock(\.self).report(reason)
            throw .storeUnavailable(reason)
        }
    }

    private func attempt<Outcome: Sendable>(
        _ body: (Database) throws(DatabaseFailure) -> Outcome
    ) -> Result<Outcome, DatabaseFailure> {
        database.withLock { database -> Result<Outcome, DatabaseFailure> in
            guard let database else { return .failure(DatabaseFailure(code: DatabaseFailure.own, reason: "is closed")) }
            do throws(DatabaseFailure) {
                try checkIdentity()
                return .success(try body(database))
            } catch {
                return .failure(error)
            }
        }
    }

    private func reason(_ failure: DatabaseFailure) -> String { "\(path): \(StateFile.explanation(failure, path))" }
}

extension StateFile {
    /// Locks the file against every other process.
    private static func lock(_ database: Database, _ access: Database.Access) throws(DatabaseFailure) {
        guard access == .readWrite else { return }
        // The timeout waits for a previous process that is about to end. Of two starting processes, one fails.
        try database.execute("PRAGMA busy_timeout=500")
        try database.execute("PRAGMA locking_mode=EXCLUSIVE")
        try database.execute("BEGIN EXCLUSIVE; COMMIT")
    }

    /// Returns the format version of the file, or zero for a new file. Throws if the file belongs to another program or has a
    /// later version.
    private static func version(_ database: Database, atMost known: Int) throws(DatabaseFailure) -> Int {
        let owner = try database.number("PRAGMA application_id")
        let isEmpty = try database.number("SELECT count(*) FROM sqlite_schema") == 0
        guard owner == applicationID || owner == 0 && isEmpty else {
            throw DatabaseFailure(code: DatabaseFailure.own, reason: "belongs to another program, and was not changed")
        }
        let version = try database.number("PRAGMA user_version")
        guard version >= 0 else { throw .damage("the format version is \(version)") }
        guard version <= known else {
            throw DatabaseFailure(
                code: 0,
                reason: "has format version \(version), but this program supports versions up to \(known): "
                    + "use the program that wrote the file, or another folder")
        }
        return Int(version)
    }

    private static func check(_ database: Database) throws(DatabaseFailure) {
        let verdict = try database.rows("PRAGMA quick_check(1)") { $0.text(0) }.first ?? "ok"
        guard verdict.utf8.elementsEqual("ok".utf8) else {
            throw .damage(verdict.pieces(separatedBy: "\n").joined(separator: " "))
        }
    }

    private static func useLog(_ database: Database) throws(DatabaseFailure) {
        try database.execute("PRAGMA journal_mode=WAL")
        try database.execute("PRAGMA synchronous=NORMAL")
        try database.execute("PRAGMA journal_size_limit=16777216")
    }

    /// Runs all missing steps in one transaction, so that a killed start leaves the file unchanged. The checkpoint moves the
    /// result from the log to the file itself: a file without its log is then not mistaken for a new one.
    private static func migrate(
        _ database: Database, from version: Int, _ steps: [String], ending earlier: (time: Timestamp, order: Int64)?
    ) throws(DatabaseFailure) {
        guard version < steps.count else { return }
        try database.transaction { () throws(DatabaseFailure) in
            for step in steps.dropFirst(version) { try database.execute(step) }
            try database.execute("PRAGMA application_id=\(applicationID)")
            try database.execute("PRAGMA user_version=\(steps.count)")
            if version == 0, let earlier {
                try DurableStore.invalidateIssuedBefore(earlier.time, firstOrder: earlier.order, in: database)
            }
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// Returns a message for people. The message uses the system's words where they are better known than SQLite's.
    static func explanation(_ failure: DatabaseFailure, _ path: String) -> String {
        switch failure.code {
        case DatabaseFailure.busy: "is in use by another process"
        case DatabaseFailure.readOnly: "cannot be written: \(obstacle(path).map(systemReason) ?? failure.reason)"
        case DatabaseFailure.corrupt, DatabaseFailure.notADatabase: "is damaged, and was not changed: \(failure.reason)"
        case DatabaseFailure.full: "cannot be written: \(systemReason(ENOSPC))"
        case DatabaseFailure.ioError where spaceErrors.contains(failure.systemError):
            "cannot be written: \(systemReason(failure.systemError))"
        case DatabaseFailure.cannotOpen where failure.systemError != 0:
            "cannot be opened: \(systemReason(failure.systemError))"
        case DatabaseFailure.own: failure.reason
        default: "cannot be used: \(failure.reason)"
        }
    }

    /// The errors of a disk that has space, but not for this file. SQLite recognizes only a full disk.
    private static let spaceErrors: [Int32] = [EDQUOT, EFBIG]

    static func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
}

/// The reason why a state file cannot be used, in one line that names the file.
package struct StateFileProblem: Error, Sendable, Equatable {
    package let reason: String

    init(_ path: String, _ reason: String) {
        self.reason = "\(path): \(reason)"
    }
}

/// The change log in the state file. Documents are stored as JSON by kind and key. Revocations that are written together with
/// other changes go to the table that the store reads. Only one process writes the file, so no reader is ever behind.
extension StateFile: ChangeLog {
    private static let offset = LogOffset(epoch: GUID(value: 0), number: 0)

    package var name: String { path }

    package func read(after offset: LogOffset?) throws(EntraError) -> LogReading {
        guard offset != StateFile.offset else {
            return LogReading(isWhole: false, documents: [], offset: StateFile.offset)
        }
        let documents = try use { database throws(DatabaseFailure) in
            try database.rows("SELECT kind, key, content FROM document ORDER BY place") {
                row throws(DatabaseFailure) in try StateFile.document(row)
            }
        }
        return LogReading(isWhole: true, documents: documents, offset: StateFile.offset)
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

    package func write(_ documents: [SharedDocument], after offset: LogOffset) throws(EntraError) -> LogWrite {
        try change { database throws(DatabaseFailure) in
            for document in documents { try StateFile.write(document, to: database) }
        }
        return .written(StateFile.offset)
    }

    private static func write(_ document: SharedDocument, to database: Database) throws(DatabaseFailure) {
        if document.kind == .revocation {
            guard let (subject, revocation) = document.content.flatMap(SharedRecords.revocation) else { return }
            return try DurableStore.keep(subject, revocation, in: database)
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
