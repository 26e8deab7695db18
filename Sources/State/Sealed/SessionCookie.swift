package import Entra
package import Wire

/// The single-sign-on session of a browser (`ESTSAUTH`, `ESTSAUTHPERSISTENT`): who is signed in. One session serves every
/// application and redirect URI.
package struct SessionCookie: SealedValue, Equatable {
    /// More accounts than this are not kept; the oldest goes. Keeps the cookie under 4 KiB.
    package static let maximumAccounts = 8

    package static let kind = "session"
    package static let version: UInt8 = 2

    /// Random per session and renewed at every sign-in, so that a planted one is worth nothing.
    package var id: GUID
    package var accounts: [Authentication]
    /// The user chose to stay signed in.
    package var isPersistent: Bool
    /// The user does not want to be asked again whether to stay signed in.
    package var skipsStaySignedIn: Bool
    /// Seconds since 1970 UTC of the last use; the lifetime counts from here.
    package var lastUsed: Int64
    /// The device that proved itself, and when the browser answered for it: seconds since 1970 UTC, 0 for never.
    package var deviceID: ObjectID?
    package var deviceAskedAt: Int64 = 0

    package init(
        id: GUID, accounts: [Authentication] = [], isPersistent: Bool = false, skipsStaySignedIn: Bool = false,
        lastUsed: Int64
    ) {
        self.id = id
        self.accounts = accounts
        self.isPersistent = isPersistent
        self.skipsStaySignedIn = skipsStaySignedIn
        self.lastUsed = lastUsed
    }

    /// Adds or renews an account, newest last.
    package mutating func signIn(_ authentication: Authentication) {
        accounts.removeAll { $0.home == authentication.home }
        accounts.append(authentication)
        if accounts.count > SessionCookie.maximumAccounts {
            accounts = Array(accounts.suffix(SessionCookie.maximumAccounts))
        }
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id.bytes)
        writer.write(isPersistent)
        writer.write(skipsStaySignedIn)
        writer.write(lastUsed)
        writer.write(deviceID?.description)
        writer.write(deviceAskedAt)
        writer.write(accounts) { writer, account in account.write(to: &writer) }
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let isPersistent = reader.bool(),
            let skips = reader.bool(), let lastUsed = reader.integer(),
            let device = reader.optionalString(), let asked = reader.integer(),
            let accounts = reader.list(atMost: SessionCookie.maximumAccounts, { Authentication(from: &$0) })
        else { return nil }
        self.init(id: id, accounts: accounts, isPersistent: isPersistent, skipsStaySignedIn: skips, lastUsed: lastUsed)
        deviceID = device.map { ObjectID($0) }
        deviceAskedAt = asked
    }
}
