import Formats
import Testing
@testable import Understudy

/// `POST /_understudy/tenants` creates a tenant for one test.
@Suite struct CreatedTenantTests {
    private let entra: MockEntra
    private var site: Site { entra.site }

    init() throws {
        entra = try MockEntra()
    }

    private func make(_ body: String) throws -> JSONValue {
        let response = try site.control("POST", "tenants", body)
        guard response.status == 201 else { throw Unexpected(response) }
        return response.value
    }

    @Test("A cloned tenant works like the original under new IDs")
    func clonedTenantWorksUnderNewIDs() throws {
        let created = try make(#"{"cloneOf": "contoso.com", "displayName": "Copy"}"#)
        let id = try #require(created["id"]?.string)
        let domain = try #require(created["domains"]?.array?.first?.string)
        #expect(domain == "\(id.prefix(8)).onmicrosoft.com")
        #expect(created["displayName"]?.string == "Copy")
        let app = try #require(created["applications"]?[Client.mobile.id]?.string)
        let alex = try #require(created["users"]?[Seed.alex]?.string)
        #expect(app != Client.mobile.id && alex != Seed.alex)
        var client = Client.mobile
        client.id = app
        let response = try site.tokens(client, tenant: domain)
        let token = try response.accessToken()
        #expect(token.claims["tid"]?.string == id)
        #expect(token.claims["oid"]?.string == alex)
        #expect(token.claims["aud"]?.string == created["applications"]?["aaaaaaaa-0000-4000-8000-000000000005"]?.string)
        // The original tenant does not accept the clone's refresh token.
        #expect(try site.token(Client.mobile.refresh(response.value["refresh_token"]?.string ?? "")).status == 400)
    }

    @Test("A daemon in a cloned tenant keeps its secret and its roles")
    func cloneKeepsSecretsAndRoles() throws {
        let created = try make(#"{"cloneOf": "contoso.com"}"#)
        var client = Client.daemon
        client.id = created["applications"]?[Client.daemon.id]?.string ?? ""
        let form = client.credentials.with(["grant_type": "client_credentials", "scope": "api://orders/.default"])
        let token = try site.token(form, tenant: created["id"]?.string ?? "").accessToken()
        #expect(token.claims["roles"] == .array([.string("Orders.Read.All")]))
    }

    @Test(
        "A federated credential for workloads of the tenant trusts the workloads of the clone in the clone",
        arguments: [true, false])
    func cloneTrustsItsOwnWorkloads(keepsAppIds: Bool) throws {
        let site = try Lab.entra().site
        let created = try site.control("POST", "tenants", #"{"cloneOf":"contoso.com","keepAppIds":\#(keepsAppIds)}"#)
            .value
        let tenant = try #require(created["id"]?.string)
        var daemon = Client.daemon
        daemon.id = try #require(created["applications"]?[Client.daemon.id]?.string)
        let workload = try site.token(
            daemon.credentials.with([
                "grant_type": "client_credentials", "scope": "api://AzureADTokenExchange/.default",
            ]), tenant: tenant)
        let federated = try #require(created["applications"]?[Lab.federated.id]?.string)
        let clients: [(String, String, Int?)] = [(tenant, federated, nil), ("contoso.com", Lab.federated.id, 700211)]
        for (addressed, id, code) in clients {
            let response = try site.token(
                [
                    "grant_type": "client_credentials", "client_id": id, "scope": "api://orders/.default",
                    "client_assertion": workload["access_token"], "client_assertion_type": Assertion.type,
                ], tenant: addressed)
            #expect(response.code == code, "\(response.text)")
        }
    }

    @Test("A clone keeps the application IDs on request")
    func cloneKeepsApplicationIDsOnRequest() throws {
        let created = try make(#"{"cloneOf": "contoso.com", "keepAppIds": true}"#)
        let id = try #require(created["id"]?.string)
        #expect(created["applications"]?[Client.mobile.id]?.string == Client.mobile.id)
        #expect(try site.tokens(tenant: id).accessToken().claims["tid"]?.string == id)
        #expect(try site.tokens(tenant: "contoso.com").accessToken().claims["tid"]?.string == Seed.contoso)
    }

    @Test("An empty tenant of each kind can be created", arguments: ["workforce", "external", "b2c"])
    func createsEmptyTenantOfEachKind(kind: String) throws {
        let created = try make(#"{"kind": "\#(kind)"}"#)
        #expect(created["kind"]?.string == kind)
        #expect(created["applications"] == .object([]) && created["users"] == .object([]))
        let id = created["id"]?.string ?? ""
        #expect(try site.get("/\(id)/v2.0/.well-known/openid-configuration").status == 200)
    }

    @Test("A deleted tenant no longer exists, and a reset deletes the tenants created at run time")
    func deletionAndResetRemoveCreatedTenants() throws {
        let first = try make("")["id"]?.string ?? ""
        let second = try make("{}")["domains"]?.array?.first?.string ?? ""
        #expect(try site.control("DELETE", "tenants/\(first)").status == 204)
        #expect(try site.control("DELETE", "tenants/\(first)").status == 404)
        #expect(try site.get("/\(second)/v2.0/.well-known/openid-configuration").status == 200)
        #expect(try site.control("POST", "reset").status == 204)
        #expect(try site.get("/\(second)/v2.0/.well-known/openid-configuration").code == 90002)
        #expect(try site.control("DELETE", "tenants/consumers").status == 409)
    }

    @Test("A reset restores a deleted tenant of the configuration")
    func resetRestoresDeletedConfiguredTenant() throws {
        #expect(try site.control("DELETE", "tenants/fabrikam.com").status == 204)
        #expect(try site.get("/fabrikam.com/v2.0/.well-known/openid-configuration").status == 400)
        #expect(try site.control("POST", "reset").status == 204)
        #expect(try site.get("/fabrikam.com/v2.0/.well-known/openid-configuration").status == 200)
    }

    @Test(
        "An invalid tenant request is rejected",
        arguments: [
            (#"{"cloneOf": "nowhere.example"}"#, 404), (#"{"cloneOf": "consumers"}"#, 400),
            (#"{"keepAppIds": true}"#, 400), (#"{"kind": "consumers"}"#, 400), (#"{"cloneof": "contoso.com"}"#, 400),
            (#"{"cloneOf": "contoso.com", "kind": "b2c"}"#, 400), ("nonsense", 400),
        ])
    func rejectsInvalidTenantRequest(body: String, status: Int) throws {
        #expect(try site.control("POST", "tenants", body).status == status)
    }

    /// The two servers clone in turns, so that other programs slow both down. The benchmark measures the time itself.
    @Test("Cloning a seed tenant with many tenants takes as long as with few")
    func clonesSeedTenantAmongManyAsFast() throws {
        let (few, many) = (try MockEntra().site, try MockEntra().site)
        func time(_ site: Site) throws -> Duration {
            let start = ContinuousClock.now
            #expect(try site.control("POST", "tenants", #"{"cloneOf": "contoso.com"}"#).status == 201)
            return ContinuousClock.now - start
        }
        for _ in 0..<80 { _ = try time(many) }
        let times = try (0..<20).map { _ in (few: try time(few), many: try time(many)) }
        let fastest = (few: times.map(\.few).min(), many: times.map(\.many).min())
        #expect(try #require(fastest.many) < #require(fastest.few) * 3)
    }
}
