package import Wire

/// A refresh token (RFC 6749 §1.5). Bound to user and client, not to a resource; the old one stays good when a new one is
/// issued, as at Entra (docs/reference/protocol.md#refresh-token).
package struct RefreshToken: SealedValue, Equatable {
    package static let kind = "refresh"
    package static let prefix = "1.A"
    package static let version: UInt8 = 5

    package var id: GUID
    package var grant: IssuedGrant
    /// Seconds since 1970 UTC.
    package var issuedAt: Int64
    /// When the first of the tokens that were issued for one another was. Seconds since 1970 UTC.
    package var begunAt: Int64
    /// Seconds since 1970 UTC. For a single-page application inherited from the first token, so that it never moves.
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
