import Entra
import Formats
import Testing

/// `grant_type=srv_challenge` returns a server nonce (docs/reference/wire.md#server-nonce).
@Suite struct ServerNonceTests {
    @Test("Every token endpoint returns a new nonce for each request", arguments: [EndpointVersion.v1, .v2])
    func returnsNewNonceForEachRequest(_ version: EndpointVersion) throws {
        let site = try MockEntra().site
        let responses = try (0..<2).map { _ in
            try site.token(["grant_type": "srv_challenge"], tenant: "common", version)
        }
        for response in responses {
            #expect(response.status == 200)
            #expect(response.json?.object?.map(\.name) == ["Nonce"])
            #expect(response.header("Content-Type") == "application/json; charset=utf-8")
        }
        #expect(responses[0]["Nonce"] != responses[1]["Nonce"])
    }

    @Test("An unknown tenant returns no nonce")
    func unknownTenantReturnsNoNonce() throws {
        #expect(try MockEntra().site.token(["grant_type": "srv_challenge"], tenant: "nowhere.example").code == 90002)
    }
}
