import Entra
import Formats
import Testing
@testable import Understudy

/// Tests the polls of a device at the token endpoint (RFC 8628 §3.4, §3.5; docs/reference/protocol.md#device-code).
@Suite struct DevicePollTests {
    static let pending = Outcome.jsonError(400, "authorization_pending", 70016)

    @Test(
        "A poll accepts either grant type and the code under either name",
        arguments: [
            [:], ["grant_type": "device_code"], ["code": "as device_code"], ["scope": "api://orders/Orders.Read"],
        ] as [Parameters])
    func acceptsEitherGrantTypeAndCodeName(_ change: Parameters) throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        let change = change.names.contains("code") ? ["code": started["device_code"]] as Parameters : change
        #expect(try site.pollDevice(started, .mobile, change).outcome == DevicePollTests.pending)
        #expect(try site.approveDevice(started).page.kind == .deviceApproved)
        let response = try site.pollDevice(started, .mobile, change.with(["client_info": "1"]))
        #expect(response.status == 200)
        #expect(response["token_type"] == "Bearer")
        #expect(response["scope"] == "api://orders/Orders.Read")
        #expect(try Token(response["access_token"])["azpacr"] == "0")
        #expect(try Token(response["id_token"])["preferred_username"] == "alex@contoso.com")
        #expect(response["client_info"] != nil)
        let refreshed = try site.token(Client.mobile.refresh(#require(response["refresh_token"])))
        #expect(refreshed.status == 200)
    }

    @Test("Version 1 returns strings, the resource and always a refresh token")
    func issuesTokensForResourceInVersion1() throws {
        let site = try MockEntra().site
        let resource: Parameters = ["resource": "api://orders"]
        let started = try site.startDevice(.mobile, resource, tenant: "contoso.com", .v1)
        let adal: Parameters = ["grant_type": "device_code", "resource": "api://orders"]
        #expect(
            try site.pollDevice(started, .mobile, adal, tenant: "contoso.com", .v1).outcome == DevicePollTests.pending)
        #expect(try site.approveDevice(started).page.kind == .deviceApproved)
        #expect(
            try site.pollDevice(started, .mobile, ["resource": "api://other"], tenant: "contoso.com", .v1).outcome
                == .jsonError(400, "invalid_request", 9_002_313))
        let response = try site.pollDevice(started, .mobile, adal, tenant: "contoso.com", .v1)
        #expect(response["resource"] == "api://orders")
        #expect(response["expires_in"] != nil)
        #expect(response["refresh_token"] != nil)
        #expect(try Token(response["id_token"])["upn"] == "alex@contoso.com")
        // The API takes tokens of version 2, and so both responses have one, as for a code or refresh token of version 1.
        let refreshed = try site.token(
            Client.mobile.refresh(#require(response["refresh_token"]), ["resource": "api://orders"]),
            tenant: "contoso.com", .v1)
        for issued in [response, refreshed] {
            let access = try Token(issued["access_token"])
            #expect(access["ver"] == "2.0" && access["name"] == "Alex Wilber")
            #expect(access["preferred_username"] == "alex@contoso.com")
        }
    }

    @Test("There is no refresh token without offline_access and no id_token without openid")
    func omitsTokensThatWereNotRequested() throws {
        let response = try MockEntra().site.deviceTokens(.mobile, ["scope": "api://orders/Orders.Read"])
        #expect(response["refresh_token"] == nil)
        #expect(response["id_token"] == nil)
    }

    @Test("The claims of the device request apply to the token")
    func appliesRequestedClaimsToToken() throws {
        let capabilities = #"{"access_token":{"xms_cc":{"values":["CP1"]}}}"#
        let site = try Lab.entra().site
        let started = try site.startDevice(
            Lab.device, ["scope": "api://claims/read", "claims": capabilities], tenant: "contoso.com")
        _ = try site.approveDevice(started)
        let response = try site.pollDevice(started, Lab.device, tenant: "contoso.com")
        #expect(try Token(response["access_token"]).list("xms_cc") == ["CP1"])
    }

    @Test("Polling too often returns slow_down until the client waits long enough")
    func slowDownAfterEarlyPoll() throws {
        let entra = try MockEntra()
        let started = try entra.site.startDevice()
        let slowDown = Outcome.jsonError(400, "slow_down", 70016)
        #expect(try entra.site.pollDevice(started).outcome == DevicePollTests.pending)
        #expect(try entra.site.pollDevice(started).outcome == slowDown)
        entra.clock.advance(seconds: 5)
        #expect(try entra.site.pollDevice(started).outcome == slowDown)
        entra.clock.advance(seconds: 15)
        #expect(try entra.site.pollDevice(started).outcome == DevicePollTests.pending)
        _ = try entra.site.approveDevice(started)
        #expect(try entra.site.pollDevice(started).status == 200)
    }

    @Test("A rejected poll does not count and does not use up the code")
    func keepsCodeAfterRejectedPoll() throws {
        let site = try Lab.entra().site
        let started = try site.startDevice(.mobile, ["scope": "openid"])
        #expect(try site.pollDevice(started, Lab.device, tenant: "contoso.com").code == 70000)
        #expect(try site.pollDevice(started).outcome == DevicePollTests.pending)
        #expect(try site.approveDevice(started).page.kind == .deviceApproved)
        #expect(try site.pollDevice(started, Lab.device, tenant: "contoso.com").code == 70000)
        #expect(try site.pollDevice(started, tenant: "fabrikam.com").code == 700005)
        #expect(try site.pollDevice(started, .mobile, ["claims": "x"]).code == 9_000_410)
        #expect(try site.pollDevice(started, .mobile, ["scope": "api://orders/Orders.Write"]).code == 65001)
        #expect(try site.pollDevice(started).status == 200)
    }

    struct Rejection: Row {
        let name: String
        var client = Client.mobile
        var form: Parameters = ["scope": "openid"]
        var tenant = "contoso.com"
        var change: Parameters = [:]
        var polledAt: String?
        var headers: [(String, String)] = []
        let outcome: Outcome
    }

    static let rejections: [Rejection] = [
        Rejection(
            name: "no code", change: ["device_code": nil], outcome: .jsonError(400, "invalid_request", 900144)),
        Rejection(
            name: "version 2 with version 1's name", change: ["device_code": nil, "code": "x"],
            outcome: .jsonError(400, "invalid_request", 900144)),
        Rejection(
            name: "unknown code, microsoft-graph-training#97", change: ["device_code": "BAQx"],
            outcome: .jsonError(400, "invalid_grant", 7_000_014)),
        Rejection(
            name: "huge code", change: ["device_code": String(repeating: "A", count: 60_000)],
            outcome: .jsonError(400, "invalid_grant", 7_000_014)),
        Rejection(
            name: "another client's", change: ["client_id": Lab.device.id],
            outcome: .jsonError(400, "invalid_grant", 70000)),
        Rejection(
            name: "another tenant", client: .mobile, polledAt: "fabrikam.com",
            outcome: .jsonError(400, "invalid_grant", 700005)),
        Rejection(
            name: "personal accounts' tenant", client: .mobile, polledAt: "consumers",
            outcome: .jsonError(400, "invalid_grant", 700005)),
        Rejection(
            name: "an application with web redirects", client: Client(id: Client.web.id, redirectURI: ""),
            outcome: .jsonError(401, "invalid_client", 7_000_218)),
        Rejection(
            name: "an application with redirects of all kinds", client: Client(id: Lab.mixed.id, redirectURI: ""),
            outcome: .jsonError(401, "invalid_client", 7_000_218)),
        Rejection(
            name: "an application without redirects",
            client: Client(id: "aaaaaaaa-0000-4000-8000-000000000028", redirectURI: ""),
            outcome: .jsonError(401, "invalid_client", 7_000_218)),
        Rejection(
            name: "a public application with a secret", change: ["client_secret": "x"],
            outcome: .jsonError(401, "invalid_client", 700025)),
        Rejection(
            name: "a wrong secret", client: .web, change: ["client_secret": "x"],
            outcome: .jsonError(401, "invalid_client", 7_000_215)),
        Rejection(
            name: "a page of a browser", headers: [("Origin", "https://app.test")],
            outcome: .jsonError(400, "invalid_request", 9_002_326)),
    ]

    @Test("The endpoint rejects what Entra rejects", arguments: rejections)
    func rejectsInvalidPoll(_ row: Rejection) throws {
        let site = try Lab.entra().site
        let started = try site.startDevice(row.client, row.form, tenant: row.tenant)
        let response = try site.pollDevice(
            started, row.client, row.change, tenant: row.polledAt ?? row.tenant, headers: row.headers)
        #expect(response.outcome == row.outcome)
    }

    @Test("An altered device code is rejected")
    func rejectsAlteredDeviceCode() throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        let code = try #require(started["device_code"])
        let refresh = try #require(try site.tokens()["refresh_token"])
        for invalid in [String(code.dropLast()), code + "A", code.lowercased(), refresh, started["user_code"]] {
            #expect(try site.pollDevice(started, .mobile, ["device_code": invalid]).code == 7_000_014)
        }
    }

    @Test("A confidential client polls and refreshes with its secret")
    func requiresSecretOfConfidentialClient() throws {
        let site = try Lab.entra().site
        let scope: Parameters = ["scope": "openid offline_access"]
        let response = try site.deviceTokens(.web, scope, tenant: "contoso.com")
        let token = try #require(response["refresh_token"])
        let withoutSecret: Parameters = [
            "grant_type": "refresh_token", "refresh_token": token, "client_id": Client.web.id,
        ]
        #expect(try site.token(withoutSecret, tenant: "contoso.com").code == 7_000_218)
        #expect(try site.token(Client.web.refresh(token), tenant: "contoso.com").status == 200)
    }

    @Test("A device code is redeemed once")
    func redeemsDeviceCodeOnce() throws {
        let site = try MockEntra().site
        let started = try site.startDevice()
        _ = try site.approveDevice(started)
        #expect(try site.pollDevice(started).status == 200)
        for _ in 0..<3 { #expect(try site.pollDevice(started).outcome == .jsonError(400, "invalid_grant", 54005)) }
    }

    @Test("A code expires whether approved or not", arguments: [false, true])
    func expiresApprovedAndPendingCodes(isApproved: Bool) throws {
        let entra = try MockEntra()
        let started = try entra.site.startDevice()
        if isApproved { _ = try entra.site.approveDevice(started) }
        entra.clock.advance(seconds: 900)
        #expect(try entra.site.pollDevice(started).outcome == .jsonError(400, "expired_token", 70020))
        // adal-python#110.
        let form: Parameters = [
            "grant_type": "device_code", "client_id": Client.mobile.id, "code": started["device_code"],
        ]
        #expect(try entra.site.token(form, .v1).outcome == .jsonError(400, "code_expired", 70019))
    }

    @Test("Scopes of two resources get consent, and a poll must name one resource")
    func requiresOneResourcePerPoll() throws {
        let site = try MockEntra().site
        let scope = "openid api://orders/Orders.Read User.Read"
        let started = try site.startDevice(.mobile, ["scope": scope])
        #expect(try site.approveDevice(started).page.kind == .deviceApproved)
        #expect(try site.pollDevice(started).outcome == .jsonError(400, "invalid_request", 28000))
        #expect(try site.pollDevice(started, .mobile, ["scope": "User.Read"]).status == 200)
    }

    @Test("A poll fails after the user's sessions are revoked")
    func rejectsPollAfterRevocation() throws {
        let entra = try Lab.entra()
        let started = try entra.site.startDevice(.mobile, ["scope": "openid"])
        _ = try entra.site.approveDevice(started)
        entra.clock.advance(seconds: 1)
        entra.revoke(user: Seed.alex, of: Seed.contoso)
        #expect(try entra.site.pollDevice(started).outcome == .jsonError(400, "invalid_grant", 50173))
    }

    struct Person: Row {
        let name: String
        let user: String
        let tenant: String
        let signedInTo: String
    }

    @Test(
        "The tokens belong to the tenant to which the user signed in",
        arguments: [
            Person(name: "member over common", user: "alex@contoso.com", tenant: "common", signedInTo: Seed.contoso),
            Person(
                name: "member over organizations", user: "megan@fabrikam.com", tenant: "organizations",
                signedInTo: Seed.fabrikam),
            Person(name: "guest", user: "megan@fabrikam.com", tenant: "contoso.com", signedInTo: Seed.contoso),
            Person(name: "personal account", user: "ada@outlook.com", tenant: "consumers", signedInTo: Seed.consumers),
            Person(
                name: "personal account over common", user: "ada@outlook.com", tenant: "common",
                signedInTo: Seed.consumers),
        ])
    func issuesTokensOfSignedInTenant(_ row: Person) throws {
        let response = try MockEntra().site.deviceTokens(
            .mobile, ["scope": "openid"], as: row.user, tenant: row.tenant)
        #expect(try Token(response["id_token"])["tid"] == row.signedInTo)
    }
}
