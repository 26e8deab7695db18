package import Formats

/// A sealed ID that is valid for a limited time.
package protocol ExpiringID: SealedValue, Equatable {
    var id: GUID { get }
    /// The expiry time, in seconds since 1970 UTC.
    var expiresAt: Int64 { get }

    init(id: GUID, expiresAt: Int64)
}

extension ExpiringID {
    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        writer.write(expiresAt)
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let expiresAt = reader.integer() else { return nil }
        self.init(id: id, expiresAt: expiresAt)
    }
}

/// A server nonce that a client signs (docs/reference/wire.md#server-nonce, docs/reference/wire.md#pkeyauth). The nonce is
/// valid for a limited time, and the server keeps no copy.
package struct ServerNonce: ExpiringID {
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
}

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

/// The content of a key file of Azure Arc. A process that can read the file may request one token. The server keeps only the ID
/// of the key, from use to expiry.
package struct ArcKey: ExpiringID {
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
}
