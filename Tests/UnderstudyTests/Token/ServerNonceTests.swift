import Entra
import Formats
import Testing

/// `grant_type=srv_challenge` (docs/reference/wire.md#server-nonce).
@Suite struct ServerNonceTests {
    @Test("a nonce, new each time, from every token endpoint", arguments: [EndpointVersion.v1, .v2])
    func nonce(_ version: EndpointVersion) throws {
        let site = try MockEntra().site
        let answers = try (0..<2).map { _ in try site.token(["grant_type": "srv_challenge"], tenant: "common", version)
        }
        for answer in answers {
            #expect(answer.status == 200)
            #expect(answer.json?.object?.map(\.name) == ["Nonce"])
            #expect(answer.header("Content-Type") == "application/json; charset=utf-8")
        }
        #expect(answers[0]["Nonce"] != answers[1]["Nonce"])
    }

    @Test("not from a tenant that is not there")
    func tenant() throws {
        #expect(try MockEntra().site.token(["grant_type": "srv_challenge"], tenant: "nowhere.example").code == 90002)
    }
}
