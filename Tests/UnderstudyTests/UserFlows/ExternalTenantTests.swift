import Formats
import Testing

/// These tests cover external tenants on their own hosts (docs/reference/protocol.md#b2c-and-ciam-urls,
/// docs/reference/protocol.md#external-id).
@Suite struct ExternalTenantTests {
    private static let ownHost = "https://woodgrove.ciamlogin.com"
    private static let documents = [
        "/common/discovery/v2.0/keys", "/\(Seed.contoso)/discovery/v2.0/keys", "/\(Seed.woodgrove)/discovery/v2.0/keys",
        "/\(Seed.adventureWorks)/discovery/v2.0/keys",
    ]

    private static func keyIDs(_ path: String, at origin: String = MockEntra.origin) throws -> Set<String> {
        let keys = try MockEntra().at(origin).get(path).json?["keys"]?.array ?? []
        return Set(keys.compactMap { $0["kid"]?.string })
    }

    @Test("Workforce, external and B2C tenants have their own keys on every host")
    func eachTenantKindHasItsOwnKeys() throws {
        let sets = try ExternalTenantTests.documents.map { try ExternalTenantTests.keyIDs($0) }
        #expect(sets.allSatisfy { $0.count == 2 })
        #expect(sets[0] == sets[1])
        #expect(
            sets[0].isDisjoint(with: sets[2]) && sets[0].isDisjoint(with: sets[3]) && sets[2].isDisjoint(with: sets[3]))
        let path = ExternalTenantTests.documents[2]
        #expect(try ExternalTenantTests.keyIDs(path, at: ExternalTenantTests.ownHost) == sets[2])
    }

    @Test(
        "The version 1 discovery document refers to the tenant's own keys",
        arguments: [Seed.woodgrove, Seed.adventureWorks])
    func versionOneDocumentNamesTenantKeys(_ tenant: String) throws {
        let site = try MockEntra().site
        let address = try #require(try site.get("/\(tenant)/.well-known/openid-configuration")["jwks_uri"])
        #expect(address == "\(MockEntra.origin)/\(tenant)/discovery/keys")
        let path = String(address.dropFirst(MockEntra.origin.count))
        let ids = try ExternalTenantTests.keyIDs(path)
        #expect(try ids == ExternalTenantTests.keyIDs("/\(tenant)/discovery/v2.0/keys"))
        #expect(try ids.isDisjoint(with: ExternalTenantTests.keyIDs("/common/discovery/keys")))
    }

    @Test("Tokens of an external tenant are signed with the tenant's keys")
    func signsTokensWithTenantKeys() throws {
        let site = try MockEntra().at(ExternalTenantTests.ownHost)
        let tokens = try site.tokens(
            .woodgrove, ["scope": "openid User.Read"], as: "casey@woodgrove.example", tenant: Seed.woodgrove)
        for name in ["id_token", "access_token"] {
            let token = try Token(tokens[name])
            #expect(
                try ExternalTenantTests.keyIDs(ExternalTenantTests.documents[2]).contains(
                    token.header["kid"]?.string ?? ""))
        }
        #expect(try Token(tokens["id_token"]).isSigned(by: site, keys: "/\(Seed.woodgrove)/discovery/v2.0/keys"))
    }

    struct Host: Row {
        let name: String
        let origin: String
        let tenant: String
        let isServed: Bool
        var code = 90002
    }

    private static let hosts = [
        Host(name: "by domain", origin: ownHost, tenant: "woodgrove.onmicrosoft.com", isServed: true),
        Host(name: "by id", origin: "https://WOODGROVE.ciamlogin.com", tenant: Seed.woodgrove, isServed: true),
        Host(
            name: "host named by id", origin: "https://\(Seed.woodgrove).ciamlogin.com", tenant: Seed.woodgrove,
            isServed: true),
        Host(name: "on any host", origin: MockEntra.origin, tenant: Seed.woodgrove, isServed: true),
        Host(name: "another tenant", origin: ownHost, tenant: Seed.contoso, isServed: false, code: 500_210),
        Host(name: "common", origin: ownHost, tenant: "common", isServed: false),
        Host(name: "consumers", origin: ownHost, tenant: "consumers", isServed: false, code: 500_210),
        Host(
            name: "a b2c tenant", origin: ownHost, tenant: Seed.adventureWorks, isServed: false, code: 500_210),
        Host(
            name: "another label", origin: "https://contoso.ciamlogin.com", tenant: Seed.woodgrove, isServed: false,
            code: 500_210),
        Host(
            name: "the other family", origin: "https://woodgrove.b2clogin.com", tenant: Seed.woodgrove, isServed: false),
    ]

    @Test("The host of a customer tenant serves that tenant only", arguments: hosts)
    func tenantHostServesItsTenantOnly(_ row: Host) throws {
        let site = try MockEntra().at(row.origin)
        let response = try site.get("/\(row.tenant)/v2.0/.well-known/openid-configuration")
        #expect(response.status == (row.isServed ? 200 : 400))
        #expect(try site.get("/\(row.tenant)/oauth2/checksession").status == (row.isServed ? 200 : 400))
        #expect(try site.get("/\(row.tenant)/kerberos").status == (row.isServed ? 401 : 400))
        #expect(try site.get("/\(row.tenant)/openid/userinfo").status == (row.isServed ? 401 : 400))
        if !row.isServed {
            let error = row.code == 90002 ? "invalid_tenant" : "invalid_request"
            #expect(response.outcome == .jsonError(400, error, row.code))
            #expect(try site.token(Client.woodgrove.refresh("x"), tenant: row.tenant).code == row.code)
        }
    }
}
