package import Entra
package import Wire

/// The code with which a device polls (RFC 8628 §3.2). It names the authorization that the store keeps, and says by itself
/// whose it is and how long it is good, so that nobody else's poll reaches the store.
package struct DeviceCode: SealedValue, Equatable {
    package static let kind = "device"
    package static let prefix = "BAQ"
    package static let version: UInt8 = 2

    /// The authorization's.
    package var id: GUID
    package var client: ClientID
    /// The authority asked, as `Authority.segment` spells it.
    package var authority: String
    /// Seconds since 1970 UTC.
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
