package import Wire

/// What a key file of Azure Arc holds: who can read the file may ask for tokens, once. Nothing is kept of it but its id,
/// from use to expiry.
package struct ArcKey: SealedValue, Equatable {
    package static let kind = "arc key"
    /// Seconds in which the file must be read and its content sent back.
    package static let lifetime: Int64 = 60

    package var id: GUID
    /// Seconds since 1970 UTC.
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
