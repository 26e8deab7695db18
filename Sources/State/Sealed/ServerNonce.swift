package import Wire

/// A nonce of the server that a client signs (docs/reference/wire.md#server-nonce, docs/reference/wire.md#pkeyauth): good for a
/// while, and kept by nobody.
package struct ServerNonce: SealedValue, Equatable {
    package static let kind = "nonce"
    /// Seconds; clients keep one for 180.
    package static let lifetime: Int64 = 300

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
