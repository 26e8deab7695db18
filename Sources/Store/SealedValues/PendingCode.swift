package import Formats

/// A one-time code that a page expects. The code is part of the page's sealed state, so that the server keeps no copy.
package struct PendingCode: Sendable, Equatable {
    package let id: GUID
    /// The mail address or telephone number that the code verifies.
    package let recipient: String
    package let code: String
    /// The expiry time, in seconds since 1970 UTC.
    package let expiresAt: Int64
    /// The maximum number of attempts to enter the code.
    package let attempts: Int64

    package init(id: GUID, recipient: String, code: String, expiresAt: Int64, attempts: Int64) {
        self.id = id
        self.recipient = recipient
        self.code = code
        self.expiresAt = expiresAt
        self.attempts = attempts
    }

    func write(to writer: inout RecordWriter) {
        writer.write(id)
        writer.write(recipient)
        writer.write(code)
        writer.write(expiresAt)
        writer.write(attempts)
    }

    init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let recipient = reader.string(), let code = reader.string(),
            let expiresAt = reader.integer(), let attempts = reader.integer()
        else { return nil }
        self.init(id: id, recipient: recipient, code: code, expiresAt: expiresAt, attempts: attempts)
    }
}
