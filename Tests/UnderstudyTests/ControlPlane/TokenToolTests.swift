import Directory
import Entra
import Formats
import Testing
@testable import Understudy

/// `POST /_understudy/tokens` creates tokens, and `POST /_understudy/tokens/inspect` validates tokens.
@Suite struct TokenToolTests {
    private let entra: MockEntra
    private var site: Site { entra.site }

    init() throws {
        entra = try MockEntra()
    }

    private func mint(_ body: String) throws -> Token {
        let response = try site.control("POST", "tokens", body)
        guard response.status == 200 else { throw Unexpected(response) }
        let token = try Token(response.value["token"]?.string)
        #expect(response.value["claims"] == token.claims && response.value["header"] == token.header)
        return token
    }

    private func inspect(_ token: String, _ more: String = "") throws -> JSONValue {
        let response = try site.control("POST", "tokens/inspect", "{\"token\": \"\(token)\"\(more)}")
        guard response.status == 200 else { throw Unexpected(response) }
        return response.value
    }

    private func checks(_ inspection: JSONValue) -> [String] {
        inspection["reasons"]?.array?.compactMap { $0["check"]?.string } ?? []
    }

    static let orders = #""user": "alex@contoso.com", "resource": "api://orders", "scopes": ["Orders.Read"]"#

    struct Minted: Row {
        let name: String
        let body: String
        var claims: [String: JSONValue] = [:]
        /// The checks that fail. Empty for a valid token.
        var checks: [String] = []
    }

    static let minted: [Minted] = [
        Minted(
            name: "a user's", body: "{\(orders)}",
            claims: [
                "aud": .string("aaaaaaaa-0000-4000-8000-000000000005"), "scp": .string("Orders.Read"),
                "oid": .string(Seed.alex), "ver": .string("2.0"), "tid": .string(Seed.contoso),
            ]),
        Minted(
            name: "an application's",
            body: #"{"client": "\#(Client.daemon.id)", "resource": "api://orders", "roles": ["Orders.Read.All"]}"#,
            claims: ["roles": .array([.string("Orders.Read.All")]), "azp": .string(Client.daemon.id)]),
        Minted(
            name: "a user's with roles", body: "{\(orders), \"roles\": [\"Orders.Read.All\", \"any\"]}",
            claims: ["roles": .array([.string("Orders.Read.All"), .string("any")]), "oid": .string(Seed.alex)]),
        Minted(
            name: "an id_token with roles",
            body: #"{"kind": "id", "user": "alex@contoso.com", "client": "\#(Client.web.id)", "roles": ["r"]}"#,
            claims: ["roles": .array([.string("r")])]),
        Minted(
            name: "of version 1", body: "{\(orders), \"version\": 1}",
            claims: ["ver": .string("1.0"), "aud": .string("api://orders")]),
        Minted(
            name: "an id_token",
            body: #"{"kind": "id", "user": "alex@contoso.com", "client": "\#(Client.web.id)", "nonce": "n"}"#,
            claims: ["aud": .string(Client.web.id), "nonce": .string("n")]),
        Minted(
            name: "claims over and out",
            body: "{\(orders), \"claims\": {\"extra\": [1], \"name\": null, \"ver\": \"2.0\"}}",
            claims: ["extra": .array([.integer(1)])]),
        Minted(
            name: "of a lifetime", body: "{\(orders), \"lifetime\": \"PT5M\"}",
            claims: ["exp": .integer(MockEntra.start.seconds + 300)]),
        Minted(name: "expired", body: "{\(orders), \"faults\": [\"expired\"]}", checks: ["time"]),
        Minted(name: "not yet valid", body: "{\(orders), \"faults\": [\"notYetValid\"]}", checks: ["time"]),
        Minted(name: "badly signed", body: "{\(orders), \"faults\": [\"badSignature\"]}", checks: ["signature"]),
        Minted(name: "unsigned", body: "{\(orders), \"faults\": [\"algNone\"]}", checks: ["algorithm"]),
        Minted(name: "of an unknown key", body: "{\(orders), \"faults\": [\"unknownKey\"]}", checks: ["key"]),
        Minted(name: "without a kid", body: "{\(orders), \"faults\": [\"noKeyID\"]}", checks: ["key"]),
        Minted(name: "of another issuer", body: "{\(orders), \"faults\": [\"wrongIssuer\"]}", checks: ["issuer"]),
        Minted(
            name: "wrong in several ways",
            body: "{\(orders), \"faults\": [\"expired\", \"badSignature\", \"wrongIssuer\"]}",
            checks: ["signature", "issuer", "time"]),
    ]

    @Test("A token is created as requested, and the inspection reports its faults", arguments: minted)
    func createsRequestedTokenAndReportsFaults(_ row: Minted) throws {
        let token = try mint(row.body)
        for (name, value) in row.claims { #expect(token.claims[name] == value, "\(name)") }
        let inspection = try inspect(token.text)
        #expect(checks(inspection) == row.checks)
        #expect(inspection["valid"]?.bool == row.checks.isEmpty)
        #expect(inspection["claims"] == token.claims && inspection["header"] == token.header)
        #expect(
            try token.isSigned(by: site) == !row.checks.contains { ["signature", "key", "algorithm"].contains($0) })
    }

    @Test("A token states the authentication method of its client", arguments: [Lab.certified, Lab.federated])
    func statesAuthenticationMethodOfClient(_ client: Client) throws {
        let body = #"{"client": "\#(client.id)", "resource": "api://orders"}"#
        let minted = try Lab.entra().site.control("POST", "tokens", body)
        #expect(minted.value["claims"]?["azpacr"] == .string("2"))
    }

    @Test(
        "A key of the service's own does not count as a client credential", arguments: [("Verify", "2"), ("Sign", "0")])
    func ignoresSigningKeyAsClientCredential(_ usage: String, _ proof: String) throws {
        let entra = try MockEntra(
            yaml: """
                tenants:
                  - id: \(Seed.contoso)
                    domains: [contoso.com]
                    applications:
                      - {appId: \(Lab.certified.id), api: {requestedAccessTokenVersion: 2},
                         keyCredentials: [{key: "\(Assertion.certificate)", usage: \(usage)}]}
                """)
        let minted = try entra.site.control("POST", "tokens", #"{"client": "\#(Lab.certified.id)"}"#)
        #expect(minted.value["claims"]?["azpacr"] == .string(proof))
    }

    @Test("Outside the client's home tenant, an application token is for the local service principal")
    func usesServicePrincipalOutsideHomeTenant() throws {
        let client = Lab.organizations.id
        let body = #"{"client": "\#(client)", "tenant": "fabrikam.com", "resource": "api://foreign"}"#
        let minted = try Lab.entra().site.control("POST", "tokens", body)
        let principal = ObjectID.servicePrincipal(of: ClientID(client), in: TenantID(Seed.fabrikam)).description
        for name in ["oid", "sub"] { #expect(minted.value["claims"]?[name] == .string(principal)) }
    }

    @Test("A request can remove a claim and replace the audience or a header member")
    func overridesClaimsAudienceAndHeader() throws {
        #expect(try mint("{\(TokenToolTests.orders), \"claims\": {\"oid\": null}}").claims["oid"] == nil)
        #expect(try mint("{\(TokenToolTests.orders), \"faults\": [\"wrongAudience\"]}")["aud"] == "api://another")
        #expect(
            try mint("{\(TokenToolTests.orders), \"header\": {\"typ\": \"at+jwt\"}}").header["typ"] == .string("at+jwt")
        )
    }

    @Test("A Graph token is signed over its hashed nonce, and the inspection accepts the token")
    func acceptsGraphTokenWithHashedNonce() throws {
        let body =
            #"{"user": "alex@contoso.com", "resource": "https://graph.microsoft.com", "scopes": ["openid"], "claims": {"x": 1}}"#
        let token = try mint(body)
        #expect(try !token.isSigned(by: site) && token.isSignedForGraph(by: site))
        let inspection = try inspect(token.text)
        #expect(inspection["valid"]?.bool == true)
        #expect(inspection["remarks"]?.array?.first?.string?.contains("only Graph can verify it") == true)
        #expect(
            try site.get("/oidc/userinfo", headers: ["Authorization": "Bearer \(token.text)"]).status == 200)
    }

    struct Expected: Row {
        let name: String
        let more: String
        let checks: [String]
    }

    static let expectations: [Expected] = [
        Expected(
            name: "as it is", more: #", "audience": "aaaaaaaa-0000-4000-8000-000000000005", "scope": "Orders.Read""#,
            checks: []),
        Expected(name: "another audience", more: #", "audience": "api://orders""#, checks: ["audience"]),
        Expected(
            name: "another issuer", more: #", "issuer": "https://login.microsoftonline.com/x/v2.0""#, checks: ["issuer"]
        ),
        Expected(name: "another scope", more: #", "scope": "Orders.Write""#, checks: ["scope"]),
        Expected(name: "a role", more: #", "role": "Orders.Read.All""#, checks: ["role"]),
        Expected(name: "a nonce", more: #", "nonce": "n""#, checks: ["nonce"]),
    ]

    @Test("The inspection compares the token with the expected values", arguments: expectations)
    func comparesTokenWithExpectedValues(_ row: Expected) throws {
        let token = try mint("{\(TokenToolTests.orders)}")
        #expect(checks(try inspect(token.text, row.more)) == row.checks)
    }

    @Test("The inspection uses the tenant's clock and the current directory")
    func inspectsByTenantClockAndDirectory() throws {
        let token = try mint("{\(TokenToolTests.orders)}").text
        try site.adjust(#"{"offset": "PT3H"}"#, tenant: "contoso.com")
        #expect(checks(try inspect(token)) == ["time"])
        try site.adjust(#"{"offset": "PT0S"}"#, tenant: "contoso.com")
        #expect(checks(try inspect(token)).isEmpty)
        #expect(try site.control("DELETE", "tenants/contoso.com").status == 204)
        #expect(checks(try inspect(token)) == ["issuer"])
    }

    @Test(
        "The inspection recognizes the tokens of a B2C policy by their issuer",
        arguments: ["", "settings: {userFlowIssuer: policy}"],
        [B2C.host, MockEntra.origin])
    func recognizesPolicyTokensByIssuer(settings: String, origin: String) throws {
        let entra = try B2C.entra(settings: settings)
        let issued = try entra.at(origin).policyTokens()
        let own = try entra.at(origin).token(
            B2C.web.credentials.with([
                "grant_type": "client_credentials", "scope": "https://\(B2C.tenant)/tasks/.default",
            ]),
            tenant: B2C.policy())
        func inspect(_ token: String) throws -> JSONValue {
            try entra.site.control("POST", "tokens/inspect", "{\"token\": \"\(token)\"}").value
        }
        for token in [issued["access_token"], issued["id_token"], own["access_token"]] {
            let inspection = try inspect(#require(token))
            #expect(checks(inspection).isEmpty && inspection["valid"]?.bool == true)
            #expect(inspection["tenant"]?.string == Seed.adventureWorks)
        }
        let access = try #require(issued["access_token"])
        #expect(try checks(inspect(access.dropLast(8) + "AAAAAAAA")) == ["signature"])
        let graph = GraphCalls(site: entra.site, headers: [("X-Understudy-Tenant", B2C.tenant)])
        #expect(try graph.patch("/users/\(B2C.sam)", #"{"accountEnabled": false}"#).status == 204)
        #expect(try checks(inspect(access)) == ["account"])
        #expect(try entra.site.control("DELETE", "tenants/\(B2C.tenant)").status == 204)
        #expect(try checks(inspect(access)) == ["key", "issuer"])
    }

    @Test(
        "The inspection explains why a text is not a readable token",
        arguments: [
            ("abc", "has 1"), ("a.b", "has 2"), ("a.b.c.d.e", "encrypted"), ("1.AXYZ", "only the server can read"),
            ("a.b.c", "base64url"),
        ])
    func explainsUnreadableToken(text: String, word: String) throws {
        let inspection = try inspect(text)
        #expect(checks(inspection) == ["format"])
        #expect(inspection["reasons"]?.array?.first?["detail"]?.string?.contains(word) == true)
    }

    @Test(
        "A token request with an invalid subject, client or option is rejected",
        arguments: [
            ("{}", 400), (#"{"user": "nobody@contoso.com"}"#, 404), (#"{"client": "nothing"}"#, 404),
            (#"{"kind": "id", "client": "\#(Client.web.id)"}"#, 400),
            (#"{"user": "alex@contoso.com", "resource": "api://nothing"}"#, 404),
            (#"{"user": "alex@contoso.com", "fault": "expired"}"#, 400),
            (#"{"user": "alex@contoso.com", "faults": ["expird"]}"#, 400),
            (#"{"user": "alex@contoso.com", "faults": ["algNone", "unknownKey"]}"#, 400),
            (#"{"user": "alex@contoso.com", "claims": []}"#, 400), (#"{"user": 1}"#, 400),
            (#"{"user": "alex@contoso.com", "version": 3}"#, 400), ("", 400),
        ])
    func rejectsInvalidTokenRequest(body: String, status: Int) throws {
        let response = try site.control("POST", "tokens", body)
        #expect(response.status == status)
        #expect(response.header("Content-Type") == "application/problem+json")
    }
}
