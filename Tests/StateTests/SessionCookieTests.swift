import State
import Testing

@Suite struct SessionCookieTests {
    @Test func theNewestAccountsStay() {
        var session = SessionCookie(id: guid(0), lastUsed: 0)
        for number in 0..<SessionCookie.maximumAccounts + 5 { session.signIn(authentication(number)) }
        #expect(session.accounts.map(\.home) == (5..<SessionCookie.maximumAccounts + 5).map { home($0) })
    }

    @Test func signingInAgainRenewsTheAccountAndMakesItTheNewest() {
        var session = SessionCookie(id: guid(0), accounts: [authentication(1), authentication(2)], lastUsed: 0)
        session.signIn(authentication(1, methods: ["mfa"]))
        #expect(session.accounts.map(\.home) == [home(2), home(1)])
        #expect(session.accounts.last?.methods == ["mfa"])
    }

    @Test func theSamePersonInAnotherHomeTenantIsAnotherAccount() {
        var session = SessionCookie(id: guid(0), accounts: [authentication(1)], lastUsed: 0)
        session.signIn(
            Authentication(home: home(1, tenant: "other"), time: 0, methods: ["pwd"], sessionID: guid(9)))
        #expect(session.accounts.count == 2)
    }

    /// Browsers drop a cookie whose name, value and attributes exceed 4,096 bytes (RFC 6265 §6.1).
    @Test func aFullSessionFitsACookie() {
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

    @Test func moreAccountsThanTheMaximumDoNotOpen() {
        let accounts = (0...SessionCookie.maximumAccounts).map { authentication($0) }
        let text = SessionCookie(id: guid(0), accounts: accounts, lastUsed: 0).sealed(with: keys)
        #expect(SessionCookie(sealed: text, keys: keys) == nil)
    }
}
