import Crypto
import Entra
import Formats
import Testing

/// These tests cover access tokens that are bound to a key (RFC 7800; docs/reference/protocol.md#token-rules,
/// docs/reference/protocol.md#token-header).
@Suite struct ProofOfPossessionTests {
    private static func confirmation(_ json: String) -> String { Base64.url(Array(json.utf8)) }
    private static let named = confirmation(#"{"kid":"key-1","xms_ksl":"sw"}"#)
    private static let pop: Parameters = ["token_type": "pop", "req_cnf": named]

    private func expect(_ response: TestResponse, kid: String = "key-1", type: String = "pop") throws {
        #expect(response.status == 200, "\(response.text)")
        #expect(response["token_type"] == type)
        #expect(try Token(response["access_token"]).claims["cnf"]?["kid"]?.string == kid)
    }

    @Test("Every grant of version 1 and version 2 can issue a bound access token")
    func bindsAccessTokenOfEveryGrant() throws {
        let site = try MockEntra().site
        let code = try site.tokens(redeeming: ProofOfPossessionTests.pop)
        try expect(code)
        #expect(try Token(code["access_token"]).claims["cnf"]?["xms_ksl"]?.string == "sw")
        let refresh = try #require(code["refresh_token"])
        try expect(site.token(Client.mobile.refresh(refresh, ProofOfPossessionTests.pop)))
        let app = Client.daemon.credentials.with(["grant_type": "client_credentials"]).with(ProofOfPossessionTests.pop)
        try expect(site.token(app.with(["scope": "api://orders/.default"]), tenant: "contoso.com"))
        try expect(site.token(app.with(["resource": "api://orders"]), tenant: "contoso.com", .v1))
        try expect(
            site.tokens(
                .mobile, ["resource": "api://orders"], redeeming: ProofOfPossessionTests.pop,
                tenant: "contoso.com", .v1))
    }

    @Test("A refresh token is not bound and yields bound and bearer tokens")
    func refreshTokenYieldsBoundOrBearerToken() throws {
        let site = try MockEntra().site
        let bound = try site.tokens(redeeming: ProofOfPossessionTests.pop)
        let bearer = try site.token(Client.mobile.refresh(#require(bound["refresh_token"])))
        #expect(bearer["token_type"] == "Bearer")
        #expect(try Token(bearer["access_token"]).claims["cnf"] == nil)
        try expect(site.token(Client.mobile.refresh(#require(bearer["refresh_token"]), ProofOfPossessionTests.pop)))
    }

    @Test(
        "The token type is returned in the case of the request",
        arguments: [("pop", "pop"), ("Pop", "Pop"), ("POP", "POP")])
    func returnsTokenTypeAsRequested(_ requested: String, _ expected: String) throws {
        let response = try MockEntra().site.tokens(redeeming: [
            "token_type": requested, "req_cnf": ProofOfPossessionTests.named,
        ])
        try expect(response, type: expected)
    }

    @Test("The token type Bearer is the default", arguments: ["Bearer", "bearer", "BEARER", ""])
    func issuesBearerTokenByDefault(_ type: String) throws {
        let response = try MockEntra().site.tokens(redeeming: ["token_type": type])
        #expect(response["token_type"] == "Bearer")
        #expect(try Token(response["access_token"]).claims["cnf"] == nil)
    }

    /// The first key and its thumbprint are those of RFC 7638 §3.1.
    @Test(
        "A whole key without an identifier is named by its thumbprint",
        arguments: [
            (
                """
                {"jwk":{"kty":"RSA","alg":"RS256","e":"AQAB","n":"0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4cbbfAAt\
                VT86zwu1RK7aPFFxuhDR1L6tSoc_BJECPebWKRXjBZCiFV4n3oknjhMstn64tZ_2W-5JsGY4Hc5n9yBXArwl93lqt7_RN5w6Cf0h4QyQ5v-65YGj\
                QR0_FDW2QvzqY368QQMicAtaSqzs8KJZgnYb9c7d0zgdAZHzu6qMQvRL5hajrn1n91CbOpbISD08qNLyrdkt-bFTWhAI4vMQFh6WeZu0fM4lFd2N\
                cRwr3XPksINHaQ-G_xBniIqbw0Ls1jF44-csFCur-kEgU8awapJzKnqDKgw","kid":"2011-04-29"}}
                """, "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs"
            ),
            (#"{"kid":"named","jwk":{"kty":"EC","crv":"P-256","x":"a","y":"b"}}"#, "named"),
        ])
    func namesWholeKeyByThumbprint(_ json: String, _ kid: String) throws {
        let confirmation = ProofOfPossessionTests.confirmation(json)
        try expect(
            MockEntra().site.tokens(redeeming: ["token_type": "pop", "req_cnf": confirmation]), kid: kid)
    }

    @Test(
        "A missing or invalid key is rejected, and the code remains valid",
        arguments: [
            (nil, 900144), ("", 900144), ("%%%", 90100), ("e30", 90100), ("W10", 90100), ("bnVsbA", 90100),
            (confirmation(#"{"kid":""}"#), 90100), (confirmation(#"{"kid":7}"#), 90100),
            (confirmation(#"{"kid":"\#(String(repeating: "k", count: 513))"}"#), 90100),
            (confirmation(#"{"jwk":{"kty":"RSA","e":"AQAB"}}"#), 90100),
            (confirmation(#"{"jwk":{"kty":"oct","k":"AAAA"}}"#), 90100),
            (confirmation(#"{"jwk":{"kty":"RSA","e":"AQAB","n":"AA","d":"AA"}}"#), 90100),
            (#"{"kid":"not encoded"}"#, 90100),
        ] as [(String?, Int)])
    func rejectsInvalidKeyAndKeepsCode(_ confirmation: String?, _ code: Int) throws {
        let site = try MockEntra().site
        let authorizationCode = try site.code()
        let redemption = Client.mobile.redemption(authorizationCode, ["token_type": "pop", "req_cnf": confirmation])
        #expect(try site.token(redemption).outcome == .jsonError(400, "invalid_request", code))
        #expect(try site.token(Client.mobile.redemption(authorizationCode)).status == 200)
    }

    @Test("An unknown token type is rejected", arguments: ["mac", "pop ", "ssh"])
    func rejectsUnknownTokenType(_ type: String) throws {
        let site = try MockEntra().site
        let form = try Client.mobile.redemption(site.code(), ["token_type": type])
        #expect(try site.token(form).outcome == .jsonError(400, "invalid_request", 90100))
    }

    @Test("A repeated parameter is rejected", arguments: ["token_type", "req_cnf", "key_id"])
    func rejectsRepeatedParameter(_ name: String) throws {
        let once = Parameters(dictionaryLiteral: (name, "x"))
        let form = Client.mobile.refresh("x").adding(once).adding(once)
        #expect(try MockEntra().site.token(form).code == 9_000_411)
    }
}
