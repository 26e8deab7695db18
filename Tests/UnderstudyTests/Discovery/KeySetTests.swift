import Crypto
import Formats
import Testing

/// The key set publishes the signing keys (docs/reference/protocol.md#jwks; docs/reference/security-checklist.md#rule-85).
@Suite struct KeySetTests {
    @Test(
        "The key set contains several public keys and nothing private",
        arguments: [
            ("/common/discovery/v2.0/keys", "{tenantid}"), ("/contoso.com/discovery/v2.0/keys", Seed.contoso),
            ("/consumers/discovery/v2.0/keys", Seed.consumers), ("/common/discovery/keys", ""),
            ("/contoso.com/discovery/keys", ""),
        ])
    func publishesPublicKeysOnly(_ path: String, _ issuer: String) throws {
        let response = try MockEntra().site.get(path)
        let keys = try #require(response.json?["keys"]?.array)
        #expect(keys.count == 2)
        for key in keys {
            let isV2 = !issuer.isEmpty
            let expected = ["kty", "use", "kid", "x5t", "n", "e", "x5c", "cloud_instance_name", "issuer"]
            #expect(
                key.object?.map(\.name)
                    == (isV2 ? expected : expected.filter { $0 != "cloud_instance_name" && $0 != "issuer" }))
            #expect(key["kty"]?.string == "RSA")
            #expect(key["use"]?.string == "sig")
            #expect(key["e"]?.string == "AQAB")
            #expect(key["kid"] == key["x5t"])
            if isV2 { #expect(key["issuer"]?.string == "\(MockEntra.origin)/\(issuer)/v2.0") }
            let der = try #require(key["x5c"]?.array?.first?.string.flatMap { Base64.decodeStandard($0.utf8) })
            #expect(Base64.url(Digest.sha1(der)) == key["kid"]?.string)
        }
        try Golden.expect(Golden.lines(response.body.replacingTexts(longerThan: 64)), isV2Golden(path))
    }

    private func isV2Golden(_ path: String) -> String {
        "jwks\(path.replacing("/", with: "-")).json"
    }

    @Test("The key set does not list the signing key first")
    func signingKeyIsNotFirst() throws {
        let site = try MockEntra().site
        let token = try Token(try site.tokens()["id_token"])
        let ids = try #require(try site.get("/common/discovery/v2.0/keys").json?["keys"]?.array).map {
            $0["kid"]?.string
        }
        #expect(ids.contains(token.header["kid"]?.string))
        #expect(ids.first != token.header["kid"]?.string)
    }
}

extension [UInt8] {
    /// Returns JSON in which the length replaces each long text, such as a key or a token.
    func replacingTexts(longerThan limit: Int) -> [UInt8] {
        let pieces = String(decoding: self, as: UTF8.self).split(separator: "\"", omittingEmptySubsequences: false)
        return Array(
            pieces.map { $0.utf8.count > limit ? "<\($0.utf8.count)>" : String($0) }.joined(separator: "\"").utf8)
    }
}
