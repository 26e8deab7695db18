import Entra
import Testing
@testable import Understudy

/// A code that was requested with `resource` at version 1 is redeemed at version 2 for the scope of the redemption, if any
/// (docs/reference/protocol.md#authorization-code).
@Suite struct VersionCrossingTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let scope: String?
        /// The expected audience and scopes of the response, or the error code.
        var audience: String?
        var scopes: String?
        var code: Int?

        var testDescription: String { scope ?? "no scope" }
    }

    static let cases = [
        Case(scope: nil, audience: Seed.orders, scopes: "api://orders/Orders.Read api://orders/.default"),
        Case(scope: "api://orders/Orders.Read", audience: Seed.orders, scopes: "api://orders/Orders.Read"),
        Case(scope: "api://orders/Orders.Write", code: 65001),
        // The registration lists User.Read, so the consent covers that permission too.
        Case(
            scope: "https://graph.microsoft.com/User.Read", audience: "https://graph.microsoft.com",
            scopes: "https://graph.microsoft.com/User.Read profile openid"),
        Case(scope: "https://graph.microsoft.com/Mail.Read", code: 65001),
        Case(scope: "api://orders/nope", code: 65001),
        Case(scope: "api://nowhere/x", code: 500_011),
        Case(scope: "api://orders/Orders.Read User.Read", code: 28000),
        Case(scope: "api://orders/.default https://graph.microsoft.com/.default", code: 28000),
        Case(scope: "", code: 28003),
    ]

    @Test("A version 1 code is redeemed at version 2", arguments: cases)
    func redeemsVersionOneCodeAtVersionTwo(_ row: Case) throws {
        let site = try MockEntra().site
        let code = try site.code(.mobile, ["resource": "api://orders"], tenant: "contoso.com", .v1)
        try check(site.token(Client.mobile.redemption(code, row.parameters)), row)
    }

    @Test("A version 1 device code is redeemed at version 2", arguments: cases)
    func redeemsVersionOneDeviceCodeAtVersionTwo(_ row: Case) throws {
        let site = try MockEntra().site
        let started = try site.startDevice(.mobile, ["resource": "api://orders"], tenant: "contoso.com", .v1)
        #expect(try site.approveDevice(started).page.kind == .deviceApproved)
        try check(site.pollDevice(started, .mobile, row.parameters), row)
    }

    private func check(_ response: TestResponse, _ row: Case) throws {
        #expect(response.code == row.code, "\(response.text)")
        guard row.code == nil else { return }
        #expect(response["scope"] == row.scopes)
        #expect(try Token(response["access_token"])["aud"] == row.audience)
    }
}

extension VersionCrossingTests.Case {
    var parameters: Parameters { scope.map { ["scope": $0] } ?? [:] }
}
