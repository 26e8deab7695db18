package import Entra
package import Formats

/// The single-sign-on session of a browser (`ESTSAUTH`, `ESTSAUTHPERSISTENT`), which lists the signed-in accounts. One session
/// serves every application and redirect URI.
package struct SessionCookie: SealedValue, Equatable {
    /// The maximum number of accounts. Beyond the maximum, the oldest is removed, which keeps the cookie under 4 KiB.
    package static let maximumAccounts = 8
    /// The maximum number of applications. Beyond the maximum, the application with the oldest sign-in is removed.
    package static let maximumApplications = 16
    /// The maximum length of an application ID, in bytes. Applications with longer IDs are not stored.
    private static let maximumApplicationID = 64

    package static let kind = "session"
    package static let version: UInt8 = 4

    /// The random ID of the session. Every sign-in renews the ID, which prevents session fixation.
    package var id: GUID
    package var accounts: [Authentication]
    /// The applications that the accounts signed in to, newest last.
    package private(set) var applications: [SessionApplication] = []
    /// Whether the user chose to stay signed in.
    package var isPersistent: Bool
    /// Whether the user chose not to be asked again whether to stay signed in.
    package var skipsStaySignedIn: Bool
    /// The time of the last use, in seconds since 1970 UTC. The lifetime counts from this time.
    package var lastUsed: Int64
    /// The device that authenticated, and the time at which the browser answered the challenge: seconds since 1970 UTC, or 0
    /// for never.
    package var deviceID: ObjectID?
    package var deviceChallengedAt: Int64 = 0

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

    /// Whether the session contains nothing that the browser would have to store.
    package var isEmpty: Bool {
        accounts.isEmpty && applications.isEmpty && !isPersistent && !skipsStaySignedIn && deviceChallengedAt == 0
    }

    /// Adds or renews an account, which becomes the newest one.
    package mutating func signIn(_ authentication: Authentication) {
        accounts.removeAll { $0.home == authentication.home }
        accounts.append(authentication)
        if accounts.count > SessionCookie.maximumAccounts {
            accounts = Array(accounts.suffix(SessionCookie.maximumAccounts))
        }
    }

    /// Records that an account signed in to an application.
    package mutating func use(_ application: SessionApplication) {
        guard application.client.description.utf8.count <= SessionCookie.maximumApplicationID else { return }
        applications.removeAll { $0 == application }
        applications.append(application)
        applications = Array(applications.suffix(SessionCookie.maximumApplications))
    }

    /// Removes the account of a sign-in and the applications it signed in to. A session without accounts is no longer
    /// persistent.
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
        writer.write(deviceChallengedAt)
        writer.write(accounts) { writer, account in account.write(to: &writer) }
        writer.write(applications) { writer, application in application.write(to: &writer) }
    }

    package init?(from reader: inout RecordReader) {
        guard let id = reader.guid(), let isPersistent = reader.bool(),
            let skips = reader.bool(), let lastUsed = reader.integer(),
            let device: ObjectID? = reader.optionalIdentifier(), let authenticatedAt = reader.integer(),
            let accounts = reader.list(atMost: SessionCookie.maximumAccounts, { Authentication(from: &$0) }),
            let applications = reader.list(
                atMost: SessionCookie.maximumApplications, { SessionApplication(from: &$0) })
        else { return nil }
        self.init(id: id, accounts: accounts, isPersistent: isPersistent, skipsStaySignedIn: skips, lastUsed: lastUsed)
        deviceID = device
        deviceChallengedAt = authenticatedAt
        self.applications = applications
    }
}

/// The sign-in of a session's account to an application. A sign-out notifies the application (OpenID Connect Front-Channel
/// Logout 1.0 §3).
package struct SessionApplication: Sendable, Equatable {
    package let client: ClientID
    /// The ID of the sign-in: `Authentication.sessionID`.
    package let sessionID: GUID
    /// The tenant whose tokens the application received. The notice contains the tenant's issuer.
    package let tenant: TenantID
    /// The endpoint version, which determines the form of the issuer.
    package let endpoint: EndpointVersion

    package init(client: ClientID, sessionID: GUID, tenant: TenantID, endpoint: EndpointVersion) {
        self.client = client
        self.sessionID = sessionID
        self.tenant = tenant
        self.endpoint = endpoint
    }

    func write(to writer: inout RecordWriter) {
        writer.write(client)
        writer.write(sessionID)
        writer.write(tenant)
        writer.write(endpoint == .v2)
    }

    init?(from reader: inout RecordReader) {
        guard let client: ClientID = reader.identifier(), let sessionID = reader.guid(),
            let tenant: TenantID = reader.identifier(), let isV2 = reader.bool()
        else { return nil }
        self.init(client: client, sessionID: sessionID, tenant: tenant, endpoint: isV2 ? .v2 : .v1)
    }
}
