import Entra
import Formats
import Store
import Testing
@testable import Understudy

/// `POST /_understudy/reset` and `POST /_understudy/revocations` invalidate what was issued before, even while the clock is frozen.
@Suite struct ResetTests {
    private let entra: MockEntra
    private var site: Site { entra.site }

    init() throws {
        entra = try MockEntra()
    }

    private func refresh(_ token: String?, tenant: String = "contoso.com") throws -> TestResponse {
        try site.token(Client.mobile.refresh(token ?? ""), tenant: tenant)
    }

    @Test(
        "A reset restores the clock and the directory and invalidates consents, sessions and tokens",
        arguments: [nil, "contoso.com"])
    func resetRestoresStateAndInvalidatesTokens(tenant: String?) throws {
        try site.adjust(#"{"offset": "PT5M"}"#, tenant: tenant)
        let browser = Browser(site)
        try browser.open(.mobile, tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        let code = try site.code(tenant: "contoso.com")
        let token = try site.tokens(tenant: "contoso.com").value["refresh_token"]?.string
        #expect(try refresh(token).status == 200)
        let response = try site.control("POST", "reset\(tenant.map { "?tenant=\($0)" } ?? "")")
        #expect(response.status == 204)
        #expect(try site.control("GET", "clock?tenant=contoso.com").value["offset"]?.string == "PT0S")
        #expect(try refresh(token).outcome == .jsonError(400, "invalid_grant", 50173))
        #expect(try site.token(Client.mobile.redemption(code), tenant: "contoso.com").code == 50173)
        #expect(try browser.open(.mobile, tenant: "contoso.com").page.kind == .username)
        // The consent is removed, and a new sign-in within the same second is valid.
        #expect(try site.signIn(consent: nil, tenant: "contoso.com").page.kind == .consent)
        #expect(try refresh(site.tokens(tenant: "contoso.com").value["refresh_token"]?.string).status == 200)
    }

    @Test(
        "A reset invalidates open pages, native authentication flows and device codes",
        arguments: ["reset", "reset?tenant=\(Seed.contoso)", "reset?tenant=\(Seed.woodgrove)"])
    func resetInvalidatesFlowsInProgress(reset: String) throws {
        let isContoso = !reset.contains(Seed.woodgrove)
        let isWoodgrove = !reset.contains(Seed.contoso)
        let browser = Browser(site)
        try browser.open(.mobile, tenant: "contoso.com")
        try browser.press(filling: ["loginfmt": "alex@contoso.com"])
        let device = try site.post(
            Site.path("devicecode", "contoso.com"), ["client_id": Client.mobile.id, "scope": usualScope])
        let app = NativeApp(entra)
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        #expect(try site.control("POST", reset).status == 204)
        try browser.press(filling: ["passwd": "Understudy!1"])
        #expect((browser.response?.code == 50089) == isContoso)
        let poll: Parameters = [
            "grant_type": "device_code", "device_code": device["device_code"], "client_id": Client.mobile.id,
        ]
        #expect((try site.token(poll, tenant: "contoso.com").code == 70016) == !isContoso)
        let next = try app.send(.challenge)
        #expect((next.status == 200) == !isWoodgrove)
        if isWoodgrove { #expect(next.outcome == .jsonError(400, "expired_token", 552_003)) }
        // A new flow succeeds.
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        #expect(try app.send(.challenge).status == 200)
    }

    @Test("Resetting one tenant leaves the others unchanged")
    func resetLeavesOtherTenantsUnchanged() throws {
        let fabrikam = try site.tokens(
            .mobile, ["scope": "openid offline_access"], as: "megan@fabrikam.com", tenant: "fabrikam.com"
        ).value["refresh_token"]?.string
        let contoso = try site.tokens(tenant: "contoso.com").value["refresh_token"]?.string
        #expect(try site.control("POST", "reset?tenant=contoso.com").status == 204)
        #expect(try refresh(fabrikam, tenant: "fabrikam.com").status == 200)
        #expect(try refresh(contoso).code == 50173)
        #expect(try site.control("POST", "reset?tenant=nowhere.example").status == 404)
    }

    @Test("Resetting or deleting a tenant removes its one-time codes, resetting another tenant does not")
    func resetRemovesOnlyOwnOneTimeCodes() throws {
        let app = NativeApp(entra)
        try app.send(.signUpStart, ["username": NativeFlowStep.newUser])
        #expect(try app.send(.signUpChallenge).status == 200)
        let messages = { try site.get("/_understudy/outbox").value["messages"]?.array?.count }
        #expect(try site.control("POST", "reset?tenant=contoso.com").status == 204)
        #expect(try messages() == 1)
        #expect(try site.control("POST", "reset?tenant=\(Seed.woodgrove)").status == 204)
        #expect(try messages() == 0)
        try app.send(.signUpStart, ["username": NativeFlowStep.newUser])
        #expect(try app.send(.signUpChallenge).status == 200)
        #expect(try site.control("DELETE", "tenants/\(Seed.woodgrove)").status == 204)
        #expect(try messages() == 0)
    }

    struct Revocation: Row {
        let name: String
        let body: String
        let endsMobile: Bool
        let endsSession: Bool
        var endsDaemon = false
    }

    static let revocations: [Revocation] = [
        Revocation(name: "a user", body: #"{"user": "alex@contoso.com"}"#, endsMobile: true, endsSession: true),
        Revocation(
            name: "a user by id", body: #"{"user": "\#(Seed.alex)", "tenant": "contoso.com"}"#, endsMobile: true,
            endsSession: true),
        Revocation(
            name: "another user", body: #"{"user": "adele@contoso.com"}"#, endsMobile: false, endsSession: false),
        Revocation(
            name: "the application", body: #"{"application": "\#(Client.mobile.id)"}"#, endsMobile: true,
            endsSession: false),
        Revocation(
            name: "the application elsewhere",
            body: #"{"application": "\#(Client.mobile.id)", "tenant": "fabrikam.com"}"#, endsMobile: false,
            endsSession: false),
        Revocation(
            name: "another application", body: #"{"application": "\#(Client.spa.id)"}"#, endsMobile: false,
            endsSession: false),
        Revocation(name: "the tenant", body: #"{"tenant": "contoso.com"}"#, endsMobile: true, endsSession: true),
    ]

    @Test("A revocation invalidates what was issued before and nothing that is issued later", arguments: revocations)
    func revocationInvalidatesEarlierTokens(_ row: Revocation) throws {
        let browser = Browser(site)
        try browser.open(.mobile, tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        let token = try site.tokens(tenant: "contoso.com").value["refresh_token"]?.string
        #expect(try site.control("POST", "revocations", row.body).status == 200)
        let response = try refresh(token)
        #expect(response.status == (row.endsMobile ? 400 : 200))
        if row.endsMobile { #expect(response.outcome == .jsonError(400, "invalid_grant", 50173)) }
        #expect((try browser.open(.mobile, tenant: "contoso.com").page.kind == .username) == row.endsSession)
        #expect(try refresh(site.tokens(tenant: "contoso.com").value["refresh_token"]?.string).status == 200)
    }

    /// Revocations with the expected validity of the guest's refresh tokens. The token issued at home is used there and in Contoso,
    /// then the token issued in Contoso is used there and at home.
    static let guestRevocations: [(body: String, validity: [Bool])] = [
        (#"{"user": "megan@fabrikam.com"}"#, [false, false, false, false]),
        (#"{"user": "megan@fabrikam.com", "tenant": "fabrikam.com"}"#, [false, false, false, false]),
        (#"{"user": "megan@fabrikam.com", "tenant": "contoso.com"}"#, [true, false, false, true]),
        (#"{"application": "\#(Client.mobile.id)", "tenant": "contoso.com"}"#, [true, false, false, false]),
        (#"{"application": "\#(Client.mobile.id)", "tenant": "fabrikam.com"}"#, [false, false, true, false]),
        (#"{"tenant": "contoso.com"}"#, [true, false, false, false]),
    ]

    @Test(
        "A revocation for the issuing tenant or for the tenant of use invalidates a refresh token",
        arguments: guestRevocations)
    func revocationAppliesInIssuingAndUsingTenant(_ body: String, _ validity: [Bool]) throws {
        let tokens = { (tenant: String) throws in
            try site.tokens(
                .mobile, ["scope": "openid offline_access User.Read"], as: "megan@fabrikam.com", tenant: tenant
            ).value["refresh_token"]?.string
        }
        let (home, guest) = (try tokens("fabrikam.com"), try tokens("contoso.com"))
        let uses = [
            (home, "fabrikam.com"), (home, "contoso.com"), (guest, "contoso.com"), (guest, "fabrikam.com"),
        ]
        for (token, tenant) in uses { #expect(try refresh(token, tenant: tenant).status == 200) }
        #expect(try site.control("POST", "revocations", body).status == 200)
        for ((token, tenant), isValid) in zip(uses, validity) {
            #expect(try refresh(token, tenant: tenant).code == (isValid ? nil : 50173))
        }
        for tenant in ["fabrikam.com", "contoso.com"] {
            let next = try tokens(tenant)
            #expect(try refresh(next, tenant: tenant).status == 200)
        }
    }

    private static let woodgrove = "woodgrove.onmicrosoft.com"

    /// Revocations, and whether each ends the flows of Casey in the Woodgrove App.
    static let nativeRevocations: [(body: String, endsFlow: Bool)] = [
        (#"{"user": "casey@woodgrove.example", "tenant": "\#(woodgrove)"}"#, true),
        (#"{"user": "olga@woodgrove.example", "tenant": "\#(woodgrove)"}"#, false),
        (#"{"application": "\#(Lab.woodgrove.id)"}"#, true), (#"{"application": "\#(NativeLab.codes)"}"#, false),
        (#"{"tenant": "\#(woodgrove)"}"#, true), (#"{"tenant": "contoso.com"}"#, false),
    ]

    @Test(
        "A revocation ends native authentication flows in progress and no later ones", arguments: nativeRevocations,
        [NativeFlowStep.passwordRequired, .resetVerified])
    func revocationEndsNativeFlowsInProgress(_ row: (body: String, endsFlow: Bool), _ step: NativeFlowStep) throws {
        let app = try step.reached()
        let transition = try #require(NativeFlowStep.transitions.last { $0.step == step })
        #expect(try app.site.control("POST", "revocations", row.body).status == 200)
        let response = try NativeFlowStep.perform(transition.action, app)
        #expect((response.outcome == .jsonError(400, "expired_token", 552003)) == row.endsFlow)
        #expect(row.endsFlow || response.nativeResult == transition.result)
        try app.send(.initiate, ["username": "casey@woodgrove.example"])
        #expect(try app.send(.challenge).status == 200)
    }

    @Test("Revoking an application ends its sign-ups in progress", arguments: [Lab.woodgrove.id, NativeLab.codes])
    func revokingApplicationEndsItsSignUps(_ revoked: String) throws {
        let app = try NativeFlowStep.attributesRequired.reached()
        #expect(try app.site.control("POST", "revocations", #"{"application": "\#(revoked)"}"#).status == 200)
        let response = try NativeFlowStep.perform(.init(.signUpContinue, "attributes"), app)
        #expect(response.code == (revoked == app.clientID ? 552003 : nil))
    }

    @Test("A revoked application gets new tokens from the remaining session")
    func revokedApplicationUsesRemainingSession() throws {
        let browser = Browser(site)
        let scope: Parameters = ["scope": usualScope]
        try browser.open(.mobile, scope, tenant: "contoso.com")
        try browser.enter("alex@contoso.com")
        if browser.page.kind == .staySignedIn { try browser.press() }
        if browser.page.kind == .consent { try browser.press() }
        #expect(try site.control("POST", "revocations", #"{"application": "\#(Client.mobile.id)"}"#).status == 200)
        let code = try browser.open(.mobile, scope.with(["prompt": "none"]), tenant: "contoso.com").fields["code"]
        #expect(try site.token(Client.mobile.redemption(code ?? ""), tenant: "contoso.com").status == 200)
    }

    @Test(
        "A revocation without a valid target is rejected",
        arguments: [
            ("{}", 400), (#"{"user": "nobody@contoso.com"}"#, 404), (#"{"user": "a", "application": "b"}"#, 400),
            (#"{"application": "nothing"}"#, 404), (#"{"tenant": "nowhere.example"}"#, 404), (#"{"usr": "a"}"#, 400),
        ])
    func rejectsRevocationWithoutValidTarget(body: String, status: Int) throws {
        #expect(try site.control("POST", "revocations", body).status == status)
    }
}
