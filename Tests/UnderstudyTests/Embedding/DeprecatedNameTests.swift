import FoundationEssentials
import Testing
@testable import Understudy

/// The names of version 0.1, which remain valid for one version.
@Suite struct DeprecatedNameTests {
    /// The calls by old names. Called by the protocol, because a test must not be deprecated itself.
    private let calls: any OldNames = OldCalls()

    @Test("The old names of URLs and members forward to the new ones")
    func members() throws { try calls.members() }

    @Test("The old names of the clock forward to the new ones")
    func clock() throws { try calls.clock() }

    @Test("The old names of stubs and token faults are the new ones")
    func stubs() throws { try calls.stubs() }
}

private protocol OldNames {
    func members() throws
    func clock() throws
    func stubs() throws
}

private struct OldCalls: OldNames {
    @available(*, deprecated)
    private func start() throws -> Understudy {
        try Understudy.start(Understudy.Options(source: .builtIn))
    }

    @available(*, deprecated)
    func members() throws {
        let server = try start()
        #expect(server.origin == server.baseURL.absoluteString && server.httpOrigin == "\(server.url(.http))")
        #expect(server.origins == server.baseURLs.map(\.absoluteString))
        #expect(try server.health().origins == server.origins)
        #expect(try server.graph(of: "contoso.com").list(.users).isEmpty == false)
        let url = "\(server.origin)/contoso.com/oauth2/v2.0/authorize?client_id=\(Client.mobile.id)&response_type=code"
        let signIn = Understudy.SignIn(
            "\(url)&redirect_uri=http%3A%2F%2Flocalhost&scope=openid", user: "alex@contoso.com", consent: .accept)
        #expect(try server.signIn(signIn).location.hasPrefix("http://localhost"))
        #expect(throws: Understudy.ControlError.self) {
            try server.signIn(.init("not a URL", user: "alex@contoso.com"))
        }
        let entry: Understudy.LoggedRequest = try #require(try server.journal.requests(.init(outcome: .success)).last)
        #expect(entry.script == nil)
        #expect(try server.journal.request(entry.id).url == entry.url)
        #expect(try server.journal.count(Understudy.JournalMatch(endpoint: .authorize)) > 0)
        try server.journal.verify(.init(endpoint: .authorize, outcome: .success), .exactly(1))
        try server.journal.verify(order: [.init(endpoint: .authorize)])
        _ = try server.journal.stream(.init(endpoint: .token))
        #expect(try server.journal.clear(.init(endpoint: .authorize)) > 0)
    }

    @available(*, deprecated)
    func clock() throws {
        let server = try start()
        let instant = try #require(Understudy.Instant(iso8601: "2030-01-01T00:00:00Z"))
        let reading: Understudy.ClockReading = try server.clock.freeze(at: instant)
        #expect(reading.now == instant && reading.now.secondsSince1970 == 1_893_456_000)
        #expect(Understudy.Instant(secondsSince1970: 1_893_456_000) == instant)
        #expect(try server.clock.advance(by: .seconds(90)).now == instant + .seconds(90))
        #expect(try server.clock.run().frozen == nil)
        #expect(try server.clock.set(ahead: .seconds(60)).offset == .seconds(60))
        #expect(try server.clock.of(tenant: "contoso.com").reading().offset == .seconds(60))
    }

    @available(*, deprecated)
    func stubs() throws {
        let server = try start()
        let response: Understudy.ScriptedResponse = .brokenToken(.unknownKid)
        let scripts: Understudy.ScriptControl = server.scripts
        let script: Understudy.Script = try scripts.script(scripts.add(response, for: .init(clientID: "c")))
        #expect(script.responses == [.tokenFault(.unknownKey)])
        #expect(try scripts.challenge(.issuedFromNow).wwwAuthenticate.contains("claims="))
        #expect(Understudy.TokenOrder.Fault.badSignature == .wrongSignature)
        #expect(Understudy.TokenFlaw.expiredToken == .expired && TokenFault.notYetValidToken == .notYetValid)
        let token = try server.tokens.mint(Understudy.TokenOrder(user: "alex@contoso.com", faults: [.badSignature]))
        #expect(try server.tokens.inspect(token.text).reasons.map(\.check) == ["signature"])
    }
}
