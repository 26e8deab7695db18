package import Entra
package import Formats

/// The code with which a device polls (RFC 8628 §3.2). The code names the stored authorization, its client, its authority and
/// its expiry, so that polls of other clients never reach the store.
package struct DeviceCode: SealedValue, Equatable {
    package static let kind = "device"
    package static let prefix = "BAQ"
    package static let version: UInt8 = 2

    /// The ID of the authorization.
    package var id: GUID
    package var client: ClientID
    /// The requested authority, in the spelling of `Authority.segment`.
    package var authority: String
    /// The expiry time, in seconds since 1970 UTC.
    package var expiresAt: Int64

    package init(_ authorization: DeviceAuthorization) {
        self.init(
            id: authorization.id, client: authorization.client, authority: authorization.authority,
            expiresAt: authorization.expiresAt)
    }

    package init(id: GUID, client: ClientID, authority: String, expiresAt: Int64) {
        self.id = id
        self.client = client
        self.authority = authority
        self.expiresAt = expiresAt
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        writer.write(client)
        writer.write(authority)
        writer.write(expiresAt)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let client: ClientID = reader.identifier(), let authority = reader.string(),
            let expiresAt = reader.integer()
        else { return nil }
        self.init(id: id, client: client, authority: authority, expiresAt: expiresAt)
    }
}
