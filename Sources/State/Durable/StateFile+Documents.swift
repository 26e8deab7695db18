import Directory
import Entra
import Wire

/// What has a form of its own is kept as JSON, by its kind and a key.
extension StateFile {
    /// Kinds of documents.
    enum Document: String {
        /// The directory that was put at run time; the key is empty.
        case directory
        /// One changed object of the directory; the key is its name.
        case change
        /// A script in force; the key is its id.
        case script
    }

    /// In the order in which they were kept first.
    func documents(_ kind: Document) throws(EntraError) -> [(key: String, content: JSONValue)] {
        try use { database throws(DatabaseFailure) in
            try database.rows("SELECT key, content FROM document WHERE kind = ? ORDER BY place", .text(kind.rawValue)) {
                ($0.text(0), JSONValue(parsing: $0.blob(1)) ?? .null)
            }
        }
    }

    static func keep(
        _ content: JSONValue, _ kind: Document, _ key: String, _ database: Database
    ) throws(DatabaseFailure) {
        try database.run(
            """
            INSERT INTO document (kind, key, content) VALUES (?, ?, ?)
            ON CONFLICT (kind, key) DO UPDATE SET content = excluded.content
            """, .text(kind.rawValue), .text(key), .blob(JSONWriter.value(content)))
    }

    static func forget(_ kind: Document, _ key: String, _ database: Database) throws(DatabaseFailure) {
        try database.run("DELETE FROM document WHERE kind = ? AND key = ?", .text(kind.rawValue), .text(key))
    }

    static func forgetAll(_ kind: Document, _ database: Database) throws(DatabaseFailure) {
        try database.run("DELETE FROM document WHERE kind = ?", .text(kind.rawValue))
    }
}
