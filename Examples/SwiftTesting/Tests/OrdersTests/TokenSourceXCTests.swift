import Foundation
import Orders
import Understudy
import XCTest

/// XCTest keeps its test cases until the end, and so each test stops its server.
final class TokenSourceXCTests: XCTestCase {
    private var running: Understudy?

    override func setUpWithError() throws {
        running = try Understudy.start(Understudy.Options(seed: "orders"))
    }

    override func tearDown() {
        running?.stop()
        running = nil
    }

    func testATokenIsForOrders() async throws {
        let server = try XCTUnwrap(running)
        let tokens = try TokenSource(
            authority: "\(server.httpOrigin ?? "")/contoso.com", clientID: daemon, secret: "understudy-daemon-secret",
            scope: "api://orders/.default")
        let token = try await tokens.token()
        XCTAssertTrue(try server.tokens.inspect(token, role: "Orders.Read.All").isValid)
    }

    func testAnAuthorityThatNobodyTrustsIsRefused() async throws {
        let server = try XCTUnwrap(running)
        let tokens = try TokenSource(
            authority: "\(server.origin)/contoso.com", clientID: daemon, secret: "understudy-daemon-secret",
            scope: "api://orders/.default")
        do {
            _ = try await tokens.token()
            XCTFail("Its certificate authority is not the machine's.")
        } catch {
            try server.journal.verify(.init(endpoint: .token), .never)
        }
    }

    func testAnUnknownTenantIsRefused() async throws {
        let server = try XCTUnwrap(running)
        let tokens = try TokenSource(
            authority: "\(server.httpOrigin ?? "")/nowhere.test", clientID: daemon, secret: "x", scope: "y")
        do {
            _ = try await tokens.token()
            XCTFail("There is no such tenant.")
        } catch let refusal as TokenSource.Refusal {
            XCTAssertEqual(refusal.codes, [90002])
        }
        try server.journal.verify(.init(endpoint: .token, outcome: .failed("AADSTS90002")), .exactly(1))
    }
}
