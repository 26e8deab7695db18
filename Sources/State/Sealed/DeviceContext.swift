package import Wire

/// A device challenge that was made (`Context`, docs/reference/wire.md#pkeyauth). It may be answered once, at the address it was
/// made for.
package struct DeviceContext: SealedValue, Equatable {
    package static let kind = "device context"
    /// Seconds.
    package static let lifetime: Int64 = 300

    /// Of the challenge's nonce too.
    package var id: GUID
    /// The submit URL without its query.
    package var address: String
    /// Seconds since 1970 UTC.
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
