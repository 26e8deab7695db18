package import Formats

/// The content of a key file of Azure Arc. A process that can read the file may request one token. The server keeps only the ID
/// of the key, from use to expiry.
package struct ArcKey: SealedValue, Equatable {
    package static let kind = "arc key"
    /// The time in which the file must be read and its content sent back, in seconds.
    package static let lifetime: Int64 = 60

    package var id: GUID
    /// The expiry time, in seconds since 1970 UTC.
    package var expiresAt: Int64

    package init(id: GUID, expiresAt: Int64) {
        self.id = id
        self.expiresAt = expiresAt
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        writer.write(expiresAt)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let expiresAt = reader.integer() else { return nil }
        self.init(id: id, expiresAt: expiresAt)
    }
}
