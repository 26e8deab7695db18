package import Entra
import Platform
import Synchronization
import Wire

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
    /// Whether the disk takes no changes: what is on file can be read, and every change fails.
    package let isReadOnly: Bool
    /// Nil once it is closed.
    private let database: Mutex<Database?>
    private let onFailure: @Sendable (String) -> Void

    /// Opens `state.sqlite` in a folder; both are made where missing, the parent of the folder is not. Brings an earlier
    /// version's file to this one's format. What cannot be used is left as it is.
    ///
    /// `onFailure` is told why something could not be read or kept, in one line.
    package convenience init(
        in folder: String, onFailure: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StateFileProblem) {
        try self.init(in: folder, steps: Migrations.steps, onFailure: onFailure)
    }

    init(
        in folder: String, steps: [String], onFailure: @escaping @Sendable (String) -> Void = { _ in }
    ) throws(StateFileProblem) {
        self.onFailure = onFailure
        path = "\(folder)/state.sqlite"
        try StateFile.make(folder, path)
        let access = try StateFile.access(path)
        isReadOnly = access == .immutable
        do throws(DatabaseFailure) {
            let opened = try Database(path, access)
            try StateFile.lock(opened, access)
            let version = try StateFile.version(opened, atMost: steps.count)
            try StateFile.check(opened)
            if access == .readWrite { try StateFile.useLog(opened) }
            try StateFile.migrate(opened, from: version, steps)
            database = Mutex(opened)
        } catch {
            throw StateFileProblem(path, StateFile.explanation(error))
        }
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

    /// One statement, which is all or nothing by itself, or a look.
    func use<Outcome: Sendable>(
        _ body: (Database) throws(DatabaseFailure) -> Outcome
    ) throws(EntraError) -> Outcome {
        let result = database.withLock { database -> Result<Outcome, DatabaseFailure> in
            guard let database else { return .failure(DatabaseFailure(code: 0, reason: "is closed")) }
            do throws(DatabaseFailure) {
                return .success(try body(database))
            } catch {
                return .failure(error)
            }
        }
        switch result {
        case .success(let outcome): return outcome
        case .failure(let failure):
            let reason = "\(path): \(StateFile.explanation(failure))"
            onFailure(reason)
            throw .storeUnavailable(reason)
        }
    }
}

extension StateFile {
    private static func make(_ folder: String, _ path: String) throws(StateFileProblem) {
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw StateFileProblem(folder, "cannot be made: \(systemReason(errno))")
        }
        // Never opened by us where it is there: to close any descriptor of a file gives up SQLite's lock on it.
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        if descriptor >= 0 {
            Platform.close(descriptor)
        } else if errno != EEXIST {
            throw StateFileProblem(path, "cannot be made: \(systemReason(errno))")
        }
    }

    /// A file that cannot be written is read as it is, where its last process closed it: what is still in the log would need
    /// to be written first.
    private static func access(_ path: String) throws(StateFileProblem) -> Database.Access {
        guard Platform.access(path, W_OK) != 0 else { return .readWrite }
        let reason = systemReason(errno)
        var log = stat()
        guard stat("\(path)-wal", &log) != 0 || log.st_size == 0 else {
            throw StateFileProblem(
                path, "was not closed by the last process, and cannot be brought up to date: \(reason)")
        }
        return .immutable
    }

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
            throw DatabaseFailure(code: 0, reason: "is another program's, and left as it is")
        }
        let version = try database.number("PRAGMA user_version")
        guard version >= 0 else { throw DatabaseFailure(code: 11, reason: "the version of its format is \(version)") }
        guard version <= known else {
            throw DatabaseFailure(
                code: 0,
                reason: "has version \(version) of the format, and this program knows \(known) at most: "
                    + "use the program that wrote it, or another folder")
        }
        return Int(version)
    }

    private static func check(_ database: Database) throws(DatabaseFailure) {
        let verdict = try database.rows("PRAGMA quick_check(1)") { $0.text(0) }.first ?? "ok"
        guard verdict.utf8.elementsEqual("ok".utf8) else {
            throw DatabaseFailure(code: 11, reason: verdict.pieces(separatedBy: "\n").joined(separator: " "))
        }
    }

    private static func useLog(_ database: Database) throws(DatabaseFailure) {
        try database.execute("PRAGMA journal_mode=WAL")
        try database.execute("PRAGMA synchronous=NORMAL")
        try database.execute("PRAGMA journal_size_limit=16777216")
    }

    /// Each step whole with its number, so that a start that is killed between two goes on where it was.
    private static func migrate(
        _ database: Database, from version: Int, _ steps: [String]
    ) throws(DatabaseFailure) {
        for (number, step) in steps.enumerated().dropFirst(version) {
            try database.transaction { () throws(DatabaseFailure) in
                try database.execute(step)
                try database.execute("PRAGMA application_id=\(applicationID)")
                try database.execute("PRAGMA user_version=\(number + 1)")
            }
        }
    }

    /// For people, in the system's words where they are better known than SQLite's.
    private static func explanation(_ failure: DatabaseFailure) -> String {
        switch failure.code {
        case 5: "is in use by another process: one at a time"
        case 8: "cannot be written: \(systemReason(EROFS))"
        case 11, 26: "is damaged, and left as it is: \(failure.reason)"
        case 13: "cannot be written: \(systemReason(ENOSPC))"
        case 0: failure.reason
        default: "cannot be used: \(failure.reason)"
        }
    }

    private static func systemReason(_ number: Int32) -> String { String(cString: strerror(number)) }
}

extension EntraError {
    /// What the store is needed for cannot be done now. `reason` is for the log.
    package static func storeUnavailable(_ reason: String) -> EntraError {
        var error = EntraError(.serviceUnavailable, detail: reason)
        error.retryAfter = 1
        return error
    }
}
