import Directory
import Entra
import Formats
import Testing

/// Token responses match docs/reference/protocol.md#example-a4 to docs/reference/protocol.md#example-a8, field by field and in
/// order.
@Suite struct TokenResponseTests {
    struct Case: Row {
        let name: String
        /// The setting `accessTokenLifetime`. A single number replaces the default range.
        var lifetime = "4711"
        let send: @Sendable (Site) throws -> TestResponse
    }

    private static let daemon = Client.daemon.credentials.with(["grant_type": "client_credentials"])

    static let cases: [Case] = [
        Case(name: "A4-token-v2-user") {
            try $0.tokens(.mobile, ["scope": usualScope], redeeming: ["client_info": "1"])
        },
        Case(name: "A4-token-v2-spa") {
            try $0.tokens(.spa, ["scope": "openid offline_access"], tenant: "contoso.com")
        },
        Case(name: "A5-token-v2-app", lifetime: "3600..5399") {
            try $0.token(daemon.with(["scope": "api://orders/.default"]), tenant: "contoso.com")
        },
        Case(name: "A6-token-v1-user") {
            try $0.tokens(
                .mobile, ["resource": "api://orders"], redeeming: ["client_info": "1"], tenant: "contoso.com", .v1)
        },
        Case(name: "A7-token-v1-app", lifetime: "3600..5399") {
            try $0.token(daemon.with(["resource": "api://orders"]), tenant: "contoso.com", .v1)
        },
        Case(name: "A8-error") { site in
            let refresh = try site.tokens()["refresh_token"] ?? ""
            return try site.token(Client.mobile.refresh(refresh, ["scope": "api://orders/Orders.Write"]))
        },
        Case(name: "A8-error-uri") { try $0.token(["grant_type": "client_credentials"], tenant: "contoso.com") },
    ]

    @Test("The response matches its golden file", arguments: cases)
    func responseMatchesGoldenFile(_ row: Case) throws {
        let entra = try MockEntra(
            directory: MockEntra.directory(
                SeedDirectory.yaml.replacing(
                    "\nsettings:\n", with: "\nsettings:\n  accessTokenLifetime: \(row.lifetime)\n")))
        let response = try row.send(entra.site)
        #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        try Golden.expect(Golden.lines(response.goldenBody), "\(row.name).json")
    }

    @Test(
        "The response contains client_info only on request",
        arguments: [(nil, false), ("1", true), ("0", false)] as [(String?, Bool)])
    func returnsClientInfoOnlyOnRequest(_ value: String?, _ isIncluded: Bool) throws {
        let tokens = try MockEntra().site.tokens(.mobile, ["scope": usualScope], redeeming: ["client_info": value])
        #expect((tokens["client_info"] != nil) == isIncluded)
    }
}

extension TestResponse {
    /// The body with tokens shortened to their beginning and the IDs of the exchange replaced by their names.
    fileprivate var goldenBody: [UInt8] {
        var text = self.text
        for name in ["access_token", "refresh_token", "id_token"] {
            guard let token = self[name] else { continue }
            text = text.replacing("\"\(token)\"", with: "\"\(token.prefix(3))…\"")
        }
        for name in ["trace_id", "correlation_id"] {
            guard let id = self[name] else { continue }
            text = text.replacing(id, with: "<\(name)>")
        }
        return Array(text.utf8)
    }
}
