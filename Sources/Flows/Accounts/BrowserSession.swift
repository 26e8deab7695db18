import Crypto
import Directory
import Entra
package import State
package import Wire

/// The single-sign-on session of the browser that sent a request, and whether it has to be sent back.
package struct BrowserSession: Sendable {
    package private(set) var cookie: SessionCookie
    private(set) var isChanged: Bool
    /// What pages are bound to: stays as it is when somebody signs in or out, so that two sign-ins side by side both go on.
    let browserID: GUID
    /// As the browser sent them.
    private let browserIDs: [GUID]
    /// What the cookies of sessions are called that the browser sent.
    package let sentNames: [String]
    /// The browser shows a page, and is told what that is bound to; nil where it knows.
    package private(set) var newBrowserID: GUID?

    /// Opens the cookie. One that is missing, forged, too old or revoked gives a new, empty session.
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
            let before = cookie.accounts.count
            cookie.accounts.removeAll { !services.isGood($0) }
            self.cookie = cookie
            isChanged = cookie.accounts.count != before
        } else {
            cookie = SessionCookie(id: services.random.guid(), lastUsed: now)
            isChanged = false
        }
    }

    /// The person has proved who they are, now or at the time that is told, in seconds since 1970 UTC. Whoever is signed in
    /// already goes on under the same `sid`, so that a sign-out ends the whole of it, and tells every application that was
    /// signed in to (docs/reference/protocol.md#sign-out).
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

    /// Adds or renews an account under a new session id, so that an id planted before is worth nothing afterwards.
    mutating func signIn(_ authentication: Authentication, services: Services) {
        cookie.id = services.random.guid()
        cookie.signIn(authentication)
        touch(services)
    }

    mutating func answerStaySignedIn(_ answer: Bool, never: Bool, services: Services) {
        cookie.isPersistent = answer
        cookie.skipsStaySignedIn = cookie.skipsStaySignedIn || never
        touch(services)
    }

    /// The account got an answer for the application, with tokens of the tenant or what leads to them.
    mutating func use(
        _ client: ClientID, at endpoint: EndpointVersion, in tenant: TenantID, by authentication: Authentication,
        services: Services
    ) {
        cookie.use(
            SessionApplication(
                client: client, sessionID: authentication.sessionID, tenant: tenant, endpoint: endpoint))
        touch(services)
    }

    /// Ends one account's sign-in, in copies of the cookie too. Refresh tokens and codes stay good, as at the service.
    mutating func signOut(_ authentication: Authentication, services: Services) throws(EntraError) {
        try services.store.revoke(.session(authentication.sessionID), before: services.now)
        cookie.signOut(authentication.sessionID)
        touch(services)
    }

    /// Seconds for which an answer to a device challenge holds.
    private static let deviceAnswerLifetime: Int64 = 3_600

    /// Whether the browser answered a device challenge a short while ago.
    func wasAskedForDevice(_ services: Services) -> Bool {
        services.now.seconds - cookie.deviceAskedAt < BrowserSession.deviceAnswerLifetime
    }

    /// Keeps the answer to a device challenge; nil: the browser has no device to show.
    mutating func answerDevice(_ device: ObjectID?, services: Services) {
        cookie.deviceID = device
        cookie.deviceAskedAt = services.now.seconds
        touch(services)
    }

    /// The device that proved itself, where the tenant knows it.
    func device(in tenant: Tenant, _ services: Services) -> ObjectID? {
        guard wasAskedForDevice(services) else { return nil }
        return cookie.deviceID.flatMap { services.directory.device($0, in: tenant)?.deviceId }
    }

    /// Whether the page whose state this is was shown by this browser.
    func showed(_ flow: FlowToken) -> Bool { browserIDs.contains(flow.browserID) }

    /// A page's state is bound to the browser, which has to know by what.
    mutating func showPage(_ services: Services) {
        newBrowserID = browserIDs.isEmpty ? browserID : nil
        touch(services)
    }

    /// Counts the lifetime from now.
    mutating func touch(_ services: Services) {
        cookie.lastUsed = services.now.seconds
        isChanged = true
    }
}
