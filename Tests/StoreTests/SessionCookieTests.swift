import Entra
import Formats
import Store
import Testing

@Suite struct SessionCookieTests {
    @Test func keepsNewestAccounts() {
        var session = SessionCookie(id: guid(0), lastUsed: 0)
        for number in 0..<SessionCookie.maximumAccounts + 5 { session.signIn(authentication(number)) }
        #expect(session.accounts.map(\.home) == (5..<SessionCookie.maximumAccounts + 5).map { home($0) })
    }

    @Test func newSignInRenewsAccount() {
        var session = SessionCookie(id: guid(0), accounts: [authentication(1), authentication(2)], lastUsed: 0)
        session.signIn(authentication(1, methods: ["mfa"]))
        #expect(session.accounts.map(\.home) == [home(2), home(1)])
        #expect(session.accounts.last?.methods == ["mfa"])
    }

    @Test func treatsAnotherHomeTenantAsAnotherAccount() {
        var session = SessionCookie(id: guid(0), accounts: [authentication(1)], lastUsed: 0)
        session.signIn(
            Authentication(home: home(1, tenant: "other"), time: 0, methods: ["pwd"], sessionID: guid(9), order: 0))
        #expect(session.accounts.count == 2)
    }

    /// Browsers reject a cookie whose name, value and attributes exceed 4,096 bytes (RFC 6265 §6.1).
    @Test func fullSessionFitsInCookie() {
        var session = SessionCookie(id: guid(0), isPersistent: true, lastUsed: .max)
        for number in 0..<SessionCookie.maximumAccounts {
            session.signIn(authentication(number, methods: ["pwd", "rsa", "otp", "mfa", "ngcmfa"]))
        }
        let text = session.sealed(with: keys)
        let attributes = "ESTSAUTHPERSISTENT=; Path=/; Max-Age=7776000; Domain=; HttpOnly; Secure; SameSite=None"
        #expect(text.utf8.count + attributes.utf8.count < 4_096)
        #expect(text.utf8.count < 2_048)
        #expect(SessionCookie(sealed: text, keys: keys) == session)
    }

    private func application(_ number: Int, client: String? = nil) -> SessionApplication {
        SessionApplication(
            client: ClientID(client ?? guid(number).description), sessionID: guid(1_000 + number % 8),
            tenant: TenantID(guid(2_000 + number).description), endpoint: number % 2 == 0 ? .v1 : .v2)
    }

    @Test func keepsNewestApplications() {
        var session = SessionCookie(id: guid(0), lastUsed: 0)
        let maximum = SessionCookie.maximumApplications
        for number in 0..<maximum + 3 { session.use(application(number)) }
        session.use(application(5))
        #expect(session.applications == (3..<maximum + 3).filter { $0 != 5 }.map { application($0) } + [application(5)])
        #expect(SessionCookie(sealed: session.sealed(with: keys), keys: keys) == session)
    }

    @Test func signOutRemovesAccountAndItsApplications() {
        var session = SessionCookie(
            id: guid(0), accounts: [authentication(0), authentication(1)], isPersistent: true, lastUsed: 0)
        for number in [0, 1, 8] { session.use(application(number)) }
        session.signOut(guid(1_000))
        #expect(session.accounts == [authentication(1)] && session.applications == [application(1)])
        #expect(session.isPersistent)
        session.signOut(guid(1_001))
        #expect(session.accounts.isEmpty && session.applications.isEmpty && !session.isPersistent)
    }

    /// The worst case has client ids of the maximum length that are no GUIDs.
    @Test func fullSessionWithApplicationsFitsInCookie() {
        var session = SessionCookie(id: guid(0), isPersistent: true, lastUsed: .max)
        for number in 0..<SessionCookie.maximumAccounts {
            session.signIn(authentication(number, methods: ["pwd", "rsa", "otp", "mfa", "ngcmfa"]))
        }
        for number in 0..<SessionCookie.maximumApplications {
            session.use(application(number, client: String(repeating: "x", count: 62) + String(10 + number)))
        }
        session.use(application(99, client: String(repeating: "x", count: 65)))
        #expect(session.applications.count == SessionCookie.maximumApplications)
        let text = session.sealed(with: keys)
        #expect(!session.applications.contains(application(99, client: String(repeating: "x", count: 65))))
        #expect(text.utf8.count + 100 < 4_096)
        #expect(SessionCookie(sealed: text, keys: keys) == session)
    }

    @Test func rejectsMoreAccountsThanMaximum() {
        let accounts = (0...SessionCookie.maximumAccounts).map { authentication($0) }
        let text = SessionCookie(id: guid(0), accounts: accounts, lastUsed: 0).sealed(with: keys)
        #expect(SessionCookie(sealed: text, keys: keys) == nil)
    }
}
