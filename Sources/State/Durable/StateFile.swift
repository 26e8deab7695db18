import Entra
import Platform
import Synchronization
package import Wire

/// The file under a data directory in which state outlives the process: a SQLite database (`state.sqlite`), of one process
/// at a time. Safe to use from any thread.
///
/// A change is answered after it is committed. The journal is a write-ahead log with `synchronous=NORMAL`: what was committed
/// is the system's then, and survives the process, however it ends. A machine that loses power may lose the last changes, and
/// never tears one.
package final class StateFile: Sendable {
    /// Names our files among SQLite's: "Unds".
    static let applicationID: Int64 = 0x556E_6473

    package let path: String
    /// The same without links, wherever the process goes: SQLite makes its log beside what a link points to.
    private let place: String
    /// Whether the file, or the folder that its log is made in, takes no changes: what is on file can be read, and every change
    /// fails.
    package let isReadOnly: Bool
    /// Whether nothing was on file when it was opened: it was made then, or its content was lost.
    package let isNew: Bool
    /// Of the file that was opened; nil where nothing is written to it.
    private let identity: Identity?
    /// Nil once it is closed.
    private let database: Mutex<Database?>
    private let reports = Mutex(Reports())

    private struct Reports {
        var report: @Sendable (String) -> Void = { _ in }
    }

    /// Opens `state.sqlite` in a folder; both are made where missing, the parent of the folder is not. Brings an earlier
    /// version's file to this one's format. What cannot be used is left as it is.
    ///
    /// A new file begins with the end of everything issued before `earlier`, the time and first order of this process, where
    /// there may be any: nobody knows any more what of it was used or revoked.
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
        place = StateFile.place(of: path)
        let access = try StateFile.access(place)
        isReadOnly = access == .immutable
        do throws(DatabaseFailure) {
            let opened = try Database(place, access)
            try StateFile.lock(opened, access)
            let version = try StateFile.version(opened, atMost: steps.count)
            try StateFile.check(opened)
            if access == .readWrite { try StateFile.useLog(opened) }
            try StateFile.migrate(opened, from: version, steps, ending: earlier)
            isNew = version == 0
            identity = access == .readWrite ? StateFile.identity(place) : nil
            database = Mutex(opened)
        } catch {
            throw StateFileProblem(path, StateFile.explanation(error, path))
        }
    }

    /// From now on `report` is told, too, why something could not be read or kept, in one line. Until then who asked is told
    /// alone: a start that fails for it says so itself.
    package func reportFailures(to report: @escaping @Sendable (String) -> Void) {
        reports.withLock { $0.report = report }
    }

    /// Writes what is in the log to its place, and lets the next process have the file. Every use after fails.
    package func close() { database.withLock { $0 = nil } }

    /// All of `body` or nothing; then, where it was all, `finish`, before anyone else's change.
    func change<Outcome: Sendable>(
        _ body: (Database) throws(DatabaseFailure) -> Outcome, then finish: () -> Void = {}
    ) throws(EntraError) -> Outcome {
        try use { database throws(DatabaseFailure) in
            let outcome = try database.transaction { () throws(DatabaseFailure) in try body(database) }
            finish()
            return outcome
        }
    }

    /// Why nothing can be kept, in one line; nil where it can. Tries it, by a write that changes nothing.
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

    /// What is written to a file that is not in its place any more would be gone with the process.
    private func checkIdentity() throws(DatabaseFailure) {
        guard let identity, StateFile.identity(place) != identity else { return }
        throw DatabaseFailure(
            code: DatabaseFailure.own, reason: "was removed or replaced while the server was running")
    }

    /// One statement, which is all or nothing by itself, or a look.
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
    /// Keeps every other process out from now on.
    private static func lock(_ database: Database, _ access: Database.Access) throws(DatabaseFailure) {
        guard access == .readWrite else { return }
        // Who was there before may be about to end, or may be a newcomer too, of whom one gives way.
        try database.execute("PRAGMA busy_timeout=500")
        try database.execute("PRAGMA locking_mode=EXCLUSIVE")
        try database.execute("BEGIN EXCLUSIVE; COMMIT")
    }

    /// The version of the format, zero of a new file. Throws for a file that is not ours, or is of a later version.
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

    /// All steps or none, so that a start that is killed meanwhile begins where it began. What the file then is stands in the
    /// file itself, not in the log alone: without its log it is not taken for a new one.
    private static func migrate(
        _ database: Database, from version: Int, _ steps: [String], ending earlier: (time: Timestamp, order: Int64)?
    ) throws(DatabaseFailure) {
        guard version < steps.count else { return }
        try database.transaction { () throws(DatabaseFailure) in
            for step in steps.dropFirst(version) { try database.execute(step) }
            try database.execute("PRAGMA application_id=\(applicationID)")
            try database.execute("PRAGMA user_version=\(steps.count)")
            if version == 0, let earlier {
                try DurableStore.endEarlier(earlier.time, firstOrder: earlier.order, in: database)
            }
        }
        try database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    }

    /// For people, in the system's words where they are better known than SQLite's.
    static func explanation(_ failure: DatabaseFailure, _ path: String) -> String {
        switch failure.code {
        case DatabaseFailure.busy: "is in use by another process"
        case DatabaseFailure.readOnly: "cannot be written: \(obstacle(path).map(systemReason) ?? failure.reason)"
        case DatabaseFailure.corrupt, DatabaseFailure.notADatabase: "is damaged, and was not changed: \(failure.reason)"
        case DatabaseFailure.full: "cannot be written: \(systemReason(ENOSPC))"
        case DatabaseFailure.ioError where roomErrors.contains(failure.systemError):
            "cannot be written: \(systemReason(failure.systemError))"
        case DatabaseFailure.cannotOpen where failure.systemError != 0:
            "cannot be opened: \(systemReason(failure.systemError))"
        case DatabaseFailure.own: failure.reason
        default: "cannot be used: \(failure.reason)"
        }
    }

    /// Of a disk that has room, but none for this file: SQLite knows only that of a full one.
    private static let roomErrors: [Int32] = [EDQUOT, EFBIG]

    static func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
}
