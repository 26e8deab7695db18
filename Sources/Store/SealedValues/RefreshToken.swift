package import Formats

/// A refresh token (RFC 6749 §1.5). The token is bound to a user and a client, not to a resource. The old token stays valid
/// when a new one is issued, as in Entra (docs/reference/protocol.md#refresh-token).
package struct RefreshToken: SealedValue, Equatable {
    package static let kind = "refresh"
    package static let prefix = "1.A"
    package static let version: UInt8 = 5

    package var id: GUID
    package var grant: IssuedGrant
    /// The time of issue, in seconds since 1970 UTC.
    package var issuedAt: Int64
    /// The time of issue of the first token in the chain of refreshes, in seconds since 1970 UTC.
    package var begunAt: Int64
    /// The expiry time, in seconds since 1970 UTC. Refresh tokens of single-page applications inherit the time from the first
    /// token.
    package var expiresAt: Int64

    package init(id: GUID, grant: IssuedGrant, issuedAt: Int64, begunAt: Int64, expiresAt: Int64) {
        self.id = id
        self.grant = grant
        self.issuedAt = issuedAt
        self.begunAt = begunAt
        self.expiresAt = expiresAt
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        grant.write(to: &writer)
        writer.write(issuedAt)
        writer.write(begunAt)
        writer.write(expiresAt)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let grant = IssuedGrant(from: &reader),
            let issuedAt = reader.integer(), let begunAt = reader.integer(), let expiresAt = reader.integer()
        else { return nil }
        self.init(id: id, grant: grant, issuedAt: issuedAt, begunAt: begunAt, expiresAt: expiresAt)
    }
}
