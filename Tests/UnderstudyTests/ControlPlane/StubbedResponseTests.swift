import Formats
import HTTP
import Testing
@testable import Understudy

/// Stubs apply raw responses, network faults and token faults to matching requests (docs/reference/interface.md#control-plane).
@Suite struct StubbedResponseTests {
    private static let match = #"{"clientRequestId":"00000000-0000-4000-8000-000000000001"}"#
    private static let id = "00000000-0000-4000-8000-000000000001"

    @Test("A raw response is returned unchanged and is readable from another origin")
    func returnsRawResponseUnchanged() throws {
        let site = try MockEntra().site
        try site.stub(
            StubbedResponseTests.match,
            #"{"status":429,"headers":{"Retry-After":"7","cache-control":"max-age=1"},"body":{"error":"slow"}}"#)
        let response = try site.daemonToken(StubbedResponseTests.id)
        #expect(response.status == 429)
        #expect(response.text == #"{"error":"slow"}"#)
        #expect(response.header("Retry-After") == "7")
        #expect(response.headers.values("Cache-Control") == ["max-age=1"])
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        #expect(response.header("Access-Control-Allow-Origin") == "*")
        #expect(response.header("x-ms-request-id") != nil)
        #expect(try site.daemonToken(StubbedResponseTests.id).status == 200)
    }

    private func response(
        _ entra: MockEntra, _ form: Parameters, meanwhile: () -> Void = {}
    ) -> HTTPResponse {
        entra.exchange(
            HTTPRequest(
                method: "POST", path: "/contoso.com/oauth2/v2.0/token",
                headers: HeaderList([.init("Content-Type", "application/x-www-form-urlencoded")]),
                body: Array(form.encoded.utf8), authority: "localhost:8443"),
            Peer(address: "203.0.113.7", isSecure: true), meanwhile: meanwhile)
    }

    /// Stubbed faults, the expected fault on the connection, and whether the code was redeemed.
    static let faults: [(String, WireFault, Bool)] = [
        (#"{"fault":"reset"}"#, .reset, false), (#"{"fault":"empty"}"#, .empty, false),
        (#"{"fault":"truncate"}"#, .truncate, true), (#"{"fault":"malformedChunk"}"#, .malformedChunk, true),
        (#"{"fault":"drip","duration":"PT2S"}"#, .drip(.seconds(2)), true),
    ]

    @Test("A request that ends in a reset has no effect, one with a truncated response has", arguments: faults)
    func redeemsCodeUnlessFaultPrecedesResponse(_ json: String, _ expected: WireFault, _ isRedeemed: Bool) throws {
        let entra = try MockEntra()
        let code = try entra.site.code(tenant: "contoso.com")
        let form = Client.mobile.redemption(code)
        try entra.site.stub(#"{"grantType":"authorization_code"}"#, json)
        #expect(response(entra, form).fault == expected)
        let again = try entra.site.token(form, tenant: "contoso.com")
        #expect(again.outcome == (isRedeemed ? .jsonError(400, "invalid_grant", 54005) : .json))
    }

    @Test("A delayed response uses the clock and the directory at the end of the delay")
    func usesStateAtEndOfDelay() throws {
        let clocked = try MockEntra()
        let code = try clocked.site.code(tenant: "contoso.com")
        try clocked.site.stub(#"{"grantType":"authorization_code"}"#, #"{"delay":"PT1M"}"#)
        let expired = response(clocked, Client.mobile.redemption(code)) { clocked.clock.advance(seconds: 3600) }
        #expect(expired.status == 400 && String(decoding: expired.body, as: UTF8.self).contains("AADSTS70008"))

        let edited = try MockEntra()
        try edited.site.stub(#"{"grantType":"client_credentials"}"#, #"{"delay":"PT1M"}"#)
        let form = Client.daemon.credentials.with([
            "grant_type": "client_credentials", "scope": "api://orders/.default",
        ])
        let empty = try MockEntra.directory("tenants: [{id: \(Seed.contoso), domains: [contoso.com]}]")
        let removed = response(edited, form) { edited.replaceDirectory(empty) }
        #expect(removed.status == 400 && String(decoding: removed.body, as: UTF8.self).contains("AADSTS700016"))
    }

    @Test("A network fault applies to a raw response too")
    func appliesFaultToRawResponse() throws {
        let entra = try MockEntra()
        try entra.site.stub(#"{"endpoint":"token"}"#, #"{"fault":"truncate","status":200,"body":"0123456789"}"#)
        let response = response(entra, [:])
        #expect(response.fault == .truncate && response.body == Array("0123456789".utf8))
    }

    @Test("Each token fault breaks one property of the tokens and nothing else")
    func tokenFaultBreaksOneProperty() throws {
        let site = try MockEntra().site
        let tokens = try site.tokens()
        let refresh = Client.mobile.refresh(try #require(tokens["refresh_token"]))
        try site.stub(
            #"{"grantType":"refresh_token"}"#,
            #"{"fault":"wrongSignature"},{"fault":"expiredToken"},{"fault":"notYetValidToken"},{"fault":"unknownKid"}"#)
        let now = MockEntra.start.seconds
        let keys = try site.get("/common/discovery/v2.0/keys").json?["keys"]?.array?.compactMap { $0["kid"]?.string }
        for (isSigned, isKnown, isBegun, isOver) in [
            (false, true, true, false), (true, true, true, true), (true, true, false, false),
            (false, false, true, false),
            (true, true, true, false),
        ] {
            let response = try site.token(refresh)
            #expect(response.status == 200)
            for name in ["access_token", "id_token"] {
                let token = try Token(response[name])
                #expect(try token.isSigned(by: site) == isSigned)
                #expect(keys?.contains(token.header["kid"]?.string ?? "") == isKnown)
                #expect(try (#require(token.number("nbf")) <= now) == isBegun)
                #expect(try (#require(token.number("exp")) <= now) == isOver)
                #expect(try #require(token.number("nbf")) < #require(token.number("exp")))
                #expect(token["tid"] == Seed.contoso)
            }
        }
    }

    @Test("A token fault can apply to one of the tokens only", arguments: ["access_token", "id_token"])
    func tokenFaultBreaksOnlyNamedToken(_ broken: String) throws {
        let site = try MockEntra().site
        let refresh = Client.mobile.refresh(try #require(site.tokens()["refresh_token"]))
        try site.stub(#"{"grantType":"refresh_token"}"#, #"{"fault":"wrongSignature","token":"\#(broken)"}"#)
        let response = try site.token(refresh)
        for name in ["access_token", "id_token"] {
            #expect(try Token(response[name]).isSigned(by: site) == (name != broken))
        }
    }

    @Test("Token faults apply to the authorization endpoint and to Microsoft Graph tokens")
    func appliesTokenFaultsToImplicitAndGraphTokens() throws {
        let site = try Lab.entra().site
        try site.stub(#"{"endpoint":"authorize"}"#, #"{"fault":"wrongSignature"}"#)
        let response = try site.signIn(
            Lab.implicit, ["response_type": "id_token", "scope": "openid", "nonce": "n"], tenant: "contoso.com")
        #expect(try !Token(response.fields["id_token"]).isSigned(by: site))

        let graph = try MockEntra().site
        let refresh = Client.mobile.refresh(
            try #require(graph.tokens(.mobile, ["scope": "openid offline_access User.Read"])["refresh_token"]))
        try graph.stub(#"{"endpoint":"token"}"#, #"{"fault":"unknownKid"}"#)
        let broken = try Token(graph.token(refresh)["access_token"])
        #expect(broken.header["nonce"] != nil)
        #expect(try !broken.isSignedForGraph(by: graph))
        #expect(try Token(graph.token(refresh)["access_token"]).isSignedForGraph(by: graph))
    }

    /// Match criteria, and whether a token request of Contoso Daemon meets them.
    static let matches: [(String, Bool)] = [
        (#"{"clientRequestId":"00000000-0000-4000-8000-000000000001"}"#, true),
        (#"{"clientRequestId":"00000000-0000-4000-8000-000000000002"}"#, false),
        (#"{"clientId":"\#(Client.daemon.id)"}"#, true), (#"{"clientId":"\#(Client.mobile.id)"}"#, false),
        (#"{"tenant":"\#(Seed.contoso)"}"#, true), (#"{"tenant":"fabrikam.com"}"#, false),
        (#"{"grantType":"client_credentials"}"#, true), (#"{"grantType":"password"}"#, false),
        (#"{"endpoint":"token"}"#, true), (#"{"endpoint":"authorize"}"#, false),
        (#"{"user":"alex@contoso.com"}"#, false), (#"{"header":{"X-Test":"seven"}}"#, true),
        (#"{"header":{"x-test":"eight"}}"#, false), (#"{"scope":"api://orders/.default"}"#, true),
        (#"{"endpoint":"token","tenant":"contoso.com","grantType":"client_credentials"}"#, true),
        (#"{"endpoint":"token","tenant":"contoso.com","grantType":"password"}"#, false),
    ]

    @Test("A stub applies only to requests that meet its criteria", arguments: matches)
    func stubAppliesOnlyToMatchingRequests(_ match: String, _ isMet: Bool) throws {
        let site = try MockEntra().site
        try site.stub(match, #"{"status":418}"#)
        let response = try site.token(
            Client.daemon.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"]),
            tenant: "contoso.com", headers: [("client-request-id", StubbedResponseTests.id), ("x-test", "seven")])
        #expect(response.status == (isMet ? 418 : 200))
        let left = try site.get(Site.responses).json?["responses"]?.array?.first?["left"]
        #expect(left == .integer(isMet ? 0 : 1))
    }

    @Test("Stubs apply neither to preflights nor to the control plane")
    func stubsSkipPreflightsAndControlPlane() throws {
        let site = try MockEntra().site
        try site.stub(#"{"header":{"x-test":"1"}}"#, #"{"status":418}"#, times: #""always""#)
        for (method, path) in [
            ("OPTIONS", "/common/oauth2/v2.0/token"), ("GET", "/_understudy/health"), ("GET", Site.responses),
            ("DELETE", Site.responses + "?clientId=none"), ("GET", "/_understudy/nothing"),
        ] {
            #expect(try site.send(method, path, headers: ["x-test": "1"]).status != 418, "\(method) \(path)")
        }
        #expect(try site.get("/common/discovery/v2.0/keys", headers: ["x-test": "1"]).status == 418)
    }

    @Test("Parallel tests receive only their own stubbed responses")
    func parallelTestsReceiveOnlyTheirResponses() async throws {
        let site = try MockEntra().site
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<32 {
                group.addTask {
                    let id = "00000000-0000-4000-8000-0000000001\(number + 10)"
                    let body = (0..<10).map { #"{"status":\#(400 + $0),"body":"\#(number)"}"# }.joined(separator: ",")
                    try site.stub(#"{"clientRequestId":"\#(id)"}"#, body)
                    for round in 0..<10 {
                        let response = try site.daemonToken(id)
                        #expect(response.status == 400 + round && response.text == "\(number)")
                        await Task.yield()
                    }
                    #expect(try site.daemonToken(id).status == 200)
                }
            }
            try await group.waitForAll()
        }
    }
}
