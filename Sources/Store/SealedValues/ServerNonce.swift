package import Formats

/// A server nonce that a client signs (docs/reference/wire.md#server-nonce, docs/reference/wire.md#pkeyauth). The nonce is
/// valid for a limited time, and the server keeps no copy.
package struct ServerNonce: SealedValue, Equatable {
    package static let kind = "nonce"
    /// The lifetime, in seconds. Clients keep a nonce for 180 seconds.
    package static let lifetime: Int64 = 300

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
