import Foundation
import Orders
import Testing
import Understudy

/// Swift Testing creates a new instance of the suite for each test, so each test has its own server.
@Suite struct TokenSourceTests {
    let server: UnderstudyServer
    let tokens: TokenSource

    init() throws {
        let server = try UnderstudyServer.start()
        self.server = server
        tokens = TokenSource(
            authority: server.authority(for: "contoso.com", over: .http), clientID: daemon,
            secret: "understudy-daemon-secret", scope: "api://orders/.default",
            now: { try server.clock.now() })
    }

    @Test func aTokenIsForOrders() async throws {
        let token = try await tokens.token()
        #expect(try server.tokens.inspect(token, role: "Orders.Read.All").isValid)
    }

    @Test func aTokenIsUsedAgainUntilItExpires() async throws {
        let first = try await tokens.token()
        #expect(try await tokens.token() == first)
        try server.journal.verify(.exactly(1), matching: .init(endpoint: .token, clientID: daemon))

        try server.clock.advance(by: .seconds(2 * 3600))
        #expect(try server.tokens.inspect(first).reasons.map(\.check) == ["time"])
        #expect(try await tokens.token() != first)
        try server.journal.verify(.exactly(2), matching: .init(endpoint: .token, clientID: daemon))
    }

    @Test func anExpiredSecretIsReported() async throws {
        try server.stubs.add(.error("AADSTS7000222"), for: .init(clientID: daemon))
        await #expect(throws: TokenSource.Rejection(error: "invalid_client", codes: [7_000_222])) {
            try await tokens.token()
        }
    }

    @Test func aThrottledRequestIsSentAgain() async throws {
        try server.stubs.add(
            .response(status: 429, headers: ["Retry-After": "0"]), for: .init(clientID: daemon))
        _ = try await tokens.token()
        try server.journal.verify(inOrder: [
            .init(endpoint: .token, outcome: .status(429)), .init(endpoint: .token, outcome: .success),
        ])
    }

    @Test func serversDoNotKnowEachOther() async throws {
        try await withUnderstudy { other in
            #expect(other.baseURL != server.baseURL)
            _ = try await tokens.token()
            try server.journal.verify(.exactly(1), matching: .init(endpoint: .token))
            try other.journal.verify(.never, matching: .init(endpoint: .token))
        }
    }
}

/// Contoso Daemon of the built-in directory.
let daemon = "aaaaaaaa-0000-4000-8000-000000000004"
