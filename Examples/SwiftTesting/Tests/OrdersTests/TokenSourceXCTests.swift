import Foundation
import Orders
import Understudy
import XCTest

/// XCTest keeps its test cases until the end, and so each test stops its server.
final class TokenSourceXCTests: XCTestCase {
    private var running: UnderstudyServer?

    override func setUpWithError() throws {
        running = try UnderstudyServer.start(UnderstudyOptions(seed: "orders"))
    }

    override func tearDown() {
        running?.stop()
        running = nil
    }

    func testATokenIsForOrders() async throws {
        let server = try XCTUnwrap(running)
        let tokens = TokenSource(
            authority: server.authority(for: "contoso.com", over: .http), clientID: daemon,
            secret: "understudy-daemon-secret", scope: "api://orders/.default")
        let token = try await tokens.token()
        XCTAssertTrue(try server.tokens.inspect(token, role: "Orders.Read.All").isValid)
    }

    func testAnAuthorityThatNobodyTrustsIsRefused() async throws {
        let server = try XCTUnwrap(running)
        let tokens = TokenSource(
            authority: server.authority(for: "contoso.com"), clientID: daemon, secret: "understudy-daemon-secret",
            scope: "api://orders/.default")
        do {
            _ = try await tokens.token()
            XCTFail("Its certificate authority is not the machine's.")
        } catch {
            try server.journal.verify(.never, matching: .init(endpoint: .token))
        }
    }

    func testAnUnknownTenantIsRefused() async throws {
        let server = try XCTUnwrap(running)
        let tokens = TokenSource(
            authority: server.authority(for: "nowhere.test", over: .http), clientID: daemon, secret: "x", scope: "y")
        do {
            _ = try await tokens.token()
            XCTFail("There is no such tenant.")
        } catch let rejection as TokenSource.Rejection {
            XCTAssertEqual(rejection.codes, [90002])
        }
        try server.journal.verify(
            .exactly(1), matching: .init(endpoint: .token, outcome: .failed("AADSTS90002")))
    }
}
