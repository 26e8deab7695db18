import CSQLite
import Formats
import Platform

/// An error that SQLite reported.
struct DatabaseFailure: Error, Sendable, Equatable {
    /// The primary result code of SQLite, such as `SQLITE_FULL`.
    let code: Int32
    let reason: String
    /// The `errno` value, such as `EFBIG`, if SQLite itself reports only a general I/O or open error; otherwise 0.
    var systemError: Int32 = 0

    /// The result codes that error messages describe in this project's own words.
    static let (busy, readOnly, ioError, corrupt, notADatabase, full, cannotOpen) = (
        SQLITE_BUSY, SQLITE_READONLY, SQLITE_IOERR, SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_FULL, SQLITE_CANTOPEN
    )
    /// The code of failures that this code detects itself. `reason` is then the whole message.
    static let own = SQLITE_OK

    /// Returns a failure for file content that this code never writes.
    static func damage(_ reason: String) -> DatabaseFailure { DatabaseFailure(code: SQLITE_CORRUPT, reason: reason) }
}

/// The value of a column.
enum DatabaseValue: Sendable, Equatable {
    case null
    case integer(Int64)
    case text(String)
    case blob([UInt8])

    static func text(_ text: String?) -> DatabaseValue { text.map { .text($0) } ?? .null }
    static func blob(_ bytes: [UInt8]?) -> DatabaseValue { bytes.map { .blob($0) } ?? .null }
    static func integer(_ number: Int64?) -> DatabaseValue { number.map { .integer($0) } ?? .null }
}

/// A connection to a database file, for use by one thread at a time. Statements are prepared once and cached, because all SQL
/// text is part of the source and never contains client input.
final class Database {
    enum Access: Sendable {
        case readWrite
        /// The file system is read-only, so no process writes the file.
        case immutable
    }

    private let connection: OpaquePointer
    private var statements: [ByteString: OpaquePointer] = [:]

    /// Opens the file, and creates it if it is missing. Does not read yet.
    init(_ path: String, _ access: Access) throws(DatabaseFailure) {
        let flags: Int32
        let name: String
        switch access {
        case .readWrite: (flags, name) = (SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, path)
        case .immutable: (flags, name) = (SQLITE_OPEN_READONLY | SQLITE_OPEN_URI, Database.immutableName(path))
        }
        var opened: OpaquePointer?
        let code = sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
        guard code == SQLITE_OK, let opened else {
            let failure = Database.failure(opened, code)
            sqlite3_close_v2(opened)
            throw failure
        }
        connection = opened
    }

    deinit {
        for statement in statements.values { sqlite3_finalize(statement) }
        sqlite3_close_v2(connection)
    }

    /// Returns the path as a URI (sqlite.org/uri.html) with all special bytes escaped.
    private static func immutableName(_ path: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var name = Array("file:".utf8)
        for byte in path.utf8 {
            let isPlain =
                byte == UInt8(ascii: "/") || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            if isPlain {
                name.append(byte)
            } else {
                name += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: name, as: UTF8.self) + "?immutable=1"
    }

    /// Runs one or more statements without parameters.
    func execute(_ sql: String) throws(DatabaseFailure) {
        let code = sqlite3_exec(connection, sql, nil, nil, nil)
        guard code == SQLITE_OK else { throw Database.failure(connection, code) }
    }

    /// Runs one statement and returns the number of changed rows.
    @discardableResult
    func run(_ sql: String, _ values: DatabaseValue...) throws(DatabaseFailure) -> Int {
        let statement = try prepared(sql, values)
        defer { Database.release(statement) }
        while try step(statement) {}
        return Int(sqlite3_changes(connection))
    }

    /// Returns the rows of a query, each converted by `read`.
    func rows<Element>(
        _ sql: String, _ values: DatabaseValue..., read: (DatabaseRow) throws(DatabaseFailure) -> Element
    ) throws(DatabaseFailure) -> [Element] {
        try rows(sql, values, read: read)
    }

    func rows<Element>(
        _ sql: String, _ values: [DatabaseValue], read: (DatabaseRow) throws(DatabaseFailure) -> Element
    ) throws(DatabaseFailure) -> [Element] {
        let statement = try prepared(sql, values)
        defer { Database.release(statement) }
        var elements: [Element] = []
        while try step(statement) { elements.append(try read(DatabaseRow(statement))) }
        return elements
    }

    /// Returns the first column of the first row, or zero if there are no rows.
    func number(_ sql: String, _ values: DatabaseValue...) throws(DatabaseFailure) -> Int64 {
        let statement = try prepared(sql, values)
        defer { Database.release(statement) }
        return try step(statement) ? DatabaseRow(statement).integer(0) : 0
    }

    /// Runs `body` in a transaction. Rolls back if `body` throws.
    func transaction<Outcome>(
        _ body: () throws(DatabaseFailure) -> Outcome
    ) throws(DatabaseFailure) -> Outcome {
        try run("BEGIN IMMEDIATE")
        do throws(DatabaseFailure) {
            let outcome = try body()
            try run("COMMIT")
            return outcome
        } catch {
            // SQLite may roll back by itself, for example on a full disk. Another ROLLBACK would fail.
            if sqlite3_get_autocommit(connection) == 0 { _ = try? run("ROLLBACK") }
            throw error
        }
    }

    private func prepared(_ sql: String, _ values: [DatabaseValue]) throws(DatabaseFailure) -> OpaquePointer {
        let statement = try prepared(sql)
        for (index, value) in values.enumerated() {
            let position = Int32(truncatingIfNeeded: index + 1)
            let code = Database.bind(value, to: statement, at: position)
            guard code == SQLITE_OK else { throw Database.failure(connection, code) }
        }
        return statement
    }

    private func prepared(_ sql: String) throws(DatabaseFailure) -> OpaquePointer {
        if let known = statements[sql] { return known }
        var statement: OpaquePointer?
        let code = sqlite3_prepare_v3(
            connection, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
        guard code == SQLITE_OK, let statement else { throw Database.failure(connection, code) }
        statements[sql] = statement
        return statement
    }

    /// Whether there is another row.
    private func step(_ statement: OpaquePointer) throws(DatabaseFailure) -> Bool {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw Database.failure(connection, code)
        }
    }

    private static func bind(_ value: DatabaseValue, to statement: OpaquePointer, at position: Int32) -> Int32 {
        switch value {
        case .null: sqlite3_bind_null(statement, position)
        case .integer(let number): sqlite3_bind_int64(statement, position, number)
        case .text(var text):
            text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    csqlite_bind_text(statement, position, $0.baseAddress, UInt64($0.count))
                }
            }
        case .blob(let bytes):
            bytes.withUnsafeBytes { csqlite_bind_blob(statement, position, $0.baseAddress, UInt64($0.count)) }
        }
    }

    private static func release(_ statement: OpaquePointer) {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
    }

    private static func failure(_ connection: OpaquePointer?, _ code: Int32) -> DatabaseFailure {
        // `errno` is read first, before another call changes it. `sqlite3_system_errno` does not cover writes to the log.
        let systemError = errno
        let primary = code & 0xFF
        let reason = connection.flatMap { sqlite3_errmsg($0) } ?? sqlite3_errstr(code)
        return DatabaseFailure(
            code: primary, reason: reason.map { String(cString: $0) } ?? "error \(code)",
            systemError: primary == SQLITE_IOERR || primary == SQLITE_CANTOPEN ? systemError : 0)
    }
}

/// The current row of a query. The row is valid until the next step of the query.
struct DatabaseRow {
    private let statement: OpaquePointer

    fileprivate init(_ statement: OpaquePointer) {
        self.statement = statement
    }

    func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

    func isNull(_ column: Int32) -> Bool { sqlite3_column_type(statement, column) == SQLITE_NULL }

    func optionalInteger(_ column: Int32) -> Int64? { isNull(column) ? nil : integer(column) }

    /// Returns the text of a column, or an empty string for NULL.
    func text(_ column: Int32) -> String { String(decoding: blob(column), as: UTF8.self) }

    func optionalText(_ column: Int32) -> String? { isNull(column) ? nil : text(column) }

    func blob(_ column: Int32) -> [UInt8] {
        let bytes = sqlite3_column_blob(statement, column)
        let count = Int(sqlite3_column_bytes(statement, column))
        return bytes.map { Array(UnsafeRawBufferPointer(start: $0, count: count)) } ?? []
    }

    func optionalBlob(_ column: Int32) -> [UInt8]? { isNull(column) ? nil : blob(column) }
}
