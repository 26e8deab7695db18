package import Entra
package import Wire

/// The single-sign-on session of a browser (`ESTSAUTH`, `ESTSAUTHPERSISTENT`): who is signed in. One session serves every
/// application and redirect URI.
package struct SessionCookie: SealedValue, Equatable {
    /// More accounts than this are not kept; the oldest goes. Keeps the cookie under 4 KiB.
    package static let maximumAccounts = 8
    /// More applications than this are not kept; the one whose last sign-in is longest ago goes.
    package static let maximumApplications = 16
    /// Bytes of an application id; those with longer ones are not kept.
    private static let maximumApplicationID = 64

    package static let kind = "session"
    package static let version: UInt8 = 4

    /// Random per session and renewed at every sign-in, so that a planted one is worth nothing.
    package var id: GUID
    package var accounts: [Authentication]
    /// What the accounts signed in to, newest last.
    package private(set) var applications: [SessionApplication] = []
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

    /// Nothing is in it that the browser would have to keep.
    package var isEmpty: Bool {
        accounts.isEmpty && applications.isEmpty && !isPersistent && !skipsStaySignedIn && deviceAskedAt == 0
    }

    /// Adds or renews an account, newest last.
    package mutating func signIn(_ authentication: Authentication) {
        accounts.removeAll { $0.home == authentication.home }
        accounts.append(authentication)
        if accounts.count > SessionCookie.maximumAccounts {
            accounts = Array(accounts.suffix(SessionCookie.maximumAccounts))
        }
    }

    /// Remembers that an account signed in to an application.
    package mutating func use(_ application: SessionApplication) {
        guard application.client.description.utf8.count <= SessionCookie.maximumApplicationID else { return }
        applications.removeAll { $0 == application }
        applications.append(application)
        applications = Array(applications.suffix(SessionCookie.maximumApplications))
    }

    /// Takes the account of that sign-in out, and what it signed in to. Nobody stays signed in for the next one to come.
    package mutating func signOut(_ sessionID: GUID) {
        accounts.removeAll { $0.sessionID == sessionID }
        applications.removeAll { $0.sessionID == sessionID }
        isPersistent = isPersistent && !accounts.isEmpty
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(id)
        writer.write(isPersistent)
        writer.write(skipsStaySignedIn)
        writer.write(lastUsed)
        writer.write(deviceID)
        writer.write(deviceAskedAt)
        writer.write(accounts) { writer, account in account.write(to: &writer) }
        writer.write(applications) { writer, application in application.write(to: &writer) }
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let isPersistent = reader.bool(),
            let skips = reader.bool(), let lastUsed = reader.integer(),
            let device: ObjectID? = reader.optionalIdentifier(), let asked = reader.integer(),
            let accounts = reader.list(atMost: SessionCookie.maximumAccounts, { Authentication(from: &$0) }),
            let applications = reader.list(
                atMost: SessionCookie.maximumApplications, { SessionApplication(from: &$0) })
        else { return nil }
        self.init(id: id, accounts: accounts, isPersistent: isPersistent, skipsStaySignedIn: skips, lastUsed: lastUsed)
        deviceID = device
        deviceAskedAt = asked
        self.applications = applications
    }
}
