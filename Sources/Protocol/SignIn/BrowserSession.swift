import Crypto
import Directory
import Entra
package import Formats
package import Store

/// The single-sign-on session of the browser that sent a request. The value records whether the response must update the cookie.
package struct BrowserSession: Sendable {
    package private(set) var cookie: SessionCookie
    private(set) var isChanged: Bool
    /// The code for a silent request if the session had users, and revocations or other passwords ended all their sign-ins.
    private(set) var ended: AADSTS?
    /// The browser ID to which pages are bound. The ID does not change when someone signs in or out, so that two concurrent
    /// sign-ins both continue.
    let browserID: GUID
    /// The browser IDs as sent.
    private let browserIDs: [GUID]
    /// The names of the session cookies in the request.
    package let sentNames: [String]
    /// The ID that a browser without an ID gets with a page, or nil if the browser has an ID.
    package private(set) var newBrowserID: GUID?

    /// Opens the session cookie. A cookie that is missing, forged, expired or revoked results in a new, empty session.
    init(opening cookies: BrowserCookies, services: Services) {
        browserIDs = cookies.browserIDs
        sentNames = cookies.sessionNames
        browserID = cookies.browserIDs.first ?? services.random.guid()
        let now = services.now.seconds
        let settings = services.settings(tenant: nil, application: nil)
        if let text = cookies.session, var cookie = SessionCookie(sealed: text, keys: services.keys.sealing),
            now - cookie.lastUsed
                <= Int64(cookie.isPersistent ? settings.persistentSessionLifetime : settings.sessionLifetime)
        {
            let before = cookie.accounts
            cookie.accounts.removeAll { !services.isValid($0) }
            isChanged = cookie.accounts.count != before.count
            if isChanged, cookie.accounts.isEmpty { ended = before.lazy.compactMap(services.endOfSession).first }
            self.cookie = cookie
        } else {
            cookie = SessionCookie(id: services.random.guid(), lastUsed: now)
            isChanged = false
        }
    }

    /// Signs a user in who has authenticated now, or at `time`, in seconds since 1970 UTC. A user who is already signed in keeps
    /// the `sid`, so that a sign-out ends the whole sign-in and notifies every application that the user signed in to
    /// (docs/reference/protocol.md#sign-out).
    mutating func signIn(
        _ home: User.Home, methods: [String], device: ObjectID? = nil, time: Int64? = nil, services: Services
    ) -> Authentication {
        let known = cookie.accounts.first { $0.home == home }
        let authentication = Authentication(
            home: home, time: time ?? services.now.seconds, methods: methods,
            sessionID: known?.sessionID ?? services.random.guid(), deviceID: device, order: services.store.nextOrder())
        signIn(authentication, services: services)
        return authentication
    }

    /// Adds or renews an account under a new session ID, so that a session ID that an attacker planted before is useless.
    mutating func signIn(_ authentication: Authentication, services: Services) {
        cookie.id = services.random.guid()
        cookie.signIn(authentication)
        touch(services)
    }

    mutating func recordStaySignedIn(_ isPersistent: Bool, never: Bool, services: Services) {
        cookie.isPersistent = isPersistent
        cookie.skipsStaySignedIn = cookie.skipsStaySignedIn || never
        touch(services)
    }

    /// Records that the account received a response for the application, with tokens of the tenant or a code for such tokens.
    mutating func use(
        _ client: ClientID, at endpoint: EndpointVersion, in tenant: TenantID, by authentication: Authentication,
        services: Services
    ) {
        cookie.use(
            SessionApplication(
                client: client, sessionID: authentication.sessionID, tenant: tenant, endpoint: endpoint))
        touch(services)
    }

    /// Ends one account's sign-in, in copies of the cookie too. Refresh tokens and codes stay valid, as in the service.
    mutating func signOut(_ authentication: Authentication, services: Services) throws(EntraError) {
        try services.store.revoke(.session(authentication.sessionID), before: services.now)
        cookie.signOut(authentication.sessionID)
        touch(services)
    }

    /// The lifetime of the answer to a device challenge, in seconds.
    private static let deviceAnswerLifetime: Int64 = 3_600

    /// Whether the browser answered a device challenge within that lifetime.
    func hasAnsweredDeviceChallenge(_ services: Services) -> Bool {
        services.now.seconds - cookie.deviceChallengedAt < BrowserSession.deviceAnswerLifetime
    }

    /// Stores the answer to a device challenge. A nil device means that the browser has no device to present.
    mutating func recordDevice(_ device: ObjectID?, services: Services) {
        cookie.deviceID = device
        cookie.deviceChallengedAt = services.now.seconds
        touch(services)
    }

    /// Returns the device that proved itself, or nil if the tenant does not know the device.
    func device(in tenant: Tenant, _ services: Services) -> ObjectID? {
        guard hasAnsweredDeviceChallenge(services) else { return nil }
        return cookie.deviceID.flatMap { services.directory.device($0, in: tenant)?.deviceId }
    }

    /// Whether this browser showed the page with this state.
    func showed(_ flow: FlowToken) -> Bool { browserIDs.contains(flow.browserID) }

    /// Prepares the session for a page. The state of a page is bound to the browser, so the browser must get an ID.
    mutating func showPage(_ services: Services) {
        newBrowserID = browserIDs.isEmpty ? browserID : nil
        touch(services)
    }

    /// Restarts the lifetime of the session.
    mutating func touch(_ services: Services) {
        cookie.lastUsed = services.now.seconds
        isChanged = true
    }
}

/// The cookies of this server that a browser sends.
package struct BrowserCookies: Sendable {
    /// The sealed session.
    package var session: String?
    /// The IDs of the browser. There are several if the browser opened windows at the same time before it had an ID.
    package let browserIDs: [GUID]
    /// The names of the session cookies in the request, whatever their content.
    package let sessionNames: [String]

    /// The cookies of a request without cookies.
    static let none = BrowserCookies(session: nil, browserIDs: [], sessionNames: [])

    package init(session: String?, browserIDs: [GUID], sessionNames: [String]) {
        self.session = session
        self.browserIDs = browserIDs
        self.sessionNames = sessionNames
    }
}
