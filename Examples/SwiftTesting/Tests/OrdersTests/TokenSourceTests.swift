import Foundation
import Orders
import Testing
import Understudy

/// Swift Testing creates a new instance of the suite for each test, so each test has its own server.
@Suite struct TokenSourceTests {
    let server: Understudy
    let tokens: TokenSource

    init() throws {
        let server = try Understudy.start()
        self.server = server
        tokens = try TokenSource(
            authority: "\(server.httpOrigin ?? "")/contoso.com", clientID: daemon,
            secret: "understudy-daemon-secret", scope: "api://orders/.default",
            now: { Date(timeIntervalSince1970: TimeInterval(try server.clock.reading().now.secondsSince1970)) })
    }

    @Test func aTokenIsForOrders() async throws {
        let token = try await tokens.token()
        #expect(try server.tokens.inspect(token, role: "Orders.Read.All").isValid)
    }

    @Test func aTokenIsUsedAgainUntilItExpires() async throws {
        let first = try await tokens.token()
        #expect(try await tokens.token() == first)
        try server.journal.verify(.init(endpoint: .token, clientID: daemon), .exactly(1))

        try server.clock.advance(by: .seconds(2 * 3600))
        #expect(try server.tokens.inspect(first).reasons.map(\.check) == ["time"])
        #expect(try await tokens.token() != first)
        try server.journal.verify(.init(endpoint: .token, clientID: daemon), .exactly(2))
    }

    @Test func anExpiredSecretIsReported() async throws {
        try server.scripts.add(.error("AADSTS7000222"), for: .init(clientID: daemon))
        await #expect(throws: TokenSource.Refusal(error: "invalid_client", codes: [7_000_222])) {
            try await tokens.token()
        }
    }

    @Test func aThrottledRequestIsSentAgain() async throws {
        try server.scripts.add(
            .response(status: 429, headers: ["Retry-After": "0"]), for: .init(clientID: daemon))
        _ = try await tokens.token()
        try server.journal.verify(order: [
            .init(endpoint: .token, outcome: .status(429)), .init(endpoint: .token, outcome: .success),
        ])
    }

    @Test func serversDoNotKnowEachOther() async throws {
        try await withUnderstudy { other in
            #expect(other.origin != server.origin)
            _ = try await tokens.token()
            try server.journal.verify(.init(endpoint: .token), .exactly(1))
            try other.journal.verify(.init(endpoint: .token), .never)
        }
    }
}

/// Contoso Daemon of the built-in directory.
let daemon = "aaaaaaaa-0000-4000-8000-000000000004"
