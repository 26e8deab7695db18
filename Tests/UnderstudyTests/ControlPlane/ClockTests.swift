import Formats
import Testing
@testable import Understudy

/// `/_understudy/clock` sets the clock of the server or of one tenant.
@Suite struct ClockTests {
    private let entra: MockEntra
    private var site: Site { entra.site }

    init() throws {
        entra = try MockEntra()
    }

    struct Move: Row {
        let name: String
        let bodies: [String]
        let now: String
        let offset: String
        let frozen: String?
    }

    static let moves: [Move] = [
        Move(name: "as it is", bodies: [], now: "2026-09-21T14:13:20Z", offset: "PT0S", frozen: nil),
        Move(
            name: "ahead", bodies: [#"{"offset": "PT2H"}"#], now: "2026-09-21T16:13:20Z", offset: "PT2H", frozen: nil),
        Move(
            name: "behind", bodies: [#"{"offset": "-P1D"}"#], now: "2026-09-20T14:13:20Z", offset: "-P1D", frozen: nil),
        Move(
            name: "cleared", bodies: [#"{"offset": "PT2H"}"#, #"{"offset": "PT0S"}"#], now: "2026-09-21T14:13:20Z",
            offset: "PT0S", frozen: nil),
        Move(
            name: "frozen", bodies: [#"{"frozen": "2030-01-01T00:00:00Z"}"#], now: "2030-01-01T00:00:00Z",
            offset: "PT0S", frozen: "2030-01-01T00:00:00Z"),
        Move(
            name: "frozen where it is", bodies: [#"{"offset": "PT1M"}"#, #"{"frozen": "now"}"#],
            now: "2026-09-21T14:14:20Z", offset: "PT1M", frozen: "2026-09-21T14:14:20Z"),
        Move(
            name: "released", bodies: [#"{"frozen": "2030-01-01T00:00:00Z"}"#, #"{"frozen": null}"#],
            now: "2026-09-21T14:13:20Z", offset: "PT0S", frozen: nil),
        Move(
            name: "released by an offset", bodies: [#"{"frozen": "2030-01-01T00:00:00Z"}"#, #"{"offset": "PT1S"}"#],
            now: "2026-09-21T14:13:21Z", offset: "PT1S", frozen: nil),
        Move(
            name: "advanced twice", bodies: [#"{"advance": "PT1H"}"#, #"{"advance": "PT30M"}"#],
            now: "2026-09-21T15:43:20Z", offset: "PT1H30M", frozen: nil),
        Move(
            name: "advanced while frozen", bodies: [#"{"frozen": "2030-01-01T00:00:00Z", "advance": "PT10S"}"#],
            now: "2030-01-01T00:00:10Z", offset: "PT0S", frozen: "2030-01-01T00:00:10Z"),
    ]

    @Test("An offset, a freeze and an advance change the current time", arguments: moves)
    func offsetFreezeAndAdvanceMoveClock(_ row: Move) throws {
        for body in row.bodies { try site.adjust(body) }
        let clock = try site.control("GET", "clock").value
        #expect(clock["now"]?.string == row.now)
        #expect(clock["offset"]?.string == row.offset)
        #expect(clock["frozen"]?.string == row.frozen)
    }

    @Test(
        "A body without a known member or with an invalid value changes nothing",
        arguments: [
            "", "{}", "[]", #"{"ofset": "PT1H"}"#, #"{"offset": 3600}"#, #"{"offset": "1h"}"#,
            #"{"offset": "PT1H", "frozen": "tomorrow"}"#, #"{"advance": "P1M"}"#,
        ])
    func rejectsInvalidClockBody(_ body: String) throws {
        let response = try site.control("PUT", "clock", body)
        #expect(response.status == 400)
        #expect(response.header("Content-Type") == "application/problem+json")
        #expect(try site.control("GET", "clock").value["offset"]?.string == "PT0S")
    }

    @Test("An unknown member or parameter is rejected with a suggestion")
    func suggestsCorrectNameForUnknownMember() throws {
        let response = try site.control("PUT", "clock", #"{"ofset": "PT1H"}"#)
        let details = response.value["errors"]?.array?.compactMap { $0["detail"]?.string }
        #expect(details?.contains("Unknown member: did you mean offset?") == true)
        #expect(
            try site.control("GET", "clock?tenat=x").value["detail"]?.string?.contains("did you mean tenant?") == true)
        #expect(try site.control("GET", "clock?tenant=nowhere.example").status == 404)
    }

    @Test("A tenant's clock is independent of the server's clock")
    func keepsTenantClockIndependent() throws {
        try site.adjust(#"{"offset": "P1D"}"#, tenant: "contoso.com")
        try site.adjust(#"{"offset": "PT1H"}"#)
        let contoso = try site.control("GET", "clock?tenant=\(Seed.contoso)").value
        #expect(contoso["now"]?.string == "2026-09-22T14:13:20Z")
        #expect(try site.control("GET", "clock?tenant=fabrikam.com").value["now"]?.string == "2026-09-21T15:13:20Z")
        let all = try site.control("GET", "clock").value
        #expect(all["now"]?.string == "2026-09-21T15:13:20Z")
        #expect(all["tenants"]?[Seed.contoso]?["offset"]?.string == "P1D")
        let form = Client.daemon.credentials.with([
            "grant_type": "client_credentials", "scope": "api://orders/.default",
        ])
        let token = try site.token(form, tenant: "contoso.com").accessToken()
        #expect(token.claims["exp"]?.integer == MockEntra.start.seconds + 86_400 + 3_600)
        try site.adjust(#"{"offset": "PT0S"}"#, tenant: "contoso.com")
        let contosoClock = try site.control("GET", "clock").value["tenants"]?[Seed.contoso]
        #expect(contosoClock?["now"]?.string == "2026-09-21T14:13:20Z")
        try site.adjust(#"{"offset": "PT0S"}"#)
        try site.adjust(#"{"frozen": null}"#, tenant: "contoso.com")
        #expect(try site.control("GET", "clock").value["tenants"] == nil)
    }

    @Test("The clock of personal accounts applies to their authority by name, ID and domain")
    func appliesConsumersClockToEveryAlias() throws {
        try site.adjust(#"{"offset": "P1D"}"#, tenant: "consumers")
        for tenant in ["consumers", "CONSUMERS", Seed.consumers, "outlook.com"] {
            let tokens = try site.tokens(.mobile, ["scope": "openid"], as: "ada@outlook.com", tenant: tenant)
            #expect(
                try Token(tokens["id_token"]).number("exp") == MockEntra.start.seconds + 2 * 86_400, "\(tenant)")
        }
    }

    @Test("Deleting a tenant removes its clock")
    func deletingTenantRemovesItsClock() throws {
        let created = try site.control("POST", "tenants", "{}").value["id"]?.string ?? ""
        try site.adjust(#"{"offset": "P1D"}"#, tenant: created)
        #expect(try site.control("GET", "clock").value["tenants"]?[created] != nil)
        #expect(try site.control("DELETE", "tenants/\(created)").status == 204)
        #expect(try site.control("GET", "clock").value["tenants"] == nil)
    }

    @Test("A redeemed code stays redeemed after the clock moves forward and back")
    func keepsCodeRedeemedWhenClockMovesBack() throws {
        let code = try site.code(tenant: "contoso.com")
        #expect(try site.token(Client.mobile.redemption(code), tenant: "contoso.com").status == 200)
        try site.adjust(#"{"advance": "PT2H"}"#)
        for _ in 0..<40 { _ = try site.tokens(tenant: "contoso.com") }
        try site.adjust(#"{"offset": "PT0S"}"#)
        #expect(try site.token(Client.mobile.redemption(code), tenant: "contoso.com").code == 54005)
    }

    @Test("Moving another tenant's clock does not make a redeemed code valid again")
    func keepsCodeRedeemedWhenAnotherClockMoves() throws {
        let code = try site.code(tenant: "contoso.com")
        #expect(try site.token(Client.mobile.redemption(code), tenant: "contoso.com").status == 200)
        try site.adjust(#"{"offset": "P365D"}"#, tenant: "fabrikam.com")
        let other = try site.code(
            .mobile, ["scope": "openid"], as: "megan@fabrikam.com", tenant: "fabrikam.com")
        #expect(try site.token(Client.mobile.redemption(other), tenant: "fabrikam.com").status == 200)
        #expect(try site.token(Client.mobile.redemption(code), tenant: "contoso.com").code == 54005)
    }
}
