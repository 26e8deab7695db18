package import Formats

/// The `Context` of a device challenge (docs/reference/wire.md#pkeyauth). A challenge may be answered once, at the address that
/// it was made for.
package struct DeviceContext: SealedValue, Equatable {
    package static let kind = "device context"
    /// The lifetime of a challenge, in seconds.
    package static let lifetime: Int64 = 300

    /// The ID of the challenge and of its nonce.
    package var id: GUID
    /// The submit URL without its query.
    package var address: String
    /// The expiry time, in seconds since 1970 UTC.
    package var expiresAt: Int64

    package init(id: GUID, address: String, expiresAt: Int64) {
        self.id = id
        self.address = address
        self.expiresAt = expiresAt
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        writer.write(address)
        writer.write(expiresAt)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let address = reader.string(), let expiresAt = reader.integer() else {
            return nil
        }
        self.init(id: id, address: address, expiresAt: expiresAt)
    }
}
